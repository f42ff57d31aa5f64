package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/results/player"
	"bloodline/results/report"
)

// place is one row of a tournament's standings.
type place struct {
	Rank int `json:"rank"`
	figure
	Points    float64 `json:"points,omitempty"` // on the contest's scale of ten rounds
	Low10     float64 `json:"points_low,omitempty"`
	High10    float64 `json:"points_high,omitempty"`
	Published float64 `json:"published,omitempty"` // points of the contest's leaderboard
	Elo       float64 `json:"elo"`                 // Bradley-Terry, mean 0; two seats only
	EloLow    float64 `json:"elo_low"`
	EloHigh   float64 `json:"elo_high"`
}

func (a *app) tournamentCommand() *cobra.Command {
	var rounds int
	var seed uint64
	var named string
	var matrix, only bool
	var ext programs
	c := &cobra.Command{
		Use:   "tournament [PLAYER...]",
		Short: "Play the contest's leaderboard, with or without your players",
		Long: `tournament plays a round robin of a game's baselines and the players named.
With two seats a round is one game of every ordered pair, as in the contest;
points are scaled to its ten rounds. With more seats a round deals everybody
out to tables at random. A PLAYER may be a program, exec:COMMAND, which is spoken
to in its contest's protocol.`,
		Example: "  $bloodline tournament\n  $bloodline tournament $champion --rounds 2000\n  $bloodline tournament --only $champion $baseline $other --matrix",
	}
	f := c.Flags()
	f.IntVar(&rounds, "rounds", game.ContestRounds, "rounds to play")
	f.Uint64Var(&seed, "seed", 1, "seed of the deals")
	f.StringVar(&named, "game", a.Games[0].Name(), "the game, where no player tells")
	f.BoolVar(&only, "only", false, "play the named players only, without the baselines")
	f.BoolVar(&matrix, "matrix", false, "print who beats whom as well")
	ext.bind(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := counts("--rounds", rounds, 1, 500_000); err != nil {
			return err
		}
		if external(args) {
			return a.tournamentPrograms(cmd, args, named, ext, rounds, seed, only, matrix)
		}
		cs, g, err := a.entrants(args, named, only)
		if err != nil {
			return err
		}
		ar := arena.New(g, a.workers)
		s := arena.RoundRobin{Players: len(cs), Seats: g.Info().Seats, Rounds: rounds, Seed: roll.Mix(seed, arena.StageShow)}
		results, err := ar.Play(cmd.Context(), player.Seats(cs), s)
		if err != nil {
			return fmt.Errorf("tournament: %w", naming(err, cs))
		}
		st := ar.Fold(len(cs), s, results)
		if a.json() {
			rows, err := places(cs, st)
			if err != nil {
				return err
			}
			return report.JSON(a.stdout, struct {
				Game   string      `json:"game"`
				Rounds int         `json:"rounds"`
				Seed   uint64      `json:"seed"`
				Places []place     `json:"places"`
				Versus [][]float64 `json:"versus,omitempty"`
			}{g.Info().Name, rounds, seed, rows, st.Matrix()})
		}
		return a.showTournament(ar, cs, st, rounds, matrix)
	}
	return c
}

// entrants are the named players and, unless only they play, the baselines.
func (a *app) entrants(args []string, game string, only bool) ([]*player.Player, *game.Game, error) {
	var cs []*player.Player
	g, ok := a.Games.ByName(game)
	if !ok {
		return nil, nil, usage("--game: unknown game %q (have %s)", game, a.Games)
	}
	if len(args) > 0 {
		var err error
		if cs, g, err = a.FindAll(args, nil); err != nil {
			return nil, nil, err
		}
	}
	if !only {
		for _, b := range g.Baselines {
			cs = append(cs, &player.Player{Name: b.Name, Game: g})
		}
	}
	if need := g.Info().Seats; len(cs) < need {
		return nil, nil, usage("a tournament of %s needs at least %d players, have %d", g.Info().Name, need, len(cs))
	}
	return cs, g, nil
}

// contestPoints is the most that a player of the contest could have: the scale of
// the published points, whoever plays along here.
func contestPoints(g *game.Game) int { return game.ContestRounds * 2 * (len(g.Baselines) - 1) }

