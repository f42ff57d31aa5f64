package run

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/health"
	"bloodline/evolve/measure"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// countDeals finds out whether games of different seeds end alike. A resumed run finds its games in the store.
func (r *Run) countDeals(ctx context.Context) (err error) {
	e := r.Evaluator
	if e.Nondeterministic {
		return nil
	}
	defer r.during("playing the same games with other seeds, to see whether they differ")()
	if e.DealsFound, err = e.CountDeals(ctx); err == nil && e.DealsFound > 0 {
		text := fmt.Sprintf("games of different seeds end alike, as if there were only %s: figures will be of these alone, without an interval",
			report.Plural(e.DealsFound, "deal"))
		if e.DealsFound == 1 {
			text = "all games between the same players end alike, whatever the seed: figures will be exact unless later games differ"
		}
		if e.NoLuck {
			text += ", and the search plays each setting once"
		}
		r.Warn(text + ". If the contest has few maps or seeds, name them in the run file " +
			"(command.maps: maps/*.txt with {map} in the referee, or command.seeds: 1..12), so that some are kept for the figures")
	}
	if e.SeatWins > 0 {
		r.Warn(oneSeatText("games of different bots", e.SeatWins))
	}
	return err
}

// oneSeatText asks about a seat, from 1, that wins every game.
func oneSeatText(games string, seat int) string {
	return fmt.Sprintf("all %s were won by p%d, whoever sits there: is the result read correctly?", games, seat)
}

// checkRepeats finds out, once in a run, whether equal games end alike.
func (r *Run) checkRepeats(ctx context.Context) error {
	e := r.Evaluator
	if known := r.Rows.Nondeterministic; known != nil {
		r.noteRepeats(!*known)
		return nil
	}
	defer r.during("playing games twice, to see whether they repeat")()
	begin := time.Now()
	first, err := e.PlayRepeatCheck(ctx)
	if err != nil || first == nil {
		return err
	}
	var late health.TimedOut
	if c := e.Game.Stored; c != nil { // the games are in the store by now
		if warning := c.Shim(); warning != "" {
			r.Warn(warning)
		}
		r.book.replaying = true
		r.book.onGame = func(g health.Game) { late.Add(g.Ranking) }
		defer func() { r.book.replaying, r.book.onGame = false, nil }()
	}
	again, err := e.PlayRepeatCheck(ctx)
	if err != nil {
		return err
	}
	r.noteRepeats(slices.Equal(first, again))
	if !e.Nondeterministic {
		return r.Rows.Change(func(i *store.Info) { i.Nondeterministic = new(false) })
	}
	var alone [2][]arena.BlockResult
	for i := range alone {
		if alone[i], err = e.PlayAlone(ctx); err != nil {
			return err
		}
	}
	text := ": it seems that " + e.NameUnrepeatable(alone[0], alone[1]) + " ignores its seed" + r.kept(begin)
	if late.Late > 0 {
		text = fmt.Sprintf(", and bots were too late in %d of %d: ", late.Late, late.Games) + lateAdvice
	}
	return r.warnOfFigures("equal games end differently"+text, "")
}

// kept returns the end of a message: the files in which programs may have kept something since a time.
func (r *Run) kept(since time.Time) string {
	store, err := filepath.Abs(r.finder.Store)
	dir, failed := filepath.Abs(r.Dir())
	if c := r.Evaluator.Game.Stored; c != nil && err == nil && failed == nil {
		if files := c.ChangedFiles(since, store, dir+string(filepath.Separator)); files != "" {
			return "; a program may keep something from one game to the next in files of command.folder that changed meanwhile: " + files
		}
	}
	return ""
}

// noteRepeats notes whether games repeat. If they don't, programs play alone if the budget has games for it.
func (r *Run) noteRepeats(repeat bool) {
	e := r.Evaluator
	e.Nondeterministic = !repeat
	_, err := e.Split()
	e.NotAlone = err != nil
}

const lateAdvice = "the clock decides such games; a larger command.answer_time, or fewer --workers, helps"

// playSomeAgain plays a sample of the run's games of programs again, and marks the evidence if they end differently.
func (r *Run) playSomeAgain(ctx context.Context, f *champion.File) error {
	c := r.Evaluator.Game.Stored
	if c == nil || f.Evidence.Nondeterministic {
		return nil
	}
	defer r.during("playing some games again, to see whether they still repeat")()
	var sample []store.PlayedGame
	n, begin := 0, time.Now()
	if err := r.store.Games(r.Name(), func(g store.PlayedGame) error {
		n++
		if _, failed := command.RefereeFailed(g.Errors); n%measure.ReplayOf == 0 && !failed { // which may have taken all its time
			sample = append(sample, g)
		}
		return nil
	}); err != nil || n < measure.LeastReplays {
		return err
	}
	differ, text := 0, ""
	r.Evaluator.Begins(int64(len(sample)))
	for _, g := range sample {
		again, err := c.PlayAgain(ctx, g.Seed, g.Seats)
		r.Evaluator.Game.Count(1)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && slices.Equal(again.Ranks, g.Ranks) && slices.Equal(again.Scores, g.Scores) {
			continue
		}
		if differ++; text == "" {
			text = fmt.Sprintf("ranks %v, then %v", g.Ranks, again.Ranks)
			if g.Scores != nil {
				text = fmt.Sprintf("scores %v, then %v", g.Scores, again.Scores)
			}
			if again := c.ReplayCommand(g.Seed, g.Seats); again != "" {
				text += "; play it again:\n  " + again
			}
		}
	}
	if differ == 0 {
		return nil
	}
	if err := r.comparePrograms(); err != nil {
		return err
	}
	if f.Evidence.Nondeterministic = true; f.Unproven != nil {
		f.Unproven.Evidence.Nondeterministic = true
	}
	why := fmt.Sprintf("%d of %d games end differently when they are played again at the end%s", differ, len(sample), r.kept(begin))
	return r.warnOfFigures(why, "; the first: "+text)
}

// countLate marks the run as one whose games don't repeat if bots were too late in more than a few.
func (r *Run) countLate() error {
	if r.Evaluator.Game.Stored == nil || r.Evaluator.Nondeterministic {
		return nil
	}
	var late health.TimedOut
	err := r.store.Games(r.Name(), func(g store.PlayedGame) error {
		late.Add(g.Ranking)
		return nil
	})
	if err != nil || !late.Many() {
		return err
	}
	r.Evaluator.Nondeterministic = true
	return r.warnOfFigures(fmt.Sprintf("bots were too late in %d of %d games: %s", late.Late, late.Games, lateAdvice), "")
}

func (r *Run) warnOfFigures(why, more string) error {
	r.Warn(why + "; figures will repeat within their intervals only" + more)
	return r.Rows.Change(func(i *store.Info) { i.Nondeterministic = new(true) })
}
