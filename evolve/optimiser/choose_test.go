package optimiser_test

import (
	"strings"
	"testing"

	"bloodline/evolve/optimiser"
)

// What is for few genes is left out of long genomes, unless it is asked for.
func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		names []string
		genes int
		want  string
	}{
		{nil, 21, "random sep-cma"},
		{nil, 20, "random sep-cma plus"},
		{[]string{"plus"}, 277, "plus"},
		{[]string{"sep-cma", " random", "sep-cma"}, 277, "sep-cma random"},
	} {
		arms, err := optimiser.Choose(tt.names, 100, tt.genes)
		var have []string
		for _, a := range arms {
			have = append(have, a.Name)
		}
		if err != nil || strings.Join(have, " ") != tt.want {
			t.Errorf("%v of %d genes: want %s, have %v, %v", tt.names, tt.genes, tt.want, have, err)
		}
	}
	if _, err := optimiser.Choose([]string{"ga"}, 100, 10); err == nil || err.Error() != `unknown "ga" (have random, sep-cma, plus)` {
		t.Errorf("error %v", err)
	}
}
