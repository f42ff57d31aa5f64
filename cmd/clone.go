package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"bloodline/arena/game"
	"bloodline/arena/record"
	"bloodline/configs/player"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/version"
	"bloodline/results/clone"
	"bloodline/results/report"
)

type cloning struct {
	*app
	game   *game.Game
	dir    string
	games  int
	seed   uint64
	add    bool
	from   []string // files of records
	report []report.Clone

	cloneGames map[string]string // the names of their games, of clones that exist, by name
	unlock     []func()          // release the locks of names
}

func (a *app) cloneCommand() *cobra.Command {
	x := &cloning{app: a}
	c := &cobra.Command{
		Use:   "clone PLAYER...",
		Short: "Learn rivals from their games, to breed against",
		Long: `clone plays each PLAYER, such as a rival's program, and fits the genes of the game's rules to its
decisions. It writes a file that every command takes as a player, and the games on record; equal games count once.
docs/rivals.md goes from rivals to a champion.`,
		Example: "  $bloodline clone exec:./rival exec:./other --game $game\n" +
			"  $bloodline clone Anna --from 'games/*.jsonl'\n  $bloodline clone exec:./rival --add --against $run",
	}
	f := c.Flags()
	f.IntVar(&x.games, "games", 0, "games of each; 0: 160, or 16 of many deals")
	against := f.StringSlice("against", nil, "`PLAYERS` instead of all others")
	f.StringVar(&x.dir, "out", "rivals", "`DIR` for the clones and their games")
	f.StringArrayVar(&x.from, "from", nil, "play nothing, read records in `FILE`")
	f.BoolVar(&x.add, "add", false, "add games to those in DIR, and fit again")
	f.Uint64Var(&x.seed, "seed", 1, "seed of the deals; by default, --add plays new ones")
	named := f.String("game", "", "the game, if no player implies it")
	a.bindPrograms(f)
	f.Lookup("records").Hidden = true
	c.RunE = func(cmd *cobra.Command, words []string) error {
		defer func() {
			for _, unlock := range x.unlock {
				unlock()
			}
		}()
		if f.Changed("records") {
			return usage("--records: must be left out, since clone writes its games to the folder of --out")
		}
		if len(x.from) > 0 {
			for _, flag := range []string{"games", "against", "seed"} {
				if f.Changed(flag) {
					return usage("--%s: must be left out with --from, which plays nothing", flag)
				}
			}
			return x.fromRecords(cmd.Context(), words, *named)
		}
		ps, g, err := a.findPlayers(slices.Concat(words, *against), *named)
		if err != nil {
			return err
		}
		if g.Clone == nil || g.Replay == nil {
			return usage("clone: %s has no rules of ours to fit to a player's decisions", g.Name())
		}
		if x.game = g; x.games == 0 {
			if x.games = 160; g.Deals > 1 {
				x.games = 16
			}
		}
		if err := checkRange("--games", x.games, 1, 1_000_000); err != nil {
			return err
		}
		return x.playAll(cmd.Context(), ps[:len(words)], ps[len(words):], x.add && !f.Changed("seed"))
	}
	return c
}

// playAll plays the games of each player and fits a clone to them. fresh means on deals that no game on record has.
func (x *cloning) playAll(ctx context.Context, ps, against []*player.Player, fresh bool) error {
	names, err := x.fileNames(report.Map(ps, func(p *player.Player) string { return cmp.Or(p.Word, p.Name) }))
	if err != nil {
		return err
	}
	var failed error
	for i, p := range ps {
		others := against
		if len(others) == 0 {
			others = slices.Concat(ps[:i], ps[i+1:])
			for _, b := range x.game.Baselines {
				if !slices.ContainsFunc(ps, func(o *player.Player) bool { return o.Name == b.Name }) {
					others = append(others, &player.Player{Name: b.Name, Game: x.game})
				}
			}
		}
		if len(others) == 0 {
			return usage("clone: %s has no baselines, so --against must name opponents", x.game.Name())
		}
		study, err := x.study(ctx, x.game, p.Name, names[i])
		if err != nil {
			return err
		}
		if fresh {
			x.seed = study.Seed(x.games)
		}
		w := x.watch("playing "+p.Name, int64(x.games))
		o := x.programs
		o.Workers = x.workers
		played, err := clone.Play(ctx, p, others, x.games, x.seed, o)
		w.Stop()
		if err != nil && (ctx.Err() == nil || len(played.Records) == 0) {
			return fmt.Errorf("clone: %w", err)
		}
		refuse, end := x.limitWarnings()
		for _, r := range played.Records {
			if err := study.Add(r); err != nil {
				refuse(fmt.Errorf("a game of %s: %w", p.Name, err))
			}
		}
		end()
		fitting := ctx
		if ctx.Err() != nil {
			fitting = context.WithoutCancel(ctx) // a clone is made of the games so far; a second interrupt ends the program
		}
		err = x.learn(fitting, study, p, others, names[i], played)
		if failed = errors.Join(failed, err); ctx.Err() != nil || err != nil && !errors.Is(err, clone.ErrNoDecision) {
			break
		}
	}
	if ctx.Err() != nil {
		failed = fmt.Errorf("clone: %w", ctx.Err())
	}
	return errors.Join(x.printClones(), failed)
}

