package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/evolve/measure"
	"bloodline/evolve/store"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// firstGames is after how many games a program that failed in all of them stops the run.
const firstGames = 8

// Broken is the error of a program that fails too often for the run to go on.
type Broken struct {
	error
	never bool // it failed in each of its first games
}

// gameBook keeps a run's games of programs in the store, so that none is played twice, and counts the programs'
// failures.
type gameBook struct {
	run       *Run
	replaying bool // games are played again, and do not go into the store

	mu sync.Mutex
	*view.FailureCount
	faultless   map[int]bool               // programs, by their number in All, that were without fault in a game
	faultyGames map[int][]store.PlayedGame // games in the store of programs that are not in faultless

	compares bool               // programs and maps are compared with those that the run began with
	since    []store.PlayedGame // games in the store since they last were

	broken error                  // the error that has stopped the run
	warned bool                   // the user was warned of a result that can't be right
	won    measure.OneSeat        // of the games of this process
	onGame func(store.PlayedGame) // called with each game and the referee's answer; may be nil
}

// restore begins the count of games of programs. Of those in the store it counts only the failures of the referee.
func (f *gameBook) restore(context.Context) error {
	if f.contest() == nil {
		return nil
	}
	f.FailureCount = view.CountFailures(f.run.Evaluator.Game)
	return f.run.store.Games(f.run.Name(), func(p store.PlayedGame) error {
		f.AddReferee(p.Errors)
		return nil
	})
}

func (f *gameBook) contest() *command.Game { return f.run.Evaluator.Game.Stored }

// Find finds a game that the store has.
func (f *gameBook) Find(seed uint64, seats []string) (r engine.Ranking, ok bool, err error) {
	if !f.replaying {
		ok, err = f.run.Rows.Book().Find(seed, seats, &r)
	}
	return r, ok, err
}

// Enter enters a game into the store and counts its failures. It is an error, a [Broken], if a program has failed in
// each of its first games, which are then removed from the store, or if the referee fails too often.
func (f *gameBook) Enter(seed uint64, seats []string, ranking engine.Ranking) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return f.broken // a game that was being played
	}
	g := store.PlayedGame{Seed: seed, Seats: seats, Ranking: ranking}
	if !f.replaying {
		if err := f.run.Rows.Book().Enter(seed, seats, ranking); err != nil {
			return err
		}
		f.since = append(f.since, g)
	}
	if f.onGame != nil {
		f.onGame(g)
	}
	f.warnIfReversed(seed, seats, ranking)
	f.warnOfSeat(ranking)
	sound := f.Add(seats, ranking.Errors)
	if line, failed := f.alwaysFailing(g, sound); failed {
		b, c := f.All[f.Number[line]], f.contest()
		f.broken = &Broken{fmt.Errorf("%s failed in each of its first %d games, the last time with %s: %s; it was started by: %s; %s",
			b.Program, firstGames, c.DealName(g.Seed), b.Last, line, c.FailureHint(line, g.Seed, g.Seats, b.Last)), true}
		err := f.broken
		for _, g := range f.faultyGames[f.Number[line]] {
			err = errors.Join(f.run.Rows.Book().Withdraw(g.Seed, g.Seats), err)
		}
		return err
	}
	if r := f.Referee(); !sound[len(f.All)-1] && !f.replaying && float64(r.Failed) > f.contest().Failures*float64(max(r.Games, fewGames)) {
		text, err := f.refereeText()
		if err != nil {
			return err
		}
		f.broken = &Broken{errors.New(text), false}
	}
	return f.broken
}

// alwaysFailing keeps the game of each program that has never been without fault, and returns the command line of one
// that has failed in all of its first games; the bot only if it played with different genes.
func (f *gameBook) alwaysFailing(g store.PlayedGame, sound map[int]bool) (line string, failed bool) {
	for i, sound := range sound {
		if f.faultless[i] = f.faultless[i] || sound || i == len(f.All)-1; f.faultless[i] { // a referee that fails has played the defaults
			delete(f.faultyGames, i)
			continue
		}
		f.faultyGames[i] = append(f.faultyGames[i], g)
		if len(f.faultyGames[i]) >= firstGames && (i > 0 || !f.haveEqualGenes()) {
			return g.Seats[slices.IndexFunc(g.Seats, func(line string) bool { return f.Number[line] == i })], true
		}
	}
	return "", false
}

// refereeText says how often the referee has failed, where, and how to play such a game again.
func (f *gameBook) refereeText() (string, error) {
	all, err := f.run.Failures()
	if err != nil {
		return "", err
	}
	x := all[len(all)-1]
	text := fmt.Sprintf("%s; that is more than command.failures (%v) allows", x, f.contest().Failures)
	if where := x.Where(); where != "" {
		text += "; " + where
	}
	if x.ReplayCommand != "" {
		text += "; play one of these games again: " + x.ReplayCommand
	}
	return text, nil
}

// haveEqualGenes reports whether the bot, which has failed in all games so far, had the same genes in them: these may
// be wrong.
func (f *gameBook) haveEqualGenes() bool {
	lines := map[string]bool{}
	for _, g := range f.faultyGames[0] {
		for _, line := range g.Seats {
			if f.Number[line] == 0 {
				lines[line] = true
			}
		}
	}
	return len(lines) < 2
}

// fewGames is the least number of games of which command.failures is a share.
const fewGames = 80

// warnIfReversed warns once of a program that failed and still ranks first, before another one without fault.
func (f *gameBook) warnIfReversed(seed uint64, seats []string, ranking engine.Ranking) {
	winner, behind := -1, false
	for i, rank := range ranking.Ranks {
		switch wrong := ranking.Errors[i] != ""; {
		case wrong && rank == 0:
			winner = i
		case !wrong && rank > 0:
			behind = true
		}
	}
	if f.warned || winner < 0 || !behind {
		return
	}
	text := fmt.Sprintf("in the game of %s %s (p%d) failed (%s), and still the referee ranks it first: are its ranks or scores reversed?", f.contest().DealName(seed), f.All[f.Number[seats[winner]]].Program, winner+1, ranking.Errors[winner])
	if again := f.contest().ReplayCommand(seed, seats); again != "" {
		text += " Play it again:\n  " + again
	}
	f.run.Warn(text)
	f.warned = true
}

// seatGames is after how many games won by one seat the user is asked.
const seatGames = 40

// warnOfSeat warns once if a seat has won each of the first games, although different bots sit there.
func (f *gameBook) warnOfSeat(ranking engine.Ranking) {
	if i := f.run.Evaluator.Arena.Info(); i.Symmetric || i.Role > 0 || f.contest().Points == command.PointsScore {
		return
	}
	f.won.Add(measure.BestSeat(report.Map(ranking.Ranks, func(rank int) int { return -rank })))
	if seat := f.won.Seat(); seat > 0 && f.won.Games == seatGames {
		f.run.Warn(oneSeatText(fmt.Sprintf("first %d games", seatGames), seat))
	}
}

// FailingPrograms returns the programs that fail in a tenth of the games that this process has played, or more.
func (r *Run) FailingPrograms() []report.Failures {
	if r.book.FailureCount == nil {
		return nil
	}
	r.book.mu.Lock()
	defer r.book.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(r.book.All), func(f report.Failures) bool { return f.Games < firstGames || 10*f.Failed < f.Games })
}

// Failures returns the programs that failed in games of the store, the bot first.
func (r *Run) Failures() ([]report.Failures, error) {
	return view.ReadFailures(r.store, r.Evaluator.Game, r.Name())
}

// dropEmpty removes a run that a program has stopped before its first generation, if it has no games that another
// attempt could use.
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
