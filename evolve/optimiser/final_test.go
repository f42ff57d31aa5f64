package optimiser_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
)

// final plays off between the champions of a task's run for a budget.
func final(t *testing.T, k *task, champions []genome.Vector, budget int64) (evolve.Result, []*evolve.Generation) {
	t.Helper()
	last := &evolve.Generation{Number: 8, Champion: evolve.Individual{ID: "g008-000", Genes: champions[len(champions)-1]}}
	last.Individuals = []evolve.Individual{last.Champion}
	var s shelf
	r, err := optimiser.Playoff(context.Background(), optimiser.Task{Schema: k.schema, Evaluator: k, Budget: budget}, optimiser.Finals(k.schema, champions), k.games, optimiser.Record{Past: []*evolve.Generation{last}, Recorder: &s})
	if err != nil {
		t.Fatal(err)
	}
	return r, s.past
}

// The clearly better side wins: the defaults where the run has got worse, the champion
// where it has got better. Champions have parents in the run, the defaults have none.
func TestPlayoff(t *testing.T) {
	for _, better := range []bool{false, true} {
		k := newTask("csb", 1, 4)
		champion, parents := k.schema.Express(k.optimum), []string{"g008-000"}
		if !better { // the far corner
			x := slices.Clone(k.optimum)
			for i := range x {
				x[i] = float64(1 - int(x[i]+0.5))
			}
			champion = k.schema.Express(x)
		}
		want := champion
		if !better {
			want, parents = k.schema.Default(), nil
		}
		r, past := final(t, k, slices.Repeat([]genome.Vector{champion}, 9), 300)
		if !slices.Equal(r.Champion.Genes, want) || r.Champion.Operator != evolve.OpProposed {
			t.Errorf("better %v: champion %v, want %v", better, r.Champion.Genes, want)
		}
		if got := past[0].Individuals[slices.IndexFunc(past[0].Individuals, func(i evolve.Individual) bool { return slices.Equal(i.Genes, want) })]; !slices.Equal(got.Parents, parents) {
			t.Errorf("better %v: parents %v", better, got.Parents)
		}
		if k.spent > 300 || k.spent < 280 {
			t.Errorf("better %v: %d games of 300", better, k.spent)
		}
		if past[0].Number != 9 || !reflect.DeepEqual(r.Last, *past[len(past)-1]) {
			t.Errorf("better %v: generations from %d", better, past[0].Number)
		}
	}
}

// A budget that buys no round leaves the champion.
func TestPlayoff_few(t *testing.T) {
	k := newTask("csb", 1, 4)
	r, past := final(t, k, []genome.Vector{k.schema.Express(k.optimum)}, 7)
	if r.Champion.ID != "g008-000" || len(past) != 0 || k.spent != 0 {
		t.Errorf("champion %s, %d generations, %d games", r.Champion.ID, len(past), k.spent)
	}
}

// The finals are the last champion, the mean of the late quarter and the defaults, each once.
func TestFinals(t *testing.T) {
	s := newTask("csb", 1, 4).schema
	at := func(x float64) genome.Vector { return s.Express(slices.Repeat([]float64{x}, 10)) }
	var champions []genome.Vector
	for k := range 8 {
		champions = append(champions, at(float64(k)/10))
	}
	for i, want := range []genome.Vector{at(0.7), at(0.65), s.Default()} {
		if got := optimiser.Finals(s, champions)[i]; !slices.EqualFunc(got, want, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }) {
			t.Errorf("final %d: %v, want %v", i, got, want)
		}
	}
	if got := optimiser.Finals(s, []genome.Vector{s.Default()}); len(got) != 1 {
		t.Errorf("of the defaults alone: %d finals", len(got))
	}
}
