package gene_test

import (
	"testing"

	"bloodline/genome/gene"
)

// A former name is that of the last gene, in its group; the others have none.
func TestList_Was(t *testing.T) {
	l := new(gene.List).In("belief", "log-odds").Add("a", 0, 0, 1, "A.").Add("b", 0, 0, 1, "B.").Was("old").Add("c", 0, 0, 1, "C.")
	for i, want := range []string{"", "belief.old", ""} {
		if have := l.Genes[i].Was; have != want {
			t.Errorf("%s was %q, want %q", l.Genes[i].Name, have, want)
		}
	}
}
