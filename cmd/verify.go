package cmd

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena/stats"
	"bloodline/genome/champion"
	"bloodline/results/report"
	"bloodline/results/run"
)

// errUnequal is the failure of a file whose evidence does not repeat.
var errUnequal = fmt.Errorf("the evidence does not repeat")

func (a *app) verifyCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "verify CHAMPION",
		Short: "Check a champion's figures by playing its games again",
		Long: `verify plays the games behind a champion's figures again, with the deals, settings
and seed of its file, and compares every figure. CHAMPION is a champion file, a run,
or a shipped champion. If points differ, the exit code is 1: the file is wrong, or
this version plays differently. Intervals are compared to nine digits, because
processors round differently. If programs that ignore their seed took part, the
totals must agree within their intervals.

Games prove genes, settings and figures, but not how the champion was bred: its run,
individual, generation and program are only claims of the file.`,
		Example: "  $bloodline verify results/$run/champion.json\n  $bloodline verify $champion",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.FindFile(args[0])
			if err != nil {
				return err
			}
			w := a.watch("verify", claimedGames(p.File.Evidence))
			v, err := run.Verify(cmd.Context(), &a.Finder, args[0], p, a.workers)
			w.Stop()
			if err != nil {
				return err
			}
			return a.showVerification(v)
		},
	}
	a.bindPrograms(c.Flags())
	return c
}

// claimedGames counts the games behind a champion's figures.
func claimedGames(e *champion.Evidence) int64 {
	if e == nil {
		return 0
	}
	games := e.Field.Games
	for _, l := range e.Holdout {
		games += l.Games
	}
	if e.Strangers != nil {
		games += 2 * e.Strangers.Games // the defaults too
	}
	return games
}

func (a *app) showVerification(v *run.Verification) error {
	var failure error
	if !v.Equal {
		failure = fmt.Errorf("%s: %w", v.File, errUnequal)
	}
	if a.json() {
		if err := report.JSON(a.stdout, v); err != nil {
			return err
		}
		return failure
	}
	t := &report.Table{Columns: []string{"opponent", ">claimed", ">measured", ">games", ""}}
	line := func(name string, c, m stats.Summary) {
		mark := "equal"
		switch {
		case v.Claimed.Noisy && c.Meets(m):
			mark = "within its interval"
		case !c.Repeats(m):
			mark = "NOT EQUAL"
		}
		claimed, measured := distinct(c.Mean, m.Mean)
		t.Add(name, claimed, measured, report.Count(m.Games), mark)
		for _, end := range []struct {
			name string
			c, m float64
		}{{"low", c.Low, m.Low}, {"high", c.High, m.High}} {
			if end.c != end.m && !c.Repeats(m) {
				claimed, measured := distinct(end.c, end.m)
				t.Add("  "+end.name+" end of the interval", claimed, measured, "", "")
			}
		}
	}
	line("mean of the field", v.Claimed.Field, v.Measured.Field)
	if c, m := v.Claimed.Strangers, v.Measured.Strangers; c != nil && m != nil {
		line("strangers", c.Summary, m.Summary)
		line("  lead over the defaults", c.Lead, m.Lead)
	}
	if c, m := v.Claimed.Unseen, v.Measured.Unseen; c != nil && m != nil {
		line("mean of the held out", *c, *m)
	}
	for i, c := range v.Claimed.Against {
		if i < len(v.Measured.Against) {
			line(c.Opponent, c.Summary, v.Measured.Against[i].Summary)
		}
	}
	if err := a.print(t); err != nil {
		return err
	}
	switch {
	case v.Equal && v.Claimed.Noisy:
		fmt.Fprintln(a.stdout)
		a.say("the evidence of %s repeats within its intervals; programs that ignore their seed allow no more", v.File)
	case v.Equal && reflect.DeepEqual(v.Claimed, v.Measured):
		fmt.Fprintln(a.stdout)
		a.say("equal: the evidence of %s repeats to the last digit", v.File)
	case v.Equal:
		fmt.Fprintln(a.stdout)
		a.say("equal: the evidence of %s repeats, all points exactly and intervals to nine digits", v.File)
	}
	if v.Equal {
		a.say("Proved: %s.", strings.Join(v.Proved, ", "))
		a.say("Only said by the file: %s.", strings.Join(v.Said, ", "))
	}
	return failure
}

// distinct writes two numbers with four decimals, or as many as tell them apart.
func distinct(x, y float64) (string, string) {
	digits := 4
	a, b := strconv.FormatFloat(x, 'f', digits, 64), strconv.FormatFloat(y, 'f', digits, 64)
	for a == b && x != y && digits < 20 {
		digits++
		a, b = strconv.FormatFloat(x, 'f', digits, 64), strconv.FormatFloat(y, 'f', digits, 64)
	}
	return a, b
}
