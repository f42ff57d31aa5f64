package small

import (
	"bloodline/engine/roll"
	"bloodline/genome/gene"
)

// Stranger is an opponent that is drawn at random.
type Stranger[V View[A], A comparable] struct {
	Policy[V, A]
	genes []float64
}

// Stranger returns the stranger of a seed. into is nil or a stranger that nobody needs any
// more.
//
// Its genes lie between the defaults and a genome that is drawn from the ranges, as its
// skill has it, and it is more or less fickle. Of twenty one picks any legal move, and one
// does the contrary of the defaults.
func (g Game[V, A]) Stranger(seed uint64, into *Stranger[V, A]) *Stranger[V, A] {
	if into == nil {
		into = &Stranger[V, A]{genes: make([]float64, len(g.Genes))}
	}
	d := roll.New(seed)
	kind := d.N(20)
	if kind == 0 {
		into.Policy = Player[V, A](Random[V, A])
		return into
	}
	skill := min(1, 1.2*d.Float())
	sharp := roll.Exp(2*d.Float() - 0.5) // 1 over the temperature: 0.6 to 4.5
	for i, x := range g.Genes {
		drawn := x.Min + float64(d.Float()*(x.Max-x.Min))
		into.genes[i] = float64(skill*x.Default) + float64((1-skill)*drawn)
		if kind == 1 {
			into.genes[i] = contrary(x)
		}
		if x.Unit == gene.LogOdds {
			into.genes[i] *= sharp
		}
	}
	if l, ok := into.Policy.(*Linear[V, A]); ok && g.Features != nil {
		l.Weights = into.genes
		return into
	}
	into.Policy = g.Player(into.genes)
	return into
}

// contrary is the default of a gene turned round.
func contrary(g gene.Gene) float64 {
	if g.Unit == gene.LogOdds {
		return -g.Default
	}
	return g.Min + g.Max - g.Default
}
