package evolve

import (
	"context"
	"fmt"
	"math"
	"slices"

	"bloodline/engine/stats"
	"bloodline/genome"
)

// AlgorithmPlayOff is the Generation.Algorithm of a measurement of a play-off, which breeds nothing.
const AlgorithmPlayOff = "play-off"

func (g *Generation) PlayOff() bool { return g.Algorithm == AlgorithmPlayOff }

// Finalists returns the genomes of the play-off of a run with these generations: with algorithm plus the next parents,
// else the champion and the mean of the champions of the last quarter; and all where breeding started.
func Finalists(schema *genome.Schema, cfg Config, all []*Generation) []Individual {
	b, last := &breeder{schema, cfg}, all[len(all)-1]
	out := []Individual{last.Champion}
	add := func(ind Individual) {
		if !slices.ContainsFunc(out, func(o Individual) bool { return slices.Equal(o.Genes, ind.Genes) }) {
			out = append(out, ind)
		}
	}
	if b.isPlus() {
		for _, ind := range b.elites(last) {
			add(ind)
		}
	} else if late := all[len(all)-len(all)/4:]; len(late) > 1 {
		var points [][]float64
		for _, g := range late {
			points = append(points, schema.Point(g.Champion.Genes))
		}
		add(Individual{Operator: OpAveraged, Parents: []string{last.Champion.ID}, Genes: schema.AtPoint(genome.Mean(schema, points))})
	}
	add(measuredLast(Individual{Operator: OpDefault, Genes: schema.Default()}, all))
	for _, v := range schema.Starts {
		add(measuredLast(Individual{Operator: OpStart, Genes: v}, all))
	}
	return out
}

// measuredLast returns a genome of the first generation as it was measured last.
func measuredLast(first Individual, all []*Generation) Individual {
	for _, g := range slices.Backward(all) {
		for _, ind := range g.Individuals {
			if ind.Operator == first.Operator && slices.Equal(ind.Genes, first.Genes) {
				return ind
			}
		}
	}
	return first
}

// PlayOff ends a run of few games: the finalists, of which there must be one, play a number of further games, and the
// best of them is the champion. It is sequential halving (Karnin, Koren, Somekh 2013): each round gets an equal part of
// the games, the genomes that are left meet the same new deals, and the better half goes on. A genome's games of the
// search count, too; a new genome begins with the games of its parent.
//
// A measurement is a generation after last, with [AlgorithmPlayOff]. Finalists that lived in the run keep their IDs;
// the others are born in the first measurement. If the games are too few for a measurement, the champion of last stays.
func PlayOff(ctx context.Context, schema *genome.Schema, evaluator Evaluator, recorder Recorder, last *Generation, finalists []Individual, games int64) (*Generation, error) {
	r := &runner{breeder: breeder{schema: schema}, ctx: ctx, evaluator: evaluator, recorder: recorder, last: last, parentFitness: map[string]stats.Fitness{}}
	price := max(1, last.Games/int64(len(last.Individuals)))
	for rounds := int64(math.Ceil(math.Log2(float64(len(finalists))))); rounds > 0; rounds-- {
		for range games / rounds / price / int64(len(finalists)) {
			g := &Generation{Number: r.last.Number + 1, Algorithm: AlgorithmPlayOff}
			for _, ind := range finalists {
				if ind.ID != "" {
					g.Individuals = append(g.Individuals, ind)
					continue
				}
				r.add(g, ind)
				for _, parent := range finalists {
					if slices.Contains(ind.Parents, parent.ID) {
						r.parentFitness[Identity(g.Number, len(g.Individuals)-1)] = parent.Pooled
					}
				}
			}
			if err := r.measureAndRecord(g); err != nil {
				return r.last, fmt.Errorf("play-off: generation %d: %w", g.Number, err)
			}
			finalists, games = g.Individuals, games-g.Games
		}
		finalists = byBelief(finalists)[:(len(finalists)+1)/2]
	}
	return r.last, nil
}
