package cmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

func (a *app) matchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "match PLAYER PLAYER...",
		Short: "Play two players (or a whole table) against each other",
		Long: `match plays the players at one table, every deal in all rotations of the seats, and reports the points a
game with 95 % intervals over deals. A PLAYER may be a program, exec:COMMAND, which runs in a sandbox
(docs/security.md). Coup's contest starts it for every move, so expect about ten games a second there; with --keep, the
same command continues after an interrupt.`,
		Example: "  $bloodline match $champion $baseline\n  $bloodline match exec:./bot/$game $baseline --games 200",
	}
	games := c.Flags().Int("games", 20000, "games, rounded up to whole deals")
	seed := c.Flags().Uint64("seed", 1, "seed of the deals")
	game := c.Flags().String("game", "", "the game, if no player implies it")
	a.bindResults(c.Flags())
	c.RunE = func(cmd *cobra.Command, args []string) error {
		ps, g, err := a.findPlayers(args, *game)
		if err != nil {
			return err
		}
		most := 100_000_000
		lessForPrograms(cmd.Flags(), "games", games, 200, ps...)
		if anyProgram(ps) {
			most = 10_000_000
			if !cmd.Flags().Changed("games") {
				*games = g.Contest.Plays() // as much as makes a first impression
			}
		}
		info := g.Info()
		if len(ps) > info.Seats || len(ps) < cmp.Or(info.Least, info.Seats) {
			return usage("%s seats %s players, have %d", g.Name(),
				strings.TrimPrefix(fmt.Sprintf("%d to %d", info.Least, info.Seats), "0 to "), len(ps))
		}
		info.Seats, info.Least = len(ps), 0
		if err := checkRange("--games", *games, 1, most); err != nil {
			return err
		}
		ar := arena.New(seated{g, info}, a.workers)
		schedule := arena.Pair{Blocks: (*games + info.Seatings() - 1) / info.Seatings(), Seed: roll.Mix(*seed, arena.StageShow)}
		w := a.watch("match", int64(schedule.Len()*info.Seatings()))
		got, entrants, err := a.play(cmd.Context(), ar, ps, schedule)
		w.Stop()
		if err != nil {
			return fmt.Errorf("match: %w", err)
		}
		for k, x := range ar.PlaceSummaries(got.Results) {
			entrants[k].Figure = x
		}
		a.showVoid(got)
		t := report.MatchTable(info, len(got.Results), entrants)
		if n, each := len(got.Results), info.Seatings(); cmd.Flags().Changed("games") && n*each > *games {
			t.Note("--games %d: rounded up to %d deals in all %d seatings.", *games, n, each)
		}
		return a.print(entrants, t.Then(a.programTable(g, entrants)))
	}
	return c
}

// seated is a game at a table of another number of players.
type seated struct {
	*game.Game
	info engine.Info
}

func (s seated) Info() engine.Info { return s.info }

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
	named := f.String("game", a.Games[0].Name(), "the game, if no player implies it")
	only := f.Bool("only", false, "play only the named players, without the baselines")
	matrix := f.Bool("matrix", false, "also print each player's result against each other")
	a.bindResults(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		ps, g, err := a.tournamentPlayers(f, args, *named, *only)
		switch {
		case err != nil:
			return err
		case *matrix && g.Info().Seats != 2:
			return usage("--matrix: must be left out for %s, whose tables seat %d", g.Name(), g.Info().Seats)
		}
		if !anyProgram(ps) {
			lessForPrograms(cmd.Flags(), "rounds", rounds, 20, ps...)
		}
		if err := checkRange("--rounds", *rounds, 1, 500_000); err != nil {
			return err
		}
		info := g.Info()
		if info.Seats = min(info.Seats, len(ps)); info.Least == info.Seats {
			info.Least = 0
		}
		ar := arena.New(seated{g, info}, a.workers)
		schedule := arena.RoundRobin{Players: len(ps), Seats: info.Seats, Rounds: *rounds, Seed: roll.Mix(*seed, arena.StageShow)}
		w := a.watch("tournament", int64(schedule.Len()*info.Seatings()))
		got, entrants, err := a.play(cmd.Context(), ar, ps, schedule)
		w.Stop()
		if err != nil {
			return fmt.Errorf("tournament: %w", err)
		}
		st, err := report.NewStandings(g, *rounds, *seed, entrants, ar.Crosstable(len(ps), got.Schedule, got.Results))
		if err != nil {
			return fmt.Errorf("tournament: %w", err)
		}
		a.showVoid(got)
		t := st.Table(a.wide)
		if *matrix && st.Versus != nil {
			t.Then(st.Matrix(a.wide))
		}
		return a.print(st, t.Then(a.programTable(g, entrants)))
	}
	return c
}

