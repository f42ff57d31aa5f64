// Package genome has the types and operators of all genomes: a [Schema] that names and bounds the genes of a game, the
// [Vector] of their values, the operators that breed vectors, and their text form. It knows no game and no fitness.
package genome

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"bloodline/genome/gene"
)

// Vector holds the values of a schema's genes, in the schema's order.
type Vector []float64

func (v Vector) Clone() Vector { return slices.Clone(v) }

// MarshalBinary returns the values as bytes, 8 for each: a message may have thousands.
func (v Vector) MarshalBinary() ([]byte, error) {
	return binary.Append(nil, binary.LittleEndian, []float64(v))
}

func (v *Vector) UnmarshalBinary(text []byte) error {
	*v = make(Vector, len(text)/8)
	if n, err := binary.Decode(text, binary.LittleEndian, []float64(*v)); err != nil || n != len(text) {
		return fmt.Errorf("a genome of %d bytes", len(text))
	}
	return nil
}

// Schema names and bounds the genes of one game.
type Schema struct {
	Game    string      // the game's name
	Version int         // counts up whenever the meaning of the genes changes
	Genes   []gene.Gene // in the order of a vector
	Starts  []Vector    // genomes of the first generation beside the defaults

	Relations Relations // that the operators respect; nil for none
}

// Relations are rules between the genes of a schema, such as low < high. The defaults must follow them.
type Relations interface {
	// Repair moves a vector that breaks a rule to a near one that follows all of them.
	Repair(v Vector)
	// Broken returns the genes of a rule that a vector breaks; nil if there is none.
	Broken(v Vector) []int
}

// Repair moves v so that words and relations hold and genes that don't matter are where they belong, and returns it.
func (s *Schema) Repair(v Vector) Vector {
	for i := range s.Genes {
		v[i] = s.Genes[i].Nearest(v[i])
	}
	s.Settle(v)
	if s.Relations != nil {
		s.Relations.Repair(v)
	}
	return v
}

// Settle moves the genes that don't matter to where they belong, and returns them.
func (s *Schema) Settle(v Vector) (moved []int) {
	for i := range s.Genes {
		if g := &s.Genes[i]; !g.Matters(v) && v[i] != g.Else {
			v[i], moved = g.Else, append(moved, i)
		}
	}
	return moved
}

// Broken returns the genes of a relation that a vector breaks; nil if there is none.
func (s *Schema) Broken(v Vector) []int {
	if s.Relations == nil {
		return nil
	}
	return s.Relations.Broken(v)
}

// AtDefaults returns a copy of a vector with some genes at their defaults, and others, too, if a relation would be
// broken otherwise, or if they don't matter then. It also returns all of these genes, in order if there are others.
func (s *Schema) AtDefaults(v Vector, genes ...int) (Vector, []int) {
	out := v.Clone()
	for {
		for _, i := range genes {
			out[i] = s.Genes[i].Default
		}
		more := append(s.Settle(out), s.Broken(out)...)
		if !slices.ContainsFunc(more, func(i int) bool { return !slices.Contains(genes, i) }) {
			return out, genes
		}
		genes = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(genes), more...))))
	}
}

// ErrChanged is wrapped by the error for a genome or run of another schema.
var ErrChanged = errors.New("the genes have changed since: use that version, or breed again")

// Fits returns an error if a champion or a run, which program has bred, has genes of another schema than s.
func (s *Schema) Fits(what, program string, version int, hash string) error {
	if version == s.Version && hash == s.Hash() {
		return nil
	}
	return fmt.Errorf("%s was bred by bloodline %s under schema %d (%s) of %s, this program reads schema %d (%s): %w",
		what, program, version, hash, s.Game, s.Version, s.Hash(), ErrChanged)
}

