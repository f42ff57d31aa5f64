package lineage_test

import (
	"context"
	"database/sql"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
	"bloodline/evolve/lineage"
	"bloodline/genome"
	"bloodline/internal/tier"
)

// way is an algorithm, and what it follows.
type way struct{ algorithm, follow string }

var ways = []way{
	{evolve.AlgorithmGenetic, evolve.FollowRanks},
	{evolve.AlgorithmGenetic, evolve.FollowGradient},
	{evolve.AlgorithmDistribution, evolve.FollowRanks},
	{evolve.AlgorithmDistribution, evolve.FollowGradient},
}

// recorded breeds a hill by an algorithm for 40 generations into the run of its name.
func recorded(t *testing.T, s *lineage.Store, by way, i lineage.Info) (all []evolve.Generation) {
	t.Helper()
	r, err := s.Begin(i)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config()
	cfg.Algorithm, cfg.Follow, cfg.Generations = by.algorithm, by.follow, 40
	h := hill{gradient: true, stubborn: 4}
	keep := evolve.RecorderFunc(func(g evolve.Generation) error { all = append(all, g); return nil })
	if _, err := evolve.Run(context.Background(), h.schema(), cfg, h, h, evolve.Recorders{r, keep}, nil); err != nil {
		t.Fatal(err)
	}
	return all
}

// Children that are kept without genes come back to the last bit: with their generation,
// alone, and from a store that was closed; most of them are kept so. A run whose ranges or
// seed are others keeps genes.
func TestStore_drawn(t *testing.T) {
	tier.Slow(t)
	for _, algorithm := range ways {
		path := temp(t)
		s := mustOpen(t, path)
		other := info("other")
		other.Seed++
		all := recorded(t, s, algorithm, info("run"))
		recorded(t, s, algorithm, other)
		bare := info("bare")
		bare.Genes = nil
		recorded(t, s, algorithm, bare)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = mustOpen(t, path)
		for _, name := range []string{"run", "other", "bare"} {
			for n, want := range all {
				if n < len(all)-1 {
					want.Distribution = nil
				}
				have, err := s.Generation(name, n)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(&want, have); diff != "" {
					t.Fatalf("%s: generation %d of %s:\n%s", algorithm, n, name, diff)
				}
			}
		}
		for _, ind := range all[31].Individuals {
			life, err := s.Individual("run", ind.ID)
			if err != nil || !cmp.Equal(life.Genes, ind.Genes) {
				t.Errorf("%s: %s has genes %v, want %v (%v)", algorithm, ind.ID, life.Genes, ind.Genes, err)
			}
		}
		_, sizes, err := s.Sizes()
		if err != nil {
			t.Fatal(err)
		}
		drawn := map[string]int64{evolve.AlgorithmDistribution: 8, evolve.AlgorithmGenetic: 4}[algorithm.algorithm]
		whole := sizes[2].GeneBytes
		if whole != 12*8*sizes[2].Individuals {
			t.Errorf("%s: %d bytes of genes, want %d individuals of 96", algorithm, whole, sizes[2].Individuals)
		}
		if drawn > 0 && sizes[0].GeneBytes*drawn > whole || sizes[1].GeneBytes < whole/2 {
			t.Errorf("%s: %d bytes of genes, %d with another seed, %d whole", algorithm, sizes[0].GeneBytes, sizes[1].GeneBytes, whole)
		}
	}
}

// A child's distribution is checked when it is read.
func TestStore_drawnDamaged(t *testing.T) {
	for _, statement := range []string{
		`UPDATE draws SET mean = zeroblob(48) WHERE generation = 31`,
		`UPDATE draws SET sd = zeroblob(4) WHERE generation = 31`,
		`DELETE FROM draws WHERE generation = 31`,
		`UPDATE runs SET genes = replace(genes, '-1', '-2')`,
		`UPDATE runs SET genes = '{'`,
		`UPDATE individuals SET parents = '[' || key || ']'`,
		`UPDATE individuals SET parents = '[]'`,
	} {
		path := temp(t)
		s := mustOpen(t, path)
		recorded(t, s, way{evolve.AlgorithmGenetic, evolve.FollowGradient}, info("run"))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
		_ = db.Close()
		s = mustOpen(t, path)
		if _, err := s.Generation("run", 31); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", statement, err)
		}
		found, err := s.Check(context.Background(), func(string, int) {})
		if err != nil || len(found) == 0 {
			t.Errorf("%s: check found %v, %v", statement, found, err)
		}
	}
}

// Genes at their bounds and beyond what 32 bits tell come back as they were.
func TestStore_forms(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "x.db"))
	r, err := s.Begin(info("run"))
	if err != nil {
		t.Fatal(err)
	}
	g := evolve.Generation{Distribution: nil}
	for i, x := range []float64{-1, 1, 0, 1. / 3, 0.5, 1e-300, -0.3} {
		v := make(genome.Vector, 12)
		for k := range v {
			v[k] = x
		}
		g.Individuals = append(g.Individuals, evolve.Individual{ID: evolve.Identity(0, i), Genes: v, Fitness: evolve.Fitness{Games: 1}})
	}
	g.Champion = g.Individuals[0]
	if err := r.Record(g); err != nil {
		t.Fatal(err)
	}
	have, err := s.Generation("run", 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(g.Individuals, have.Individuals); diff != "" {
		t.Error(diff)
	}
}

// Pruning leaves all champions with their whole trees, and a run that can go on as if
// nothing was gone.
func TestStore_Prune(t *testing.T) {
	tier.Slow(t)
	for algorithm, most := range map[way]float64{ways[0]: 1, ways[1]: 1, ways[2]: 0.7, ways[3]: 0.7} {
		s := mustOpen(t, temp(t))
		all := recorded(t, s, algorithm, info("run"))
		trees := map[string]lineage.Tree{}
		for _, g := range all {
			tree, err := s.Tree("run", g.Champion.ID, 0, hill{}.schema())
			if err != nil {
				t.Fatal(err)
			}
			trees[g.Champion.ID] = tree
		}
		pruned, err := s.Prune("run")
		if err != nil {
			t.Fatal(err)
		}
		if p := pruned[0]; p.Removed == 0 || float64(p.Kept)/float64(p.Kept+p.Removed) > most {
			t.Errorf("%s: %+v, at most %v were to be kept", algorithm, p, most)
		}
		for id, want := range trees {
			have, err := s.Tree("run", id, 0, hill{}.schema())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("%s: tree of %s:\n%s", algorithm, id, diff)
			}
		}
		if found, err := s.Check(context.Background(), func(string, int) {}); err != nil || len(found) > 0 {
			t.Errorf("%s: check found %v, %v", algorithm, found, err)
		}
		_, state, err := s.Resume("run")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&all[len(all)-1], state); diff != "" {
			t.Errorf("%s goes on from:\n%s", algorithm, diff)
		}
		if again, err := s.Prune("run"); err != nil || again[0].Removed != 0 {
			t.Errorf("%s: pruned again: %v, %v", algorithm, again, err)
		}
	}
	if _, err := mustOpen(t, temp(t)).Prune("nobody"); err == nil {
		t.Error("pruned nobody")
	}
}
