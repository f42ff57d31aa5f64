package optimiser

import (
	"context"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// Finals returns the genomes that meet in the play-off of a run of package evolve: its
// champion, the mean of its late champions and the defaults. champions are those of its
// generations, in order.
func Finals(s *genome.Schema, champions []genome.Vector) []genome.Vector {
	out := []genome.Vector{champions[len(champions)-1]}
	add := func(v genome.Vector) {
		if !slices.ContainsFunc(out, func(o genome.Vector) bool { return slices.Equal(o, v) }) {
			out = append(out, v)
		}
	}
	if late := len(champions) / 4; late > 1 {
		var points [][]float64
		for _, v := range champions[len(champions)-late:] {
			points = append(points, s.Point(v))
		}
		add(s.Express(average(points)))
	}
	add(s.Default())
	return out
}

// Playoff ends a run of package evolve: the finals, of which the first is the champion, play
// for a budget, and the winner is the champion of the last generation. Every measurement is
// a generation after the last one. The price is the games of one genome; where the budget
// does not buy a round, the champion stays.
func Playoff(ctx context.Context, t Task, finals []genome.Vector, price int64, kept Record) (evolve.Result, error) {
	last := kept.Past[len(kept.Past)-1]
	r := &run{Record: Record{Recorder: kept.Recorder}, evaluator: t.Evaluator, last: last, defaults: t.Schema.Default()}
	t.Evaluator, t.Budget = r, t.Budget+price
	m := &Meter{Task: t, ctx: ctx, within: ctx, best: finals[0], Batch: len(finals), deals: last.Number + 1, spent: price, measured: 1}
	var cs []*Candidate
	for _, v := range finals {
		cs = append(cs, &Candidate{Genes: v})
	}
	best, err := m.playoff(cs)
	if err == nil && r.next != nil {
		err = r.end(best)
	}
	return r.result(), err
}

// inherit names the parent of each genome of a play-off: the one with the same genes in the
// generation before, or the champion. The defaults have none.
func (r *run) inherit(g *evolve.Generation) {
	for i := range g.Individuals {
		ind, parent := &g.Individuals[i], ""
		if !slices.Equal(ind.Genes, r.defaults) {
			parent = r.last.Champion.ID
		}
		for _, before := range r.last.Individuals {
			if slices.Equal(before.Genes, ind.Genes) {
				parent = before.ID
			}
		}
		if parent != "" {
			ind.Parents = []string{parent}
		}
		if g.Champion.ID == ind.ID {
			g.Champion = *ind
		}
	}
}
