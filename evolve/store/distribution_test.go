package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store/door"
	"bloodline/genome"
	"bloodline/internal/guard"
)

// numbers counts up from a first one.
func numbers(first float64, n int) genome.Vector {
	v := make(genome.Vector, n)
	for i := range v {
		v[i] = first + float64(i)
	}
	return v
}

// A generation from which no run can continue is refused when it is written.
func TestRun_Record_refusesDistribution(t *testing.T) {
	v := numbers(0, 2)
	for name, d := range map[string]*evolve.Distribution{
		"empty":              {},
		"no average":         {Mean: v, SD: v},
		"gradient alone":     {Mean: v, SD: v, Average: v, Gradient: v},
		"no gradient":        {Mean: v, SD: v, Average: v, M: v, V: v},
		"short tail average": {Mean: v, SD: v, Average: v, TailAverage: numbers(0, 1)},
		"uneven":             {Mean: numbers(0, 3), SD: numbers(0, 1), Average: v},
		"other genes":        {Mean: numbers(0, 3), SD: numbers(0, 3), Average: numbers(0, 3)},
	} {
		s, runs := begun(t, "run")
		g := drawn(0)
		g.Distribution = d
		if err := runs[0].Record(g); err == nil || !strings.Contains(err.Error(), "distribution: ") {
			t.Errorf("%s: %v", name, err)
		}
		if got := kept(t, s); len(got) != 0 {
			t.Errorf("%s: distributions %v", name, got)
		}
	}
}

// Every shape of a distribution comes back as it was, to the last bit.
func TestStore_Resume_distribution(t *testing.T) {
	v := func(first float64) []float64 { return numbers(first, 2) }
	for name, want := range map[string]*evolve.Distribution{
		"ranks":             {Mean: v(0), SD: v(2), Average: v(4)},
		"ranks and tail":    {Mean: v(0), SD: v(2), Average: v(4), TailAverage: v(6)},
		"gradient":          {Mean: v(0), SD: v(2), Average: v(4), Gradient: v(6), M: v(8), V: v(10)},
		"gradient and tail": {Mean: v(0), SD: v(2), Average: v(4), TailAverage: v(12), Gradient: v(6), M: v(8), V: v(10)},
		"none":              nil,
	} {
		s, runs := begun(t, "run")
		g := drawn(0)
		g.Distribution = want
		record(t, runs[0], g)
		_, state, err := s.Resume("run")
		guard.Must(t, err)
		if diff := cmp.Diff(want, state.Distribution); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// drawn is a generation of one individual, with a distribution that tells its number.
func drawn(number int) evolve.Generation {
	ind := evolve.Individual{ID: fmt.Sprintf("g%03d-000", number), Born: number, Genes: numbers(0, 2), Fitness: stats.Fitness{Games: 1}}
	v := numbers(float64(number), 2)
	return evolve.Generation{
		Number: number, Individuals: []evolve.Individual{ind}, Champion: ind,
		Distribution: &evolve.Distribution{Mean: v, SD: numbers(1, 2), Average: v, TailAverage: v, Gradient: v, M: v, V: v},
	}
}

func begun(t *testing.T, names ...string) (*Store, []*Recorder) {
	t.Helper()
	s, err := Open(context.Background(), filepath.Join(t.TempDir(), "x.db"))
	guard.Must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	var runs []*Recorder
	for _, name := range names {
		r, err := s.Begin(Info{Name: name})
		guard.Must(t, err)
		runs = append(runs, r)
	}
	return s, runs
}

func record(t *testing.T, r *Recorder, g evolve.Generation) {
	t.Helper()
	guard.Must(t, r.Record(g))
}

// kept lists the distributions of a store as run and generation.
func kept(t *testing.T, s *Store) [][2]int {
	t.Helper()
	out, err := door.List(s.db.Read(), func(scan door.Scanner) (row [2]int, err error) {
		err = scan(&row[0], &row[1])
		return row, err
	}, `SELECT run, generation FROM distributions ORDER BY run, generation`)
	guard.Must(t, err)
	return out
}

// A store keeps the newest distribution of each run.
func TestRun_Record_newestDistribution(t *testing.T) {
	s, runs := begun(t, "a", "b")
	for n := range 3 {
		record(t, runs[0], drawn(n))
	}
	record(t, runs[1], drawn(0))
	if got := kept(t, s); !slices.Equal(got, [][2]int{{1, 2}, {2, 0}}) {
		t.Errorf("distributions %v", got)
	}
	record(t, runs[1], drawn(1))
	if got := kept(t, s); !slices.Equal(got, [][2]int{{1, 2}, {2, 1}}) {
		t.Errorf("distributions %v after run b went on", got)
	}
}

// A generation that fails leaves the distribution before it, and the run continues from that.
func TestRun_Record_failureKeepsDistribution(t *testing.T) {
	s, runs := begun(t, "run")
	record(t, runs[0], drawn(0))
	famous, part := drawn(1), drawn(1)
	famous.HallOfFame = []evolve.Individual{{ID: "g009-009"}} // fails when the distribution has been written
	part.Distribution.Gradient = nil
	for name, g := range map[string]evolve.Generation{"famous": famous, "part": part} {
		if err := runs[0].Record(g); err == nil {
			t.Errorf("%s: recorded", name)
		}
		if got := kept(t, s); !slices.Equal(got, [][2]int{{1, 0}}) {
			t.Errorf("%s: distributions %v", name, got)
		}
	}
	again, state, err := s.Resume("run")
	guard.Must(t, err)
	if diff := cmp.Diff(drawn(0).Distribution, state.Distribution); diff != "" {
		t.Error(diff)
	}
	record(t, again, drawn(1))
	if got := kept(t, s); !slices.Equal(got, [][2]int{{1, 1}}) {
		t.Errorf("distributions %v", got)
	}
}

// A damaged distribution is an error when the run is resumed.
func TestStore_Resume_brokenDistribution(t *testing.T) {
	s, runs := begun(t, "run")
	record(t, runs[0], drawn(0))
	guard.Must(t, s.exec(`UPDATE distributions SET value = x'a0'`))
	if _, _, err := s.Resume("run"); !errors.Is(err, ErrDamaged) {
		t.Errorf("error %v", err)
	}
}
