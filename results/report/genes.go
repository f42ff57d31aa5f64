package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/genome"
	"bloodline/genome/gene"
)

// GeneDoc is what there is to know of a gene, whoever has it.
type GeneDoc struct {
	Name    string  `json:"name"`
	Group   string  `json:"group"`
	Unit    string  `json:"unit"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Doc     string  `json:"doc"`

	gene gene.Gene
}

// text writes a value for people: as the bot is told it, where the number is another.
func (g GeneDoc) text(x float64, digits int) string {
	if g.gene.Scale != nil {
		return strings.Trim(g.gene.Text(x), `"`)
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// span writes the range.
func (g GeneDoc) span() string {
	if g.gene.Scale != nil {
		return g.text(g.Min, 0) + " to " + g.text(g.Max, 0)
	}
	return fmt.Sprintf("%g to %g", g.Min, g.Max)
}

// GeneDocs lists the genes of a schema.
func GeneDocs(s *genome.Schema) []GeneDoc {
	out := []GeneDoc{}
	for _, g := range s.Genes {
		out = append(out, GeneDoc{g.Name, g.Group, g.Unit, g.Min, g.Max, g.Default, g.Doc, g})
	}
	return out
}

// Gene is one gene of a genome beside its range and default.
type Gene struct {
	GeneDoc
	Value float64 `json:"value"`
	Shift float64 `json:"shift"` // from the default, as a share of the range
}

// Genes lists the genes of a genome.
func Genes(s *genome.Schema, v genome.Vector) []Gene {
	var out []Gene
	for i, g := range GeneDocs(s) {
		out = append(out, Gene{g, v[i], shift(s, i, g.Default, v[i])})
	}
	return out
}

// shift is how far gene i is from one value to another, as a share of its range.
func shift(s *genome.Schema, i int, from, to float64) float64 {
	return (to - from) / (s.Genes[i].Max - s.Genes[i].Min)
}

// GeneTable has a row for each gene.
func GeneTable(genes []Gene) *Table {
	t := &Table{Columns: []string{"gene", ">value", ">default", ">range", "from default", "unit"}}
	for _, g := range genes {
		t.Add(g.Name, g.text(g.Value, 2), g.text(g.Default, 2), g.span(), Bar(g.Shift), g.Unit)
	}
	return t
}

// Difference is a gene that two genomes have different values of.
type Difference struct {
	Name  string  `json:"name"`
	A     float64 `json:"a"`
	B     float64 `json:"b"`
	Shift float64 `json:"shift"` // from a to b, as a share of the range

	doc GeneDoc
}

// Differences lists the genes that differ, those that differ most first.
func Differences(s *genome.Schema, a, b genome.Vector) []Difference {
	out, docs := []Difference{}, GeneDocs(s)
	for i, g := range s.Genes {
		if a[i] != b[i] {
			out = append(out, Difference{g.Name, a[i], b[i], shift(s, i, a[i], b[i]), docs[i]})
		}
	}
	slices.SortStableFunc(out, func(x, y Difference) int { return cmp.Compare(math.Abs(y.Shift), math.Abs(x.Shift)) })
	return out
}

// DifferenceTable has a row for each gene that differs.
func DifferenceTable(a, b string, rows []Difference) *Table {
	t := &Table{Columns: []string{"gene", ">" + a, ">" + b, "shift"}}
	for _, r := range rows {
		t.Add(r.Name, r.doc.text(r.A, 3), r.doc.text(r.B, 3), Bar(r.Shift))
	}
	return t
}
