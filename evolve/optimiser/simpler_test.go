package optimiser_test

import (
	"context"
	"slices"
	"testing"

	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
)

// What the hook makes of the best genome meets the others in the play-off, and is handed in if it is better. It gets
// all games of the search, and no others.
func TestTask_simpler(t *testing.T) {
	for _, a := range arms(t, 12, "plus", "sep-cma") {
		k := newTask("csb", 1, 4)
		told := 0
		top := k.schema.Express(k.optimum)
		simpler := func(best genome.Vector, all []evolve.Individual) genome.Vector {
			told = len(all)
			return top
		}
		var s shelf
		r, err := optimiser.Run(context.Background(), a, optimiser.Task{Schema: k.schema, Evaluator: k, Seed: 1, Budget: 1500, Simpler: simpler}, optimiser.Record{Recorder: &s})
		if err != nil {
			t.Fatal(err)
		}
		played, all := false, 0
		for _, g := range s.past {
			all += len(g.Individuals)
			played = played || slices.ContainsFunc(g.Individuals, func(i evolve.Individual) bool { return slices.Equal(i.Genes, top) })
		}
		if !played || told == 0 || told >= all {
			t.Errorf("%s: played %v, told of %d of %d", a.Name, played, told, all)
		}
		if !slices.Equal(r.Champion.Genes, top) {
			t.Errorf("%s: the optimum is not handed in", a.Name)
		}
	}
}
