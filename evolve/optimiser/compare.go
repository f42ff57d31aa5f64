package optimiser

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bloodline/genome"
)

// Trial is one seed of a comparison.
type Trial interface {
	// Breed returns the champion of an arm and the games that it has spent. The first arm is
	// what the others are compared with: its games are the budget of theirs, its own is 0.
	Breed(ctx context.Context, arm string, budget int64) (best genome.Vector, spent int64, err error)

	// Measure returns the mean of an arm's champion on fresh deals, the same for all arms.
	Measure(ctx context.Context, arm string, best genome.Vector, spent int64) (float64, error)
}

// Result is an arm over all seeds. Means are points a game on fresh deals, intervals are
// Student's of 95 % over the seeds.
type Result struct {
	Arm   string  `json:"arm"`
	Games int64   `json:"games"`       // bred with, mean of the seeds
	CPU   float64 `json:"cpu_seconds"` // of breeding, all processors, mean of the seeds; filled in by the caller
	Estimate
	Min       float64   `json:"min"`
	Max       float64   `json:"max"`
	Champions []float64 `json:"champions"`      // by seed
	Spent     []int64   `json:"spent"`          // games by seed
	Lead      *Estimate `json:"lead,omitempty"` // of the reference, paired by seed; nil for the reference
}

// Estimate is a mean and its interval.
type Estimate struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Within returns the estimate of a quantity that lies between two values. Student's interval
// knows of no bounds.
func (e Estimate) Within(low, high float64) Estimate {
	e.Low, e.High = max(e.Low, low), min(e.High, high)
	return e
}

// Compare breeds by every arm for every seed. Seeds are the unit of the intervals, so those of
// a single seed have no width. An error names seed and arm.
func Compare(ctx context.Context, arms []string, seeds []uint64, begin func(seed uint64) (Trial, error)) ([]Result, error) {
	out := make([]Result, len(arms))
	for i, name := range arms {
		out[i].Arm = name
	}
	for _, seed := range seeds {
		t, err := begin(seed)
		if err == nil {
			err = try(ctx, t, out)
		}
		if err != nil {
			return nil, fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	for i := range out {
		out[i].summarize()
		if i > 0 {
			out[i].Lead = lead(out[0].Champions, out[i].Champions)
		}
	}
	return out, nil
}

// try adds a champion of each arm.
func try(ctx context.Context, t Trial, out []Result) error {
	var budget int64
	for i := range out {
		r := &out[i]
		best, spent, err := t.Breed(ctx, r.Arm, budget)
		var mean float64
		if err == nil {
			mean, err = t.Measure(ctx, r.Arm, best, spent)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.Arm, err)
		}
		r.Champions, r.Spent = append(r.Champions, mean), append(r.Spent, spent)
		if i == 0 {
			budget = spent
		}
	}
	return nil
}

// summarize fills in what the champions come to.
func (r *Result) summarize() {
	r.Estimate = EstimateOf(r.Champions)
	r.Min, r.Max = slices.Min(r.Champions), slices.Max(r.Champions)
	for _, n := range r.Spent {
		r.Games += n
	}
	r.Games /= int64(len(r.Spent))
}

// lead estimates how far one is ahead of another, by pairs.
func lead(one, other []float64) *Estimate {
	ahead := make([]float64, len(one))
	for i := range one {
		ahead[i] = one[i] - other[i]
	}
	e := EstimateOf(ahead)
	return &e
}

// EstimateOf returns a mean and Student's interval of 95 %, which of one value has no width:
// nothing is known of it.
func EstimateOf(xs []float64) Estimate {
	if len(xs) == 1 {
		return Estimate{xs[0], xs[0], xs[0]}
	}
	mean, sd := stat.MeanStdDev(xs, nil)
	t := distuv.StudentsT{Sigma: 1, Nu: float64(len(xs) - 1)}.Quantile(0.975)
	half := t * stat.StdErr(sd, float64(len(xs)))
	return Estimate{mean, mean - half, mean + half}
}
