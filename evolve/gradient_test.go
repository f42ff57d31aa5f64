package evolve

import (
	"math"
	"slices"
	"testing"

	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// climbing is drawing along the gradient.
func climbing(rate float64) Config {
	cfg := drawing()
	cfg.Follow, cfg.LearningRate = FollowGradient, rate
	return cfg
}

// Two steps of Adam by hand, from gradients of 2 and -1 at a rate of 0.1:
//
//	m = 0.1·2 = 0.2               v = 0.01·4 = 0.04               v̂ = 0.04/0.01 = 4              move 0.1·0.2/2 = 0.01
//	m = 0.9·0.2 - 0.1·1 = 0.08    v = 0.99·0.04 + 0.01 = 0.0496   v̂ = 0.0496/0.0199 = 2.492462   move 0.1·0.08/1.578753 = 0.00506729
//
// The second gene has the same gradients in a unit of which its range holds a
// thousand, and moves alike. The third one wants to pass its bound.
func TestBreeder_move(t *testing.T) {
	cfg := climbing(0.1)
	cfg.Averaging, cfg.Sigma = 0.5, 0.05
	schema := &genome.Schema{Game: "adam", Version: 1, Genes: []gene.Gene{
		{Name: "a", Group: "g", Unit: "u", Max: 1, Default: 0.25, Doc: "d"},
		{Name: "b", Group: "g", Unit: "u", Max: 1000, Default: 250, Doc: "d"},
		{Name: "c", Group: "g", Unit: "u", Max: 1, Default: 0.999, Doc: "d"},
	}}
	b := breeder{schema, cfg}
	g := b.firstGeneration()
	gradients := [][]float64{{2, 0.002, 5}, {-1, -0.001, 5}}
	want := []struct{ mean, m, v, average []float64 }{
		{[]float64{0.26, 0.26, 1}, []float64{0.2, 0.0002, 0.5}, []float64{0.04, 4e-8, 0.25}, []float64{0.26, 0.26, 1}},
		{[]float64{0.26506728915, 0.26506728915, 1}, []float64{0.08, 0.00008, 0.95}, []float64{0.0496, 4.96e-8, 0.4975}, []float64{0.26253364458, 0.26253364458, 1}},
	}
	for n, gradient := range gradients {
		g.Distribution.Gradient = gradient
		next := &Generation{Number: n + 1, Distribution: b.moved(g)}
		if !slices.Equal(g.Distribution.Gradient, gradients[n]) || next.Distribution.Gradient != nil {
			t.Errorf("after generation %d: its gradient is %v, the next one's %v", n, g.Distribution.Gradient, next.Distribution.Gradient)
		}
		g = next
		c := g.Distribution
		for i := range schema.Genes {
			for _, pair := range [][2]float64{
				{c.Mean[i], want[n].mean[i]},
				{c.M[i], want[n].m[i]},
				{c.V[i], want[n].v[i]},
				{c.Average[i], want[n].average[i]},
				{c.SD[i], cfg.Sigma},
			} {
				if math.Abs(pair[0]-pair[1]) > 2e-11 {
					t.Errorf("step %d, gene %d: %v, want %v", n+1, i, pair[0], pair[1])
				}
			}
		}
	}
}

// After its step decay leads the mean home, and the proximal term to the tail average, once there is one.
func TestBreeder_proximal(t *testing.T) {
	cfg := climbing(0.1)
	cfg.Proximal = 0.5
	for tail, want := range map[float64]float64{1: 0.33, 0.5: 0.26} {
		cfg.Tail = tail // all generations, or the last half
		b := breeder{line(1), cfg}
		g := b.firstGeneration()
		g.Distribution.Gradient, g.Distribution.TailAverage = []float64{3}, []float64{0.4}
		if d := b.moved(g); math.Abs(d.Mean[0]-want) > 1e-9 {
			t.Errorf("with a tail of %v the mean is %v, want %v: in the tail halfway from 0.26 to 0.4", tail, d.Mean[0], want)
		}
	}
	cfg = climbing(0.1)
	cfg.Decay = 0.5
	b := breeder{line(1), cfg}
	g := b.firstGeneration()
	g.Distribution.Gradient = []float64{3}
	if d := b.moved(g); math.Abs(d.Mean[0]-0.255) > 1e-9 {
		t.Errorf("mean %v, want half of 0.01 above 0.25", d.Mean[0])
	}
}

// moved returns the distribution after a generation's.
func (b *breeder) moved(g *Generation) *Distribution {
	d := g.Distribution.clone()
	b.updateDistribution(d, g)
	b.updateAverage(d, g.Number)
	return d
}

// The gradient is the mean, weighted by games, over just the newly bred individuals.
func TestGeneration_keepGradient(t *testing.T) {
	g := &Generation{Number: 3, Distribution: &Distribution{Mean: make([]float64, 2)}, Individuals: []Individual{
		{Operator: OpSampled, Born: 2},
		{Operator: OpAveraged, Born: 3},
		{Operator: OpSampled, Born: 3},
		{Operator: OpDefault, Born: 3},
		{Operator: OpSampled, Born: 3},
		{Operator: OpRecombined, Born: 2},
	}}
	fs := []stats.Fitness{
		{Games: 1000, Gradient: []float64{50, 50}},
		{Games: 1000, Gradient: []float64{60, 60}},
		{Games: 300, Gradient: []float64{1, -2}},
		{Games: 1000, Gradient: []float64{70, 70}},
		{Games: 100, Gradient: []float64{5, 2}},
		{Games: 1000},
	}
	mean := func() []float64 {
		guard.Must(t, g.keepGradient(fs))
		return g.Distribution.Gradient
	}
	if got := mean(); !near(got[0], 2) || !near(got[1], -1) {
		t.Errorf("gradient %v, want [2 -1]", got)
	}
	g.Number = 4 // in which no individual was drawn
	if got := mean(); !slices.Equal(got, []float64{0, 0}) {
		t.Errorf("the gradient of no individuals is %v", got)
	}
}

// The half-life halves the learning rate after its number of generations, and thirds it after twice
// as many.
func TestBreeder_rate(t *testing.T) {
	b := breeder{line(1), climbing(0.6)}
	for n, want := range map[int]float64{0: 0.6, 4: 0.3, 8: 0.2, 20: 0.1} {
		if b.cfg.HalfLife = 0; b.rate(n) != 0.6 {
			t.Errorf("generation %d without a half-life: %v", n, b.rate(n))
		}
		if b.cfg.HalfLife = 4; !near(b.rate(n), want) {
			t.Errorf("generation %d: %v, want %v", n, b.rate(n), want)
		}
	}
}
