package run

import (
	"context"
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
	out := &Comparison{Game: c.Game}
	for i := range seeds {
		out.Seeds = append(out.Seeds, c.Seed+uint64(i))
	}
	t := &trials{Watch: k.Watch, kept: k, arms: arms}
	var err error
	out.Arms, err = optimiser.Compare(ctx, t.names(), out.Seeds, func(seed uint64) (*optimiser.Trial, error) {
		own := *c
		own.Seed, own.Evolve.Seed = seed, seed
		return t.trial(&own, func() (*league.Evaluator, error) {
			e, err := NewEvaluator(f, &own)
			if err == nil && k.Sender != nil {
				e.Sender, err = k.Sender(e.Game, &own)
			}
			return e, err
		})
	})
	if err != nil {
		return nil, err
	}
	i, err := GameOf(f.Games, c)
	if err != nil {
		return nil, err
	}
	t.finish(out, i.Info())
	return out, nil
}

// trials are the trials of a comparison.
type trials struct {
	Watch
	kept *Comparing
	arms []optimiser.Arm
}

// names are those of all arms, breed's first.
func (t *trials) names() []string {
	out := []string{ArmBreed}
	for _, a := range t.arms {
		out = append(out, a.Name())
	}
	return out
}

// trial returns the trial of a seed. The processor time of an arm is what passes until it is
// measured.
func (t *trials) trial(c *configs.Config, evaluator func() (*league.Evaluator, error)) (*optimiser.Trial, error) {
	begun := cpuTime()
	e, err := evaluator()
	if err != nil {
		return nil, err
	}
	return &optimiser.Trial{
		Breed: func(ctx context.Context, arm string, budget int64) (genome.Vector, int64, error) {
			if x, ok := t.kept.find(arm, e.Seed); ok {
				return x.genes, x.Games, nil
			}
			if arm == ArmBreed {
				each := evolve.RecorderFunc(func(g evolve.Generation) error {
					t.Generation(e.Seed, g.Number, e.Evolve.Generations)
					return nil
				})
				r, _, err := Evolve(ctx, c, e, each, Past{})
				return r.Champion.Genes, e.Games(), err
			}
			own, err := evaluator()
			if err != nil {
				return nil, 0, err
			}
			begun = cpuTime()
			got, err := t.breed(ctx, arm, own, budget)
			return got.Best, got.Spent, err
		},
		Measure: func(ctx context.Context, arm string, best genome.Vector, spent int64) (float64, error) {
			x, ok := t.kept.find(arm, e.Seed)
			if !ok {
				x = Ended{Arm: arm, Seed: e.Seed, Games: spent, CPU: (cpuTime() - begun).Seconds(), genes: best}
				var err error
				if x.evidence, err = e.Evidence(ctx, best, 1); err != nil {
					return 0, err
				}
				x.Measured = x.evidence.Field
				if err := t.enter(e, c, x); err != nil {
					return 0, err
				}
			}
			t.Champion(e.Seed, arm, x.Games, x.Measured)
			return x.Measured.Mean, nil
		},
	}, nil
}

// breed breeds with an arm. Arms read ranks only, so they are measured without a gradient,
// which would cost them time. Each has an evaluator of its own, so that a league breeds
// exploiters of its own champions, for as many batches as it has.
func (t *trials) breed(ctx context.Context, arm string, own *league.Evaluator, budget int64) (optimiser.Bred, error) {
	i := slices.IndexFunc(t.arms, func(a optimiser.Arm) bool { return a.Name() == arm })
	own.Plain, own.Evolve.Generations = true, evolve.MaxGenerations
	e := watched{own, func() { t.Batch(own.Seed, arm, own.Games(), budget) }}
	return optimiser.Breed(ctx, t.arms[i], optimiser.Task{Schema: own.Schema, Evaluator: e, Seed: own.Seed, Budget: budget})
}

// enter keeps a champion, with its files if the comparison has a folder.
func (t *trials) enter(e *league.Evaluator, c *configs.Config, x Ended) error {
	if t.kept.dir == "" {
		t.kept.Ended = append(t.kept.Ended, x)
		return nil
	}
	return t.kept.enter(e, c, x)
}

// finish fills in what the trials alone know. Of a single seed the intervals are those of the
// deals: that of a lead is too wide, since the champions have played the same ones.
func (t *trials) finish(out *Comparison, i engine.Info) {
	for k := range out.Arms {
		r := &out.Arms[k]
		for _, seed := range out.Seeds {
			x, _ := t.kept.find(r.Arm, seed)
			r.CPU += x.CPU / float64(len(out.Seeds))
			out.Games = x.Measured.Games
			if len(out.Seeds) == 1 {
				r.Low, r.High = x.Measured.Low, x.Measured.High
			}
		}
		r.Estimate = r.Within(i.Min, i.Max)
		if first := out.Arms[0]; len(out.Seeds) == 1 && k > 0 {
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
