package run

import (
	"context"
	"fmt"
	"math"
	"slices"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
	"bloodline/internal/system"
	"bloodline/results/report"
)

// ArmBreed is the name of the genetic algorithm among the arms.
const ArmBreed = "breed"

// Comparison is the result of breeding by several optimisers, each with as many games as breed.
type Comparison struct {
	Name   string      `json:"name"` // of its folder beside the store
	Game   string      `json:"game"`
	Config string      `json:"config"`
	Seeds  []uint64    `json:"seeds"`
	Games  int64       `json:"evidence_games"` // of each champion
	Arms   []ArmResult `json:"arms"`           // that of breed first

	Info engine.Info `json:"-"` // of the game
}

// ArmResult is an arm over all seeds. Means are points a game on fresh deals, intervals are
// Student's over the seeds.
type ArmResult struct {
	Arm   string  `json:"arm"`
	Games int64   `json:"games"`       // bred with, mean of the seeds
	CPU   float64 `json:"cpu_seconds"` // of all processors, mean of the seeds
	stats.Sample
	Min       float64       `json:"min"`
	Max       float64       `json:"max"`
	Champions []float64     `json:"champions"`      // by seed
	Spent     []int64       `json:"spent"`          // games by seed
	Lead      *stats.Sample `json:"lead,omitempty"` // of breed, paired by seed; nil for breed

	ended []Ended // by seed
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

// Watch has the callbacks for the progress of a comparison.
type Watch struct {
	Generation func(seed uint64, number, of int)                             // breed has bred one
	Batch      func(seed uint64, arm string, spent, budget int64)            // another arm measures a batch
	Champion   func(seed uint64, arm string, spent int64, got stats.Summary) // an arm has ended
}

// Compare breeds from a run file with its own algorithm, then with every arm and the same number
// of games, the judge's included, for seeds c.Seed, c.Seed+1 and so on. All seeds have the field and
// the holdout of the first. The champions of a seed are measured on the same fresh deals and written
// to files. Champions that are there already are not bred again. An error names seed and arm.
func (k *Comparing) Compare(ctx context.Context, f *player.Finder, c *configs.Config, arms []optimiser.Arm, seeds int) (*Comparison, error) {
	out := &Comparison{Game: c.Game, Arms: []ArmResult{{Arm: ArmBreed}}}
	for _, a := range arms {
		out.Arms = append(out.Arms, ArmResult{Arm: a.Name})
	}
	g, err := player.ConfigGame(f.Games, c)
	if err != nil {
		return nil, err
	}
	for i := range seeds {
		seed := c.Seed + uint64(i)
		t := &trial{Comparing: k, finder: f, config: *c, arms: arms}
		t.config.Seed, t.config.Evolve.Seed = seed, seed
		if err := t.run(ctx, out.Arms); err != nil {
			return nil, fmt.Errorf("seed %d: %w", seed, err)
		}
		out.Seeds = append(out.Seeds, seed)
	}
	for i := range out.Arms {
		out.Arms[i].summarize(&out.Arms[0], g.Info())
	}
	out.Games = out.Arms[0].ended[0].Measured.Games
	return out, nil
}

// summarize sets the means and intervals of the champions. With a single seed the intervals are those of the
// deals: that of a lead is too wide, since the champions have played the same deals.
func (r *ArmResult) summarize(first *ArmResult, i engine.Info) {
	n, alone := len(r.ended), r.ended[0].Measured
	for _, x := range r.ended {
		r.Champions, r.Spent = append(r.Champions, x.Measured.Mean), append(r.Spent, x.Games)
		r.Games += x.Games
		r.CPU += x.CPU / float64(n)
	}
	r.Games /= int64(n)
	r.Sample, r.Min, r.Max = stats.SampleOf(r.Champions), slices.Min(r.Champions), slices.Max(r.Champions)
	if n == 1 {
		r.Low, r.High = alone.Low, alone.High
	}
	r.Sample = r.Within(i.Min, i.Max)
	if r == first {
		return
	}
	ahead := make([]float64, n)
	for k := range ahead {
		ahead[k] = first.Champions[k] - r.Champions[k]
	}
	lead := stats.SampleOf(ahead)
	if n == 1 {
		half := math.Hypot(first.High-first.Low, r.High-r.Low) / 2
		lead.Low, lead.High = lead.Mean-half, lead.Mean+half
	}
	lead = lead.Within(i.Min-i.Max, i.Max-i.Min)
	r.Lead = &lead
}

// trial is one seed of a comparison.
type trial struct {
	*Comparing
	finder *player.Finder
	config configs.Config // with the seed
	arms   []optimiser.Arm
	e      *league.Evaluator
}

// run adds a champion of each arm: the one that is kept, or a new one. The games of the first are
// the budget of the others.
func (t *trial) run(ctx context.Context, arms []ArmResult) (err error) {
	if t.e, err = t.evaluator(); err != nil {
		return err
	}
	for i := range arms {
		r := &arms[i]
		x, ok := t.find(r.Arm, t.e.Seed)
		if !ok {
			budget := int64(0)
			if i > 0 {
				budget = arms[0].ended[len(arms[0].ended)-1].Games
			}
			if x, err = t.enterBred(ctx, r.Arm, budget); err != nil {
				return fmt.Errorf("%s: %w", r.Arm, err)
			}
		}
		t.Watch.Champion(t.e.Seed, r.Arm, x.Games, x.Measured)
		r.ended = append(r.ended, x)
	}
	return nil
}

// enterBred breeds the champion of an arm, measures it and keeps it.
func (t *trial) enterBred(ctx context.Context, arm string, budget int64) (Ended, error) {
	begun := system.CPU()
	best, games, err := t.breed(ctx, arm, budget)
	if err != nil {
		return Ended{}, err
	}
	evidence, err := t.e.Evidence(ctx, best, 1)
	if err != nil {
		return Ended{}, err
	}
	x := Ended{Arm: arm, Seed: t.e.Seed, Games: games, CPU: (system.CPU() - begun).Seconds(), Measured: evidence.Field, genes: best}
	return x, t.enter(t.e, &t.config, &x, evidence)
}

func (t *trial) evaluator() (*league.Evaluator, error) {
	e, err := NewEvaluator(t.finder, &t.config)
	if err == nil && t.Sender != nil {
		e.Sender, err = t.Sender(e.Game, &t.config)
	}
	return e, err
}

func (t *trial) breed(ctx context.Context, arm string, budget int64) (genome.Vector, int64, error) {
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
	own.Plain, own.Evolve.Generations = true, evolve.MaxGenerations
	e := watched{own, func() { t.Watch.Batch(own.Seed, arm, own.Games(), budget) }}
	i := slices.IndexFunc(t.arms, func(a optimiser.Arm) bool { return a.Name == arm })
	got, err := optimiser.Breed(ctx, t.arms[i], optimiser.Task{Schema: own.Schema, Evaluator: e, Seed: own.Seed, Budget: budget})
	return got.Best, got.Spent, err
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
