package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/internal/disk"
	"bloodline/results/ladder"
	"bloodline/results/report"
	"bloodline/results/run"
)

func (a *app) configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "config [CONFIG]",
		Short: "Check a run file and print it; --all explains every key",
		Long: `config checks a run file as breed does and prints it with its comments, with the values of flags and
environment, and with the maps that are kept for the figures. Without an argument it lists the shipped run files. --out
writes a run file to edit, with a JSON schema for editors beside it. --result tries command.ranks and command.scores on an output of the referee that was saved.`,
		Example: "  $bloodline config $quick --out my.yaml\n  $bloodline config my.yaml --all\n" +
			"  $bloodline config --schema > bloodline.schema.json",
	}
	all := c.Flags().Bool("all", false, "print every key that applies, with its meaning")
	schema := c.Flags().Bool("schema", false, "print the JSON schema of run files")
	result := c.Flags().String("result", "", "read the result of a game from a `FILE` with a referee's output; -: from stdin")
	out := c.Flags().String("out", "", "new `FILE` to write, beside it the schema for editors")
	bindOverrides(c.Flags())
	c.RunE = func(cmd *cobra.Command, args []string) error {
		o := overrides(cmd.Flags())
		if *out != "" && (len(args) == 0 || a.json()) {
			return usage("--out: must be left out without a CONFIG, and with -o json")
		}
		switch {
		case *result != "" && (len(args) == 0 || *all || *out != ""):
			return usage("--result needs a CONFIG, and no --all or --out beside it")
		case *schema && (len(args) > 0 || *all):
			return usage("--schema is that of all run files: leave the file and --all out")
		case len(args) == 0 && (*all || len(o.Set)+len(o.Flags) > 0):
			return usage("config needs a CONFIG that --all and the settings are for (%s)", report.List(configs.RunFileNames(a.Games)))
		case *schema:
			_, err := a.stdout.Write(configs.Schema(a.Games))
			return err
		case *result != "":
			return a.readResult(cmd.Context(), args[0], *result, o)
		case len(args) > 0:
			return a.showConfig(args[0], *out, *all, o)
		}
		names := configs.RunFileNames(a.Games)
		return a.print(names, report.NotesTable(names...))
	}
	return c
}

func (a *app) showConfig(path, out string, all bool, o configs.Overrides) error {
	cfg, err := a.load(path, o)
	if err != nil {
		return usage("%w", err)
	}
	e, err := run.NewEvaluator(&a.Finder, cfg, nil) // it finds the players
	if err != nil {
		return err
	}
	if a.json() {
		var v any
		if err := yaml.Unmarshal(cfg.YAML(), &v); err != nil {
			return err
		}
		return a.print(v, nil)
	}
	text := cfg.CommentedYAML()
	if !all {
		if text, err = configs.Text(path, o, a.Games); err != nil {
			return err
		}
	}
	if out == "" {
		_, err = a.stdout.Write(append(text, keptMaps(e.Game)...))
		return err
	}
	if _, err := os.Lstat(out); err == nil {
		return usage("--out: must not exist, have %s", out)
	}
	if err := checkWritable("--out", out, false); err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(out), editorSchema)
	if !bytes.HasPrefix(text, []byte(modeline)) {
		text = append([]byte(modeline+editorSchema+"\n"), text...)
	}
	if err := errors.Join(disk.Write(out, text, nil), disk.Write(beside, configs.Schema(a.Games), disk.Containing(configs.SchemaDoc))); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "wrote %s, and beside it %s, with which editors complete and check it\n", out, editorSchema)
	return nil
}

// keptMaps lists the maps of a contest that no selection sees, as comments of a run file.
func keptMaps(g *game.Game) (out []byte) {
	info := g.Info()
	if g.Stored == nil || !arena.KeepsMaps(info) {
		return nil
	}
	for _, place := range arena.MapsOf(info, true).Numbers {
		_, name := g.Stored.SeedAndMap(g.Stored.DealNumber(engine.MapSeed(place, 0)))
		out = fmt.Appendf(out, "# kept for the figures: %s\n", name)
	}
	return out
}

