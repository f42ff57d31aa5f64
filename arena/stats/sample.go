package stats

import "gonum.org/v1/gonum/stat"

// Sample is the mean of some values with Student's interval of 95 %.
type Sample struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// SampleOf returns the mean of values. The interval of a single one has no width: nothing is known
// of it.
func SampleOf(xs []float64) Sample {
	if len(xs) == 1 {
		return Sample{xs[0], xs[0], xs[0]}
	}
	mean, sd := stat.MeanStdDev(xs, nil)
	half := float64(studentQuantile(Level, float64(len(xs)-1)) * stat.StdErr(sd, float64(len(xs))))
	return Sample{mean, mean - half, mean + half}
}

// Within returns the sample of a quantity that lies between two values. Student's interval
// knows of no bounds.
func (s Sample) Within(low, high float64) Sample {
	s.Low, s.High = max(s.Low, low), min(s.High, high)
	return s
}
