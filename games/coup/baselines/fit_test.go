package baselines_test

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/table"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// The shipped parameters are what a search finds that moves one parameter at a time, on
// more and more rounds.
func TestFitted(t *testing.T) {
	guard.Slow(t)
	s := &search{params: baselines.Parameters(), field: newField(runtime.GOMAXPROCS(0))}
	for _, g := range s.params {
		s.at, s.step = append(s.at, g.Default), append(s.step, 0)
	}
	for i, stage := range []struct {
		rounds, sweeps int
		step           float64 // as a share of a parameter's range
	}{{60, 8, 0.2}, {250, 10, 0.1}, {1000, 10, 0.05}, {4000, 3, 0.02}} {
		for k := range s.step {
			s.step[k] = max(s.step[k], stage.step/2)
			if i == 0 {
				s.step[k] = stage.step
			}
		}
		for range stage.sweeps {
			t.Logf("stage %d: loss %.1f", i+1, s.sweep(stage.rounds))
			if slices.Max(s.step) <= finest {
				break
			}
		}
	}
	if diff := cmp.Diff(baselines.Fitted(), s.at); diff != "" {
		t.Error(diff)
	}
}

// finest is the smallest step worth a measurement.
const finest = 0.002

// search is a pattern search for parameters whose round robin has the published points.
type search struct {
	params []gene.Gene
	field  *field
	at     []float64
	step   []float64 // by parameter, as a share of its range
	sweeps uint64    // finished
}

// sweep visits every parameter once, on fresh deals that are the same for all of them.
func (s *search) sweep(rounds int) (loss float64) {
	const seed = 1
	deals, order := roll.Mix(seed, 0, s.sweeps), roll.New(roll.Mix(seed, 1, s.sweeps))
	s.sweeps++
	loss = s.loss(s.at, rounds, deals)
	for _, k := range arena.Shuffled(len(s.at), &order) {
		loss = s.visit(int(k), loss, rounds, deals, order.Uint64()>>63 != 0)
	}
	return loss
}

// visit tries both directions of a parameter, the upper one first if up, and moves where
// the loss falls. Steps that help grow, the others shrink.
func (s *search) visit(k int, loss float64, rounds int, deals uint64, up bool) float64 {
	g := s.params[k]
	h := s.step[k] * (g.Max - g.Min)
	if !up {
		h = -h
	}
	for _, d := range [2]float64{h, -h} {
		trial := slices.Clone(s.at)
		trial[k] = min(max(s.at[k]+d, g.Min), g.Max)
		if trial[k] == s.at[k] {
			continue
		}
		if l := s.loss(trial, rounds, deals); l < loss {
			s.at, s.step[k] = trial, min(s.step[k]*1.5, 0.5)
			return l
		}
	}
	s.step[k] = max(s.step[k]/2, finest)
	return loss
}

// loss is the sum of the squared differences from the published points, of those by which a
// pair misses its published order, up to a point, and of a penalty for the distance from the
// defaults, which decides between equally good fits.
func (s *search) loss(params []float64, rounds int, deals uint64) float64 {
	points := s.field.points(params, rounds, deals)
	var sum float64
	for i, p := range published {
		d := points[i] - p.points
		sum += float64(d * d)
		for j, other := range published[:i] {
			gap, want := points[j]-points[i], other.points-p.points
			if want < 0 {
				gap, want = -gap, -want
			}
			if short := min(want, 1) - gap; want > 0 && short > 0 {
				sum += float64(short * short)
			}
		}
	}
	for i, g := range s.params {
		d := (params[i] - g.Default) / (g.Max - g.Min)
		sum += float64(10 * d * d)
	}
	return sum
}

// field plays round robins. A pair is played again only where a parameter of one of the two
// has changed since the last robin on the same deals.
type field struct {
	tables []*table.Table // by worker
	known  map[uint64][2]float64
	deals  uint64 // of known
}

func newField(workers int) *field {
	f := &field{}
	for range workers {
		f.tables = append(f.tables, table.NewTable())
	}
	return f
}

// points returns the points of each opponent, scaled to the ten rounds of the contest.
func (f *field) points(params []float64, rounds int, seed uint64) []float64 {
	if deals := roll.Mix(seed, uint64(rounds)); f.known == nil || f.deals != deals {
		f.known, f.deals = map[uint64][2]float64{}, deals
	}
	genes := make([]uint64, len(published))
	for k, i := range baselines.Owners() {
		genes[i] = roll.Mix(genes[i], math.Float64bits(params[k]))
	}
	type pair struct {
		i, j   int
		key    uint64
		points [2]float64
	}
	var pairs, missing []*pair
	for i := range published {
		for j := range i {
			p := &pair{i: j, j: i, key: roll.Mix(uint64(len(pairs)), genes[j], genes[i])}
			known := false
			if p.points, known = f.known[p.key]; !known {
				missing = append(missing, p)
			}
			pairs = append(pairs, p)
		}
	}
	var wait sync.WaitGroup
	for w, t := range f.tables {
		wait.Go(func() {
			for k := w; k < len(missing); k += len(f.tables) {
				p := missing[k]
				p.points = meet(t, params, p.i, p.j, rounds, roll.Mix(seed, uint64(slices.Index(pairs, p))))
			}
		})
	}
	wait.Wait()
	points := make([]float64, len(published))
	for _, p := range pairs {
		f.known[p.key] = p.points
		points[p.i], points[p.j] = points[p.i]+p.points[0], points[p.j]+p.points[1]
	}
	return points
}

// meet plays two opponents with each other in both seats.
func meet(t *table.Table, params []float64, i, j, rounds int, seed uint64) [2]float64 {
	f := baselines.Field(params)
	a, b := []engine.Player{f[i], f[j]}, []engine.Player{f[j], f[i]}
	var x, y int32
	for r := range rounds {
		deal := roll.Mix(seed, uint64(r))
		o, p := t.Play(deal, a), t.Play(deal, b)
		x, y = x+o.Score[0]+p.Score[1], y+o.Score[1]+p.Score[0]
	}
	return [2]float64{float64(x) * 10 / float64(rounds), float64(y) * 10 / float64(rounds)}
}
