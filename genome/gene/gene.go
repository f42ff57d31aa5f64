// Package gene describes a single gene: name, group, range, default and meaning. It is separate from package genome so
// that rules, and exported bots, need nothing else.
package gene

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Gene is one named, bounded parameter of a bot.
type Gene struct {
	Name    string  // unique in its game, dotted: "challenge.tax.2v2"
	Group   string  // the genes that a person looks at together: "challenge"
	Decides string  // what the genes of the group decide; empty: what the first one does
	Unit    string  // "probability", "log-odds", "coins", ...
	Min     float64 // smallest value; Min < Max
	Max     float64 // largest value
	Default float64 // in [Min, Max]; the value of a bot that was never bred
	Doc     string  // one sentence: what a larger value makes the bot do
	// Words is how many words the gene chooses from, in no order: its values are 0, 1, ... Words-1, in a range from
	// -0.5 to Words-0.5. It is 0 for a number.
	Words int
	// Optional says that files leave the gene out where it is its default.
	Optional bool
	Scale    Scale // how a value is written and read; nil: as the number that it is
	// When reports whether the gene matters in a genome; nil: it always does. Elsewhere its value is Else.
	When func(genome []float64) bool
	Else float64
}

// Matters reports whether the gene matters in a genome.
func (g *Gene) Matters(genome []float64) bool { return g.When == nil || g.When(genome) }

// Scale converts between the value of a gene and its text: the logarithm of a parameter, or a word's index in a list.
type Scale interface {
	Text(x float64) string                    // as JSON
	Value(text []byte) (x float64, err error) // reads a value that Text wrote; the error is a rule: "must be ..."
}

// Text writes a value of the gene as JSON, with the fewest digits that give the same number back, or as its Scale does.
func (g Gene) Text(x float64) string {
	if g.Scale != nil {
		return g.Scale.Text(x)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Nearest returns the value of the gene that is nearest to x, which is x itself but for words.
func (g *Gene) Nearest(x float64) float64 {
	if g.Words == 0 {
		return x
	}
	return max(0, min(float64(g.Words-1), math.Round(x)))
}

// Between returns the value at a share of the way from one to another, in any unit; of two words the nearer one.
func (g *Gene) Between(from, to, share float64) float64 {
	switch {
	case g.Words == 0:
		return from + float64(share*(to-from))
	case share < 0.5:
		return from
	}
	return to
}

// List collects the genes of a game, group by group, in the order of a vector. The zero value is empty.
type List struct {
	Genes []Gene

	group, unit, decides string
	names                *strings.Builder // of many genes: a bot makes them at every start
}

// In begins a group, or continues it with another unit. decides may describe the decision of the group's genes in a few
// words, such as "which card to bid".
func (l *List) In(group, unit string, decides ...string) *List {
	if group != l.group || len(decides) > 0 {
		l.decides = strings.Join(decides, " ")
	}
	l.group, l.unit = group, unit
	return l
}

// Add appends a gene, whose name begins with its group: "group.name". args are for verbs of doc, as in fmt.Sprintf.
func (l *List) Add(name string, low, standard, high float64, doc string, args ...any) *List {
	if len(args) > 0 {
		doc = fmt.Sprintf(doc, args...)
	}
	l.Genes = append(l.Genes, Gene{
		Name: l.full(name), Group: l.group, Decides: l.decides, Unit: l.unit,
		Min: low, Max: high, Default: standard, Doc: doc,
	})
	return l
}

// full is the name with its group. It keeps no reference to name.
func (l *List) full(name string) string {
	size := len(l.group) + 1 + len(name)
	if l.names == nil || l.names.Len()+size > l.names.Cap() {
		l.names = new(strings.Builder)
		l.names.Grow(max(size, 8<<10))
	}
	l.names.WriteString(l.group)
	l.names.WriteByte('.')
	l.names.WriteString(name)
	return l.names.String()[l.names.Len()-size:]
}

// LogOdds appends a gene that adds to a choice's log-odds, from -bound to bound; 6 is enough for "never" and "always".
func (l *List) LogOdds(name string, bound, standard float64, doc string, args ...any) *List {
	return l.In(l.group, "log-odds").Add(name, -bound, standard, bound, doc, args...)
}

// Value is the value of a gene, by its name. Being an alias, it can be written without the names of its fields.
type Value = struct {
	Name  string
	Value float64
}

// Values returns the genome whose genes are given by name, in the order of genes. The error lists all genes that are
// missing, unknown, given twice or out of their ranges. It is fastest where named has that order too.
func Values(genes []Gene, named []Value) ([]float64, error) {
	var errs []error
	out, known := make([]float64, len(genes)), 0
	for i, g := range genes {
		k := known
		if k >= len(named) || named[k].Name != g.Name {
			k = slices.IndexFunc(named, func(v Value) bool { return v.Name == g.Name })
		}
		x, ok := g.Default, k >= 0 || g.Optional
		if k >= 0 {
			x = named[k].Value
			known++
		}
		out[i] = x
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("gene %s: missing", g.Name))
		case !(x >= g.Min && x <= g.Max):
			errs = append(errs, fmt.Errorf("gene %s: must be in [%g, %g], have %g", g.Name, g.Min, g.Max, x))
		}
	}
	for i := 0; known < len(named) && i < len(named); i++ {
		same := func(v Value) bool { return v.Name == named[i].Name }
		switch {
		case slices.ContainsFunc(named[:i], same):
			errs = append(errs, fmt.Errorf("gene %s: given twice", named[i].Name))
		case !slices.ContainsFunc(genes, func(g Gene) bool { return g.Name == named[i].Name }):
			errs = append(errs, fmt.Errorf("gene %s: unknown", named[i].Name))
		}
	}
	return out, errors.Join(errs...)
}

// LogOdds is the unit of genes whose sums are the log-odds of a softmax.
const LogOdds = "log-odds"

// MaxTemperature is the highest temperature of play.
const MaxTemperature = 100

// AtTemperature returns the genome for play at another temperature: genes in log-odds are divided by it. Below 1 a bot
// chooses its preferred actions more often. Values may leave their ranges. At 0 and 1 it returns v itself.
func AtTemperature(genes []Gene, v []float64, temperature float64) []float64 {
	if temperature == 0 || temperature == 1 {
		return v
	}
	out := make([]float64, len(v))
	for i, g := range genes {
		if out[i] = v[i]; g.Unit == LogOdds {
			out[i] /= temperature
		}
	}
	return out
}