// Validate reports every gene that breaks a rule: a name twice or empty, a range that is reversed or not finite, a
// default outside of it, no sentence of meaning.
func (s *Schema) Validate() error {
	var errs []error
	seen := make(map[string]bool, len(s.Genes))
	for i, g := range s.Genes {
		switch {
		case g.Name == "":
			errs = append(errs, fmt.Errorf("gene %d of %s: no name", i, s.Game))
		case seen[g.Name]:
			errs = append(errs, fmt.Errorf("gene %s: named twice", g.Name))
		case !Finite(g.Min, g.Max, g.Max-g.Min) || g.Min >= g.Max:
			errs = append(errs, fmt.Errorf("gene %s: range [%v, %v] is not a range", g.Name, g.Min, g.Max))
		case !(g.Default >= g.Min && g.Default <= g.Max):
			errs = append(errs, fmt.Errorf("gene %s: default %v is outside [%v, %v]", g.Name, g.Default, g.Min, g.Max))
		case g.Words != 0 && (g.Words < 2 || g.Min != -0.5 || g.Max != float64(g.Words)-0.5):
			errs = append(errs, fmt.Errorf("gene %s: range [%v, %v] of %d words", g.Name, g.Min, g.Max, g.Words))
		case g.Group == "" || g.Unit == "" || g.Doc == "":
			errs = append(errs, fmt.Errorf("gene %s: needs a group, a unit and a sentence", g.Name))
		}
		seen[g.Name] = true
	}
	return errors.Join(errs...)
}

func Finite(x ...float64) bool {
	return !slices.ContainsFunc(x, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

func (s *Schema) Index(name string) (int, bool) {
	i := slices.IndexFunc(s.Genes, func(g gene.Gene) bool { return name == g.Name })
	return i, i >= 0
}

// Groups returns the names of the groups in the order of their first genes.
func (s *Schema) Groups() []string {
	var out []string
	for _, g := range s.Genes {
		if !slices.Contains(out, g.Group) {
			out = append(out, g.Group)
		}
	}
	return out
}

// Hash identifies the meaning of a vector: game, version, names and ranges. Two schemas with equal hashes read each
// other's genomes. Whether words have an order changes how they are bred, not what they mean.
func (s *Schema) Hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %d\n", s.Game, s.Version)
	for _, g := range s.Genes {
		fmt.Fprintf(h, "%s %v %v\n", g.Name, g.Min, g.Max)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func (s *Schema) OptionalCount() (n int) {
	for _, g := range s.Genes {
		if g.Optional {
			n++
		}
	}
	return n
}

// vector returns the results of a function of each gene, in order.
func (s *Schema) vector(value func(i int, g *gene.Gene) float64) Vector {
	v := make(Vector, len(s.Genes))
	for i := range s.Genes {
		v[i] = value(i, &s.Genes[i])
	}
	return v
}

func (s *Schema) Default() Vector {
	return s.vector(func(_ int, g *gene.Gene) float64 { return g.Default })
}

// WithDefaults returns a schema whose defaults are a genome, or a near one where it breaks a relation.
func (s *Schema) WithDefaults(v Vector) *Schema {
	out := *s
	v = s.Repair(v.Clone())
	out.Genes = slices.Clone(s.Genes)
	for i := range out.Genes {
		out.Genes[i].Default = v[i]
	}
	return &out
}

// Neutral returns a vector that knows nothing of the game: every gene is 0, or at the bound next to it. Rules that
// choose by sums of genes then weigh all options alike.
func (s *Schema) Neutral() Vector {
	return s.vector(func(_ int, g *gene.Gene) float64 { return clamp(0, g.Min, g.Max) })
}

// Check reports the first gene of v that is missing, not finite or out of range.
func (s *Schema) Check(v Vector) error {
	if len(v) != len(s.Genes) {
		return fmt.Errorf("%s genome: want %d genes, have %d", s.Game, len(s.Genes), len(v))
	}
	for i, g := range s.Genes {
		if !(v[i] >= g.Min && v[i] <= g.Max) {
			return fmt.Errorf("gene %s: must be in [%v, %v], have %v", g.Name, g.Min, g.Max, v[i])
		}
	}
	return nil
}

// Random returns a vector drawn evenly from the ranges.
func (s *Schema) Random(rng *rand.Rand) Vector {
	return s.Repair(s.vector(func(_ int, g *gene.Gene) float64 { return g.Min + float64(rng.Float64()*(g.Max-g.Min)) }))
}
