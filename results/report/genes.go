package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// GeneDoc describes a gene, without a value.
type GeneDoc struct {
	Name    string    `json:"name"`
	Group   string    `json:"group"`
	Unit    string    `json:"unit"`
	Min     GeneValue `json:"min"`
	Max     GeneValue `json:"max"`
	Default GeneValue `json:"default"`
	Doc     string    `json:"doc"`
}

func (g GeneDoc) Log() bool { return g.Min.x > 0 && g.Max.x >= 100*g.Min.x }

// GeneValue is a value of a gene, a number or a word, as the bot gets it.
type GeneValue struct {
	json  string  // as a champion file has it
	x     float64 // to be rounded for people
	exact bool    // not to be rounded: the bot gets another number, or a word
}

func ValueOf(g *gene.Gene, x float64) GeneValue { return GeneValue{g.Text(x), x, g.Scale != nil} }

// MarshalJSON writes what a champion file has.
func (v GeneValue) MarshalJSON() ([]byte, error) { return []byte(v.json), nil }

func (v *GeneValue) UnmarshalJSON(text []byte) error {
	*v = GeneValue{json: string(text), exact: true}
	return nil
}

// String is plain text, with the fewest digits that are exact.
func (v GeneValue) String() string { return genome.Word(v.json) }

// number returns the value of a gene that is a number, as the bot gets it.
func (v GeneValue) number() float64 {
	x, _ := strconv.ParseFloat(v.json, 64)
	return x
}

// Short has three digits, where it may be rounded, or all in front of the point.
func (v GeneValue) Short() string {
	if v.exact {
		return groupDigits(v.String())
	}
	return Brief(strconv.FormatFloat(v.x, 'f', -1, 64))
}

// Brief is [Brief] of the value, where it is a number, unless it has more digits than usual, as in a narrow range.
func (v GeneValue) Brief() string {
	x := math.Abs(v.number())
	if text := v.String(); text != v.json || x >= 999.5 && x < 1e9 && x != math.Trunc(x) && len(text) > len("-12345.6") {
		return text
	}
	return Brief(v.json)
}

// Brief writes a number with three digits, or all in front of the point, and any other text as it is.
func Brief(text string) string {
	switch x, err := strconv.ParseFloat(text, 64); {
	case err != nil || x == math.Trunc(x):
		return groupDigits(text)
	case math.Abs(x) >= 999.5: // %g would write 1e+03
		return groupDigits(strconv.FormatFloat(x, 'f', 0, 64))
	default:
		return fmt.Sprintf("%.3g", x)
	}
}

// groupDigits writes a whole number as [Count] does, and any other text as it is.
func groupDigits(text string) string {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return Count(n)
	}
	return text
}

// text writes the value with the given digits behind the point, if it may be rounded.
func (v GeneValue) text(digits int) string {
	if v.exact {
		return groupDigits(v.String())
	}
	return strconv.FormatFloat(v.x, 'f', digits, 64)
}

// IsChoice reports whether the values of a unit are choices instead of numbers.
func IsChoice(unit string) bool { return strings.HasPrefix(unit, "categorical") }

func (g GeneDoc) Span() string {
	return groupDigits(g.Min.String()) + " to " + groupDigits(g.Max.String())
}

func GeneDocs(s *genome.Schema) []GeneDoc {
	out := []GeneDoc{}
	for i := range s.Genes {
		g := &s.Genes[i]
		out = append(out, GeneDoc{g.Name, g.Group, g.Unit, ValueOf(g, g.Min), ValueOf(g, g.Max), ValueOf(g, g.Default), g.Doc})
	}
	return out
}

// Gene is one gene of a genome beside its range and default.
type Gene struct {
	GeneDoc
	Value GeneValue `json:"value"`
	Shift float64   `json:"shift"` // from the default, as a share of the range
}

// Genes lists the genes of a genome, without optional ones at their defaults.
func Genes(s *genome.Schema, v genome.Vector) []Gene {
	var out []Gene
	for i, g := range GeneDocs(s) {
		if x := &s.Genes[i]; !x.Optional || v[i] != x.Default {
			out = append(out, Gene{g, ValueOf(x, v[i]), (v[i] - x.Default) / (x.Max - x.Min)})
		}
	}
	return out
}

// GeneTable has a row for each gene; a wide one has ranges and units.
func GeneTable(genes []Gene, wide bool) *Table {
	t := &Table{Columns: []string{"gene", ">value", ">default", ">range", "from default", "unit"}}
	for _, g := range genes {
		t.Add(g.Name, g.Value.text(2), g.Default.text(2), g.Span(), bar(g.Shift), g.Unit)
	}
	if !wide {
		t.Omitted = []string{"range", "unit"}
	}
	t.keepIf(wide, 5, 6)
	t.keepIf(wide, 3, 4)
	return t
}

// AtEdge names the genes that stand at an end of their ranges, away from their defaults; empty for none.
func AtEdge(genes []Gene) string {
	const most = 3
	var names []string
	for _, g := range genes {
		if g.atEdge() && g.Value.json != g.Default.json {
			names = append(names, g.Name)
		}
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf("%s of %s genes stand at an end of their ranges, such as %s: better values may lie beyond.", Count(n), Count(len(genes)), List(names[:most]))
	case n == 1:
		return names[0] + " stands at an end of its range: a better value may lie beyond."
	}
	return List(names) + " stand at an end of their ranges: better values may lie beyond."
}

