package optimiser_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"bloodline/evolve"
	"bloodline/evolve/optimiser"
)

// shelf keeps generations as a store does.
type shelf struct {
	past []*evolve.Generation
	stop int // generation at which recording breaks off; 0 for none
}

var errStop = errors.New("stopped")

func (s *shelf) Record(g evolve.Generation) error {
	if s.stop > 0 && g.Number == s.stop {
		return errStop
	}
	s.past = append(s.past, &g)
	return nil
}

// bred breeds on, from what is on the shelf.
func (s *shelf) bred(t *testing.T, a optimiser.Arm, budget int64) (evolve.Result, int64, error) {
	t.Helper()
	k := newTask("csb", 1, 4)
	forget := func(from int) error {
		s.past = s.past[:from:from]
		return nil
	}
	past := append([]*evolve.Generation{}, s.past...)
	r, err := optimiser.Run(context.Background(), a, optimiser.Task{Schema: k.schema, Evaluator: k, Seed: 1, Budget: budget}, optimiser.Record{Past: past, Forget: forget, Recorder: s})
	return r, k.spent, err
}

// A run that is stopped at any generation and resumed ends like an uninterrupted run, and
// plays no generation twice.
func TestRun_resumed(t *testing.T) {
	for _, a := range arms(t, 15, "plus", "sep-cma", "random") {
		const budget = 400
		var whole shelf
		want, games, err := whole.bred(t, a, budget)
		if err != nil || games > budget {
			t.Fatalf("%s: %d games, %v", a.Name, games, err)
		}
		for stop := 1; stop < len(whole.past); stop += 2 {
			s := shelf{stop: stop}
			if _, _, err := s.bred(t, a, budget); !errors.Is(err, errStop) {
				t.Fatalf("%s: %v", a.Name, err)
			}
			before := int64(0)
			for _, g := range s.past {
				before += g.Games
			}
			s.stop = 0
			got, rest, err := s.bred(t, a, budget)
			if err != nil || !reflect.DeepEqual(got.Champion, want.Champion) || !reflect.DeepEqual(s.past, whole.past) {
				t.Errorf("%s stopped at %d: champion %s, want %s; %v", a.Name, stop, got.Champion.ID, want.Champion.ID, err)
			}
			if before+rest != games {
				t.Errorf("%s stopped at %d: played %d and %d games, want %d", a.Name, stop, before, rest, games)
			}
		}
	}
}

// A run that continues with another budget ends like a run with that budget from the start.
func TestRun_budget(t *testing.T) {
	a := arms(t, 15, "plus")[0]
	var small, large, s shelf
	if _, _, err := small.bred(t, a, 400); err != nil {
		t.Fatal(err)
	}
	if _, _, err := large.bred(t, a, 800); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		budget int64
		want   *shelf
	}{{400, &small}, {800, &large}, {800, &large}, {400, &small}} {
		if _, _, err := s.bred(t, a, step.budget); err != nil || !reflect.DeepEqual(s.past, step.want.past) {
			t.Errorf("with %d games: %d generations, want %d; %v", step.budget, len(s.past), len(step.want.past), err)
		}
	}
}

// A budget of one batch hands in a measured individual.
func TestRun_few(t *testing.T) {
	var s shelf
	r, games, err := s.bred(t, arms(t, 15, "plus")[0], 10)
	if err != nil || games != 60 || len(s.past) != 1 || r.Champion.ID == "" || r.Champion.ID != s.past[0].Champion.ID {
		t.Errorf("%d games, %d generations, champion %q, %v", games, len(s.past), r.Champion.ID, err)
	}
}

// A search that is cut short ends with its play-off, of new generations, out of a tenth of
// the games; when it goes on it ends as if it had not been cut.
func TestRun_within(t *testing.T) {
	for _, a := range arms(t, 15, "plus", "sep-cma", "random") {
		var whole, s shelf
		want, _, err := whole.bred(t, a, 4000)
		if err != nil || want.Early {
			t.Fatalf("%s: early %v, %v", a.Name, want.Early, err)
		}
		k := newTask("csb", 1, 4)
		within, cut := context.WithCancel(context.Background())
		each := evolve.RecorderFunc(func(g evolve.Generation) error {
			if g.Number == 20 {
				cut()
			}
			return s.Record(g)
		})
		r, err := optimiser.Run(context.Background(), a, optimiser.Task{Schema: k.schema, Evaluator: k, Seed: 1, Budget: 4000, Within: within}, optimiser.Record{Recorder: each})
		games := int64(0)
		for _, g := range s.past {
			games += g.Games
		}
		batch := whole.past[0].Games
		if most := optimiser.BudgetFor(21 * batch); err != nil || !r.Early || len(s.past) <= 21 || games > most || games < most-batch {
			t.Errorf("%s: early %v after %d generations and %d games, want %d; %v", a.Name, r.Early, len(s.past), games, most, err)
		}
		if r, _, err := s.bred(t, a, 4000); err != nil || !reflect.DeepEqual(r, want) || !reflect.DeepEqual(s.past, whole.past) {
			t.Errorf("%s goes on: champion %s, want %s; %v", a.Name, r.Champion.ID, want.Champion.ID, err)
		}
	}
}

// A search that ends before anything was measured has nothing to hand in.
func TestRun_never(t *testing.T) {
	k := newTask("csb", 1, 4)
	within, cut := context.WithCancel(context.Background())
	cut()
	r, err := optimiser.Run(context.Background(), arms(t, 12, "sep-cma")[0], optimiser.Task{Schema: k.schema, Evaluator: k, Seed: 1, Budget: 4000, Within: within}, optimiser.Record{})
	if !errors.Is(err, context.Canceled) || r.Champion.Genes != nil || k.spent != 0 {
		t.Errorf("champion %s, %d games, %v", r.Champion.ID, k.spent, err)
	}
}