// playerResult is what a referee's output says of a player.
type playerResult struct {
	Player string  `json:"player"` // p1, p2, ...
	Place  int     `json:"place"`  // from 1
	Points float64 `json:"points"`
	Error  string  `json:"error,omitempty"`
}

func (a *app) readResult(ctx context.Context, path, file string, o configs.Overrides) error {
	cfg, err := configs.Load(path, o, a.Games) // whose field needs no ladder
	if err != nil {
		return usage("%w", err)
	}
	var text []byte
	if file == "-" {
		text, err = io.ReadAll(io.LimitReader(a.stdin, 1<<20))
	} else {
		text, err = disk.Read(file, 1<<20)
	}
	if err != nil {
		return usage("--result: %w", err)
	}
	g, err := player.ConfigGame(a.Games, nil, cfg)
	if err != nil {
		return err
	}
	if g.Stored == nil {
		return usage("--result: must be left out with game %s, which prints no results", cfg.Game)
	}
	r, err := g.Stored.ReadResult(ctx, text)
	if err != nil {
		return usage("--result: %s: %w", file, err)
	}
	points := g.Stored.Outcome(r)
	t, all := &report.Table{Columns: []string{"player", ">place", ">points", "error"}}, []playerResult{}
	for i, rank := range r.Ranks {
		p := playerResult{fmt.Sprintf("p%d", i+1), rank + 1, g.Info().InPoints(float64(points.Score[i])), r.Errors[i]}
		text := strconv.FormatFloat(p.Points, 'g', 6, 64)
		if r.Scores != nil {
			text = fmt.Sprint(p.Points)
		}
		t.Add(p.Player, strconv.Itoa(p.Place), text, p.Error)
		all = append(all, p)
	}
	return a.print(all, t)
}

// editorSchema lies beside run files that config writes.
const editorSchema = "bloodline.schema.json"

// modeline tells editors with the YAML language server which schema a file has.
const modeline = "# yaml-language-server: $schema="

func bindOverrides(f *pflag.FlagSet) {
	f.Uint64("seed", 1, "seed of the whole run")
	f.StringArray("set", nil, "set `KEY=VALUE`, such as evolve.population=50; repeatable")
}

var keyFlags = []struct{ flag, key string }{
	{"seed", "seed"}, {"workers", "workers"}, {"max-games", "budget.max_games"}, {"max-time", "budget.max_time"}, {"until", "budget.until"},
}

func overrides(f *pflag.FlagSet) (out configs.Overrides) {
	out.Set, _ = f.GetStringArray("set") // there is one
	for _, s := range keyFlags {
		given := f.Lookup(s.flag)
		if given == nil || !given.Changed {
			continue
		}
		text := given.Value.String()
		number, ok := strings.CutSuffix(text, "%")
		if x, err := strconv.ParseFloat(strings.TrimSpace(number), 64); ok && err == nil && s.flag == "until" { // as points are shown
			text = strconv.FormatFloat(x/100, 'g', -1, 64)
		}
		out.Flags = append(out.Flags, configs.Flag{Given: "--" + s.flag, Key: s.key, Text: text})
	}
	return out
}

// load reads a run file, and prints a note for keys that have no effect.
func (a *app) load(path string, o configs.Overrides) (*configs.Config, error) {
	o.Note = func(line string) { fmt.Fprintln(a.stderr, line) }
	cfg, err := configs.Load(path, o, a.Games)
	if err != nil && slices.Contains(a.Runs(), path) {
		return nil, fmt.Errorf("%s is a run: %s breed --resume=%[1]s continues it, its settings are in %[3]s", path,
			a.invocation, filepath.Join(a.RunDir(path), "run.yaml"))
	}
	if err != nil {
		return nil, err
	}
	if err := ladder.Seat(&a.Finder, path, cfg); err != nil {
		return nil, err
	}
	programs := cfg.Game != command.Name && slices.ContainsFunc(slices.Concat(cfg.Field, cfg.Holdout), player.IsProgram)
	return cfg, a.refuseProgramFlagsUnless(programs, cfg.Game == command.Name)
}
