package cmd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/evolve/store"
	"bloodline/results/ladder"
	"bloodline/results/report"
)

func (a *app) ladderCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ladder",
		Short: "Keep versions of a bot, let them play each other, and rate them",
		Long: `ladder keeps the bots of a contest of programs and their games against each other in the store. It shows each
bot's Elo (Bradley-Terry, 0 is the mean of the active bots) with its 95 % interval, and how likely the bot is stronger
than the next one (LOS). A bot's files are copied when it is added, so a compiler doesn't change an old version. The
contest is a run file; another referee, other maps or other points begin another ladder of the same bots.

  ladder add pw.yaml v4 ./ranker4     adds a bot
  ladder play                         plays until Ctrl-C, and goes on from there
  ladder                              shows the ranking`,
		Example: "  $bloodline ladder add pw.yaml v4 ./ranker4\n  $bloodline ladder play --max-time 2h",
	}
	show := a.ladderView("show", "Show the ranking, by some of the games",
		func(l *ladder.Ladder, which ladder.Filter, _ []string) (tabled, error) { return l.Standings(which) })
	c.Flags().AddFlagSet(show.Flags())
	c.RunE = show.RunE
	pair := func(l *ladder.Ladder, which ladder.Filter, args []string) (tabled, error) {
		return l.Pair(args[0], args[1], which)
	}
	log := func(l *ladder.Ladder, which ladder.Filter, _ []string) (tabled, error) { return l.Log(which) }
	retire := func(l *ladder.Ladder, args []string) (*store.Bot, error) { return l.Retire(args[0]) }
	rename := func(l *ladder.Ladder, args []string) (*store.Bot, error) { return l.Rename(args[0], args[1]) }
	c.AddCommand(show, a.ladderAdd(), a.ladderPlay(), a.ladderRemove(),
		a.ladderView("pair BOT BOT", "Show the games of two bots, by seat and map", pair),
		a.ladderView("log", "List the games, a row each", log),
		a.ladderChange("retire BOT", "Take a bot out of play; its games stay", retire),
		a.ladderChange("rename BOT NEWNAME", "Give a bot another name", rename))
	return c
}

// withLadder opens the ladder of a run file, or the only one for an empty path, for as long as f runs.
func (a *app) withLadder(file string, write bool, f func(l *ladder.Ladder) error) error {
	l, err := ladder.Open(&a.Finder, file, write)
	if err != nil {
		return err
	}
	return errors.Join(f(l), l.Close())
}

func ladderFile(f *pflag.FlagSet) *string {
	return f.String("contest", "", "run `FILE` of the contest, if the store has several")
}

type tabled interface{ Table() *report.Table }

// ladderView is a command that shows a value of a ladder, of games that flags select.
func (a *app) ladderView(use, short string,
	view func(l *ladder.Ladder, which ladder.Filter, args []string) (tabled, error),
) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short}
	if !strings.Contains(use, " ") {
		c.Example = "  $bloodline ladder " + use + " --since 7d -o json"
	}
	f := c.Flags()
	file := ladderFile(f)
	only := f.String("only", "", "only games between bots whose names match a `REGEX`; log: of at least one of them")
	place := f.String("map", "", "only games on the map of this `NAME`")
	since := f.String("since", "", "only games of the last `TIME`, such as 12h or 7d")
	c.RunE = func(_ *cobra.Command, args []string) (err error) {
		which := ladder.Filter{Map: *place}
		if *only != "" {
			if which.Only, err = regexp.Compile(*only); err != nil {
				return usage("--only: %w", err)
			}
		}
		if *since != "" {
			text, times := *since, time.Duration(1)
			if days, ok := strings.CutSuffix(text, "d"); ok {
				text, times = days+"h", 24
			}
			span, err := time.ParseDuration(text)
			if span *= times; err != nil || span <= 0 {
				return usage("--since: must be a time, such as 12h or 7d, have %q", *since)
			}
			which.Since = a.now().Add(-span)
		}
		return a.withLadder(*file, false, func(l *ladder.Ladder) error {
			v, err := view(l, which, args)
			if err != nil {
				return err
			}
			return a.print(v, v.Table())
		})
	}
	return c
}

