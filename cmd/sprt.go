package cmd

import (
	"cmp"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/results/ladder"
	"bloodline/results/report"
)

func (a *app) sprtCommand() *cobra.Command {
	test := stats.SPRT{}
	c := &cobra.Command{
		Use:   "sprt PLAYER PLAYER",
		Short: "Test two players until the result is significant",
		Long: `sprt plays deals, each in both seatings, until a sequential probability ratio test accepts H0 (the first
player is elo0 stronger) or H1 (elo1). It counts the five results of a deal (pentanomial), or the share of the points.
The verdict doesn't depend on workers, and the exit code is 0 for either. Two bots of the ladder go on with the deals
that they have played there.`,
		Example: "  $bloodline sprt $champion $run\n  $bloodline sprt $baseline $other --elo0 0 --elo1 5 --alpha 0.01 --beta 0.01",
	}
	f := c.Flags()
	f.Float64Var(&test.Elo0, "elo0", 0, "H0: the first player's advantage")
	f.Float64Var(&test.Elo1, "elo1", 10, "H1: the first player's advantage")
	f.Float64Var(&test.Alpha, "alpha", 0.05, "chance to accept H1 when H0 holds")
	f.Float64Var(&test.Beta, "beta", 0.05, "chance to accept H0 when H1 holds")
	games := f.Int("games", 2_000_000, "games after which it ends undecided")
	seed := f.Uint64("seed", 1, "seed of the deals")
	named := a.bindContest(f, "the game, if no player implies it", "")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		l, err := ladder.Named(&a.Finder, a.contest, args...)
		var ps []*player.Player
		var g *game.Game
		if l != nil {
			defer l.Close()
			ps, g, err = l.Players(args...)
		} else if err == nil {
			ps, g, err = a.findPlayers(args, *named)
		}
		switch {
		case err != nil:
			return err
		case l != nil && f.Changed("seed"):
			return usage("--seed: must be left out, since the deals of a ladder are the same for ever")
		case !g.Info().Meets():
			return usage("sprt: %s; compare plays both on the same deals", report.NoMeeting(g.Info()))
		case g.Info().Seats != 2:
			return usage("sprt tests games of two seats; for %s use match or tournament", g.Info().Name)
		}
		maps := arena.MapsOf(g.Info(), true)
		err = cmp.Or(limit(f, "games", games, 2000, 2, math.MaxInt, nil, ps...),
			limitToMaps(f, "games", games, maps, g.Info().Seatings()))
		if err != nil {
			return err
		}
		ar := arena.New(g, a.workers)
		if err := test.Check(ar.Support()); err != nil {
			return usage("%w", err)
		}
		w := a.watch("sprt", 0)
		deals := arena.Pair{Blocks: *games / g.Info().Seatings(), Seed: roll.Mix(*seed, arena.StageShow), Maps: maps}
		if l != nil {
			if deals, err = l.DealsOf(args, deals.Blocks); err != nil {
				return err
			}
		}
		s, err := ar.Test(cmd.Context(), test, [2]engine.Player(player.Seats(ps)), deals, func(s *arena.Sequential) {
			w.what.Store(fmt.Sprintf("sprt  LLR %.2f", s.LLR))
		})
		w.Stop()
		if err != nil {
			return fmt.Errorf("sprt: %w", withNames(err, ps))
		}
		v := report.NewSPRT(ps[0].Name, ps[1].Name, ar, test, s)
		return a.print(v, v.Table())
	}
	return c
}
