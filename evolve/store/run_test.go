package store_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
)

// drawn leaves the identity of a run out of a comparison.
var drawn = cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Identity" }, cmp.Ignore())

// A run that is resumed from the store after any generation ends as if it
// had never stopped.
func TestStore_Resume(t *testing.T) {
	s := mustOpen(t, temp(t))
	want, whole := bred(t, s, "whole")
	for _, stop := range []int{0, 1, 2, 7, 15, 28, 30} {
		name := strings.Repeat("x", stop+1)
		r := guard.Value(s.Begin(info(name)))(t)
		for _, g := range whole[:stop] {
			guard.Must(t, r.Record(g))
		}
		again, state, err := s.Resume(name)
		if err != nil || (state == nil) != (stop == 0) {
			t.Fatalf("resume after %d generations: %v, state %v", stop, err, state)
		}
		if diff := cmp.Diff(info(name), again.Info, drawn); diff != "" {
			t.Error(diff)
		}
		h := hill{stubborn: 4}
		got := guard.Value(evolve.Run(context.Background(), h.schema(), config(), h, h, again, state))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("resumed after %d generations:\n%s", stop, diff)
		}
	}
	if _, _, err := s.Resume("nobody"); !errors.Is(err, store.ErrNotFound) || strings.Contains(err.Error(), "\n") {
		t.Errorf("resume nobody: %v", err)
	}
}

// Generations come in order and once; a generation that breaks a rule leaves nothing.
func TestRun_Record(t *testing.T) {
	s := mustOpen(t, temp(t))
	_, all := bred(t, s, "whole")
	r := guard.Value(s.Begin(info("other")))(t)
	if err := r.Record(all[1]); err == nil || !strings.Contains(err.Error(), "generation 0 has to come") {
		t.Errorf("generation 1 first: %v", err)
	}
	orphan := all[0]
	orphan.Individuals = slices.Clone(orphan.Individuals)
	orphan.Individuals[15].Parents = []string{"g009-009"}
	if err := r.Record(orphan); err == nil {
		t.Error("recorded a child without known parents")
	}
	if rows, err := s.Summaries("other", -1); err != nil || len(rows) > 0 {
		t.Errorf("%d generations after a failure, %v", len(rows), err)
	}
	if _, err := s.Individual("other", "g000-000"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an individual of a generation that failed: %v", err)
	}
	if err := errors.Join(r.Record(all[0]), r.Record(all[1])); err != nil {
		t.Errorf("after the failures: %v", err)
	}
	if err := r.Record(all[1]); err == nil {
		t.Error("recorded generation 1 twice")
	}
	if _, err := s.Begin(info("other")); !errors.Is(err, store.ErrExists) {
		t.Errorf("begin again: %v", err)
	}
}

func TestStore_Runs(t *testing.T) {
	s := mustOpen(t, temp(t))
	_, all := bred(t, s, "first")
	r := guard.Value(s.Begin(info("second")))(t)
	want := []store.RunRow{
		{Info: info("first"), State: store.Finished, Started: instant, Finished: instant, Generations: 30, Champion: all[29].Champion.ID, Games: played(all)},
		{Info: info("second"), State: store.Running, Started: instant},
	}
	rows := guard.Value(s.Runs())(t)
	if diff := cmp.Diff(want, rows, drawn); diff != "" {
		t.Error(diff)
	}
	for _, row := range want {
		if got, err := s.Run(row.Name); err != nil || !cmp.Equal(got, row, drawn) {
			t.Errorf("run %s: %+v, %v", row.Name, got, err)
		}
	}
	for _, name := range []string{"third", ""} {
		if _, err := s.Run(name); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("run %q: %v", name, err)
		}
	}
	if got, err := s.LastChampion("first"); err != nil || got != want[0].Champion {
		t.Errorf("last champion %s, %v", got, err)
	}
	if _, err := s.LastChampion("second"); err == nil || errors.Is(err, store.ErrNotFound) {
		t.Errorf("last champion of no generation: %v", err)
	}
	if err := r.Finish("asleep"); err == nil {
		t.Error("a state that there is not")
	}
	guard.Must(t, r.Finish(store.Stopped))
	if rows, err := s.Runs(); err != nil || rows[1].State != store.Stopped || rows[1].Finished != instant {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, _, err := s.Resume("second"); err != nil {
		t.Error(err)
	}
	if rows, err := s.Runs(); err != nil || rows[1].State != store.Running || !rows[1].Finished.IsZero() {
		t.Errorf("%+v, %v", rows, err)
	}
}

// played sums what evaluator and judge played.
func played(all []evolve.Generation) (games int64) {
	for _, g := range all {
		games += g.Games
		if g.Verdict != nil {
			games += g.Verdict.Games
		}
	}
	return games
}

