package genome_test

import (
	"math"
	"slices"
	"testing"

	"bloodline/genome/gene"
)

// An error of a gene names the gene; values come in the order of the genes.
func TestValues(t *testing.T) {
	genes := []gene.Gene{{Name: "b", Max: 1}, {Name: "a", Min: -6, Max: 6}}
	for _, c := range []struct {
		named []gene.Value
		want  string
	}{
		{[]gene.Value{{"a", -6}, {"b", 1}}, ""},
		{[]gene.Value{{"a", 99}, {"b", 1}}, "gene a: must be in [-6, 6], have 99"},
		{[]gene.Value{{"a", 0}, {"b", math.NaN()}}, "gene b: must be in [0, 1], have NaN"},
		{[]gene.Value{{"a", 0}}, "gene b: missing"},
		{[]gene.Value{{"a", 0}, {"b", 1}, {"c", 1}}, "gene c: unknown"},
		{[]gene.Value{{"b", 1}, {"a", 0}, {"b", 0}}, "gene b: given twice"},
		{[]gene.Value{{"a", 7}}, "gene b: missing\ngene a: must be in [-6, 6], have 7"},
	} {
		have, err := gene.Values(genes, c.named)
		switch {
		case c.want == "" && (err != nil || !slices.Equal(have, []float64{1, -6})):
			t.Errorf("%v: have %v, %v", c.named, have, err)
		case c.want != "" && (err == nil || err.Error() != c.want):
			t.Errorf("%v: have %v, want %s", c.named, err, c.want)
		}
	}
}