// study begins a study of a player; with --add it has the games of the clone's file already.
func (x *cloning) study(ctx context.Context, g *game.Game, player, name string) (*clone.Study, error) {
	s := clone.NewStudy(g, player)
	base := filepath.Join(x.dir, name)
	if have := x.cloneGames[name]; have != "" && have != g.Name() {
		return nil, usage("%s.json is of %s, not of %s: --out names another folder", base, have, g.Name())
	}
	if !x.add {
		return s, nil
	}
	refuse, end := x.limitWarnings()
	err := record.Read(ctx, base+".jsonl", s.Add, refuse)
	end()
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err == nil && x.cloneGames[name] != "" && len(s.New) == 0 {
		err = usage("%s.jsonl must have games of %s for others to be added, and has none: --out names another folder", base, player)
	}
	s.New = nil
	return s, err
}

func (x *cloning) learn(
	ctx context.Context, study *clone.Study, p *player.Player, others []*player.Player, name string, played *clone.Games,
) error {
	if played.Faults != nil && played.Faults.Forfeits > 0 {
		x.note("%s lost %s of %s by its faults: %s; its decisions before them count", p.Name,
			report.Count(played.Faults.Forfeits), report.Plural(played.Faults.Plays, "game"), report.FaultCounts(played.Faults.Faults))
	}
	x.warnRepeated(p.Name, study.Repeated)
	w := x.watch("learning "+p.Name, 0)
	defer w.Stop()
	genes, c, err := study.Learn(ctx)
	if err != nil {
		return fmt.Errorf("clone: %w", err)
	}
	c.Of = cmp.Or(p.Word, p.Name)
	if played.Faults != nil {
		c.Forfeits = played.Faults.Forfeits
	}
	if others != nil {
		if c.Score, err = played.Compare(ctx, p, others, x.game.Player(genes)); err != nil {
			return err
		}
	}
	w.Stop()
	f, err := champion.New(study.Game.Schema, name, version.String(), genes, champion.Origin{})
	if err != nil {
		return err
	}
	f.Clone = c
	data, err := f.Encode()
	if err != nil {
		return err
	}
	base := filepath.Join(x.dir, name)
	made := disk.Containing(champion.Format)
	if !x.add {
		made = nil // the file is new
	}
	if x.add || !x.isInput(base+".jsonl") { // the games first: without them none can be added later
		err = x.writeGames(base+".jsonl", study.New)
	} else {
		x.note("%s.jsonl is a file of --from and stays as it is: only its games are there for --add", base)
	}
	if err == nil {
		err = disk.Write(base+".json", data, made)
	}
	x.report = append(x.report, report.Clone{File: base + ".json", Clone: c})
	return err
}

func (x *cloning) fromRecords(ctx context.Context, words []string, named string) (err error) {
	if x.from, err = recordFiles(x.from); err != nil {
		return err
	}
	names, err := x.fileNames(words)
	if err != nil {
		return err
	}
	studies := make([]*clone.Study, len(words))
	var failed error
	x.game, err = x.readRecords(ctx, x.from, named, words, func(g *game.Game, r *record.Record) (err error) {
		for i, word := range words {
			if studies[i] == nil && failed == nil {
				studies[i], failed = x.study(ctx, g, word, names[i])
			}
			if failed == nil && slices.Contains(r.Players, word) {
				err = cmp.Or(err, studies[i].Add(r))
			}
		}
		return err
	})
	if err = cmp.Or(failed, err); err != nil {
		return err
	}
	for i, word := range words {
		if err := x.learn(ctx, studies[i], &player.Player{Name: word, Game: x.game}, nil, names[i], new(clone.Games)); err != nil {
			return err
		}
	}
	return x.printClones()
}

