package store_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// doomed names the store in which this process, started again, breeds until it is
// killed.
const doomed = "LINEAGE_TEST_STORE"

func TestMain(m *testing.M) {
	for variable, act := range map[string]func(path string) error{doomed: breedOn, migrating: migrateOn} {
		if path := os.Getenv(variable); path != "" {
			if err := act(path); err != nil {
				os.Stderr.WriteString(err.Error() + "\n")
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	os.Exit(guard.Tests(m).Run())
}

// breedOn begins or resumes a run and takes it to its end.
func breedOn(path string) error {
	s, err := store.Open(context.Background(), path)
	if err != nil {
		return err
	}
	defer s.Close()
	r, state, err := s.Resume("run")
	if errors.Is(err, store.ErrNotFound) {
		r, err = s.Begin(info("run"))
	}
	if err != nil {
		return err
	}
	// Thirty of these are several lives of TestKill, however fast the rest is.
	h := hill{pause: 20 * time.Millisecond, stubborn: 4}
	if _, err := evolve.Run(context.Background(), h.schema(), config(), h, h, r, state); err != nil {
		return err
	}
	return r.Finish(store.Finished)
}

// A process that is killed at random moments, and started again each time, leaves
// a store with the same content as an undisturbed process.
func TestKill(t *testing.T) {
	peace := temp(t)
	_, whole := bred(t, mustOpen(t, peace), "run")

	rng := rand.New(rand.NewPCG(1, 1))
	kills, places := 0, map[int]bool{}
	for kills < 5 || len(places) < 4 { // a run may end before it is killed so often
		path := temp(t)
		for lives := 0; ; lives++ {
			if lives > 100 {
				t.Fatal("no end after 100 kills")
			}
			cmd := exec.Command(os.Args[0])
			// The race detector sleeps for a second before it lets a process end.
			cmd.Env = append(os.Environ(), doomed+"="+path, "GORACE=atexit_sleep_ms=0")
			cmd.Stderr = os.Stderr
			guard.Must(t, cmd.Start())
			// Twice as long after every ten kills, for machines on which starting takes long.
			life := time.Duration(5+rng.IntN(60)) * time.Millisecond << (lives / 10)
			timer := time.AfterFunc(life, func() { _ = cmd.Process.Kill() })
			err := cmd.Wait()
			alone := timer.Stop()
			if err == nil {
				break
			}
			if alone {
				t.Fatalf("failed by itself: %v", err)
			}
			kills++
			places[generations(t, path)] = true
		}
		holds(t, mustOpen(t, path), "run", whole)
	}
	t.Logf("killed %d times, at %d different generations", kills, len(places))
}

// generations counts what stands after a kill; the store may not be there yet.
func generations(t *testing.T, path string) int {
	s, err := store.OpenReadOnly(t.Context(), path)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrForeign) {
		return 0 // killed before the tables were made
	} else if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rows, err := s.Summaries("run", -1)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return len(rows)
}
