package arena_test

import (
	"math"
	"reflect"
	"testing"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// sum is a game of two: each side scores the sum of its first two genes, in tenths of a
// point, whatever the deal.
var sum = fake{engine.Info{Name: "sum", Seats: 2, ScoreUnit: 10, Min: -10, Max: 10}, func(_ uint64, seats []engine.Player) (out engine.Outcome) {
	for s, p := range seats {
		v := p.(genome.Vector)
		out.Score[s] = int64(math.Round(10 * (v[0] + v[1])))
	}
	return out
}}

func TestVariants_Ablate(t *testing.T) {
	s := &genome.Schema{Game: "sum", Version: 1, Genes: []gene.Gene{
		{Name: "one", Group: "first", Min: -5, Max: 5, Default: 1},
		{Name: "two", Group: "first", Min: -5, Max: 5, Default: 0},
		{Name: "idle", Group: "second", Min: -5, Max: 5, Default: 0},
		{Name: "default", Group: "second", Min: -5, Max: 5, Default: 0.5},
	}}
	e := &arena.Measurement{Arena: arena.New(sum, 1), Field: []engine.Player{genome.Vector{0, 0, 0, 0}}, Blocks: 3}
	v := game.Variants{
		On:      func([]genome.Vector) *arena.Measurement { return e },
		Compile: func(v genome.Vector) engine.Player { return v }, Genome: genome.Vector{3, -1.5, 2, 0.5},
	}
	got := v.Cuts(s, math.MaxInt)
	guard.Must(t, v.Ablate(t.Context(), got))
	want := []game.Ablated{
		{Genes: "first", Group: true, Loss: 0.5, Low: 0.5, High: 0.5, Change: 0.5},
		{Genes: "second", Group: true, NoEffect: true},
		{Genes: "one", Loss: 2, Low: 2, High: 2, Change: 2},
		{Genes: "two", Loss: -1.5, Low: -1.5, High: -1.5, Change: 1.5},
		{Genes: "idle", NoEffect: true},
	}
	if len(got) != len(want) {
		t.Fatalf("want %+v, have %+v", want, got)
	}
	for i := range want {
		if got[i].Against, got[i].Variant = nil, nil; !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("row %d: want %+v, have %+v", i, want[i], got[i])
		}
	}
}
