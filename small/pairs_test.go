package small_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline"
	"bloodline/engine"
	"bloodline/games/gametest/sticks"
	"bloodline/genome/gene"
	"bloodline/small"
)

// The first feature is 0 or 1, so it has no square.
func TestWithPairs_genes(t *testing.T) {
	var names, docs []string
	for _, g := range sticks.Pairs.AllGenes()[2:] {
		names, docs = append(names, g.Name), append(docs, g.Doc)
		if g.Group != "leave pairs" || g.Default != 0 || !g.Optional || g.Unit != gene.LogOdds {
			t.Errorf("%+v", g)
		}
	}
	if want := []string{"leave.four×few", "leave.four×late", "leave.few×few", "leave.few×late"}; !slices.Equal(names, want) {
		t.Errorf("have %q, want %q", names, want)
	}
	want := []string{
		"Where both hold: leaves a multiple of four more often; leaves fewer sticks.",
		"Leaves a multiple of four more often, the more so the fewer sticks are left.",
		"By the square: leaves fewer sticks.",
		"Leaves fewer sticks, the more so the fewer sticks are left.",
	}
	if !slices.Equal(docs, want) {
		t.Errorf("have %q, want %q", docs, want)
	}
	// What is the same in all views makes no gene.
	always := small.Fact[sticks.View]{Name: "always", Of: func(*sticks.View) float64 { return 1 }}
	if n := len(small.WithPairs(sticks.Game, always).AllGenes()); n != 4 {
		t.Errorf("%d genes, want two features and two pairs of them", n)
	}
	if n := len(sticks.Game.Genes); n != 2 {
		t.Errorf("the game that was given has %d genes", n)
	}
}

// No game is played while variables of packages are made: those that the state uses may not be there yet.
func TestWithPairs_lazy(t *testing.T) {
	g, tables := sticks.Game, 0
	g.New = func() small.State[sticks.View, int] {
		tables++
		return new(sticks.State)
	}
	g = small.WithPairs(g)
	if g.Player([]float64{1, 0}); tables > 0 {
		t.Error("it plays before its genes are asked for")
	}
	if len(g.AllGenes()) < 3 || tables != 1 {
		t.Errorf("%d genes, %d tables", len(g.AllGenes()), tables)
	}
}

// byHand is Sticks with the products written as features.
func byHand() small.Game[sticks.View, int] {
	g, two := sticks.Game, sticks.Game.Features
	g.Genes = sticks.Pairs.AllGenes()
	g.Features = func(v *sticks.View, n int, x []float64) {
		two(v, n, x)
		f := sticks.Late.Of(v)
		copy(x[2:], []float64{x[0] * x[1], x[0] * f, x[1] * x[1], x[1] * f})
	}
	return g
}

// A game with pairs plays and learns as the same game with all products written as features.
func TestWithPairs_twin(t *testing.T) {
	pairs, hand := sticks.Pairs, byHand()
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		w := make([]float64, len(pairs.AllGenes()))
		for i := range w {
			if round%2 == 0 || rng.IntN(2) == 0 { // some are 0
				w[i] = 4*rng.Float64() - 2
			}
		}
		var played [2]engine.Outcome
		var learned [2][]int64
		for i, g := range []small.Game[sticks.View, int]{pairs, hand} {
			own := bloodline.Small(g, nil).Gradient(w).(engine.GradientPlayer).NewTrajectory()
			played[i] = g.NewTable().Play(uint64(round), []engine.Player{own.(engine.Player), g.Player(w)})
			learned[i] = make([]int64, len(w))
			own.Add(1, learned[i])
		}
		if played[0] != played[1] {
			t.Fatalf("weights %v: with pairs %+v, by hand %+v", w, played[0], played[1])
		}
		for k, x := range learned[0] {
			if d := x - learned[1][k]; d < -1 || d > 1 { // the last digit: sums in another order
				t.Fatalf("weights %v: gradient %v, by hand %v", w, learned[0], learned[1])
			}
		}
	}
}

// An exported bot has the genes that are not 0.
func TestWithPairs_bred(t *testing.T) {
	p, err := sticks.Pairs.Bred([]gene.Value{{"leave.four", 1}, {"leave.few", 2}, {"leave.few×few", 0.1}}, 1)
	if err != nil || !slices.Equal(p.(*small.Linear[sticks.View, int]).Weights, []float64{1, 2, 0, 0, 0.1, 0}) {
		t.Errorf("have %v, %v", p, err)
	}
}
