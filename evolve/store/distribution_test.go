package store

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

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
