package run

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"bloodline/arena/command"
	"bloodline/arena/health"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// Broken is the error of a program that fails too often for the run to go on.
type Broken struct {
	error
	never bool // it failed in each of its first games
}

// gameBook keeps a run's games of programs in the store, so that none is played twice, and counts failures.
type gameBook struct {
	run       *Run
	replaying bool // games are played again, and do not go into the store

	mu sync.Mutex
	*health.Ledger

	compares bool          // programs and maps are compared with those that the run began with
	since    []health.Game // games in the store since they last were

	broken error             // the error that has stopped the run
	warned bool              // the user was warned of a result that can't be right
	won    health.OneSeat    // of the games of this process
	onGame func(health.Game) // called with each game and the referee's answer; may be nil
}

// restore begins the count of games of programs. Stored games count only towards referee failures.
func (f *gameBook) restore(context.Context) error {
	if f.contest() == nil {
		return nil
	}
	f.Ledger = health.NewLedger(f.run.Evaluator.Game.Baselines, configs.Defaults)
	return f.run.store.Games(f.run.Name(), func(p store.PlayedGame) error {
		f.AddReferee(p.Errors)
		return nil
	})
}

func (f *gameBook) contest() *command.Game { return f.run.Evaluator.Game.Stored }

func (f *gameBook) Find(seed uint64, seats []string) (r engine.Ranking, ok bool, err error) {
	if f.replaying {
		return r, false, nil
	}
	return f.run.Rows.Find(seed, seats)
}

// Enter enters a game into the store and counts its failures. It is an error, a [Broken], if a program has failed in
// each of its first games, which are then removed from the store, or if the referee fails too often.
func (f *gameBook) Enter(seed uint64, seats []string, ranking engine.Ranking) error {
	const fewGames = 80 // the least number of games of which command.failures is a share
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return f.broken // a game that was being played
	}
	g := health.Game{Seed: seed, Seats: seats, Ranking: ranking}
	if !f.replaying {
		if err := f.run.Rows.Enter(seed, seats, ranking); err != nil {
			return err
		}
		f.since = append(f.since, g)
	}
	if f.onGame != nil {
		f.onGame(g)
	}
	f.warnOfResult(g)
	refereeFailed, c := f.Add(g), f.contest()
	if p, line := f.Broken(); p != nil {
		f.broken = &Broken{fmt.Errorf("%s failed in each of its first %d games, the last time with %s: %s; it was started by: %s; %s",
			p.Program, health.FirstGames, c.DealName(seed), p.Last, line, c.FailureHint(line, seed, seats, p.Last)), true}
		err := f.broken
		for _, g := range p.Faulty {
			err = errors.Join(f.run.Rows.Withdraw(g.Seed, g.Seats), err)
		}
		return err
	}
	if r := f.Referee(); refereeFailed && !f.replaying && float64(r.Failed) > c.Failures*float64(max(r.Games, fewGames)) {
		all, err := f.run.Failures()
		if err != nil {
			return err
		}
		x := all[len(all)-1]
		text := fmt.Sprintf("%s; that is more than command.failures (%v) allows", x, c.Failures)
		if where := x.Where(); where != "" {
			text += "; " + where
		}
		if x.ReplayCommand != "" {
			text += "; play one of these games again: " + x.ReplayCommand
		}
		f.broken = &Broken{errors.New(text), false}
	}
	return f.broken
}

// warnOfResult warns once of a program that failed and still ranks first, before another one without fault, and if a
// seat has won each of the first games, although different bots sit there.
func (f *gameBook) warnOfResult(g health.Game) {
	const seatGames = 40 // after how many games won by one seat the user is asked
	c, i := f.contest(), f.run.Evaluator.Arena.Info()
	if winner := health.Reversed(g.Ranking); winner >= 0 && !f.warned {
		f.warned = true
		text := fmt.Sprintf("in the game of %s %s (p%d) failed (%s), and still the referee ranks it first: are its ranks or scores reversed?",
			c.DealName(g.Seed), f.All[f.Number[g.Seats[winner]]].Program, winner+1, g.Errors[winner])
		if again := c.ReplayCommand(g.Seed, g.Seats); again != "" {
			text += " Play it again:\n  " + again
		}
		f.run.Warn(text)
	}
	if i.Symmetric || i.Role > 0 || c.Points == command.PointsScore {
		return
	}
	f.won.Add(report.Map(g.Ranks, func(rank int) int64 { return int64(-rank) }))
	if seat := f.won.Seat(); seat > 0 && f.won.Games == seatGames {
		f.run.Warn(oneSeatText(fmt.Sprintf("first %d games", seatGames), seat))
	}
}

// FailingPrograms returns the programs that fail in a tenth of the games that this process has played, or more.
func (r *Run) FailingPrograms() []health.Failures {
	if r.book.Ledger == nil {
		return nil
	}
	r.book.mu.Lock()
	defer r.book.mu.Unlock()
	return r.book.Failing()
}

// Failures returns the programs that failed in games of the store, the bot first.
func (r *Run) Failures() ([]report.Failures, error) {
	return view.ReadFailures(r.store, r.Evaluator.Game, r.Name())
}

// dropEmpty removes a run that a program stopped before its first generation, without games for another attempt.
func (r *Run) dropEmpty(cause error) error {
	row, err := r.store.Run(r.Name())
	if err != nil || row.Generations > 0 {
		return err
	}
	if broken, ok := errors.AsType[*Broken](cause); !ok || !broken.never {
		games := 0
		if err := r.store.Games(r.Name(), func(store.PlayedGame) error { games++; return nil }); err != nil || games > 0 {
			return err
		}
	}
	r.Dropped = true
	if err = r.store.Remove(r.Name()); err == nil {
		_, err = removeFolder(r.store, r.Name())
	}
	return err
}
