package calibrate

import (
	"context"
	"fmt"
	"slices"

	"bloodline/arena"
	"bloodline/engine/roll"
)

// search is a fit under way.
type search struct {
	Problem
	ctx    context.Context
	opt    Options
	at     []float64
	step   []float64 // by parameter, as a share of its range
	trial  []float64
	sweeps uint64 // done so far: a coordinate of their deals
	plays  int
}

func newSearch(ctx context.Context, p Problem, o Options) *search {
	s := &search{Problem: p, ctx: ctx, opt: o, step: make([]float64, len(p.Params)), trial: make([]float64, len(p.Params))}
	for _, g := range p.Params {
		s.at = append(s.at, g.Default)
	}
	return s
}

// play measures a point.
func (s *search) play(params []float64, rounds int, seed uint64) []float64 {
	s.plays++
	points := s.Play(params, rounds, seed)
	if len(points) != len(s.Target) {
		panic(fmt.Sprintf("calibrate: Play gave %d points for %d bots", len(points), len(s.Target)))
	}
	return points
}

// loss is what the search makes small, in squared points.
func (s *search) loss(params, points []float64) float64 {
	var sum float64
	for i, t := range s.Target {
		d := points[i] - t
		sum += float64(d * d)
		for j, u := range s.Target[:i] {
			gap, want := points[j]-points[i], u-t
			if want < 0 {
				gap, want = -gap, -want
			}
			if short := min(want, s.opt.Margin) - gap; want > 0 && short > 0 {
				sum += float64(short * short)
			}
		}
	}
	for i, g := range s.Params {
		d := (params[i] - g.Default) / (g.Max - g.Min)
		sum += float64(s.opt.Penalty * d * d)
	}
	return sum
}

const (
	grow   = 1.5
	shrink = 0.5
	finest = 0.002 // smallest step worth a measurement
	widen  = 0.5   // share of a stage's step to which finer steps of the stage before are raised
)

func (s *search) stage(i int, stage Stage, progress func(Progress)) {
	for k := range s.step {
		s.step[k] = max(s.step[k], stage.Step*widen)
		if i == 0 {
			s.step[k] = stage.Step
		}
	}
	for n := 1; n <= stage.Sweeps && s.ctx.Err() == nil; n++ {
		p := s.sweep(stage.Rounds)
		p.Stage, p.Sweep, p.Rounds = i+1, n, stage.Rounds
		if progress != nil {
			progress(p)
		}
		if slices.Max(s.step) <= finest {
			return
		}
	}
}

// sweep visits every parameter once on fresh deals.
func (s *search) sweep(rounds int) (p Progress) {
	deals := roll.Mix(s.opt.Seed, sweepDeals, s.sweeps)
	order := roll.New(roll.Mix(s.opt.Seed, sweepOrder, s.sweeps))
	s.sweeps++
	points := s.play(s.at, rounds, deals)
	p.Loss, p.Worst = s.loss(s.at, points), worst(points, s.Target)
	for _, k := range arena.Shuffled(len(s.at), &order) {
		if s.ctx.Err() != nil {
			break
		}
		loss, points := s.visit(int(k), p.Loss, rounds, deals, order.Uint64()>>63 != 0)
		if points != nil {
			p.Moves++
			p.Loss, p.Worst = loss, worst(points, s.Target)
		}
	}
	return p
}

// visit tries both directions of parameter k, the upper one first if up, and
// moves where the loss falls. Points are nil if it did not move.
func (s *search) visit(k int, loss float64, rounds int, deals uint64, up bool) (float64, []float64) {
	g := s.Params[k]
	h := s.step[k] * (g.Max - g.Min)
	if !up {
		h = -h
	}
	for _, d := range [2]float64{h, -h} {
		copy(s.trial, s.at)
		s.trial[k] = min(max(s.at[k]+d, g.Min), g.Max)
		if s.trial[k] == s.at[k] {
			continue
		}
		points := s.play(s.trial, rounds, deals)
		if l := s.loss(s.trial, points); l < loss {
			s.at[k] = s.trial[k]
			s.step[k] = min(s.step[k]*grow, 0.5)
			return l, points
		}
	}
	s.step[k] = max(s.step[k]*shrink, finest)
	return loss, nil
}
