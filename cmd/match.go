package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/results/player"
	"bloodline/results/report"
)

// figure is a mean share with its interval, in points a game.
type figure struct {
	Player string  `json:"player"`
	Games  int64   `json:"games"`
	Mean   float64 `json:"mean"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

func figureOf(name string, games int64, e stats.Estimate) figure {
	return figure{name, games, e.Mean, e.Interval.Low, e.Interval.High}
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
			return fmt.Errorf("match: %w", err)
		}
		return a.showMatch(cs, ar, s, results)
	}
	return c
}

func (a *app) showMatch(cs []*player.Player, ar *arena.Arena, s arena.Pair, results []arena.Result) error {
	tallies := make([]stats.Tally, len(cs))
	for _, r := range results {
		for seat := range tallies {
			tallies[seat].Add(int64(r.Score[seat]))
		}
	}
	out := make([]figure, len(cs))
	games := int64(s.Blocks) * int64(len(cs))
	for i, t := range tallies {
		out[i] = figureOf(cs[i].Name, games, ar.Estimate(t))
	}
	if a.json() {
		return report.JSON(a.stdout, out)
	}
	fmt.Fprintf(a.stdout, "%s games of %s, every deal in all seatings\n\n", report.Count(games), ar.Info().Name)
	return figures(ar.Info(), out).Write(a.stdout)
}

// scale tells how a game's points are printed: shares of wins as percentages,
// other points as they are.
func scale(i engine.Info) (unit string, show func(float64) string) {
	if i.Top == 1 {
		return "win %", report.Percent
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