func (a *app) ladderAdd() *cobra.Command {
	c := &cobra.Command{
		Use:   "add RUNFILE NAME PLAYER",
		Short: "Add a bot to the ladder of a contest",
		Long: `add copies the files that the bot's command names, also behind env, sh or python3, into the folder bots beside
the store, and lets the bot play a game against itself. PLAYER is a command, a run (its champion), RUN/ID, a champion
file or defaults, the run file's bot with its default parameters. Git's commit is noted, and whether the repository had
other changes. Files that the command doesn't name, such as modules, are named by --file, which may be repeated. To make
a bot active again that has retired or was suspended, add it again.`,
		Example: "  $bloodline ladder add pw.yaml v4 ./ranker4\n" +
			"  $bloodline ladder add pw.yaml py 'python3 bot.py --depth 3' --file lib --note \"deeper\"",
	}
	note := c.Flags().String("note", "", "a line of text that the ranking shows")
	more := c.Flags().StringArray("file", nil, "a `FILE` or folder that the bot needs, too")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		return a.withLadder(args[0], true, func(l *ladder.Ladder) error {
			if l.Changed != "" {
				a.note("%s", l.Changed)
			}
			w := a.watch("playing a game of "+args[1]+" against itself", 0)
			b, err := l.Add(cmd.Context(), args[1], args[2], *note, *more)
			w.Stop()
			if err != nil {
				return fmt.Errorf("ladder add: %w", err)
			}
			if warning := l.Shim(); warning != "" {
				a.note("%s", warning)
			}
			return a.printLine(b, "added %s; next: %s ladder play%s", b.Name, a.invocation, a.inStore())
		})
	}
	return c
}

func (a *app) ladderPlay() *cobra.Command {
	c := &cobra.Command{
		Use:   "play",
		Short: "Play games between the bots, until Ctrl-C",
		Long: `play lets the active bots play each other: first two deals of each pair in all seatings, then neighbours of the
ranking whose difference is the least certain. --focus plays what says most about the place of one bot. A deal of a pair
is the same for ever, so no game is played twice: the same command goes on from where it was, also after a crash. A bot
that crashes, hangs or answers nonsense loses that game; five such games in a row suspend it, and the others go on.`,
		Example: "  $bloodline ladder play\n  $bloodline ladder play --focus v4 --max-games 250",
	}
	f := c.Flags()
	file := ladderFile(f)
	o := ladder.Options{}
	f.IntVar(&o.MaxGames, "max-games", 0, "games to play; 0: until Ctrl-C")
	f.DurationVar(&o.MaxTime, "max-time", 0, "`TIME` after which no game begins; 0: until Ctrl-C")
	f.StringVar(&o.Focus, "focus", "", "`BOT` whose place is to be known first")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := checkRange("--max-games", o.MaxGames, 0, math.MaxInt); err != nil {
			return err
		}
		if o.MaxTime < 0 {
			return usage("--max-time: must not be negative, have %v", o.MaxTime)
		}
		return a.withLadder(*file, true, func(l *ladder.Ladder) error {
			w := a.watch("ladder", int64(o.MaxGames))
			o.Workers = a.workers
			o.Tell = w.Line
			o.Progress = func(leader string) { w.what.Store(strings.TrimSuffix("ladder  "+leader, "  ")) }
			games, err := l.Play(cmd.Context(), o)
			w.Stop()
			if err != nil && !errors.Is(err, context.Canceled) {
				return fmt.Errorf("ladder play: %w", err)
			}
			v, failed := l.Standings(ladder.Filter{})
			if failed != nil {
				return failed
			}
			t := v.Table()
			t.Note("%s played now.", report.Plural(games, "game"))
			if err == nil && o.MaxTime == 0 && (o.MaxGames == 0 || games < o.MaxGames) {
				t.Note("All deals of all pairs are played: the contest has few maps or seeds.")
			}
			return errors.Join(a.print(v, t), err)
		})
	}
	return c
}

func (a *app) ladderChange(use, short string,
	change func(l *ladder.Ladder, args []string) (*store.Bot, error),
) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short}
	file := ladderFile(c.Flags())
	c.RunE = func(_ *cobra.Command, args []string) error {
		return a.withLadder(*file, true, func(l *ladder.Ladder) error {
			b, err := change(l, args)
			if err != nil {
				return err
			}
			return a.printLine(b, "%s is %s", b.Name, b.State)
		})
	}
	return c
}

func (a *app) ladderRemove() *cobra.Command {
	c := &cobra.Command{
		Use:   "rm BOT",
		Short: "Remove a bot with its games and its copied files",
		Long: `rm deletes a bot and its games from the store, and then its copied files. At a terminal it asks first. If rm is
killed in between, the same command deletes the files. retire keeps the games.`,
	}
	file := ladderFile(c.Flags())
	yes := c.Flags().Bool("yes", false, "don't ask at a terminal")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		return a.withLadder(*file, true, func(l *ladder.Ladder) error {
			if err := a.confirmRemoval(cmd.Context(), *yes, args[0]+", with all its games"); err != nil {
				return err
			}
			v, err := l.Remove(args[0])
			if err != nil {
				return err
			}
			text := fmt.Sprintf("removed %s and %s", v.Bot, report.Plural(v.Games, "game"))
			if v.Kept != "" {
				text += "; " + v.Kept + " has files that were not copied, and stays"
			}
			return a.printLine(v, "%s", text)
		})
	}
	return c
}
