package optimiser

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bloodline/evolve"
	"bloodline/genome"
)

// Trial is one seed of a comparison. Everything in it belongs to that seed.
type Trial struct {
	Schema *genome.Schema

	// Reference breeds with what the arms are compared with, and returns its champion and
	// the games that it has spent, which are the budget of every arm.
	Reference func(ctx context.Context) (best genome.Vector, spent int64, err error)

	// Evaluator returns what an arm measures with.
	Evaluator func(arm string, budget int64) (evolve.Evaluator, error)

	// Measure returns the mean of an arm's champion on fresh deals, the same for all arms.
	Measure func(ctx context.Context, arm string, best genome.Vector, spent int64) (float64, error)
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

// Compare breeds by the reference and by every arm for every seed, and returns the
// reference's result first. Seeds are the unit of the intervals, so those of a single seed
// have no width. An error names seed and arm.
func Compare(ctx context.Context, reference string, arms []Arm, seeds []uint64, begin func(seed uint64) (*Trial, error)) ([]Result, error) {
	out := []Result{{Arm: reference}}
	for _, a := range arms {
		out = append(out, Result{Arm: a.Name()})
	}
	for _, seed := range seeds {
		t, err := begin(seed)
		if err == nil {
			err = t.run(ctx, seed, arms, out)
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

// run adds a champion of each arm.
func (t *Trial) run(ctx context.Context, seed uint64, arms []Arm, out []Result) error {
	best, budget, err := t.Reference(ctx)
	if err == nil {
		err = t.measure(ctx, &out[0], best, budget)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", out[0].Arm, err)
	}
	for i, a := range arms {
		e, err := t.Evaluator(a.Name(), budget)
		if err == nil {
			var best genome.Vector
			var spent int64
			if best, spent, err = a.Breed(ctx, t.Schema, seed, e, budget); err == nil {
				err = t.measure(ctx, &out[i+1], best, spent)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name(), err)
		}
	}
	return nil
}

func (t *Trial) measure(ctx context.Context, r *Result, best genome.Vector, spent int64) error {
	mean, err := t.Measure(ctx, r.Arm, best, spent)
	r.Champions, r.Spent = append(r.Champions, mean), append(r.Spent, spent)
	return err
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

// fullGenes is how many genes the full matrix of CMA-ES may have before the arm is
// left out unless asked for: its time grows with their third power.
const fullGenes = 100

// tpeGenes is the same for TPE and the surrogate, whose time grows with their square.
const tpeGenes = 20

// Choose returns the arms of these names, each once, or, without names, all that finish
// in good time for a genome of so many genes.
func Choose(names []string, population, genes int) ([]Arm, error) {
	all := append(All(population), TPE{}, Surrogate{Population: population})
	if len(names) == 0 {
		return slices.DeleteFunc(all, func(a Arm) bool {
			return a.Name() == "cma-full" && genes > fullGenes || (a.Name() == "tpe" || a.Name() == "surrogate") && genes > tpeGenes
		}), nil
	}
	var out []Arm
	for _, name := range names {
		i := slices.IndexFunc(all, func(a Arm) bool { return a.Name() == strings.TrimSpace(name) })
		if i < 0 {
			return nil, fmt.Errorf("unknown %q (have %s)", name, strings.Join(armNames(all), ", "))
		}
		if !slices.Contains(out, all[i]) {
			out = append(out, all[i])
		}
	}
	return out, nil
}

func armNames(arms []Arm) (out []string) {
	for _, a := range arms {
		out = append(out, a.Name())
	}
	return out
}
