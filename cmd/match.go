package cmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/configs/player"
	"bloodline/engine/roll"
	"bloodline/results/report"
)

func (a *app) matchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "match PLAYER PLAYER...",
		Short: "Play two players (or a whole table) against each other",
		Long: `match plays the players at one table, every deal in all rotations of the seats, and reports the points a
game with 95 % intervals over deals. A PLAYER may be a program, exec:COMMAND, which runs in a sandbox
(docs/security.md). Coup's contest starts it for every move, so expect about ten games a second there.`,
		Example: "  $bloodline match $champion $baseline\n  $bloodline match exec:./bot/$game $baseline --games 200",
	}
	f := c.Flags()
	games := f.Int("games", 20000, "games, rounded up to whole deals")
	seed := f.Uint64("seed", 1, "seed of the deals")
	game := a.bindContest(f, "the game, if no player implies it", "")
	a.bindResults(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		ps, g, err := a.findPlayers(args, *game)
		if err != nil {
			return err
		}
		most, first, info := 100_000_000, 200, g.Info()
		if anyProgram(ps) {
			most, first = 10_000_000, g.Contest.Plays() // as much as makes a first impression
		}
		if info.Seats == 1 {
			return usage("match: %s; compare plays all players on the same deals", report.NoMeeting(info))
		}
		if len(ps) > info.Seats || len(ps) < cmp.Or(info.Least, info.Seats) {
			return usage("%s seats %s players, have %d", g.Name(),
				strings.TrimPrefix(fmt.Sprintf("%d to %d", info.Least, info.Seats), "0 to "), len(ps))
		}
		if i := slices.IndexFunc(ps[1:], func(p *player.Player) bool { return p.Genes != nil }); i >= 0 && info.Role > 0 {
			return usage("%s is the bot, which has seat %d alone (command.seat): name it first, and opponents after it", ps[1+i].Name, info.Role)
		}
		info.Seats, info.Least = len(ps), 0
		maps := arena.MapsOf(info, true)
		err = cmp.Or(limit(f, "games", games, first, 1, most, nil, ps...),
			limitToMaps(f, "games", games, maps, info.Seatings()))
		if err != nil {
			return err
		}
		schedule := arena.Pair{Blocks: (*games + info.Seatings() - 1) / info.Seatings(), Seed: roll.Mix(*seed, arena.StageShow), Maps: maps}
		got, err := a.play(cmd.Context(), "match", g, info, ps, schedule)
		if err != nil {
			return fmt.Errorf("match: %w", err)
		}
		for k, x := range got.PlaceSummaries(got.Schedule, got.Results) {
			got.entrants[k].Figure = x
		}
		t := report.MatchTable(info, len(got.Results), got.entrants)
		if n, each := len(got.Results), info.Seatings(); f.Changed("games") && n*each > *games {
			t.Note("--games %d: rounded up to %d deals in all %d seatings.", *games, n, each)
		}
		return a.printComparison(g, got, got.entrants, t)
	}
	return c
}