// GeneDifference is a gene that two genomes have different values of.
type GeneDifference struct {
	Name  string    `json:"name"`
	A     GeneValue `json:"a"`
	B     GeneValue `json:"b"`
	Shift float64   `json:"shift"` // from a to b, as a share of the range

	// Effect is the root mean square change of a deal's points if a has this gene of b; nil if not measured.
	Effect *float64 `json:"effect,omitempty"`
}

// Differences lists the genes that differ, the largest difference first.
func Differences(s *genome.Schema, a, b genome.Vector) []GeneDifference {
	out := []GeneDifference{}
	for i := range s.Genes {
		g := &s.Genes[i]
		if a[i] != b[i] {
			out = append(out, GeneDifference{g.Name, ValueOf(g, a[i]), ValueOf(g, b[i]), (b[i] - a[i]) / (g.Max - g.Min), nil})
		}
	}
	slices.SortStableFunc(out, func(x, y GeneDifference) int { return cmp.Compare(math.Abs(y.Shift), math.Abs(x.Shift)) })
	return out
}

// GenomeDiff is how two genomes differ.
type GenomeDiff struct {
	A         string           `json:"a"`
	B         string           `json:"b"`
	GeneCount int              `json:"gene_count"`
	Genes     []GeneDifference `json:"genes"`           // that differ, the largest difference first
	Match     *stats.Figure    `json:"match,omitempty"` // of a against b
}

// Table has a row for each gene that differs, or for the first twenty.
func (d *GenomeDiff) Table(g *game.Game, all bool) *Table {
	const mostDifferent = 20 // how many genes a table lists unless all are
	rows, title := d.Genes, fmt.Sprintf("%d of %d genes differ", len(d.Genes), d.GeneCount)
	measured := len(rows) > 0 && rows[0].Effect != nil
	if !all && len(rows) > mostDifferent {
		which := "differ most"
		if measured {
			which = "change most"
		}
		title += fmt.Sprintf("; the %d that %s, --all lists the rest", mostDifferent, which)
		rows = rows[:mostDifferent]
	}
	unit := g.Info().Scale().Unit
	t := &Table{Title: title, Columns: []string{"gene", ">" + d.A, ">" + d.B, "shift", ">change of " + unit}}
	for _, r := range rows {
		effect := ""
		if r.Effect != nil {
			effect = g.Info().Scale().Show(*r.Effect)
		}
		t.Add(r.Name, r.A.text(3), r.B.text(3), bar(r.Shift), effect)
	}
	if t.keepIf(measured, 4, 5); measured {
		t.Note("change of %s: in a deal, up or down (root mean square), if %s has this gene of %s", unit, d.A, d.B)
	} else if len(rows) == 0 {
		t.Columns = nil
	}
	for _, group := range g.Schema.Groups() {
		in := func(r GeneDifference) bool {
			i, _ := g.Schema.Index(r.Name)
			return g.Schema.Genes[i].Group == group
		}
		if slices.ContainsFunc(rows, in) {
			t.Notes = append(t.Notes, Bullet(group+": "+g.GroupDoc(group)))
		}
	}
	if m := d.Match; m != nil {
		t.Notes = append(t.Notes, "", Paragraph("%s against %s: %s over %s games", d.A, d.B, MeanInterval(g.Info().Scale(), *m), Count(m.Games)))
	}
	return t
}

// AblationTable has a row for each group of a player's genes, and one for each gene with an effect beyond chance, or
// for all genes. field is how many opponents they were measured against, over so many deals each.
func AblationTable(p *player.Player, rows []game.Ablated, field, deals int, all bool) *Table {
	const mostSilent = 3 // how many genes that never mattered are named unless all are
	var groups, matter []game.Ablated
	var silent []string
	for _, r := range rows {
		switch {
		case r.Group:
			groups = append(groups, r)
		case r.NoEffect:
			silent = append(silent, r.Genes)
		case all || r.Low > 0 || r.High < 0:
			matter = append(matter, r)
		}
	}
	t := losses(p.Game, "group", groups)
	on := fmt.Sprintf("against %s, %s deals each", Plural(field, "opponent"), Count(deals))
	if p.Game.Info().Seats == 1 {
		on = "on " + Plural(deals, "deal")
	}
	t.Title = Paragraph("%s without its genes: loss in %s %s; genes with a positive loss earn points", p.Name, p.Game.Info().Scale().Unit, on)
	rest, count, genes := losses(p.Game, "gene", matter), len(p.Game.Schema.Genes), len(rows)-len(groups)
	rest.keepIf(false, 3, 4)
	rest.Note("%d of %d genes are at their defaults; of the others %d show no effect beyond chance.",
		count-genes, count, genes-len(matter)-len(silent))
	if len(silent) > 0 {
		names := List(silent)
		if !all {
			names = shorten(silent, mostSilent) + "; --all lists them"
		}
		rest.Note("%d never changed a deal's score: %s", len(silent), names)
	}
	return t.Then(rest)
}

// losses has a row for each group or gene, the largest loss first.
func losses(g *game.Game, head string, rows []game.Ablated) *Table {
	slices.SortStableFunc(rows, func(x, y game.Ablated) int { return cmp.Compare(y.Loss, x.Loss) })
	s, t := g.Info().Scale(), &Table{Columns: []string{head, ">loss", ">95 % interval", "what they decide"}}
	for _, r := range rows {
		t.Add(r.Genes, s.Show(r.Loss), s.Span(r.Low, r.High), g.GroupDoc(r.Genes))
	}
	return t
}
