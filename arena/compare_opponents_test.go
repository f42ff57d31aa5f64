package arena_test

import (
	"context"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/table"
)

// The opponents' tallies add up to the totals.
func TestEvaluator_Compare_opponents(t *testing.T) {
	var field []engine.Player
	for _, b := range baselines.All() {
		field = append(field, b.Player)
	}
	e := arena.Evaluator{Arena: arena.New(table.Game{}, 2), Field: field[3:], Blocks: 20 * len(field[3:]), Seed: 5, Stage: arena.StageShow}
	got, err := e.Compare(context.Background(), field[0], field[:3], 7)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range got {
		var sum stats.Tally
		for k, one := range d.By {
			if one.Diff.N != 20 {
				t.Errorf("variant %d has met opponent %d %d times", i, k, one.Diff.N)
			}
			sum.N, sum.Sum, sum.SumSq = sum.N+one.Diff.N, sum.Sum+one.Diff.Sum, sum.SumSq+one.Diff.SumSq
			if i == 0 && one.Diff.SumSq != 0 {
				t.Errorf("a player differs from itself against %d: %v", k, one.Diff)
			}
		}
		if sum != d.Diff {
			t.Errorf("variant %d: opponents add up to %v, want %v", i, sum, d.Diff)
		}
	}
}
