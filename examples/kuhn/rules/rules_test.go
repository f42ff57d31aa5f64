package rules_test

import (
	"testing"

	"bloodline/engine/roll"

	"kuhn/rules"
	"kuhn/seat"
)

// situations returns a view of each situation that a player can be in.
func situations() (out []seat.View) {
	for _, moves := range [][]seat.Action{{}, {seat.Check}, {seat.Bet}, {seat.Check, seat.Bet}} {
		for c := seat.Jack; c <= seat.King; c++ {
			var v seat.View
			v.Start(len(moves)%seat.Seats, c)
			for _, a := range moves {
				v.Tell(a)
			}
			out = append(out, v)
		}
	}
	return out
}

func defaults() (out []float64) {
	for _, g := range rules.Genes {
		out = append(out, g.Default)
	}
	return out
}

// Every gene changes what is played somewhere; every answer is legal, equal for equal
// rolls, and allocates nothing.
func TestGenes_AllRead(t *testing.T) {
	base := rules.New(defaults())
	for i, g := range rules.Genes {
		read := false
		for _, x := range []float64{g.Min, g.Max} {
			genes := defaults()
			genes[i] = x
			r := rules.New(genes)
			for _, v := range situations() {
				for k := range uint64(100) {
					a := r.Act(&v, roll.Mix(k))
					if v.Legal()>>a&1 == 0 || a != r.Act(&v, roll.Mix(k)) {
						t.Fatalf("%s %g: %v after %v", g.Name, x, a, v.Moves[:v.Played])
					}
					read = read || a != base.Act(&v, roll.Mix(k))
				}
			}
		}
		if !read {
			t.Errorf("%s is not read", g.Name)
		}
	}
	v := situations()[0]
	if n := testing.AllocsPerRun(100, func() { base.Act(&v, 1) }); n != 0 {
		t.Errorf("Act allocates %g times", n)
	}
}
