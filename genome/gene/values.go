package gene

import (
	"errors"
	"fmt"
	"slices"
)

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

// AtTemperature returns the genome for play at another temperature: genes in log-odds are divided
// by it, the others are kept. Below 1 a bot chooses its preferred actions more often. The values
// may leave their ranges. At 0 and 1 the result is v itself.
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
