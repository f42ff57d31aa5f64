package rules_test

import (
	"math"
	"testing"

	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
)

// Terms add up to the reference's sums, and the slope of a gene's term is the derivative of
// the sum by it: the reference's sums a small step on say so.
func TestTerms_Options(t *testing.T) {
	const step = 1e-5
	counts := map[seat.Ask]int{}
	for i, q := range questions(2000) {
		if i%2 == 1 {
			scramble(q.View.Record, uint64(i))
		}
		v := genes(uint64(i))
		w := newReference(t, v)
		want := w.sums(q.View)
		options := rules.NewTerms(v).Options(q.View)
		if kill := q.View.Ask == seat.AskReply && q.View.Action == seat.Assassinate; kill {
			want[seat.Pass] = 0
			for _, o := range rules.NewTerms(v).Cards(q.View) {
				delete(want, o.Action)
			}
		}
		if len(options) != len(want) {
			t.Fatalf("want %d options, have %v: %s", len(want), options, describe(q.View))
		}
		counts[q.View.Ask]++
		for _, o := range options {
			sum := want[o.Action]
			if o.Certain != math.IsInf(sum, 1) || !o.Certain && math.Abs(sum-o.Sum) > 2e-3 { // doubts are in short numbers
				t.Fatalf("%v: want %v, have %+v: %s", o.Action, sum, o, describe(q.View))
			}
			for _, x := range o.Terms[:min(len(o.Terms), 12)] {
				name := rules.Genes[x.Gene].Name
				w.value[name] += step
				slope := (w.sums(q.View)[o.Action] - sum) / step
				w.value[name] = v[x.Gene]
				by := 0.0
				for _, y := range o.Terms {
					if y.Gene == x.Gene {
						by += y.Slope
					}
				}
				if o.Action != seat.Pass && math.Abs(slope-by) > 2e-3 {
					t.Fatalf("%v: %s: want %v, have %v: %s", o.Action, name, slope, by, describe(q.View))
				}
			}
		}
	}
	if len(counts) != 5 {
		t.Errorf("want all five questions, have %v", counts)
	}
}