func (a *app) warnLeftOut(err error) { a.note("%v: left out", err) }

// limitWarnings reports the first three records that cannot be used, and at the end how many more there were.
func (a *app) limitWarnings() (refuse func(error), end func()) {
	n := 0
	refuse = func(err error) {
		if n++; n <= 3 {
			a.warnLeftOut(err)
		}
	}
	return refuse, func() {
		if n > 3 {
			fmt.Fprintf(a.stderr, "and %s more that can't be used: left out\n", report.Count(n-3))
		}
	}
}

func (a *app) warnRepeated(player string, n int) {
	if n > 0 {
		a.note("%s: %s of the games were there already: left out", player, report.Count(n))
	}
}

func recordFiles(patterns []string) (files []string, err error) {
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			return nil, usage("--from: must be a file of records, or a pattern that matches some, have %q", pattern)
		}
		files = append(files, found...)
	}
	return files, nil
}

// readRecords calls use with each record of the files in which one of these players plays. All must be of one game. A
// record that use refuses is reported with its file and line, and a file that cannot be read with the reason.
func (a *app) readRecords(
	ctx context.Context, files []string, named string, players []string, use func(*game.Game, *record.Record) error,
) (*game.Game, error) {
	g, err := a.gameOfFlag(named)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	each := func(r *record.Record) error {
		own, ok := a.Games.ByName(r.Game)
		switch {
		case !ok:
			return fmt.Errorf("is of an unknown game %.40q (have %s)", r.Game, a.Games)
		case g != nil && g != own:
			return fmt.Errorf("is of %s, want %s", own.Name(), g.Name())
		case own.Replay == nil || own.Clone == nil:
			return fmt.Errorf("is of %s, whose games cannot be looked at again", own.Name())
		case len(r.Players) != own.Info().Seats:
			return fmt.Errorf("players: must be %d, have %d", own.Info().Seats, len(r.Players))
		case slices.Contains(r.Players, ""):
			return errors.New("players: must have names")
		}
		g = own
		for _, name := range r.Players {
			seen[name] = true
		}
		if !slices.ContainsFunc(players, func(p string) bool { return slices.Contains(r.Players, p) }) {
			return nil
		}
		return use(g, r)
	}
	refuse, end := a.limitWarnings()
	defer end()
	for _, path := range files {
		w := a.watch("reading "+path, 0)
		err := record.Read(ctx, path, each, func(err error) { w.Stop(); refuse(err) })
		if w.Stop(); ctx.Err() != nil {
			return nil, fmt.Errorf("%s: %w", path, ctx.Err())
		} else if err != nil {
			a.warnLeftOut(err)
		}
	}
	if len(seen) == 0 {
		return nil, usage("--from: no record can be used: a record is a line such as " +
			`{"game": "coup", "players": ["ann", "bob"], "trace": [...]}; match --records writes them`)
	}
	names := slices.Sorted(maps.Keys(seen))
	for _, p := range players {
		if !seen[p] {
			return nil, usage("--from: no record has a player %s (have %s)", p, report.List(names[:min(len(names), 20)]))
		}
	}
	return g, nil
}

func (x *cloning) printClones() error {
	if len(x.report) == 0 {
		return nil
	}
	t := report.CloneTable(x.game.Info().Scale(), x.report)
	field := filepath.ToSlash(filepath.Join(x.dir, "*.json"))
	if n := x.game.Clone().Method().Strangers; n > 0 && x.game.Strangers != nil {
		field = fmt.Sprintf("%s*%d,%s", game.Strangers, min((len(x.report)+n-1)/n, 100), field)
	}
	t.Then(report.NextSteps([][2]string{
		{fmt.Sprintf("%s breed %s --set 'field=%s'", x.invocation, x.game.Quick(), field), "a champion against the clones"},
		{fmt.Sprintf("%s inspect %s", x.invocation, x.report[0].File), "what it does"},
	}))
	return x.print(x.report, t)
}
