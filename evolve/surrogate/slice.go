package surrogate

import "slices"

// Estimate is a model's estimate of a point: its points of a game and their 95 % interval.
type Estimate struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Estimate returns the share of points at a point.
func (m *Model) Estimate(point []float64) Estimate {
	at, sd := m.At(point)
	half := float64(1.96 * sd)
	return Estimate{logistic(at), logistic(at - half), logistic(at + half)}
}

// Scaled returns an estimate of a share as points of a game that has from least to most of them.
func (e Estimate) Scaled(least, most float64) Estimate {
	width := most - least
	return Estimate{least + float64(width*e.Mean), least + float64(width*e.Low), least + float64(width*e.High)}
}

// Slice returns the estimates at values of a parameter, the others as at a point.
func (m *Model) Slice(parameter int, values, around []float64) (out []Estimate) {
	x := slices.Clone(around)
	for _, x[parameter] = range values {
		out = append(out, m.Estimate(x))
	}
	return out
}
