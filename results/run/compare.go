package run

import (
	"context"
	"fmt"
	"math"
	"slices"
	"syscall"
	"time"

	"bloodline/arena/stats"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
	"bloodline/results/report"
)

// ArmBreed is the name of the genetic algorithm among the arms.
const ArmBreed = "breed"

// Comparison is what other optimisers reach with as many games as breed.
type Comparison struct {
	Name   string             `json:"name"` // of its folder beside the store
	Game   string             `json:"game"`
	Config string             `json:"config"`
	Seeds  []uint64           `json:"seeds"`
	Games  int64              `json:"evidence_games"` // of each champion
	Arms   []optimiser.Result `json:"arms"`           // that of breed first

	Info engine.Info `json:"-"` // of the game
}

// Table has a row for each arm.
func (c *Comparison) Table() *report.Table {
	s := c.Info.Scale()
	t := &report.Table{Columns: []string{"arm", ">" + s.Unit, ">95 % interval", ">min", ">max", ">games", ">CPU s", ">breed ahead by", ">95 % interval"}}
	t.Title = report.Paragraph("%s over %s; every champion measured in %s games on fresh deals, the same for all arms of a seed",
		c.Config, report.Plural(len(c.Seeds), "seed"), report.Count(c.Games))
	for _, f := range c.Arms {
		ahead, interval := "", ""
		if d := f.Lead; d != nil {
			ahead, interval = s.Show(d.Mean), s.Span(d.Low, d.High)
		}
		t.Add(f.Arm, s.Show(f.Mean), s.Span(f.Low, f.High), s.Show(f.Min), s.Show(f.Max), report.Count(f.Games), fmt.Sprintf("%.1f", f.CPU), ahead, interval)
	}
	return t
}

// Watch is told how a comparison gets on.
type Watch struct {
	Generation func(seed uint64, number, of int)                             // breed has bred one
	Batch      func(seed uint64, arm string, spent, budget int64)            // another arm measures a batch
	Champion   func(seed uint64, arm string, spent int64, got stats.Summary) // an arm has ended
}

// Compare breeds from a run file with its own algorithm, then with every arm at equal
// games, the judge's included, for as many seeds, from the run's on. All seeds have the field
// and the holdout of the first. Champions of a seed are measured on the same fresh deals, and
// kept with their files; what is there is not bred again.
func (k *Comparing) Compare(ctx context.Context, f *player.Finder, c *configs.Config, arms []optimiser.Arm, seeds int) (*Comparison, error) {
	out, names := &Comparison{Game: c.Game}, []string{ArmBreed}
	for _, a := range arms {
		names = append(names, a.Name)
	}
	for i := range seeds {
		out.Seeds = append(out.Seeds, c.Seed+uint64(i))
	}
	g, err := player.ConfigGame(f.Games, c)
	if err != nil {
		return nil, err
	}
	out.Arms, err = optimiser.Compare(ctx, names, out.Seeds, func(seed uint64) (optimiser.Trial, error) {
		t := &trial{Comparing: k, finder: f, config: *c, arms: arms, begun: cpuTime()}
		t.config.Seed, t.config.Evolve.Seed = seed, seed
		t.e, err = t.evaluator()
		return t, err
	})
	if err != nil {
		return nil, err
	}
	k.summarize(out, g.Info())
	return out, nil
}

// trial is one seed of a comparison.
type trial struct {
	*Comparing
	finder *player.Finder
	config configs.Config // with the seed
	arms   []optimiser.Arm
	e      *league.Evaluator
	begun  time.Duration // processor time before the breeding of an arm
}

func (t *trial) evaluator() (*league.Evaluator, error) {
	e, err := NewEvaluator(t.finder, &t.config)
	if err == nil && t.Sender != nil {
		e.Sender, err = t.Sender(e.Game, &t.config)
	}
	return e, err
}

// Breed returns the champion that is kept, or breeds one.
func (t *trial) Breed(ctx context.Context, arm string, budget int64) (genome.Vector, int64, error) {
	if x, ok := t.find(arm, t.e.Seed); ok {
		return x.genes, x.Games, nil
	}
	if arm == ArmBreed {
		each := evolve.RecorderFunc(func(g evolve.Generation) error {
			t.Watch.Generation(t.e.Seed, g.Number, t.e.Evolve.Generations)
			return nil
		})
		r, _, err := Evolve(ctx, &t.config, t.e, each, Past{})
		return r.Champion.Genes, t.e.Games(), err
	}
	// Arms read ranks only, so they are measured without a gradient, which would cost them
	// time. Each has an evaluator of its own, so that a league breeds exploiters of its own
	// champions, for as many batches as it has.
	own, err := t.evaluator()
	if err != nil {
		return nil, 0, err
	}
	own.Plain, own.Evolve.Generations, t.begun = true, evolve.MaxGenerations, cpuTime()
	e := watched{own, func() { t.Watch.Batch(own.Seed, arm, own.Games(), budget) }}
	i := slices.IndexFunc(t.arms, func(a optimiser.Arm) bool { return a.Name == arm })
	got, err := optimiser.Breed(ctx, t.arms[i], optimiser.Task{Schema: own.Schema, Evaluator: e, Seed: own.Seed, Budget: budget})
	return got.Best, got.Spent, err
}

// Measure measures a champion that is not kept yet, and keeps it.
func (t *trial) Measure(ctx context.Context, arm string, best genome.Vector, spent int64) (float64, error) {
	x, ok := t.find(arm, t.e.Seed)
	if !ok {
		evidence, err := t.e.Evidence(ctx, best, 1)
		if err != nil {
			return 0, err
		}
		x = Ended{Arm: arm, Seed: t.e.Seed, Games: spent, CPU: (cpuTime() - t.begun).Seconds(), Measured: evidence.Field, genes: best}
		if err := t.enter(t.e, &t.config, x, evidence); err != nil {
			return 0, err
		}
	}
	t.Watch.Champion(t.e.Seed, arm, x.Games, x.Measured)
	return x.Measured.Mean, nil
}

// summarize fills in what the trials alone know. Of a single seed the intervals are those of the
// deals: that of a lead is too wide, since the champions have played the same ones.
func (k *Comparing) summarize(out *Comparison, i engine.Info) {
	for n := range out.Arms {
		r := &out.Arms[n]
		for _, seed := range out.Seeds {
			x, _ := k.find(r.Arm, seed)
			r.CPU += x.CPU / float64(len(out.Seeds))
			out.Games = x.Measured.Games
			if len(out.Seeds) == 1 {
				r.Low, r.High = x.Measured.Low, x.Measured.High
			}
		}
		r.Estimate = r.Within(i.Min, i.Max)
		if first := out.Arms[0]; len(out.Seeds) == 1 && n > 0 {
			half := math.Hypot(first.High-first.Low, r.High-r.Low) / 2
			r.Lead.Low, r.Lead.High = r.Lead.Mean-half, r.Lead.Mean+half
		}
		if r.Lead != nil {
			*r.Lead = r.Lead.Within(i.Min-i.Max, i.Max-i.Min)
		}
	}
}

// watched is an evaluator that says when it measures a batch.
type watched struct {
	*league.Evaluator
	batch func()
}

func (w watched) Evaluate(ctx context.Context, round evolve.Round, vs []genome.Vector) ([]evolve.Fitness, error) {
	w.batch()
	return w.Evaluator.Evaluate(ctx, round, vs)
}

// cpuTime is the processor time that the process has used, all threads.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
