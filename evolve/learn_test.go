package evolve

import (
	"math"
	"slices"
	"testing"

	"bloodline/genome"
	"bloodline/genome/gene"
)

// Two steps of Adam by hand, from lessons of 2 and -1 at a rate of 0.1:
//
//	m = 0.1·2 = 0.2               v = 0.01·4 = 0.04               v̂ = 0.04/0.01 = 4              move 0.1·0.2/2 = 0.01
//	m = 0.9·0.2 - 0.1·1 = 0.08    v = 0.99·0.04 + 0.01 = 0.0496   v̂ = 0.0496/0.0199 = 2.492462   move 0.1·0.08/1.578753 = 0.00506729
//
// The second gene has the same lessons in a unit of which its range holds a
// thousand, and moves alike. The third one wants to pass its bound.
func TestBreeder_nextCloud_learning(t *testing.T) {
	cfg := drawing()
	cfg.Learning, cfg.Trend, cfg.Step = 0.1, 0.5, 0.05
	schema := &genome.Schema{Game: "adam", Version: 1, Genes: []gene.Gene{
		{Name: "a", Group: "g", Unit: "u", Max: 1, Default: 0.25, Doc: "d"},
		{Name: "b", Group: "g", Unit: "u", Max: 1000, Default: 250, Doc: "d"},
		{Name: "c", Group: "g", Unit: "u", Max: 1, Default: 0.999, Doc: "d"},
	}}
	b := breeder{schema, cfg}
	g := b.first()
	lessons := [][]float64{{2, 0.002, 5}, {-1, -0.001, 5}}
	want := []struct{ centre, momentum, scale, trail []float64 }{
		{[]float64{0.26, 0.26, 1}, []float64{0.2, 0.0002, 0.5}, []float64{0.04, 4e-8, 0.25}, []float64{0.26, 0.26, 1}},
		{[]float64{0.26506728915, 0.26506728915, 1}, []float64{0.08, 0.00008, 0.95}, []float64{0.0496, 4.96e-8, 0.4975}, []float64{0.26253364458, 0.26253364458, 1}},
	}
	for n, lesson := range lessons {
		g.Cloud.Lesson = lesson
		next := &Generation{Number: n + 1, Cloud: b.nextCloud(g)}
		if !slices.Equal(g.Cloud.Lesson, lessons[n]) || next.Cloud.Lesson != nil {
			t.Errorf("after generation %d: its lesson is %v, the next one's %v", n, g.Cloud.Lesson, next.Cloud.Lesson)
		}
		g = next
		c := g.Cloud
		for i := range schema.Genes {
			for _, pair := range [][2]float64{
				{c.Centre[i], want[n].centre[i]},
				{c.Momentum[i], want[n].momentum[i]},
				{c.Scale[i], want[n].scale[i]},
				{c.Trail[i], want[n].trail[i]},
				{c.Spread[i], cfg.Step},
			} {
				if math.Abs(pair[0]-pair[1]) > 2e-11 {
					t.Errorf("step %d, gene %d: %v, want %v", n+1, i, pair[0], pair[1])
				}
			}
		}
	}
}

// A pull leads a centre home after its step, as it does without learning.
func TestBreeder_nextCloud_learningPull(t *testing.T) {
	cfg := drawing()
	cfg.Learning, cfg.Pull = 0.1, 0.5
	b := breeder{line(1), cfg}
	g := b.first()
	g.Cloud.Lesson = []float64{3}
	if c := b.nextCloud(g); math.Abs(c.Centre[0]-0.255) > 1e-9 {
		t.Errorf("centre %v, want half of 0.01 above 0.25", c.Centre[0])
	}
}

// An anchor leads a centre to the mean of the tail after its step, once there is one.
func TestBreeder_nextCloud_learningAnchor(t *testing.T) {
	cfg := drawing()
	cfg.Learning, cfg.Anchor = 0.1, 0.5
	for tail, want := range map[float64]float64{1: 0.33, 0.5: 0.26} {
		cfg.Tail = tail // all generations, or the last half
		b := breeder{line(1), cfg}
		g := b.first()
		g.Cloud.Lesson, g.Cloud.Tail = []float64{3}, []float64{0.4}
		if c := b.nextCloud(g); math.Abs(c.Centre[0]-want) > 1e-9 {
			t.Errorf("with a tail of %v the centre is %v, want %v: in the tail halfway from 0.26 to 0.4", tail, c.Centre[0], want)
		}
	}
}

// A lesson is the mean by games of those who were just drawn, and of nobody else.
func TestLesson(t *testing.T) {
	g := &Generation{Number: 3, Cloud: &Cloud{Centre: make([]float64, 2)}, Individuals: []Individual{
		{Operator: OpNormal, Born: 2},
		{Operator: OpConsensus, Born: 3},
		{Operator: OpNormal, Born: 3},
		{Operator: OpMutate, Born: 3},
		{Operator: OpNormal, Born: 3},
		{Operator: OpRandom, Born: 3},
	}}
	fs := []Fitness{
		{Games: 1000, Credit: []float64{50, 50}},
		{Games: 1000, Credit: []float64{60, 60}},
		{Games: 300, Credit: []float64{1, -2}},
		{Games: 1000, Credit: []float64{70, 70}},
		{Games: 100, Credit: []float64{5, 2}},
		{Games: 1000},
	}
	if got := lesson(g, fs); !near(got[0], 2) || !near(got[1], -1) {
		t.Errorf("lesson %v, want [2 -1]", got)
	}
	g.Number = 4 // in which nobody was drawn
	if got := lesson(g, fs); !slices.Equal(got, []float64{0, 0}) {
		t.Errorf("nobody's lesson is %v", got)
	}
}

// Cooling halves the rate after its number of generations, and thirds it after twice
// as many.
func TestBreeder_rate(t *testing.T) {
	cfg := drawing()
	cfg.Learning = 0.6
	b := breeder{line(1), cfg}
	for n, want := range map[int]float64{0: 0.6, 4: 0.3, 8: 0.2, 20: 0.1} {
		if b.cfg.Cooling = 0; b.rate(n) != 0.6 {
			t.Errorf("generation %d without cooling: %v", n, b.rate(n))
		}
		if b.cfg.Cooling = 4; !near(b.rate(n), want) {
			t.Errorf("generation %d: %v, want %v", n, b.rate(n), want)
		}
	}
}
