package arena_test

import (
	"context"
	"reflect"
	"testing"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/table"
)

// The totals are those of Compare, and the opponents' tallies add up to them.
func TestEvaluator_CompareOpponents(t *testing.T) {
	var field []engine.Player
	for _, b := range baselines.All() {
		field = append(field, b.Player)
	}
	e := arena.Evaluator{Arena: arena.New(table.Game{}, 2), Field: field[3:], Blocks: 20 * len(field[3:]), Seed: 5, Stage: arena.StageShow}
	variants := field[1:3]
	want, err := e.Compare(context.Background(), field[0], variants, 7)
	if err != nil {
		t.Fatal(err)
	}
	total, by, err := e.CompareOpponents(context.Background(), field[0], variants, 7)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(total, want) {
		t.Errorf("totals %v, Compare has %v", total, want)
	}
	for i := range variants {
		var sum stats.Tally
		for k, one := range by[i] {
			if one.Diff.N != 20 {
				t.Errorf("variant %d has met opponent %d %d times", i, k, one.Diff.N)
			}
			sum.N, sum.Sum, sum.SumSq = sum.N+one.Diff.N, sum.Sum+one.Diff.Sum, sum.SumSq+one.Diff.SumSq
		}
		if sum != total[i].Diff {
			t.Errorf("variant %d: opponents add up to %v, want %v", i, sum, total[i].Diff)
		}
	}
	// A variant against one opponent alone, on the same deals of its own, differs from
	// itself in nothing.
	_, same, err := e.CompareOpponents(context.Background(), field[0], field[:1], 7)
	if err != nil {
		t.Fatal(err)
	}
	for k, one := range same[0] {
		if one.Diff.Sum != 0 || one.Diff.SumSq != 0 {
			t.Errorf("a player differs from itself against %d: %v", k, one.Diff)
		}
	}
}