// tournamentPlayers are the named players and, unless only they play, the baselines. A game that
// was not named is that of the players, if they have one.
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

func (a *app) sprtCommand() *cobra.Command {
	test := stats.SPRT{}
	c := &cobra.Command{
		Use:   "sprt PLAYER PLAYER",
		Short: "Test two players until the result is significant",
		Long: `sprt plays deals, each in both seatings, until a sequential probability ratio test accepts H0 (the first
player is elo0 stronger) or H1 (elo1). It counts the five results of a deal (pentanomial), or the share of the points.
The verdict doesn't depend on workers, and the exit code is 0 for either.`,
		Example: "  $bloodline sprt $champion $run\n  $bloodline sprt $baseline $other --elo0 0 --elo1 5 --alpha 0.01 --beta 0.01",
	}
	f := c.Flags()
	f.Float64Var(&test.Elo0, "elo0", 0, "H0: the first player's advantage")
	f.Float64Var(&test.Elo1, "elo1", 10, "H1: the first player's advantage")
	f.Float64Var(&test.Alpha, "alpha", 0.05, "chance to accept H1 when H0 holds")
	f.Float64Var(&test.Beta, "beta", 0.05, "chance to accept H0 when H1 holds")
	games := f.Int("games", 2_000_000, "games after which it ends undecided")
	seed := f.Uint64("seed", 1, "seed of the deals")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		ps, g, err := a.findPlayers(args, "")
		if err == nil {
			lessForPrograms(f, "games", games, 2000, ps...)
		}
		switch {
		case err != nil:
			return err
		case g.Info().Seats != 2:
			return usage("sprt tests games of two seats; for %s use match or tournament", g.Info().Name)
		case *games < 2:
			return usage("--games: must be at least 2, have %d", *games)
		}
		ar := arena.New(g, a.workers)
		if err := test.Check(ar.Support()); err != nil {
			return usage("%w", err)
		}
		w := a.watch("sprt", 0)
		deals := arena.Pair{Blocks: *games / g.Info().Seatings(), Seed: roll.Mix(*seed, arena.StageShow)}
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

func (a *app) compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare PLAYER PLAYER...",
		Short: "Compare players, runs, or settings bred with several seeds",
		Long: `compare plays each player against all baselines on the same new deals and says how far each is behind the
first. In a contest of programs the baselines are the defaults and the opponents of the run file.

After breed A.yaml --seeds 1..5 and breed B.yaml --seeds 1..5, compare A B says which settings breed better champions: a
name of runs without their seeds stands for all of them, as runs lists them, and so do two runs or more of each. The
interval of their difference is over seeds and deals, and if it shows no difference, compare says about how many seeds
more would. The module bench compares algorithms.`,
		Example: "  $bloodline compare $run $champion\n  $bloodline compare $quick other",
	}
	f := c.Flags()
	seed := f.Uint64("seed", 1, "seed of the deals")
	deals := f.Int("deals", 2000, "deals against each baseline; fewer for groups, and where one play is many deals; 50 where programs play")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, words []string) error {
		if err := checkRange("--deals", *deals, 2, 1_000_000); err != nil {
			return err
		}
		sides, err := view.Sides(&a.Finder, words)
		if err != nil {
			return err
		}
		ps, g, err := a.findPlayers(slices.Concat(report.Map(sides, func(s report.Side) []string { return s.Words })...), "")
		switch {
		case err != nil:
			return err
		case len(g.Baselines) == 0:
			return usage("compare plays against baselines, and %s has none", g.Name())
		}
		if len(ps) > len(sides) && !f.Changed("deals") { // seeds differ by more than deals do
			*deals = max(100, 2**deals/len(ps))
		}
		lessForLongPlays(f, deals, g)
		lessForPrograms(f, "deals", deals, 50, ps...)
		w := a.watch("compare", int64(len(ps)**deals*len(g.Baselines)*g.Info().Seatings()))
		rows, err := view.Measurer{Workers: a.workers, Deals: *deals, Seed: *seed}.CompareSides(cmd.Context(), sides, ps)
		w.Stop()
		if err != nil {
			return withNames(err, ps)
		}
		return a.print(rows, report.LeadTable(g, rows))
	}
	return c
}
