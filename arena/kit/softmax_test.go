package kit

import (
	"math"
	"slices"
	"testing"

	"bloodline/engine/roll"
)

// question has the features of three answers.
type question [3][2]float64

func softmax() Kit[question, int] {
	k := Kit[question, int]{
		Legal: func(*question) []int { return []int{0, 1, 2, 3} },
	}
	k.Weigh = func(genes []float64) func(q *question) Weighed[int] {
		return func(q *question) Weighed[int] {
			w := Weighed[int]{Answers: []int{0, 1, 2}}
			total := 0.0
			for _, x := range q {
				p := math.Exp(genes[0]*x[0] + genes[1]*x[1])
				w.Shares, w.Features, total = append(w.Shares, p), append(w.Features, x[0], x[1]), total+p
			}
			for i := range w.Shares {
				w.Shares[i] /= total
			}
			return w
		}
	}
	return k.withDefaults()
}

// An answer of another player adds the derivative that an own answer adds, and the parts of genes
// differ between answers as their features times the genes do.
func TestKit_withDefaults(t *testing.T) {
	q, genes := &question{{1, 0}, {0.5, -1}, {0, 2}}, []float64{0.7, -0.4}
	k := softmax()
	own, other := k.Trajectory(genes), k.Observer(genes)
	for x := range uint64(20) {
		a := own.(interface{ Act(*question, uint64) int }).Act(q, roll.Mix(x))
		sum, observed := make([]int64, 2), make([]int64, 2)
		own.Add(1, sum)
		log, ok := other.Observe(q, a)
		other.Flush(observed)
		if want := math.Log(k.Weigh(genes)(q).Shares[a]); !slices.Equal(sum, observed) || !ok || math.Abs(log-want) > 1e-9 {
			t.Errorf("answer %d: %v %v, observed %v with log-probability %v %v", a, sum, want, observed, log, ok)
		}
	}
	if _, ok := other.Observe(q, 3); ok {
		t.Error("an answer that the rules never give has a probability")
	}
	w := k.weigher(genes)(q)
	if len(w.moves) != 3 || math.Abs(w.shares[0]+w.shares[1]+w.shares[2]-1) > 1e-9 {
		t.Fatalf("weighed %+v", w)
	}
	for j, g := range genes {
		if have, want := w.parts[0][j]-w.parts[2][j], g*(q[0][j]-q[2][j]); math.Abs(have-want) > 1e-6 {
			t.Errorf("gene %d: answers 0 and 2 differ by %v, want %v", j, have, want)
		}
	}
}
