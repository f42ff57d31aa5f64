package run

import (
	"context"
	"syscall"
	"time"

	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/results/player"
)

// ArmGA is the name of the genetic algorithm among the arms.
const ArmGA = "ga"

// Comparison is what other optimisers reach with as many games as the genetic algorithm.
type Comparison struct {
	Game   string             `json:"game"`
	Config string             `json:"config"`
	Seeds  []uint64           `json:"seeds"`
	Games  int64              `json:"evidence_games"` // of each champion
	Arms   []optimiser.Result `json:"arms"`           // the GA first
}

// Watch is told how a comparison gets on.
type Watch struct {
	Generation func(seed uint64, number, of int)                                 // the GA has bred one
	Batch      func(seed uint64, arm string, spent, budget int64)                // another arm measures a batch
	Champion   func(seed uint64, arm string, spent int64, got champion.Measured) // an arm has ended
}

// Compare breeds from a run file with the genetic algorithm, then with every arm at equal
// games, the judge's included, for as many seeds, from the run's on. Champions of a seed
// are measured on the same fresh deals. Nothing is stored.
func Compare(ctx context.Context, f *player.Finder, c *configs.Config, arms []optimiser.Arm, seeds int, w Watch) (*Comparison, error) {
	out := &Comparison{Game: c.Game}
	for i := range seeds {
		out.Seeds = append(out.Seeds, c.Seed+uint64(i))
	}
	var err error
	clock := map[string]time.Duration{}
	out.Arms, err = optimiser.Compare(ctx, ArmGA, arms, out.Seeds, func(seed uint64) (*optimiser.Trial, error) {
		cfg := *c
		cfg.Seed, cfg.Evolve.Seed = seed, seed
		e, err := NewEvaluator(f, &cfg)
		if err != nil {
			return nil, err
		}
		return trial(&cfg, e, w, &out.Games, clock), nil
	})
	for i := range out.Arms {
		out.Arms[i].CPU = clock[out.Arms[i].Arm].Seconds() / float64(seeds)
	}
	return out, err
}

// trial returns the trial of a seed. The arms read ranks only, so they are measured
// without a gradient, which would cost them time. clock adds up what each arm takes until it is
// measured.
func trial(c *configs.Config, e *league.Evaluator, w Watch, games *int64, clock map[string]time.Duration) *optimiser.Trial {
	begun := cpuTime()
	return &optimiser.Trial{
		Schema: e.Schema,
		Reference: func(ctx context.Context) (genome.Vector, int64, error) {
			each := evolve.RecorderFunc(func(g evolve.Generation) error {
				w.Generation(e.Seed, g.Number, e.Evolve.Generations)
				return nil
			})
			r, _, err := Evolve(ctx, c, e, each, Past{})
			return r.Champion.Genes, e.Games(), err
		},
		Evaluator: func(arm string, budget int64) evolve.Evaluator {
			e.Plain, begun = true, cpuTime()
			before := e.Games()
			return watched{e, func() { w.Batch(e.Seed, arm, e.Games()-before, budget) }}
		},
		Measure: func(ctx context.Context, arm string, best genome.Vector, spent int64) (float64, error) {
			clock[arm] += cpuTime() - begun
			total, err := e.AgainstField(ctx, best)
			if err == nil {
				w.Champion(e.Seed, arm, spent, total)
			}
			*games = total.Games
			return total.Mean, err
		},
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