// Every individual is stored once, with every measurement, and ancestors
// are what walking the parents in memory finds.
func TestStore_Individual(t *testing.T) {
	s := mustOpen(t, temp(t))
	_, all := bred(t, s, "run")
	lives := map[string]store.MeasuredIndividual{}
	for _, g := range all {
		for place, ind := range g.Individuals {
			life := lives[ind.ID]
			life.Individual = ind
			life.Measurements = append(life.Measurements, store.Measurement{Generation: g.Number, Place: place, Fitness: ind.Fitness})
			lives[ind.ID] = life
		}
	}
	for id, want := range lives {
		got := guard.Value(s.Individual("run", id))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
	id := all[len(all)-1].Champion.ID
	for depth := range 4 {
		got := guard.Value(s.Ancestors("run", id, depth))(t)
		want := map[string]bool{id: true}
		for range depth {
			for _, id := range slices.Collect(maps.Keys(want)) {
				for _, parent := range lives[id].Parents {
					want[parent] = true
				}
			}
		}
		have := map[string]bool{}
		for i, ind := range got {
			have[ind.ID] = true
			if i > 0 && ind.Born > got[i-1].Born {
				t.Errorf("%s after %s", ind.ID, got[i-1].ID)
			}
			if diff := cmp.Diff(lives[ind.ID].Individual, ind); diff != "" {
				t.Error(diff)
			}
		}
		if !maps.Equal(have, want) || len(got) != len(have) {
			t.Errorf("depth %d: %v, want %v", depth, have, want)
		}
	}
	if _, err := s.Ancestors("run", "g999-999", 2); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// What is kept beside the generations comes back as it was, until the run begins again; the tags stay.
func TestRun_beside(t *testing.T) {
	s := mustOpen(t, temp(t))
	r := guard.Value(s.Begin(info("run")))(t)
	type all struct {
		League   evolve.League
		Evidence *champion.Evidence
		Status   string
		Noisy    *bool
		Tags     map[string]store.Tags
		Games    int64
	}
	read := func() (x all) {
		row, err := s.Run("run")
		x.Noisy, x.Games = row.Nondeterministic, row.Games
		var errs [4]error
		x.League, errs[0] = s.League("run")
		x.Evidence, errs[1] = s.Evidence("run")
		status, failed := s.Status("run")
		x.Status, errs[2] = string(status), failed
		x.Tags, errs[3] = s.Tags()
		guard.Must(t, errors.Join(err, errors.Join(errs[:]...)))
		if found, err := s.Check(t.Context(), func(string, int) {}); err != nil || len(found) > 0 {
			t.Errorf("check finds %v, %v", found, err)
		}
		return x
	}
	tags := map[string]store.Tags{"run": {Tags: []string{"a", "b"}, Note: "mine"}}
	if diff := cmp.Diff(all{Tags: map[string]store.Tags{}}, read()); diff != "" {
		t.Error(diff)
	}
	noisy := true
	want := all{
		League: evolve.League{
			Exploiters: []evolve.Exploiter{{Number: 1, Round: 1, Share: 0.6, Games: 100, Genes: genome.Vector{0.1, -0.2}}, {Number: 2, Round: 2, Share: 0.5, Games: 30, Genes: genome.Vector{1}}},
			Rounds:     []evolve.LeagueRound{{Number: 1}, {Number: 2, Champion: genome.Vector{0.3}, Won: []float64{0.7}}},
		},
		Evidence: &champion.Evidence{Blocks: 7}, Status: `{"games":5}`, Noisy: &noisy, Tags: tags, Games: 130,
	}
	for i := len(want.League.Exploiters) - 1; i >= 0; i-- {
		guard.Must(t, r.PutLeague(evolve.League{Exploiters: want.League.Exploiters[i : i+1]}))
	}
	if err := errors.Join(r.PutLeague(evolve.League{Rounds: want.League.Rounds}), r.Change(func(i *store.Info) { i.Nondeterministic = new(true) }), r.PutEvidence(&champion.Evidence{}), r.PutEvidence(want.Evidence),
		r.PutStatus(map[string]int{"games": 5}), s.PutTags("run", tags["run"]), r.Finish(store.Finished)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, read()); diff != "" {
		t.Error(diff)
	}
	for range 2 { // also if it is resumed and stopped before it has evidence of its own
		r, _, err := s.Resume("run")
		guard.Must(t, err)
		guard.Must(t, r.Finish(store.Stopped))
		if last := read().Evidence; cmp.Diff(want.Evidence, last) != "" {
			t.Errorf("the evidence before: %+v", last)
		}
	}
}

// A reader sees whole generations while the writer goes on writing.
func TestOpenReadOnly_beside(t *testing.T) {
	path := temp(t)
	s := mustOpen(t, path)
	bred(t, s, "before")
	r := reading(t, path)
	h := hill{stubborn: 4, began: make(chan bool)} // it goes on when generations were read
	done := make(chan error)
	go func() {
		run, err := s.Begin(info("run"))
		if err == nil {
			_, err = evolve.Run(context.Background(), h.schema(), config(), h, h, run, nil)
		}
		done <- err
	}()
	seen := map[int]bool{}
	for {
		rows, err := r.Summaries("run", -1)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Fatal(err)
		}
		if n := len(rows); n > 0 {
			seen[n] = true
			if g, err := r.Generation("run", n-1); err != nil || len(g.Individuals) != 16 || g.Champion.Genes == nil {
				t.Fatalf("half a generation %+v, %v", g, err)
			}
		}
		select {
		case err := <-done:
			guard.Must(t, err)
			if len(seen) < 2 {
				t.Errorf("the reader saw %d states of the run", len(seen))
			}
			return
		case <-h.began:
		default:
		}
	}
}

// holds checks that a store has these generations of a run, as they were recorded,
// but for the distributions before the last.
func holds(t *testing.T, s *store.Store, name string, all []evolve.Generation) {
	t.Helper()
	for i, want := range all {
		if want.Distribution == nil {
			t.Fatalf("generation %d of %s has no distribution: that is no test", i, name)
		}
		if i < len(all)-1 {
			want.Distribution = nil
		}
		got := guard.Value(s.Generation(name, i))(t)
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Fatalf("generation %d of %s:\n%s", i, name, diff)
		}
	}
}
