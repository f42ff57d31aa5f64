// Package gene describes a single gene: name, group, range, default and meaning. It is
// separate from package genome so that rules, and exported bots, need nothing else.
package gene

import "strconv"

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
	// Optional says that files leave the gene out where it is its default.
	Optional bool
	Scale    Scale // how a value is written and read; nil: as the number that it is
}

// Scale converts between the value of a gene and its text, if they differ: the logarithm of a
// parameter, or the index of a word in a list.
type Scale interface {
	Text(x float64) string                    // as JSON
	Value(text []byte) (x float64, err error) // reads a value that Text wrote; the error is a rule: "must be ..."
}

// Text writes a value of the gene as JSON, with the fewest digits that are read back
// to the very same number, or as its Scale does.
func (g Gene) Text(x float64) string {
	if g.Scale != nil {
		return g.Scale.Text(x)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
