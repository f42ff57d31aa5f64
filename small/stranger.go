package small

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bloodline/engine/roll"
	"bloodline/genome/gene"
)

// Stranger is an opponent that is drawn at random.
type Stranger[V View[A], A comparable] struct {
	Policy[V, A]
	genes []float64
	of    []gene.Gene
	kind  int // 0 plays any move, 1 any but that of the defaults
}

// Stranger returns the stranger of a seed. into is nil, or a stranger whose memory is used again.
//
// It weighs no pairs. Its genes lie between the defaults and a genome that is drawn from the ranges, as its skill has
// it, and it is more or less fickle. Of twenty one picks any legal move, and one any but that of the defaults.
func (g Game[V, A]) Stranger(seed uint64, into *Stranger[V, A]) *Stranger[V, A] {
	if into == nil {
		into = &Stranger[V, A]{genes: make([]float64, len(g.Genes)), of: g.Genes}
	}
	d := roll.New(seed)
	kind := d.N(20)
	into.kind = kind
	skill := min(1, 1.2*d.Float())
	sharp := roll.Exp(2*d.Float() - 0.5) // 1 over the temperature: 0.6 to 4.5
	if kind == 1 {
		skill, sharp = 1, 1
	}
	for i, x := range g.Genes {
		drawn := x.Min + float64(d.Float()*(x.Max-x.Min))
		into.genes[i] = float64(skill*x.Default) + float64((1-skill)*drawn)
		if x.Unit == gene.LogOdds {
			into.genes[i] *= sharp
		}
	}
	switch l, ok := into.Policy.(*Linear[V, A]); {
	case kind == 0:
		into.Policy = Player[V, A](Random[V, A])
	case ok && kind > 1 && g.Features != nil:
		l.Weights = into.genes
	default:
		into.Policy = g.Player(into.genes)
	}
	if kind == 1 {
		into.Policy = contrary[V, A]{into.Policy}
	}
	return into
}

// Traits says in words how the stranger plays: by the genes that are furthest from their defaults.
func (s *Stranger[V, A]) Traits() []string {
	switch s.kind {
	case 0:
		return []string{"plays any legal move"}
	case 1:
		return []string{"plays any move but that of the defaults"}
	}
	const most, far = 3, 0.2 // of the range
	shift := func(i int) float64 { return (s.genes[i] - s.of[i].Default) / (s.of[i].Max - s.of[i].Min) }
	var moved []int
	for i := range s.of {
		if math.Abs(shift(i)) >= far {
			moved = append(moved, i)
		}
	}
	slices.SortStableFunc(moved, func(i, j int) int { return cmp.Compare(math.Abs(shift(j)), math.Abs(shift(i))) })
	var out []string
	for _, i := range moved[:min(most, len(moved))] {
		out = append(out, trait(s.of[i], shift(i) > 0))
	}
	return out
}

// trait says in words what a large or a small value of a gene makes the stranger do.
func trait(g gene.Gene, large bool) string {
	doc, amount := strings.TrimSuffix(g.Doc, "."), map[bool]string{true: "high", false: "low"}[large]
	at := strings.LastIndex(doc, " more ")
	if at < 1 {
		return "has a " + amount + " " + g.Name
	}
	if !large {
		doc = doc[:at] + " less " + doc[at+len(" more "):]
	}
	return strings.ToLower(doc[:1]) + doc[1:]
}

// contrary picks any legal move but that of a policy.
type contrary[V View[A], A comparable] struct{ Policy[V, A] }

func (c contrary[V, A]) Act(q *Question[V, A], x uint64) A {
	n := len(q.Legal)
	if n == 1 {
		return q.Legal[0]
	}
	k := slices.Index(q.Legal, c.Policy.Act(q, x))
	return q.Legal[(k+1+roll.Below(roll.Next(x), n-1))%n]
}
