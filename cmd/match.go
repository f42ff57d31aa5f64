package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/results/player"
	"bloodline/results/report"
)

// figure is a player's points a game.
type figure struct {
	Player string `json:"player"`
	stats.Summary
}

func figureOf(name string, games int64, e stats.Estimate) figure {
	return figure{name, e.Summary(games)}
}

func (a *app) matchCommand() *cobra.Command {
	var games int
	var seed uint64
	var game string
	var ext programs
	c := &cobra.Command{
		Use:   "match PLAYER PLAYER...",
		Short: "Play two players (or a table of four) against each other",
		Long: `match seats the players at one table, plays every deal in all rotations of the
seats, and reports each one's points a game with a 95 % interval. The unit of
the interval is the deal.

A PLAYER may be a program: exec:COMMAND is started and spoken to in its contest's
protocol, and what it does wrong is reported.`,
		Example: "  $bloodline match $champion $baseline\n  $bloodline match $baseline $other --games 100000 --seed 7\n  $bloodline match exec:./bot/$game $baseline --games 200",
		Args:    arguments(cobra.MinimumNArgs(2)),
	}
	c.Flags().IntVar(&games, "games", 20000, "games to play, rounded up to whole deals")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the deals")
	c.Flags().StringVar(&game, "game", "", "with exec: players, the game, where no other player tells")
	ext.bind(c.Flags())
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if external(args) {
			return a.matchPrograms(cmd, args, game, ext, games, seed)
		}
		cs, g, err := a.FindAll(args, nil)
		if err != nil {
			return err
		}
		seats := g.Info().Seats
		if len(cs) != seats {
			return usage("%s seats %d players, have %d", g.Info().Name, seats, len(cs))
		}
		if err := counts("--games", games, 1, 100_000_000); err != nil {
			return err
		}
		ar := arena.New(g, a.workers)
		s := arena.Pair{Blocks: (games + seats - 1) / seats, Seed: roll.Mix(seed, arena.StageShow)}
		results, err := ar.Play(cmd.Context(), player.Seats(cs), s)
		if err != nil {
			return fmt.Errorf("match: %w", naming(err, cs))
		}
		return a.showMatch(cs, ar, results)
	}
	return c
}

func (a *app) showMatch(cs []*player.Player, ar *arena.Arena, results []arena.Result) error {
	out := make([]figure, len(cs))
	for i, x := range ar.Tally(results) {
		out[i] = figure{cs[i].Name, x}
	}
	if a.json() {
		return report.JSON(a.stdout, out)
	}
	fmt.Fprintf(a.stdout, "%s games of %s, every deal in all seatings\n\n", report.Count(int64(len(results))*int64(len(cs))), ar.Info().Name)
	return figures(ar.Info(), out).Write(a.stdout)
}

// winShare is the unit of games whose points are wins.
const winShare = "win %"

// scale tells how a game's points are printed: shares of wins as percentages,
// other points as they are.
func scale(i engine.Info) (unit string, show func(float64) string) {
	if i.Min == 0 && i.Max == 1 {
		return winShare, report.Percent
	}
	return i.Points, func(x float64) string { return fmt.Sprintf("%.2f", x) }
}

func figures(i engine.Info, fs []figure) *report.Table {
	unit, show := scale(i)
	t := &report.Table{Columns: []string{"player", ">" + unit, ">95 % interval"}}
	for _, f := range fs {
		t.Add(f.Player, show(f.Mean), show(f.Low)+" to "+show(f.High))
	}
	return t
}

// naming names the players of a game that could not be played to its end.
func naming(err error, cs []*player.Player) error {
	var play *arena.PlayError
	if errors.As(err, &play) {
		play.Name = func(k int) string { return cs[k].Name }
	}
	return err
}
