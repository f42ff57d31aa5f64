package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bloodline/genome"
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
}

// GeneDocs lists the genes of a schema.
func GeneDocs(s *genome.Schema) []GeneDoc {
	out := []GeneDoc{}
	for _, g := range s.Genes {
		out = append(out, GeneDoc{g.Name, g.Group, g.Unit, g.Min, g.Max, g.Default, g.Doc})
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
		t.Add(g.Name, fmt.Sprintf("%.2f", g.Value), fmt.Sprintf("%.2f", g.Default),
			fmt.Sprintf("%g to %g", g.Min, g.Max), Bar(g.Shift), g.Unit)
	}
	return t
}

// Difference is a gene that two genomes have different values of.
type Difference struct {
	Name  string  `json:"name"`
	A     float64 `json:"a"`
	B     float64 `json:"b"`
	Shift float64 `json:"shift"` // from a to b, as a share of the range
}

// Differences lists the genes that differ, those that differ most first.
func Differences(s *genome.Schema, a, b genome.Vector) []Difference {
	out := []Difference{}
	for i, g := range s.Genes {
		if a[i] != b[i] {
			out = append(out, Difference{g.Name, a[i], b[i], shift(s, i, a[i], b[i])})
		}
	}
	slices.SortStableFunc(out, func(x, y Difference) int { return cmp.Compare(math.Abs(y.Shift), math.Abs(x.Shift)) })
	return out
}

// DifferenceTable has a row for each gene that differs.
func DifferenceTable(a, b string, rows []Difference) *Table {
	t := &Table{Columns: []string{"gene", ">" + a, ">" + b, "shift"}}
	for _, r := range rows {
		t.Add(r.Name, fmt.Sprintf("%.3f", r.A), fmt.Sprintf("%.3f", r.B), Bar(r.Shift))
	}
	return t
}
