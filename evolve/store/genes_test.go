package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
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
func recorded(t *testing.T, s *store.Store, by way, i store.Info) (all []evolve.Generation) {
	t.Helper()
	r := guard.Value(s.Begin(i))(t)
	cfg := config()
	cfg.Algorithm, cfg.Follow, cfg.Generations = by.algorithm, by.follow, 40
	h := hill{gradient: true, stubborn: 4}
	keep := evolve.RecorderFunc(func(g evolve.Generation) error { all = append(all, g); return nil })
	guard.Value(evolve.Run(context.Background(), h.schema(), cfg, h, h, evolve.Recorders{r, keep}, nil))(t)
	return all
}

// What is read is what was bred, to the last bit, for every algorithm: with its generation, alone,
// and from a store that was closed. Genes of children take far less than eight bytes.
func TestStore_genes(t *testing.T) {
	for i, algorithm := range ways {
		if i > 0 {
			guard.Slow(t)
		}
		path := temp(t)
		s := mustOpen(t, path)
		all := recorded(t, s, algorithm, info("run"))
		guard.Must(t, s.Close())
		s = mustOpen(t, path)
		holds(t, s, "run", all)
		for _, ind := range all[31].Individuals {
			life, err := s.Individual("run", ind.ID)
			if err != nil || !cmp.Equal(life.Genes, ind.Genes) {
				t.Errorf("%s: %s has genes %v, want %v (%v)", algorithm, ind.ID, life.Genes, ind.Genes, err)
			}
		}
		_, sizes, err := s.Sizes()
		guard.Must(t, err)
		if most := 12 * 8 * sizes[0].Individuals / 3; sizes[0].GeneBytes > most {
			t.Errorf("%s: %d bytes of genes, want at most %d", algorithm, sizes[0].GeneBytes, most)
		}
	}
}

// Damaged genes and centres are found when they are read, and before a prune makes them part of what is left.
func TestStore_genesDamaged(t *testing.T) {
	for _, statement := range []string{
		`UPDATE centres SET genes = zeroblob(24) WHERE generation = 31`,
		`UPDATE centres SET genes = x'' WHERE generation = 31`,
		`DELETE FROM centres WHERE generation = 31`,
		`UPDATE runs SET genes = replace(genes, '-1', '-2')`,
		`UPDATE runs SET genes = '{'`,
		`UPDATE individuals SET genes = x''`,
		`UPDATE individuals SET genes = x'0a'`,
		`UPDATE individuals SET genes = CAST(genes || x'00' AS BLOB) WHERE substr(genes, 1, 1) = x'ff'`,
		`UPDATE individuals SET genes = CAST(x'29' || substr(genes, 2) AS BLOB)`,
	} {
		path := temp(t)
		s := mustOpen(t, path)
		recorded(t, s, way{evolve.AlgorithmGenetic, evolve.FollowGradient}, info("run"))
		guard.Must(t, s.Close())
		script(statement)(t, path)
		s = mustOpen(t, path)
		found, err := s.Check(context.Background(), func(string, int) {})
		if err != nil || len(found) == 0 || strings.Contains(found[0].What, "\n") {
			t.Errorf("%s: check found %v, %v", statement, found, err)
		}
		if _, err := s.Prune("run"); !errors.Is(err, store.ErrDamaged) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: pruned nevertheless: %v", statement, err)
		}
	}
}

// Pruning leaves all champions with their whole trees, and a run that can go on as if
// nothing was gone.
func TestStore_Prune(t *testing.T) {
	if _, err := mustOpen(t, temp(t)).Prune("nobody"); err == nil {
		t.Error("pruned nobody")
	}
	for i, most := range []float64{0.7, 0.7, 1, 1} {
		algorithm := ways[(i+2)%4]
		if i > 0 {
			guard.Slow(t)
		}
		s := mustOpen(t, temp(t))
		all := recorded(t, s, algorithm, info("run"))
		trees := map[string]store.Tree{}
		for _, g := range all {
			tree := guard.Value(s.Tree("run", g.Champion.ID, 0, hill{}.schema()))(t)
			trees[g.Champion.ID] = tree
		}
		pruned := guard.Value(s.Prune("run"))(t)
		if p := pruned[0]; p.Removed == 0 || float64(p.Kept)/float64(p.Kept+p.Removed) > most {
			t.Errorf("%s: %+v, at most %v were to be kept", algorithm, p, most)
		}
		for id, want := range trees {
			have := guard.Value(s.Tree("run", id, 0, hill{}.schema()))(t)
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("%s: tree of %s:\n%s", algorithm, id, diff)
			}
		}
		if found, err := s.Check(context.Background(), func(string, int) {}); err != nil || len(found) > 0 {
			t.Errorf("%s: check found %v, %v", algorithm, found, err)
		}
		_, state, err := s.Resume("run")
		guard.Must(t, err)
		if diff := cmp.Diff(&all[len(all)-1], state); diff != "" {
			t.Errorf("%s goes on from:\n%s", algorithm, diff)
		}
		if again, err := s.Prune("run"); err != nil || again[0].Removed != 0 {
			t.Errorf("%s: pruned again: %v, %v", algorithm, again, err)
		}
	}
}
