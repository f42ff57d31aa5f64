package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/calibrate"
	"bloodline/arena/game"
	"bloodline/arena/stats"
	"bloodline/cmd/internal/terminal"
	"bloodline/engine/roll"
	"bloodline/results/report"
)

func (a *app) calibrateCommand() *cobra.Command {
	var seed uint64
	var rounds int
	var check bool
	c := &cobra.Command{
		Use:   "calibrate GAME",
		Short: "Fit the baselines to the contest's published leaderboard",
		Long: `calibrate repeats the fit of the baselines' free parameters: their round robin
shall reproduce the published leaderboard. The baselines are in the style of the
contest's entries; the entries' own sources are not public.

--check plays the shipped fit on fresh deals and prints its table, without
fitting. The fit takes a few minutes; it is a function of the seed.`,
		Example: "  $bloodline calibrate $game --check\n  $bloodline calibrate $game --seed 1",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.Uint64Var(&seed, "seed", 1, "seed of the fit")
	f.IntVar(&rounds, "rounds", 2000, "rounds of the table that is printed")
	f.BoolVar(&check, "check", false, "measure the shipped fit instead of fitting")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		g, ok := a.Games.ByName(args[0])
		switch {
		case !ok:
			return usage("unknown game %q (have %s)", args[0], a.Games)
		case g.Fit == nil:
			return usage("%s has no published leaderboard to fit to", args[0])
		}
		if err := counts("--rounds", rounds, 2, 500_000); err != nil {
			return err
		}
		at := g.Fit.Shipped
		if !check {
			p := terminal.New(a.stderr, a.now)
			r, err := calibrate.Fit(cmd.Context(), g.Problem(cmd.Context(), a.workers), calibrate.Options{Seed: seed}, func(x calibrate.Progress) {
				p.Step(fmt.Sprintf("stage %d, sweep %d: %d rounds, %d parameters moved, worst residual %.1f points", x.Stage, x.Sweep, x.Rounds, x.Moves, x.Worst))
			})
			p.Clear()
			if err != nil {
				return err
			}
			at = r.Params
		}
		return a.showFit(cmd, g, at, rounds, seed)
	}
	return c
}

// fitRow is one bot of the calibration table, in points of ten rounds.
type fitRow struct {
	Bot       string             `json:"bot"`
	Published float64            `json:"published"`
	Points    float64            `json:"points"`
	Low       float64            `json:"low"`
	High      float64            `json:"high"`
	Params    map[string]float64 `json:"parameters"`
}

func (a *app) showFit(cmd *cobra.Command, g *game.Game, at []float64, rounds int, seed uint64) error {
	ar := arena.New(g, a.workers)
	s := arena.RoundRobin{Players: len(g.Baselines), Seats: g.Info().Seats, Rounds: rounds, Seed: roll.Mix(seed, arena.StageEvidence)}
	results, err := ar.Play(cmd.Context(), g.Fit.Players(at), s)
	if err != nil {
		return fmt.Errorf("calibrate: %w", err)
	}
	full := float64(game.ContestRounds * 2 * (len(g.Baselines) - 1))
	var rows []fitRow
	var ours, theirs []float64
	for _, x := range ar.Fold(len(g.Baselines), s, results).Order {
		b := g.Baselines[x.Player]
		rows = append(rows, fitRow{
			b.Name, b.Points, full * x.Share.Mean, full * x.Share.Interval.Low, full * x.Share.Interval.High, paramsOf(g, b.Name, at),
		})
		ours, theirs = append(ours, x.Share.Mean), append(theirs, b.Points)
	}
	rho := stats.Spearman(ours, theirs)
	if a.json() {
		return report.JSON(a.stdout, struct {
			Rounds   int      `json:"rounds"`
			Seed     uint64   `json:"seed"`
			Spearman float64  `json:"spearman"`
			Bots     []fitRow `json:"bots"`
		}{rounds, seed, rho, rows})
	}
	t := &report.Table{Columns: []string{"bot", ">published", ">ours", ">95 % interval", ">off", "parameters"}}
	for _, r := range rows {
		t.Add(r.Bot, fmt.Sprintf("%.0f", r.Published), fmt.Sprintf("%.1f", r.Points),
			fmt.Sprintf("%.1f to %.1f", r.Low, r.High), fmt.Sprintf("%+.1f", r.Points-r.Published), listParams(g, r))
	}
	fmt.Fprintf(a.stdout, "points of %.0f in ten rounds, over %d rounds; Spearman rank correlation %.3f\n\n", full, rounds, rho)
	return t.Write(a.stdout)
}

// paramsOf returns the parameters of one bot, by their names within it.
func paramsOf(g *game.Game, bot string, at []float64) map[string]float64 {
	out := map[string]float64{}
	for i, p := range g.Fit.Parameters {
		if name, ok := strings.CutPrefix(p.Name, strings.ToLower(bot)+"."); ok {
			out[name] = at[i]
		}
	}
	return out
}

func listParams(g *game.Game, r fitRow) string {
	var out []string
	for _, p := range g.Fit.Parameters {
		if name, ok := strings.CutPrefix(p.Name, strings.ToLower(r.Bot)+"."); ok {
			out = append(out, fmt.Sprintf("%s %.3g", name, r.Params[name]))
		}
	}
	return strings.Join(out, ", ")
}
