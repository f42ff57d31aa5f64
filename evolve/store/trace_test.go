package store_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// The trace is the summaries with what was measured of each generation's champion by
// then, and can be read in parts.
func TestStore_Trace(t *testing.T) {
	s := mustOpen(t, temp(t))
	_, all := bred(t, s, "run")
	trace, err := s.Summaries("run", -1)
	if err != nil || len(trace) != len(all) {
		t.Fatalf("%d generations, %v", len(trace), err)
	}
	pooled, quiet := map[string]stats.Fitness{}, 0
	for i, g := range all {
		for _, one := range g.Individuals {
			pooled[one.ID] = one.Pooled
		}
		want := store.GenerationSummary{Recorded: instant, Generation: evolve.Generation{
			Number: i, Algorithm: g.Algorithm, Follow: g.Follow, Best: g.Best, Mean: g.Mean, SD: g.SD, Games: g.Games,
			Champion: evolve.Individual{ID: g.Champion.ID, Pooled: pooled[g.Champion.ID]}, Since: g.Since, Challenger: g.Challenger, Verdict: g.Verdict,
		}}
		if diff := cmp.Diff(want, trace[i]); diff != "" {
			t.Errorf("generation %d:\n%s", i, diff)
		}
		if g.Verdict == nil {
			quiet++
		}
	}
	if quiet == 0 || quiet == len(all) || len(all[3].Rejected) < 2 {
		t.Errorf("%d generations without a verdict, rejected at first %v: want some of both kinds", quiet, all[3].Rejected)
	}
	for _, after := range []int{-1, 0, 11, len(all) - 1, len(all)} {
		part, err := s.Summaries("run", after)
		if diff := cmp.Diff(trace[min(after+1, len(trace)):], part); diff != "" && len(part) > 0 || err != nil || len(part) != max(0, len(trace)-after-1) {
			t.Errorf("after %d: %v\n%s", after, err, diff)
		}
	}
	if _, err := s.Summaries("nobody", -1); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

func TestStore_Last(t *testing.T) {
	s := mustOpen(t, temp(t))
	_, all := bred(t, s, "done")
	guard.Value(s.Begin(info("fresh")))(t)
	for name, want := range map[string]struct {
		number int
		state  string
	}{"done": {len(all) - 1, store.Finished}, "fresh": {-1, store.Running}} {
		if n, state, err := s.LastGeneration(name); n != want.number || state != want.state || err != nil {
			t.Errorf("%s: %d, %s, %v", name, n, state, err)
		}
	}
	if _, _, err := s.LastGeneration("nobody"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// The line equals the one found by following the first parents in memory.
func TestStore_Line(t *testing.T) {
	s := mustOpen(t, temp(t))
	result, all := bred(t, s, "run")
	lives := map[string]evolve.Individual{}
	for _, g := range all {
		for _, one := range g.Individuals {
			lives[one.ID] = one
		}
	}
	var want []string
	for id := result.Champion.ID; ; id = lives[id].Parents[0] {
		want = append(want, id)
		if len(lives[id].Parents) == 0 {
			break
		}
	}
	for _, most := range []int{1, 2, len(want), len(want) + 9} {
		got := guard.Value(s.Line("run", result.Champion.ID, most))(t)
		var ids []string
		for _, one := range got {
			ids = append(ids, one.ID)
			if diff := cmp.Diff(lives[one.ID], one); diff != "" {
				t.Error(diff)
			}
		}
		if !slices.Equal(ids, want[:min(most, len(want))]) {
			t.Errorf("at most %d: %v, want %v", most, ids, want)
		}
	}
	if _, err := s.Line("run", "g999-999", 3); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

func TestStore_Sketch(t *testing.T) {
	s := mustOpen(t, temp(t))
	_, all := bred(t, s, "run")
	for n, every := range map[int]int{1: len(all), 7: 5, 10: 3, 30: 1, 99: 1} {
		got, err := s.SampleMeans("run", n)
		if err != nil || len(got) > n {
			t.Errorf("at most %d: %d, %v", n, len(got), err)
		}
		for i, x := range got {
			if want := all[i*every].Mean; x != want {
				t.Errorf("at most %d: %v at %d, want %v", n, x, i, want)
			}
		}
	}
	guard.Value(s.Begin(info("fresh")))(t)
	if got, err := s.SampleMeans("fresh", 5); len(got) != 0 || err != nil {
		t.Errorf("fresh: %v, %v", got, err)
	}
}
