// Package calibrate fits the free parameters of a field of bots so that its round
// robin reproduces a published table. It sees numbers only: parameters in, points
// out.
//
// The fit is a pattern search over coordinates, in stages of more and more rounds:
//
//  1. A sweep takes fresh deals, measures the current point, and visits all parameters in
//     an order drawn from the seed.
//  2. At each parameter it tries a step up and a step down on the same deals
//     (common random numbers) and moves where the loss falls. Steps that help
//     grow, steps that do not shrink.
//  3. A stage ends after its number of sweeps, or when all steps are at their
//     finest; the next one plays more rounds with smaller steps.
//  4. The point that is returned is the last one. It is measured again on deals
//     that no sweep has seen.
//
// The loss is the sum of squared residuals, a hinge for every pair that stands in the
// wrong order or too close, and a small penalty for the distance from the defaults (L2
// regularisation), which decides between equally good fits.
//
// A fit is a function of the problem and the seed: no clock, no shared generator.
// Its cost is that of Play, about twice the number of parameters in each sweep.
package calibrate

import (
	"context"
	"fmt"
	"math"

	"bloodline/arena/stats"
	"bloodline/engine/roll"
	"bloodline/genome/gene"
)

// Problem is a field with free parameters and the table that it shall reproduce.
type Problem struct {
	Params []gene.Gene
	Target []float64 // published points by bot
	// Play returns the mean points of each bot on the table's scale over this many
	// rounds. Equal arguments must give equal points; equal seeds should give
	// equal deals whatever the parameters are.
	Play func(params []float64, rounds int, seed uint64) []float64
}

// Stage is one part of a fit.
type Stage struct {
	Rounds int     // played for each measurement
	Sweeps int     // at most so many
	Step   float64 // first step, as a share of a parameter's range
}

// Options steer a fit. Zero values stand for the defaults.
type Options struct {
	Seed    uint64
	Stages  []Stage // default: [defaultStages]
	Margin  float64 // points by which the order must hold where the table has that gap; default 1
	Penalty float64 // squared points for a parameter its full range away from its default; default 10
	Check   int     // rounds of the last measurement; default 2000
}

// defaultStages returns the stages of a fit that says nothing else.
func defaultStages() []Stage {
	return []Stage{
		{Rounds: 60, Sweeps: 8, Step: 0.2},
		{Rounds: 250, Sweeps: 10, Step: 0.1},
		{Rounds: 1000, Sweeps: 10, Step: 0.05},
		{Rounds: 4000, Sweeps: 3, Step: 0.02},
	}
}

// Progress is what a fit tells after each sweep.
type Progress struct {
	Stage, Sweep int // counted from 1
	Rounds       int
	Moves        int     // parameters that moved in this sweep
	Loss         float64 // on the sweep's deals
	Worst        float64 // largest residual, absolute, on the sweep's deals
}

// Result is a fit, measured on deals that it did not use.
type Result struct {
	Params   []float64
	Points   []float64
	Loss     float64
	Worst    float64 // largest residual, absolute
	Spearman float64 // of points and target
	Plays    int     // calls of Play
}

// Fit fits the problem from the defaults of its parameters. progress may be nil.
// When ctx is cancelled it returns within one call of Play with what it has so
// far, unmeasured, and the context's error. Other errors name what is wrong with
// the problem or the options.
func Fit(ctx context.Context, p Problem, o Options, progress func(Progress)) (Result, error) {
	if err := p.validate(); err != nil {
		return Result{}, err
	}
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return Result{}, err
	}
	s := newSearch(ctx, p, o)
	for i, stage := range o.Stages {
		s.stage(i, stage, progress)
	}
	if err := ctx.Err(); err != nil {
		return Result{Params: s.at, Plays: s.plays}, fmt.Errorf("fit: %w", err)
	}
	points := s.play(s.at, o.Check, roll.Mix(o.Seed, checkDeals))
	return Result{
		Params: s.at, Points: points, Plays: s.plays,
		Loss: s.loss(s.at, points), Worst: worst(points, p.Target), Spearman: stats.Spearman(points, p.Target),
	}, nil
}

// Coordinates of the deals and of the order of parameters under the fit's seed.
const (
	sweepDeals uint64 = iota
	sweepOrder
	checkDeals
)

func (o Options) withDefaults() Options {
	if o.Stages == nil {
		o.Stages = defaultStages()
	}
	if o.Margin == 0 {
		o.Margin = 1
	}
	if o.Penalty == 0 {
		o.Penalty = 10
	}
	if o.Check == 0 {
		o.Check = 2000
	}
	return o
}

func (o Options) validate() error {
	for i, s := range o.Stages {
		switch {
		case s.Rounds < 1:
			return fmt.Errorf("fit: stage %d: rounds must be positive, have %d", i+1, s.Rounds)
		case s.Sweeps < 1:
			return fmt.Errorf("fit: stage %d: sweeps must be positive, have %d", i+1, s.Sweeps)
		case !(s.Step > 0 && s.Step <= 1):
			return fmt.Errorf("fit: stage %d: step must be in (0, 1], have %v", i+1, s.Step)
		}
	}
	switch {
	case !(o.Margin >= 0 && o.Margin < math.Inf(1)):
		return fmt.Errorf("fit: margin must be finite and not negative, have %v", o.Margin)
	case !(o.Penalty >= 0 && o.Penalty < math.Inf(1)):
		return fmt.Errorf("fit: penalty must be finite and not negative, have %v", o.Penalty)
	case o.Check < 1:
		return fmt.Errorf("fit: check must be positive, have %d", o.Check)
	}
	return nil
}

func (p *Problem) validate() error {
	switch {
	case p.Play == nil:
		return fmt.Errorf("fit: the problem has no Play")
	case len(p.Target) < 2:
		return fmt.Errorf("fit: a table needs at least 2 bots, have %d", len(p.Target))
	case len(p.Params) == 0:
		return fmt.Errorf("fit: the problem has no parameters")
	}
	for _, g := range p.Params {
		if !(g.Min < g.Max && g.Min <= g.Default && g.Default <= g.Max) {
			return fmt.Errorf("fit: parameter %s: default must be in [%v, %v], have %v", g.Name, g.Min, g.Max, g.Default)
		}
	}
	for i, t := range p.Target {
		if math.IsNaN(t) || math.IsInf(t, 0) {
			return fmt.Errorf("fit: target %d must be finite, have %v", i, t)
		}
	}
	return nil
}

func worst(points, target []float64) float64 {
	var w float64
	for i := range points {
		w = max(w, math.Abs(points[i]-target[i]))
	}
	return w
}
