package measure

import (
	"context"
	"errors"
	"math"
	"reflect"
	"sync"
	"testing"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// looks is a context that is cancelled when it is looked at for the n-th time, from 0.
type looks struct {
	context.Context
	mu   sync.Mutex
	left int
	done chan struct{}
	err  error
}

func endingAt(t *testing.T, n int) *looks {
	return &looks{Context: t.Context(), left: n, done: make(chan struct{})}
}

func (c *looks) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left < 0 && c.err == nil {
		c.err = context.Canceled
		close(c.done)
	}
	return c.err
}

func (c *looks) Done() <-chan struct{} {
	_ = c.Err()
	return c.done
}

// A context that ends at any of the looks at it panics nowhere: what it ends returns its error, and what returns none is
// whole. The first 100 looks are all tried, then a tenth further each time.
func TestEvaluator_cancelled(t *testing.T) {
	guard.Slow(t)
	g := coup(t)
	play := func(v []float64) engine.Player { return climber(v[0]) }
	one := &game.Game{
		Definition: game.Definition{Table: hill{0.5}, Rules: play, Deals: 1, Strangers: func(seed uint64, _ engine.Player) engine.Player { return climber(float64(seed%100) / 100) }},
		Schema: &genome.Schema{Game: "hill", Version: 1, Genes: []gene.Gene{
			{Name: "x", Min: 0, Max: 1, Default: 0.3, Group: "x", Unit: "share", Doc: "where it stands"},
			{Name: "y", Min: 0, Max: 1, Default: 0.4, Group: "y", Unit: "share", Doc: "nothing", Optional: true},
		}},
	}
	field := []Opponent{{Name: "a", Player: climber(0)}, {Name: "b", Player: climber(1)}}
	s := tiny()
	s.Evidence.Deals, s.Evolve.Population, s.Evolve.Generations = 40, 4, 2
	s.Verdict.MaxRounds, s.Fitness.Deals = 2, 8
	genes := genome.Vector{0.7, 0.9}
	on := func(settings Settings) *Evaluator {
		e := New(one, settings, 1, field, field[:1])
		e.BreedOptional(true)
		return e
	}
	tuned, many, leagued, beside := s, s, ranks(), ranks()
	tuned.Temperature, many.Evidence.Deals = Tuned, hardestOf
	leagued.Evolve.Generations, leagued.Exploiters.Generations, leagued.Fitness.Deals, leagued.Evolve.Population = 5, 2, 4, 4
	leagued.Verdict.MinRounds, leagued.Verdict.MaxRounds = 2, 4
	beside = leagued
	beside.Exploiters.PerRound, beside.Exploiters.Round, beside.Evolve.Generations = 1, 1, 4
	measures := func() *arena.Measurement {
		return &arena.Measurement{Arena: arena.New(hill{0.5}, 2), Field: players(field), Blocks: 200, Seed: 1, Stage: arena.StageShow}
	}
	two := []engine.Player{climber(0.2), climber(0.5)}
	for what, do := range map[string]func(ctx context.Context) (any, error){
		"Test": func(ctx context.Context) (any, error) {
			test := stats.SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
			return measures().Arena.Test(ctx, test, [2]engine.Player(two), arena.Pair{Blocks: 300, Seed: 1}, nil)
		},
		"Challenge": func(ctx context.Context) (any, error) {
			return measures().Challenge(ctx, stats.PairedTest{Diff1: 0.01, Alpha: 0.05, Beta: 0.05, Min: 2, Max: 40}, two[0], two[1], 1)
		},
		"PlayPart": func(ctx context.Context) (any, error) {
			p := arena.Part{Candidates: 2, Field: 2, Seeds: []uint64{1}, Blocks: 70_000, Deals: 70_000, To: 140_000, Scores: true}
			return arena.New(hill{0.5}, 2).PlayPart(ctx, p, two, players(field))
		},
		"Hardest": func(ctx context.Context) (any, error) {
			return one.Hardest(ctx, two[0], *measures(), func(int64) {}, game.SearchStage{Players: 20, Blocks: 2}, game.SearchStage{Players: 2, Blocks: 20})
		},
		"Variants": func(ctx context.Context) (any, error) {
			v := game.Variants{On: func([]genome.Vector) *arena.Measurement { return measures() }, Compile: one.Player, Genome: genes}
			rows := v.Cuts(one.Schema, math.MaxInt)
			err := v.Ablate(ctx, rows)
			if err != nil {
				return nil, err
			}
			return rows, nil
		},
		"Observe": func(ctx context.Context) (any, error) {
			_, got, err := g.Observe(ctx, g.Player(g.Schema.Default()), g.BaselinePlayers(), 3, 1)
			return got, err
		},
		"HeadToHead": func(ctx context.Context) (any, error) {
			return g.HeadToHead(ctx, [2]engine.Player{g.Player(g.Schema.Default()), g.BaselinePlayers()[0]}, 30, 1, 1)
		},
		"WorstStrangers": func(ctx context.Context) (any, error) {
			return g.WorstStrangers(ctx, g.Player(g.Schema.Default()), 80, 1, 1)
		},
		"Temperature": func(ctx context.Context) (any, error) {
			return New(g, tuned, 1, opponents(t, g, "Taxman"), nil).Temperature(ctx, g.Schema.Default())
		},
		"Step": func(ctx context.Context) (any, error) {
			v, step, err := on(s).Step(ctx, genes, 1, 0)
			return []any{v, step}, err
		},
		"Prune": func(ctx context.Context) (any, error) {
			v, pruned, err := on(s).Prune(ctx, genes, 1)
			return []any{v, pruned}, err
		},
		"Evidence":        func(ctx context.Context) (any, error) { return on(s).Evidence(ctx, genes, 1) },
		"hardest of many": func(ctx context.Context) (any, error) { return on(many).hardest(ctx, genes, 1) },
		"search": func(ctx context.Context) (any, error) {
			e := on(s)
			return evolve.Run(ctx, e.Schema, s.Evolve, e, e, nil, nil)
		},
		"league": func(ctx context.Context) (any, error) {
			e := on(leagued)
			return evolve.Run(ctx, e.Schema, leagued.Evolve, e, e, nil, nil)
		},
		"league beside": func(ctx context.Context) (any, error) {
			e := on(beside)
			defer e.Wait()
			return evolve.Run(ctx, e.Schema, beside.Evolve, e, e, nil, nil)
		},
	} {
		t.Run(what, func(t *testing.T) {
			whole, err := do(t.Context())
			guard.Must(t, err)
			for n := 0; ; n += 1 + max(0, n-100)/10 {
				ctx := endingAt(t, n)
				got, err := do(ctx)
				switch {
				case err != nil && !errors.Is(err, context.Canceled):
					t.Fatalf("look %d: %v", n, err)
				case err == nil && !reflect.DeepEqual(got, whole):
					t.Fatalf("look %d: no error and have %+v, want %+v", n, got, whole)
				}
				if ctx.err == nil {
					if n == 0 {
						t.Error("nothing looks at the context")
					}
					return
				}
			}
		})
	}
}
