package surrogate

import "slices"

// Estimate is what a model says of a point: its points of a game and their 95 % interval.
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

// Slice returns the estimates over the range of a parameter in so many even steps, the others as
// at a point.
func (m *Model) Slice(parameter, steps int, around []float64) []Estimate {
	x, out := slices.Clone(around), make([]Estimate, steps)
	for k := range out {
		x[parameter] = float64(k) / float64(steps-1)
		out[k] = m.Estimate(x)
	}
	return out
}
