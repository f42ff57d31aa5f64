package gene

import (
	"errors"
	"fmt"
	"slices"
)

// Values returns the genome whose genes are given by name, in the order of genes. The error lists
// all genes that are missing, unknown or out of their ranges.
func Values(genes []Gene, named map[string]float64) ([]float64, error) {
	var errs []error
	out, known := make([]float64, len(genes)), 0
	for i, g := range genes {
		x, ok := named[g.Name]
		if ok {
			known++
		}
		if !ok && g.Optional {
			x, ok = g.Default, true
		}
		out[i] = x
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("gene %s: missing", g.Name))
		case !(x >= g.Min && x <= g.Max):
			errs = append(errs, fmt.Errorf("gene %s: must be in [%g, %g], have %g", g.Name, g.Min, g.Max, x))
		}
	}
	for name := range named {
		if known < len(named) && !slices.ContainsFunc(genes, func(g Gene) bool { return g.Name == name }) {
			errs = append(errs, fmt.Errorf("gene %s: unknown", name))
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
