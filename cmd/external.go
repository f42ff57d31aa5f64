package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/pflag"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/internal/disk"
	"bloodline/results/report"
)

func (a *app) bindPrograms(f *pflag.FlagSet) {
	o := &a.programs
	f.DurationVar(&o.Limits.Move, "move-time", 0, "for exec: players, `TIME` of a move; 0: the contest's")
	f.StringVar(&a.records, "records", "", "for exec: players, `DIR` for a record of every game")
	f.StringVar((*string)(&o.Sandbox), "sandbox", string(program.Auto), "for exec: `MODE` auto, require or off")
	f.StringArrayVar(&o.Files, "file", nil, "for exec: players, a `FILE` or folder they may read")
	markForPrograms(f, "move-time", "records", "sandbox", "file")
}

// bindResults binds the flags of commands that play one schedule: they record the games of all players.
func (a *app) bindResults(f *pflag.FlagSet) {
	a.bindPrograms(f)
	f.Lookup("records").Usage, f.Lookup("records").Annotations = "`DIR` that gets a record of every game", nil
	f.BoolVar(&a.programs.Replay, "replay", false, "for exec: players, pass BLOODLINE_SEED to repeat games")
	markForPrograms(f, "replay")
}

// bindContest binds the flag that names the contest of players, and returns that of a game.
func (a *app) bindContest(f *pflag.FlagSet, help, game string) (named *string) {
	f.StringVar(&a.contest, "contest", "", "the contest of the players: its run `FILE`, or a run")
	return f.String("game", game, help)
}

// forPrograms annotates flags that are refused where no program plays.
const forPrograms = "for programs"

func markForPrograms(f *pflag.FlagSet, names ...string) {
	for _, name := range names {
		f.Lookup(name).Annotations = map[string][]string{forPrograms: nil}
	}
}

func (a *app) applyProgramFlags(f *pflag.FlagSet) (err error) {
	o := &a.programs
	switch {
	case o.Limits.Move < 0:
		return usage("--move-time: must not be negative, have %v", o.Limits.Move)
	case !slices.Contains([]program.Mode{program.Auto, program.Require, program.Off}, o.Sandbox):
		return usage("--sandbox: must be auto, require or off, have %q", o.Sandbox)
	}
	if err := o.Sandbox.Check(false); err != nil {
		return usage("--sandbox: %w, have %s", err, o.Sandbox)
	}
	for i, file := range o.Files {
		if _, err := os.Stat(file); err != nil {
			return usage("--file: %w", err)
		}
		if o.Files[i], err = filepath.Abs(file); err != nil {
			return err
		}
	}
	if a.contest != "" && f.Changed("game") {
		return usage("--contest names the game: leave --game out")
	}
	if a.records != "" {
		if _, err := existsWritable(filepath.Join(a.records, recordsFile)); err != nil {
			return usage("--records: %w", err)
		}
		o.Keep = a.appendRecord
	}
	var once sync.Once
	o.Lacking = func(text string) { once.Do(func() { fmt.Fprintln(a.stderr, text) }) }
	a.Games = a.Games.WithProcess(game.ProcessOptions{Played: a.played, Programs: *o})
	f.Visit(func(given *pflag.Flag) {
		if _, ok := given.Annotations[forPrograms]; ok {
			a.givenProgramFlags = append(a.givenProgramFlags, given.Name)
		}
	})
	return nil
}

// appendRecord appends the record of a game to the file of --records, which it opens for the first one.
func (a *app) appendRecord(_, _ int, g *record.Record) (err error) {
	a.recordsOnce.Do(func() {
		var f *os.File
		if err = os.MkdirAll(a.records, 0o755); err == nil {
			f, err = disk.Append(filepath.Join(a.records, recordsFile))
		}
		a.recorder.File = f // until the process ends
	})
	if err != nil {
		return fmt.Errorf("--records: %w", err)
	}
	return a.recorder.Record(g)
}

const recordsFile = "games.jsonl"

func (a *app) refuseProgramFlags(ps ...*player.Player) error {
	return a.refuseProgramFlagsUnless(anyProgram(ps), slices.ContainsFunc(ps, func(p *player.Player) bool { return p.Game.Stored != nil }))
}

func (a *app) refuseProgramFlagsUnless(external, commands bool) error {
	switch {
	case external || len(a.givenProgramFlags) == 0:
		return nil
	case commands:
		return usage("--%s is for programs at a table of ours: in a contest of commands the run file sets it", a.givenProgramFlags[0])
	}
	return usage("--%s is for programs, and no player is one (exec:COMMAND)", a.givenProgramFlags[0])
}

// limit sets how much a command plays, unless the flag says it, to less where programs play, since they are started for
// each game, and divides deals against each opponent by the deals in one play of the game: 25 plays of 40 deals say as
// much as 1,000 deals, and take as long. The result must be in a range.
func limit[N int | int64](f *pflag.FlagSet, flag string, at *N, programs, least, most N, g *game.Game,
	ps ...*player.Player,
) error {
	switch slow := func(p *player.Player) bool { return p.IsProgram() || p.Game.Slow() }; {
	case f.Changed(flag):
	case slices.ContainsFunc(ps, slow):
		*at = programs
	case flag == "deals" && g != nil:
		*at = max(2, *at/N(g.Deals))
	}
	return checkRange("--"+flag, *at, least, most)
}

