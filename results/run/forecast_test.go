package run

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/internal/guard"
)

// watched is a contest of programs, each of whose games takes a second.
type watched struct {
	formula
	forecast *Forecast
}

func (w watched) NewSlowTable() engine.SlowTable {
	return watchedTable{formulaTable{w.formula}, w.forecast}
}

type watchedTable struct {
	formulaTable
	forecast *Forecast
}

func (w watchedTable) PlaySlow(ctx context.Context, d engine.Deal, seats []engine.Player) (engine.Outcome, error) {
	w.forecast.play()
	return w.formulaTable.PlaySlow(ctx, d, seats)
}

// simulated is the same contest of a simulator.
type simulated struct{ programs watched }

func (s simulated) Info() engine.Info      { return s.programs.Info() }
func (s simulated) NewTable() engine.Table { return s }
func (s simulated) Play(seed uint64, seats []engine.Player) engine.Outcome {
	bots := []engine.Player{seats[0].(value).bot, seats[1].(value).bot}
	out, _ := s.programs.NewSlowTable().PlaySlow(context.Background(), engine.Deal{Seed: seed}, bots)
	return out
}

type value struct{ bot bot }

// The time left holds for contests of programs, with gains and a play-off, and of a simulator, with a step: whatever ends
// the search.
func TestStatus_contest(t *testing.T) {
	type settings struct {
		games, generations int
		simulator          bool
	}
	for name, s := range map[string]settings{
		"programs":               {games: 3000},
		"few games":              {games: 700},
		"few generations":        {games: 100_000, generations: 12},
		"generations":            {generations: 12},
		"simulator":              {games: 10_000, simulator: true},
		"simulator, generations": {generations: 20, simulator: true},
	} {
		t.Run(name, func(t *testing.T) {
			f := watched{formula{logit: func(v []float64) float64 { return 0.1 * v[0] }, ownLuck: 1}, new(Forecast)}
			var g engine.Game = f
			if s.simulator {
				g = simulated{f}
			}
			c, e := begin(g, 1, s.games, number("a", 0, 1, 0.5), number("b", 0, 1, 0.5))
			if s.simulator { // whose players are no programs
				e.Game.Simulator = &command.Simulator{}
				e.Game.Rules = func(v []float64) engine.Player { return value{bot{Vector: v}} }
				for i := range e.Field {
					e.Field[i].Player = value{e.Field[i].Player.(bot)}
				}
			}
			if s.generations > 0 {
				c.Evolve.Generations = s.generations
				e.Evolve.Generations = s.generations
			}
			r := newRun(nil)
			r.Config, r.Evaluator = c, e
			f.forecast.Watch(r)
			r.startProgress(0, evolve.League{})
			f.forecast.Follow(r)
			r.startSearch()
			found, err := Evolve(t.Context(), c, e, evolve.RecorderFunc(r.noteGeneration), Past{})
			guard.Must(t, err)
			r.startMeasuring(e.Games())
			_, err = MeasureChampion(t.Context(), c, e, found)
			guard.Must(t, err)
			f.forecast.Check(t)
			if !slices.ContainsFunc(f.forecast.Seen, func(s Seen) bool { return s.Activity != "" }) {
				t.Error("the champion's figures were not watched")
			}
		})
	}
}

// Budgets of time and of fitness bound the time left, and each part is played at a rate of its own.
func TestStatus_budget(t *testing.T) {
	for name, c := range map[string]struct {
		generations, games int
		time               time.Duration
		until              float64
		parts              func(r *Run, play func(games, seconds int))
		want               float64
	}{
		"time": {evolve.MaxGenerations, 0, 1000 * time.Second, 0, func(_ *Run, play func(int, int)) { play(100, 100) }, 900},
		"time, with games that end first": {evolve.MaxGenerations, 700, 1000 * time.Second, 0, func(r *Run, play func(int, int)) {
			r.progress.left = 700
			play(100, 100)
		}, 600},
		"no end": {evolve.MaxGenerations, 0, 0, 0.9, func(_ *Run, play func(int, int)) { play(100, 100) }, 0},
		"until": {evolve.MaxGenerations, 0, 0, 0.7, func(r *Run, play func(int, int)) {
			play(200, 400)
			r.progress.first, r.progress.last = 0.5, &evolve.Generation{Champion: evolve.Individual{Belief: evolve.Belief{Mean: 0.6}}}
			r.progress.left, r.progress.after = 100_000, 50
		}, 500},
		"slower figures": {100, 0, 0, 0, func(r *Run, play func(int, int)) {
			play(1000, 1000)
			r.Evaluator.Begins(300)
			play(100, 400)
		}, 800},
	} {
		config, e := formula{}.run(1, c.games, number("a", 0, 1, 0.5))
		config.Evolve.Generations, e.Evolve.Generations = c.generations, c.generations
		config.Budget.MaxTime, config.Budget.Until = c.time, c.until
		e.Game.Played = new(atomic.Int64)
		r, now := newRun(nil), began
		r.Config, r.Evaluator, r.progress.now = config, e, func() time.Time { return now }
		r.startProgress(0, evolve.League{})
		r.startSearch()
		c.parts(r, func(games, seconds int) {
			e.Game.Played.Add(int64(games))
			now = now.Add(time.Duration(seconds) * time.Second)
		})
		if s := r.Status(); math.Abs(s.SecondsLeft-c.want) > c.want/10 {
			t.Errorf("%s: %.0f seconds are left, want %.0f; %+v", name, s.SecondsLeft, c.want, s)
		}
	}
}