func places(cs []*player.Player, st *arena.Standings) ([]place, error) {
	rows, err := st.Places()
	if err != nil {
		return nil, fmt.Errorf("tournament: %w", err)
	}
	out := make([]place, len(rows))
	g := cs[0].Game
	full := float64(contestPoints(g))
	for i, x := range rows {
		p := place{
			Rank: x.Rank, figure: figure{cs[x.Player].Name, x.Summary},
			Elo: x.Elo, EloLow: x.EloInterval.Low, EloHigh: x.EloInterval.High,
		}
		if g.Info().Seats == 2 {
			p.Points, p.Low10, p.High10 = full*p.Mean, full*p.Low, full*p.High
		}
		for _, b := range g.Baselines {
			if b.Name == p.Player {
				p.Published = leaderboard(g, b)
			}
		}
		out[i] = p
	}
	return out, nil
}

func (a *app) showTournament(ar *arena.Arena, cs []*player.Player, st *arena.Standings, rounds int, matrix bool) error {
	rows, err := places(cs, st)
	if err != nil {
		return err
	}
	two := ar.Info().Seats == 2
	unit, show := scale(ar.Info())
	t := &report.Table{Columns: []string{">", "player", ">" + unit, ">95 % interval"}}
	if two {
		t.Columns = append(t.Columns, ">points", ">95 % interval", ">published", ">Elo", ">95 % interval")
	}
	for _, p := range rows {
		row := []string{fmt.Sprint(p.Rank), p.Player, show(p.Mean), show(p.Low) + " to " + show(p.High)}
		if two {
			row = append(row, fmt.Sprintf("%.1f", p.Points), fmt.Sprintf("%.1f to %.1f", p.Low10, p.High10), published(p.Published),
				fmt.Sprintf("%+.0f", p.Elo), fmt.Sprintf("%+.0f to %+.0f", p.EloLow, p.EloHigh))
		}
		t.Add(row...)
	}
	fmt.Fprintf(a.stdout, "%s, %d rounds, %d players, %s games each", ar.Info().Title, rounds, len(cs), report.Count(st.Order[0].Games))
	if two {
		fmt.Fprintf(a.stdout, "; points are wins on the contest's scale of %d, Elo is Bradley-Terry's", contestPoints(cs[0].Game))
	}
	fmt.Fprint(a.stdout, "\n\n")
	if err := t.Write(a.stdout); err != nil || !matrix || !two {
		return err
	}
	fmt.Fprintf(a.stdout, "\n%s of the row against the column\n\n", unit)
	if err := versusTable(cs, st, matrixCell(ar.Info())).Write(a.stdout); err != nil {
		return err
	}
	a.showCycles(cs, st)
	return nil
}

// mostCycles is how many cycles are named.
const mostCycles = 10

// showCycles names players who beat each other in a circle: no order of strength
// is right about them.
func (a *app) showCycles(cs []*player.Player, st *arena.Standings) {
	cycles := st.Cycles()
	fmt.Fprintf(a.stdout, "\n%d circles in which each beats the next, beyond chance\n", len(cycles))
	for _, c := range cycles[:min(mostCycles, len(cycles))] {
		fmt.Fprintf(a.stdout, "  %s > %s > %s > %s\n", cs[c.A].Name, cs[c.B].Name, cs[c.C].Name, cs[c.A].Name)
	}
}

func published(points float64) string {
	if points == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", points)
}

// matrixCell prints a share of wins as whole percent, other points with two decimals.
func matrixCell(i engine.Info) func(float64) string {
	if unit, show := scale(i); unit != winShare {
		return show
	}
	return func(x float64) string { return fmt.Sprintf("%.0f", 100*x) }
}

func versusTable(cs []*player.Player, st *arena.Standings, show func(float64) string) *report.Table {
	t := &report.Table{Columns: []string{""}}
	share := st.Matrix()
	for i, s := range st.Order {
		name := cs[s.Player].Name
		t.Columns = append(t.Columns, ">"+name[:min(len(name), 6)])
		row := []string{name}
		for j := range st.Order {
			cell := "-"
			if i != j {
				cell = show(share[i][j])
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	return t
}
