package genome_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bloodline/genome"
	"bloodline/genome/gene"
)

func TestSchema_Validate(t *testing.T) {
	for _, x := range []float64{0, 0.5, 1} {
		s := toy()
		s.Genes[0].Default = x
		if err := s.Validate(); err != nil {
			t.Errorf("default %v: %v", x, err)
		}
	}
	for _, tt := range []struct {
		name string
		edit func(*gene.Gene)
		want string
	}{
		{"ErrName", func(g *gene.Gene) { g.Name = "" }, "no name"},
		{"ErrTwice", func(g *gene.Gene) { g.Name = "challenge" }, "named twice"},
		{"ErrReversed", func(g *gene.Gene) { g.Min = 2 }, "is not a range"},
		{"ErrInfinite", func(g *gene.Gene) { g.Max = math.Inf(1) }, "is not a range"},
		{"ErrTooWide", func(g *gene.Gene) { g.Min, g.Max = -1e308, 1e308 }, "is not a range"},
		{"ErrDefault", func(g *gene.Gene) { g.Default = math.NaN() }, "default NaN is outside"},
		{"ErrDoc", func(g *gene.Gene) { g.Doc = "" }, "needs a group, a unit and a sentence"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := toy()
			tt.edit(&s.Genes[0])
			if err := s.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate = %v, want %q", err, tt.want)
			}
		})
	}
}

// The hash changes with what a vector means and not with what is said about it.
func TestSchema_Hash(t *testing.T) {
	base := toy().Hash()
	for _, tt := range []struct {
		name string
		edit func(*genome.Schema)
		same bool
	}{
		{"doc", func(s *genome.Schema) { s.Genes[0].Doc = "other" }, true},
		{"version", func(s *genome.Schema) { s.Version++ }, false},
		{"game", func(s *genome.Schema) { s.Game = "other" }, false},
		{"range", func(s *genome.Schema) { s.Genes[0].Max = 2 }, false},
		{"order", func(s *genome.Schema) { slices.Reverse(s.Genes) }, false},
	} {
		s := toy()
		tt.edit(s)
		if same := s.Hash() == base; same != tt.same {
			t.Errorf("%s: same hash %v, want %v", tt.name, same, tt.same)
		}
	}
}

func TestSchema_vectors(t *testing.T) {
	s := toy()
	if v := s.Default(); !slices.Equal(v, genome.Vector{0.5, 0, 0}) || s.Check(v) != nil {
		t.Errorf("Default = %v", v)
	}
	if i, ok := s.Index("challenge"); i != 1 || !ok {
		t.Errorf("Index = %d, %v", i, ok)
	}
	if got := s.Groups(); !slices.Equal(got, []string{"bluff", "challenge", "odd"}) {
		t.Errorf("Groups = %v", got)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		if err := s.Check(s.Random(rng)); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range []genome.Vector{nil, {0, 0}, {math.NaN(), 0, 0}, {1.5, 0, 0}, {0, math.Inf(-1), 0}} {
		if s.Check(v) == nil {
			t.Errorf("Check(%v) = nil", v)
		}
	}
}

func TestSchema_Neutral(t *testing.T) {
	s := &genome.Schema{Game: "g", Version: 1, Genes: []gene.Gene{{Name: "a", Min: -3, Max: 2}, {Name: "b", Min: 1, Max: 2}, {Name: "c", Min: -2, Max: -1}}}
	if got, want := s.Neutral(), (genome.Vector{0, 1, -1}); !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
}
