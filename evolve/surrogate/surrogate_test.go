package surrogate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline/evolve/surrogate"
)

// bowl has its optimum at 0.7 and 0.3; the first parameter matters more, the third not at
// all, and the first two interact.
func bowl(x []float64) float64 {
	a, b := x[0]-0.7, x[1]-0.3
	return 1 / (1 + math.Exp(-(1 - 12*a*a - 4*b*b + 2*a*b)))
}

// played draws points and plays a game at each.
func played(n, genes int, seed uint64) (out []surrogate.Observation) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		x := make([]float64, genes)
		for i := range x {
			x[i] = rng.Float64()
		}
		won := 0.0
		if rng.Float64() < bowl(x) {
			won = 1
		}
		out = append(out, surrogate.Observation{Point: x, Share: won, Games: 1})
	}
	return out
}

// The model's share at the best point is that of the bowl.
func TestModel_Share(t *testing.T) {
	m, x := surrogate.Fit(played(4000, 3, 1), 3), []float64{0.7, 0.3, 0.5}
	e := m.Estimate(x, 0, 1)
	if p := m.Share(x); p != e.Mean || math.Abs(p-bowl(x)) > 3*(e.High-e.Low)/(2*1.96)+0.03 {
		t.Errorf("%.3f, %+v at the optimum, which wins %.3f", p, e, bowl(x))
	}
}

// axes name the parameters of a bowl.
var axes = []surrogate.Axis{{Name: "first", Text: coordinate}, {Name: "second", Text: coordinate}, {Name: "none", Text: coordinate}}

func coordinate(x float64) string { return fmt.Sprintf("%.2f", x) }

// A choice has a field for each of its words, in the middle of its share of the range.
func TestExplain_choices(t *testing.T) {
	words := slices.Clone(axes)
	words[1].Choices = 4
	at := []float64{0.5, 0.5, 0.5}
	c := surrogate.Explain(played(4000, 3, 1), words, at, at, 0, 1).Contour
	if want := []string{"0.12", "0.38", "0.62", "0.88"}; !slices.Equal(c.Others, want) || len(c.Points[0]) != 4 || len(c.Points) != 11 {
		t.Errorf("want columns at %v, have %v", want, c.Others)
	}
}

// Intervals hold what they say, and nothing is said of a parameter without effect.
func TestExplain(t *testing.T) {
	covered, first, within := 0, 0, 0
	const seeds = 100
	for seed := range uint64(seeds) {
		all := played(700, 3, seed)
		effects := surrogate.Explain(all, axes, []float64{0.7, 0.3, 0.5}, []float64{0.5, 0.5, 0.5}, 0, 1).Rows
		for _, e := range effects {
			if e.Name == "none" && e.Low <= 0 && e.High >= 0 {
				covered++
			}
			if e.Name == "first" && e.From <= "0.70" && e.To >= "0.70" {
				within++
			}
		}
		if effects[0].Name == "first" {
			first++
		}
	}
	if covered < 90 || first < 95 || within < 85 {
		t.Errorf("of %d seeds %d have 0 in the interval of what has no effect, %d name the parameter that matters most, %d have its optimum in the best region", seeds, covered, first, within)
	}
}

// The intervals of gains and of slices hold the true values; a parameter that does nothing is not
// said to gain.
func TestExplain_gain(t *testing.T) {
	const seeds = 100
	at, from := []float64{0.65, 0.4, 0.5}, []float64{0.3, 0.7, 0.1}
	gains, curves := 0, 0
	for seed := range uint64(seeds) {
		all := played(700, 3, seed)
		for _, e := range surrogate.Explain(all, axes, at, from, 0, 100).Rows {
			x := append([]float64{}, at...)
			i := slices.IndexFunc(axes, func(a surrogate.Axis) bool { return a.Name == e.Name })
			x[i] = from[i]
			if want := 100 * (bowl(at) - bowl(x)); e.GainLow <= want && want <= e.GainHigh {
				gains++
			}
		}
		for k, e := range surrogate.Fit(all, 3).Slice(1, []float64{0, 0.25, 0.5, 0.75, 1}, at, 0, 1) {
			if want := bowl([]float64{at[0], float64(k) / 4, at[2]}); e.Low <= want && want <= e.High {
				curves++
			}
		}
	}
	if gains < 3*seeds*9/10 || curves < 5*seeds*9/10 {
		t.Errorf("of %d gains %d are in their intervals, of %d points of slices %d", 3*seeds, gains, 5*seeds, curves)
	}
}

// The highest field of a contour lies at the optimum, and its lowest at the far corner.
func TestExplain_contour(t *testing.T) {
	at := []float64{0, 0, 0.5}
	c := surrogate.Explain(played(4000, 3, 1), axes, at, at, 0, 1).Contour.Points
	best, worst := [2]int{}, [2]int{}
	for k, row := range c {
		for l, share := range row {
			if share > c[best[0]][best[1]] {
				best = [2]int{k, l}
			}
			if share < c[worst[0]][worst[1]] {
				worst = [2]int{k, l}
			}
		}
	}
	if best[0] < 6 || best[0] > 8 || best[1] < 2 || best[1] > 4 {
		t.Errorf("want the best at 7, 3 of 10, have %v", best)
	}
	if worst != [2]int{0, 10} {
		t.Errorf("want the worst at 0, 10 of 10, have %v", worst)
	}
}
