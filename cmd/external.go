package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/referee"
	"bloodline/engine/roll"
	"bloodline/results/player"
	"bloodline/results/report"
)

// execPrefix begins a PLAYER that is a program: "exec:./bot/coup -x".
const execPrefix = "exec:"

// external tells whether any PLAYER is a program, so that the referee must play.
func external(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, execPrefix) })
}

// programs are the flags of commands that play with external programs.
type programs struct {
	options referee.Options
	move    time.Duration
}

func (p *programs) bind(f *pflag.FlagSet) {
	f.DurationVar(&p.move, "move-time", 0, "with exec: players, the time for one move; 0 is the contest's own")
	f.StringVar(&p.options.Records, "records", "", "with exec: players, a folder that keeps a record of every game")
	f.BoolVar(&p.options.Replay, "replay", false, "with exec: players, hand each its seed as BLOODLINE_SEED, so that exported bots repeat their games")
}

// guests are the players of a command with programs among them.
type guests struct {
	*app
	game    *game.Game
	cs      []*player.Player
	seats   []referee.Seat
	options referee.Options
}

// guests finds PLAYERs. game is the game where no player of ours tells; "" if it
// was not named.
func (a *app) guests(words []string, game string, p programs) (*guests, error) {
	t := &guests{app: a, options: p.options}
	if p.move < 0 {
		return nil, usage("--move-time: must not be negative, have %v", p.move)
	}
	t.options.Limits.Move, t.options.Workers = p.move, a.workers
	if err := t.choose(words, game); err != nil {
		return nil, err
	}
	for _, w := range words {
		c := &player.Player{Game: t.game}
		s := referee.Seat{}
		line, ok := strings.CutPrefix(w, execPrefix)
		if !ok {
			ours, _, err := a.FindAll([]string{w}, t.game)
			if err != nil {
				return nil, err
			}
			c = ours[0]
			s.Player = c.Seat()
		} else {
			command, err := referee.Command(line)
			if err != nil {
				return nil, usage("player %s: %w", w, err)
			}
			s.Command, c.Name = command, clip(strings.Join(strings.Fields(w), " "))
		}
		t.add(c, s)
	}
	return t, nil
}

// clip shortens a command line to a name that fits into a table.
func clip(name string) string {
	const most = 32
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "..."
	}
	return name
}

// choose finds the game: the one of our players, else the one that was named.
func (t *guests) choose(words []string, game string) error {
	var ours []string
	for _, w := range words {
		if !strings.HasPrefix(w, execPrefix) {
			ours = append(ours, w)
		}
	}
	var ok bool
	switch t.game, ok = t.Games.ByName(game); {
	case game != "" && !ok:
		return usage("--game: unknown game %q (have %s)", game, t.Games)
	case len(ours) > 0:
		var err error
		if _, t.game, err = t.FindAll(ours, t.game); err != nil {
			return err
		}
	case !ok:
		return usage("--game: a program does not tell what it plays, name its game (have %s)", t.Games)
	}
	if t.game.Contest == nil {
		return usage("%s has no referee for programs", t.game.Name())
	}
	return nil
}

// add adds a player under a name that no other has.
func (t *guests) add(c *player.Player, s referee.Seat) {
	name := c.Name
	for n := 2; s.Command != nil && slices.ContainsFunc(t.cs, func(o *player.Player) bool { return o.Name == c.Name }); n++ {
		c.Name = fmt.Sprintf("%s#%d", name, n)
	}
	s.Name = c.Name
	t.cs, t.seats = append(t.cs, c), append(t.seats, s)
}

// play referees a schedule.
func (t *guests) play(ctx context.Context, s arena.Schedule) (*arena.Arena, *referee.Report, error) {
	r, err := referee.Play(ctx, t.game.Contest, t.seats, s, t.options)
	return arena.New(t.game, 1), r, err
}

// matchPrograms is match with programs among the players. Unless --games is given
// it plays as much as makes a first impression.
func (a *app) matchPrograms(c *cobra.Command, words []string, game string, p programs, games int, seed uint64) error {
	t, err := a.guests(words, game, p)
	if err != nil {
		return err
	}
	seats := t.game.Info().Seats
	if !c.Flags().Changed("games") {
		games = t.game.Contest.Plays()
	}
	if len(t.cs) != seats {
		return usage("%s seats %d players, have %d", t.game.Info().Name, seats, len(t.cs))
	}
	if err := counts("--games", games, 1, 10_000_000); err != nil {
		return err
	}
	s := arena.Pair{Blocks: (games + seats - 1) / seats, Seed: roll.Mix(seed, arena.StageShow)}
	ar, r, err := t.play(c.Context(), s)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	if a.json() {
		return report.JSON(a.stdout, t.figures(ar, r))
	}
	if err := a.showMatch(t.cs, ar, r.Results); err != nil {
		return err
	}
	return t.show(r)
}

// refereed is a figure of match, with what the referee saw.
type refereed struct {
	figure
	Program *conduct `json:"program,omitempty"`
}

func (t *guests) figures(ar *arena.Arena, r *referee.Report) []refereed {
	out := make([]refereed, len(t.cs))
	for i, x := range ar.Tally(r.Results) {
		out[i] = refereed{figure{t.cs[i].Name, x}, t.conduct(r, i)}
	}
	return out
}

