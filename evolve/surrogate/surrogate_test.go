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
	if p := m.Share(x); math.Abs(m.Points(x, -1, 3)-(4*p-1)) > 1e-9 || math.Abs(p-bowl(x)) > 0.07 {
		t.Errorf("%.3f, %+v at the optimum, which wins %.3f", p, m.Points(x, -1, 3), bowl(x))
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
	c := surrogate.Explain(played(4000, 3, 1), words, at, 0, 1).Contour
	if want := []string{"0.12", "0.38", "0.62", "0.88"}; !slices.Equal(c.Others, want) || len(c.Points[0]) != 4 || len(c.Points) != 11 {
		t.Errorf("want columns at %v, have %v", want, c.Others)
	}
}

// The model names the parameter that matters most and its best region, and draws its curve.
func TestExplain(t *testing.T) {
	first, within, curves := 0, 0, 0
	const seeds = 100
	at := []float64{0.7, 0.3, 0.5}
	for seed := range uint64(seeds) {
		all := played(700, 3, seed)
		effects := surrogate.Explain(all, axes, at, 0, 1).Rows
		for _, e := range effects {
			if e.Name == "first" && e.From <= "0.70" && e.To >= "0.70" {
				within++
			}
		}
		if effects[0].Name == "first" {
			first++
		}
		for k, y := range surrogate.Fit(all, 3).Slice(1, []float64{0, 0.25, 0.5, 0.75, 1}, at, 0, 1) {
			if math.Abs(y-bowl([]float64{at[0], float64(k) / 4, at[2]})) < 0.15 {
				curves++
			}
		}
	}
	if first < 95 || within < 85 || curves < 5*seeds*9/10 {
		t.Errorf("of %d seeds %d name the parameter that matters most, %d have its optimum in the best region; of %d points of slices %d are near", seeds, first, within, 5*seeds, curves)
	}
}

// The highest field of a contour lies at the optimum, and its lowest at the far corner.
func TestExplain_contour(t *testing.T) {
	at := []float64{0, 0, 0.5}
	c := surrogate.Explain(played(4000, 3, 1), axes, at, 0, 1).Contour.Points
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