// limitToMaps lowers how much a command plays to all the deals of a contest of few maps, of so many of the flag's unit
// each. It is an error if the flag says more.
func limitToMaps(f *pflag.FlagSet, flag string, at *int, maps arena.Maps, each int) error {
	most := maps.Deals((*at+each-1)/each, 1) * each
	if most < *at && f.Changed(flag) {
		return usage("--%s: must be at most %d: the contest has no other maps or seeds for figures, have %d", flag, most, *at)
	}
	*at = min(*at, most)
	return nil
}

func anyProgram(ps []*player.Player) bool {
	return slices.ContainsFunc(ps, func(p *player.Player) bool { return p.Command != nil })
}

// findPlayer finds a PLAYER that may be a program of the game that --game names.
func (a *app) findPlayer(word, named string) (*player.Player, error) {
	if named != "" && a.contest == "" && !player.IsProgram(word) {
		return nil, usage("--game is for programs, and %s is not one (exec:COMMAND)", word)
	}
	ps, _, err := a.findPlayers([]string{word}, named)
	if err != nil {
		return nil, err
	}
	return ps[0], nil
}

// findPlayers finds players and programs, and warns if their games take long. named is the game by --game, if given.
func (a *app) findPlayers(words []string, named string) ([]*player.Player, *game.Game, error) {
	g, err := a.gameOfFlag(named)
	if err != nil {
		return nil, nil, err
	}
	ps, g, err := a.FindAll(words, g)
	if err == nil {
		err = a.refuseProgramFlags(ps...)
	}
	if err != nil {
		return nil, nil, err
	}
	for _, p := range ps {
		if _, slow := p.Game.Contest.(referee.EachMove); slow && p.IsProgram() {
			fmt.Fprintf(a.stderr, "%s is started anew for each of its moves, as %s does: expect some ten games a second\n",
				p.Name, p.Game.Info().Title)
		}
	}
	return ps, g, nil
}

// gameOfFlag returns the game of --contest, or the game that --game names; nil without either.
func (a *app) gameOfFlag(name string) (*game.Game, error) {
	if a.contest != "" {
		return a.gameOfContest()
	}
	if name == "" {
		return nil, nil
	}
	g, err := a.Games.Named(name)
	if err != nil {
		return nil, usage("--game: %w", err)
	}
	return g, nil
}

// gameOfContest returns the game of a run or of a run file, whose commands the user trusts by naming it.
func (a *app) gameOfContest() (g *game.Game, err error) {
	if ext := filepath.Ext(a.contest); ext != ".yaml" && ext != ".yml" {
		found, err := a.WithRun(a.contest, func(_ *store.Store, row store.RunRow) error {
			g, err = a.GameOf(row)
			return err
		})
		if found || err != nil {
			return g, err
		}
	}
	cfg, err := a.load(a.contest, configs.Overrides{})
	if err != nil {
		return nil, usage("--contest: %w", err)
	}
	return player.ConfigGame(a.Games, a.Simulators, cfg)
}

// comparison is what the players of match and tournament have scored in a schedule.
type comparison struct {
	*arena.Arena
	*referee.Report
	entrants []report.Entrant
}

// play plays a schedule at a table of some players: in the arena, or by a referee if a program takes part.
func (a *app) play(ctx context.Context, what string, g *game.Game, info engine.Info, ps []*player.Player,
	s arena.Schedule,
) (*comparison, error) {
	w := a.watch(what, int64(s.Len()*info.Seatings()))
	defer w.Stop()
	c := &comparison{Arena: arena.New(seated{g, info}, a.workers), entrants: report.Entrants(ps)}
	if g.UserBot != nil && a.records != "" {
		return nil, usage("--records: must be left out: %s is a contest of programs, whose referee alone knows their moves", g.Info().Title)
	}
	if !anyProgram(ps) {
		got, err := c.Arena.Play(ctx, player.Seats(ps), s)
		if err == nil && a.records != "" {
			err = g.TraceAll(ctx, player.Names(ps), player.Seats(ps), s, a.appendRecord) // the same games once more
		}
		c.Report = &referee.Report{Schedule: s, Results: got}
		return c, withNames(err, ps)
	}
	o := a.programs
	o.Workers, o.Count = a.workers, g.Count
	seats := player.RefereeSeats(ps)
	var err error
	if c.Report, err = referee.Play(ctx, g.Contest, seats, s, o); err != nil {
		return nil, err
	}
	for i := range c.entrants {
		c.entrants[i].Program = c.Stats[i].Conduct(seats[i])
	}
	return c, nil
}

// seated is a game at a table of another number of players.
type seated struct {
	*game.Game
	info engine.Info
}

func (s seated) Info() engine.Info { return s.info }

func withNames(err error, ps []*player.Player) error {
	return arena.NamePlayers(err, func(k int) string { return ps[k].Name })
}

// printComparison prints the result of match or tournament with the times and the faults of programs, and before all
// else, apart from JSON, how many deals could not be played.
func (a *app) printComparison(g *game.Game, c *comparison, v any, t *report.Table) error {
	to := a.stdout
	if a.json() {
		to = a.stderr
	}
	if n := len(c.Void); n > 0 {
		fmt.Fprintf(to, "%d of %d deals could not be played and do not count: %s\n", n, n+len(c.Results),
			c.Void[0].Reason)
	}
	limits := ""
	if g.Contest != nil {
		limits = fmt.Sprintf("the contest's, %v", g.Contest.Limits())
		if move := a.programs.Limits.Move; move != 0 {
			limits = fmt.Sprintf("%v a move by --move-time, of the contest %v", move, g.Contest.Limits())
		}
	}
	return a.print(v, t.Then(report.ProgramTable(c.entrants, limits)))
}