// tournamentPrograms is tournament with programs among the players. game is the
// one that was named or meant, and takes part with its baselines unless only.
func (a *app) tournamentPrograms(c *cobra.Command, words []string, game string, p programs, rounds int, seed uint64, only, matrix bool) error {
	if !c.Flags().Changed("game") && slices.ContainsFunc(words, func(w string) bool { return !external([]string{w}) }) {
		game = "" // our players tell
	}
	t, err := a.guests(words, game, p)
	if err != nil {
		return err
	}
	if !only {
		for i, b := range t.game.Baselines {
			t.add(&player.Player{Name: b.Name, Game: t.game}, referee.Seat{Player: t.game.Field()[i]})
		}
	}
	if need := t.game.Info().Seats; len(t.cs) < need {
		return usage("a tournament of %s needs at least %d players, have %d", t.game.Info().Name, need, len(t.cs))
	}
	s := arena.RoundRobin{Players: len(t.cs), Seats: t.game.Info().Seats, Rounds: rounds, Seed: roll.Mix(seed, arena.StageShow)}
	ar, r, err := t.play(c.Context(), s)
	if err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	st := ar.Fold(len(t.cs), s, r.Results)
	if a.json() {
		return t.tournamentJSON(ar, st, r, rounds, seed)
	}
	if err := a.showTournament(ar, t.cs, st, rounds, matrix); err != nil {
		return err
	}
	return t.show(r)
}

func (t *guests) tournamentJSON(ar *arena.Arena, st *arena.Standings, r *referee.Report, rounds int, seed uint64) error {
	type row struct {
		place
		Program *conduct `json:"program,omitempty"`
	}
	var rows []row
	all, err := places(t.cs, st)
	if err != nil {
		return err
	}
	for i, p := range all {
		rows = append(rows, row{p, t.conduct(r, st.Order[i].Player)})
	}
	return report.JSON(t.stdout, struct {
		Game   string      `json:"game"`
		Rounds int         `json:"rounds"`
		Seed   uint64      `json:"seed"`
		Places []row       `json:"places"`
		Versus [][]float64 `json:"versus,omitempty"`
	}{t.game.Info().Name, rounds, seed, rows, st.Matrix()})
}

// conduct is how a program behaved. Times are in milliseconds.
type conduct struct {
	Command  []string             `json:"command"`
	Moves    int                  `json:"moves"`
	Mean     float64              `json:"mean_ms"`
	Slowest  float64              `json:"slowest_ms"`
	CPU      float64              `json:"cpu_ms"` // a move, starting the program included
	Forfeits int                  `json:"forfeits"`
	Faults   map[referee.Kind]int `json:"faults"`
	Samples  []referee.Fault      `json:"samples,omitempty"`
}

// conduct returns how player i behaved, nil for one of ours without a fault.
func (t *guests) conduct(r *referee.Report, i int) *conduct {
	x, command := &r.Records[i], t.seats[i].Command
	if command == nil && len(x.Faults) == 0 {
		return nil
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	out := &conduct{command, x.Moves, ms(x.Mean()), ms(x.Slowest), ms(x.CPUMean()), x.Forfeits, x.Faults, x.Samples}
	if out.Faults == nil {
		out.Faults = map[referee.Kind]int{}
	}
	return out
}

// show prints how the programs behaved, and the first of their faults.
func (t *guests) show(r *referee.Report) error {
	table := &report.Table{Columns: []string{"program", ">moves", ">mean ms", ">slowest ms", ">CPU ms", ">forfeits", "faults"}}
	var faults []string
	for i, c := range t.cs {
		x := t.conduct(r, i)
		if x == nil {
			continue
		}
		var kinds []string
		for _, k := range r.Records[i].Kinds() {
			kinds = append(kinds, fmt.Sprintf("%s %d", k, x.Faults[k]))
		}
		if kinds == nil {
			kinds = []string{"none"}
		}
		ms := func(x float64) string { return fmt.Sprintf("%.2f", x) }
		table.Add(c.Name, report.Count(int64(x.Moves)), ms(x.Mean), ms(x.Slowest), ms(x.CPU), report.Count(int64(x.Forfeits)), strings.Join(kinds, ", "))
		for _, f := range x.Samples[:min(len(x.Samples), shownFaults)] {
			faults = append(faults, faultLines(c.Name, f))
		}
	}
	fmt.Fprintln(t.stdout)
	if err := table.Write(t.stdout); err != nil {
		return err
	}
	if len(faults) > 0 {
		fmt.Fprintf(t.stdout, "\n%s\n", strings.Join(faults, "\n"))
	}
	return nil
}

// shownFaults is how many faults of each program are printed in full.
const shownFaults = 3

func faultLines(name string, f referee.Fault) string {
	text := fmt.Sprintf("%s, %s, after %d moves: %s: %s", name, f.Play, f.Move, f.Kind, f.Detail)
	if f.Stderr != "" {
		lines := strings.Split(f.Stderr, "\n")
		text += "\n    " + strings.Join(lines[max(0, len(lines)-6):], "\n    ")
	}
	return text
}
