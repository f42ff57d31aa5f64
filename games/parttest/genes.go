package parttest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// GeneOptions say how much [Genes] asks. The zero value is right for most games.
type GeneOptions struct {
	Questions int               // number of questions; each gene must change an answer to one of them; 0 counts as 4,000
	Others    []engine.Player   // players that join some games, such as Random, to cause rare questions
	Idle      map[string]string // genes that need not change any answer, with the reason
}

// Genes checks genes and rules:
//
//   - Genes have names of their own, ranges, defaults in them and a sentence each.
//   - Rules of any genes in range, corners too, play legal games. The table is the judge: it panics on an illegal one.
//   - Each gene, moved alone from the default to an end of its range, changes a choice that came up in a game.
//   - A choice depends on view and roll alone, changes neither the view nor the genes, and allocates nothing.
//
// Each game tests how its genes move choices, and that its defaults play sensibly.
//
// It costs up to two choices of each gene for each question. Genes that bear on rare situations need more questions.
func Genes[V any, A comparable, P Policy[V, A]](t *testing.T, g engine.Game, genes []gene.Gene, rules func([]float64) P, o GeneOptions) {
	t.Helper()
	if o.Questions == 0 {
		o.Questions = 4000
	}
	s := geneSuite[V, A]{
		game: g, schema: genome.Schema{Game: g.Info().Name, Genes: genes}, options: o,
		rules: func(v genome.Vector) Policy[V, A] { return rules(v) },
	}
	t.Run("genes", s.genes)
	if t.Failed() {
		return // the rest relies on them
	}
	t.Run("legal", s.legal)
	t.Run("pure", s.pure)
	t.Run("read", s.read)
}

type geneSuite[V any, A comparable] struct {
	game    engine.Game
	schema  genome.Schema
	rules   func(genome.Vector) Policy[V, A]
	options GeneOptions
}

func (s *geneSuite[V, A]) genes(t *testing.T) {
	if err := s.schema.Validate(); err != nil {
		t.Error(err)
	}
	for _, g := range s.schema.Genes {
		if strings.Contains(g.Doc, "%!") {
			t.Errorf("gene %s: %q is no sentence", g.Name, g.Doc)
		}
	}
	for name := range s.options.Idle {
		if _, ok := s.schema.Index(name); !ok {
			t.Errorf("GeneOptions.Idle: there is no gene %s", name)
		}
	}
}

// Corner draws an end of each gene's range.
func Corner(s *genome.Schema, rng *rand.Rand) genome.Vector {
	v := s.Default()
	for i, g := range s.Genes {
		v[i] = []float64{g.Min, g.Max}[rng.IntN(2)]
	}
	return v
}

// legal plays genomes with genes at the ends of their ranges; the table panics on an illegal action.
func (s *geneSuite[V, A]) legal(*testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	low, high := s.schema.Default(), s.schema.Default()
	for i, g := range s.schema.Genes {
		low[i], high[i] = g.Min, g.Max
	}
	table := s.game.NewTable()
	for seed := range uint64(300) {
		vectors := []genome.Vector{low, high, Corner(&s.schema, rng), s.schema.Random(rng), s.schema.Default()}
		rng.Shuffle(len(vectors), func(i, j int) { vectors[i], vectors[j] = vectors[j], vectors[i] })
		var seats []engine.Player
		for i := range s.game.Info().Seats {
			seats = append(seats, s.rules(vectors[i]))
		}
		table.Play(roll.Mix(seed), seats)
	}
}

// questions plays games of the defaults with genomes drawn from the ranges and with GeneOptions.Others.
func (s *geneSuite[V, A]) questions(n int) []Question[V] {
	rng := rand.New(rand.NewPCG(3, 4))
	defaults := s.rules(s.schema.Default())
	return Questions[V, A](s.game, n, func(int) (seats []engine.Player) {
		company := append([]engine.Player{s.rules(s.schema.Random(rng)), defaults}, s.options.Others...)
		for range s.game.Info().Seats {
			seats = append(seats, company[rng.IntN(len(company))])
		}
		return seats
	})
}

func (s *geneSuite[V, A]) pure(t *testing.T) {
	v := s.schema.Random(rand.New(rand.NewPCG(5, 6)))
	kept := slices.Clone(v)
	Pure(t, s.rules(v), s.rules(slices.Clone(v)), s.questions(4000))
	if !slices.Equal(v, kept) {
		t.Error("the rules write into the vector that they were made of")
	}
}

// read finds genes that no choice depends on, because breeding would only carry them along.
func (s *geneSuite[V, A]) read(t *testing.T) {
	questions := s.questions(s.options.Questions)
	defaults := s.rules(s.schema.Default())
	base := make([]A, len(questions))
	for i, q := range questions {
		base[i] = defaults.Act(q.View, q.Roll)
	}
	for k, g := range s.schema.Genes {
		reason, idle := s.options.Idle[g.Name]
		switch read := s.moves(k, questions, base); {
		case idle && read:
			t.Errorf("gene %s changes choices, although %s", g.Name, reason)
		case !idle && !read:
			t.Errorf("gene %s changes none of %d choices", g.Name, len(questions))
		}
	}
}

// moves reports whether gene k at an end of its range changes an answer of the defaults.
func (s *geneSuite[V, A]) moves(k int, questions []Question[V], base []A) bool {
	for _, x := range []float64{s.schema.Genes[k].Min, s.schema.Genes[k].Max} {
		v := s.schema.Default()
		v[k] = x
		p := s.rules(v)
		for i, q := range questions {
			if p.Act(q.View, q.Roll) != base[i] {
				return true
			}
		}
	}
	return false
}
