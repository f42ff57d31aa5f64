package cmd

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine/roll"
	"bloodline/results/report"
)

func (a *app) tournamentCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "tournament [PLAYER...]",
		Short: "Play the contest's leaderboard, with your players",
		Long: `tournament plays a round robin of a game's baselines and the named players. With two seats a round is one
game of every ordered pair, as in the contest; with more seats it draws all players to tables. A PLAYER may be a
program, exec:COMMAND.`,
		Example: "  $bloodline tournament\n  $bloodline tournament --only $champion $baseline $other --matrix",
	}
	f := c.Flags()
	rounds := f.Int("rounds", game.ContestRounds, "rounds to play")
	seed := f.Uint64("seed", 1, "seed of the deals")
	named := a.bindContest(f, "the game, if no player implies it", a.Games[0].Name())
	only := f.Bool("only", false, "play only the named players, without the baselines")
	matrix := f.Bool("matrix", false, "also print each player's result against each other")
	a.bindResults(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		ps, g, err := a.tournamentPlayers(f, args, *named, *only)
		switch {
		case err != nil:
			return err
		case !g.Info().Meets():
			return usage("tournament: %s; compare plays all players on the same deals", report.NoMeeting(g.Info()))
		case *matrix && g.Info().Seats != 2:
			return usage("--matrix: must be left out for %s, whose tables seat %d", g.Name(), g.Info().Seats)
		}
		slow := ps
		if anyProgram(ps) { // which a referee plays
			slow = nil
		}
		info := g.Info()
		if info.Seats = min(info.Seats, len(ps)); info.Least == info.Seats {
			info.Least = 0
		}
		maps := arena.MapsOf(info, true)
		err = cmp.Or(limit(f, "rounds", rounds, 20, 1, 500_000, nil, slow...),
			limitToMaps(f, "rounds", rounds, maps, 1))
		if err != nil {
			return err
		}
		schedule := arena.RoundRobin{Players: len(ps), Seats: info.Seats, Rounds: *rounds, Seed: roll.Mix(*seed, arena.StageShow), Maps: maps}
		got, err := a.play(cmd.Context(), "tournament", g, info, ps, schedule)
		var st *report.Standings
		if err == nil {
			st, err = report.NewStandings(g, *rounds, *seed, got.entrants, got.Crosstable(len(ps), got.Schedule,
				got.Results))
		}
		if err != nil {
			return fmt.Errorf("tournament: %w", err)
		}
		t := st.Table(a.wide)
		if *matrix && st.Versus != nil {
			t.Then(st.Matrix(a.wide))
		}
		return a.printComparison(g, got, st, t)
	}
	return c
}

// tournamentPlayers are the named players and, unless only is set, the baselines of the named game, or of the players'.
func (a *app) tournamentPlayers(f *pflag.FlagSet, words []string, game string, only bool) ([]*player.Player, *game.Game, error) {
	g, err := a.gameOfFlag(game)
	if err != nil {
		return nil, nil, err
	}
	if ours := func(w string) bool { return !player.IsProgram(w) }; !f.Changed("game") && slices.ContainsFunc(words, ours) {
		game = ""
	}
	var ps []*player.Player
	if len(words) > 0 {
		if ps, g, err = a.findPlayers(words, game); err != nil {
			return nil, nil, err
		}
	} else if err := a.refuseProgramFlags(); err != nil {
		return nil, nil, err
	}
	if !only {
		for _, b := range g.Baselines {
			plays := func(p *player.Player) bool { return p.Genes == nil && p.Command == nil && p.Name == b.Name }
			if !slices.ContainsFunc(ps, plays) {
				ps, words = append(ps, &player.Player{Name: b.Name, Game: g}), append(words, b.Name)
			}
		}
		player.MakeNamesUnique(ps, words)
	}
	if need := cmp.Or(g.Info().Least, g.Info().Seats); len(ps) < need {
		return nil, nil, usage("a tournament of %s needs at least %d players, have %d", g.Name(), need, len(ps))
	}
	return ps, g, nil
}
