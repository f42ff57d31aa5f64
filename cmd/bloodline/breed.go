package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bloodline/arena/champion"
	"bloodline/cmd/bloodline/internal/report"
	"bloodline/cmd/bloodline/internal/terminal"
	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/lineage"
)

// The files of a run, in its folder beside the store.
const (
	championFile = "champion.json"
	configFile   = "run.yaml"
	summaryFile  = "summary.md"
)

// breeding is one breed command under way.
type breeding struct {
	*app
	cfg      *configs.Config
	lab      *lab
	store    *lineage.Store
	run      *lineage.Run
	from     *evolve.State
	progress *terminal.Progress
	started  time.Time
}

func (a *app) breed() *cobra.Command {
	var resume string
	var name string
	var o overrides
	c := &cobra.Command{
		Use:   "breed [CONFIG]",
		Short: "Breed a champion from a run file",
		Long: `breed runs the genetic algorithm that a run file describes and ends with a
champion: its file, its figures on deals that no selection has seen, and its
lineage in the store. CONFIG is a YAML file or the name of an embedded one
(coup-quick, the default, takes about a minute; see bloodline config).

Settings come from flags, over the environment (BLOODLINE_SEED,
BLOODLINE_EVOLVE_POPULATION, ...), over the file, over the defaults.

A run can be interrupted at any moment and resumed with --resume; it ends with
the same champion as one that was never stopped.`,
		Example: "  bloodline breed\n  bloodline breed configs/coup.yaml --seed 7\n  bloodline breed --set evolve.generations=40 --set fitness.blocks=260\n  bloodline breed --resume",
		Args:    arguments(cobra.MaximumNArgs(1)),
	}
	f := c.Flags()
	f.StringVar(&resume, "resume", "", "go on with this run; without a name, with the latest unfinished one")
	f.Lookup("resume").NoOptDefVal = latest
	f.StringVar(&name, "name", "", "name of the run; CONFIG-SEED unless given")
	o.bind(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		b := &breeding{app: a, progress: terminal.New(a.stderr, a.now), started: a.now()}
		if resume == "" {
			return b.begin(cmd.Context(), append(args, "coup-quick")[0], name, a.overrides(o, cmd.Flags()))
		}
		if len(args) > 0 {
			return usage("--resume takes its settings from the run: leave %s out (for a run's name write --resume=NAME)", args[0])
		}
		return b.resume(cmd.Context(), resume)
	}
	return c
}

// latest stands for "the latest unfinished run".
const latest = "latest"

// begin starts a new run.
func (b *breeding) begin(ctx context.Context, config, name string, o configs.Overrides) (err error) {
	if b.cfg, err = configs.Load(config, o, known()); err != nil {
		return usageError{err}
	}
	if b.lab, err = b.newLab(b.cfg); err != nil {
		return err
	}
	if err := b.openStore(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.store.Close()) }()
	if name, err = b.called(name, fmt.Sprintf("%s-%d", baseName(config), b.cfg.Seed)); err != nil {
		return err
	}
	veterans, err := b.veterans()
	if err != nil {
		return err
	}
	if err := b.register(name); err != nil {
		return err
	}
	if err := b.takeOver(veterans); err != nil {
		return err
	}
	return b.live(ctx)
}

func (b *breeding) openStore() (err error) {
	if err := os.MkdirAll(filepath.Dir(b.app.store), 0o755); err != nil {
		return fmt.Errorf("make results folder: %w", err)
	}
	b.store, err = lineage.Open(b.app.store)
	return err
}

// register enters the run into the store and writes its settings. The folder comes
// first: a run without one could not be finished.
func (b *breeding) register(name string) (err error) {
	if err := os.MkdirAll(b.runDir(name), 0o755); err != nil {
		return fmt.Errorf("make run folder: %w", err)
	}
	text := b.cfg.YAML()
	info := lineage.NewInfo(name, b.lab.game.Schema)
	info.Config, info.Seed, info.Program = string(text), b.cfg.Seed, version()
	if b.run, err = b.store.Begin(info); err != nil {
		return err
	}
	return b.file(configFile, text)
}

// called returns the name that the user gave, checked, or else a free one.
func (b *breeding) called(given, otherwise string) (string, error) {
	if given != "" {
		return given, b.checkName(given)
	}
	return b.free(plainName(otherwise))
}

// checkName keeps names fit for a folder, for a shell and for a PLAYER, and folders
// from being written over.
func (b *breeding) checkName(name string) error {
	switch {
	case name != plainName(name) || strings.HasSuffix(name, ".json") || name == latest:
		return usage("--name: must be of letters, digits, '-', '_' and '.', begin with a letter or a digit, and not be %s or end in .json, have %q", latest, name)
	case taken(name):
		return usage("--name: must not be the name of a shipped champion or a baseline, have %q", name)
	}
	rows, err := b.store.Runs()
	if err != nil || slices.ContainsFunc(rows, func(r lineage.RunRow) bool { return r.Name == name }) {
		return err // Begin tells
	}
	if entries, err := os.ReadDir(b.runDir(name)); err == nil && len(entries) > 0 {
		return usage("--name: the run's folder %s must not exist or be empty, it has %s", b.runDir(name), entries[0].Name())
	}
	return nil
}

// taken tells whether a PLAYER of this name is found before a run is.
func taken(name string) bool {
	return len(baselinesOf(name, nil)) > 0 || shipped(name) != nil
}

// plainName makes a name fit for a run out of any.
func plainName(name string) string {
	name = strings.TrimLeft(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}, name), "-_.")
	if name == "" {
		return "run"
	}
	return name
}

// free returns the first of name, name-2, name-3, ... that neither a run nor a
// folder has.
func (b *breeding) free(name string) (string, error) {
	rows, err := b.store.Runs()
	if err != nil {
		return "", err
	}
	used := map[string]bool{}
	for _, r := range rows {
		used[r.Name] = true
	}
	for n, try := 2, name; ; n++ {
		if _, err := os.Stat(b.runDir(try)); !used[try] && errors.Is(err, fs.ErrNotExist) {
			return try, nil
		}
		try = fmt.Sprintf("%s-%d", name, n)
	}
}

// resume goes on with a run.
func (b *breeding) resume(ctx context.Context, name string) (err error) {
	if _, err := os.Stat(b.app.store); err != nil {
		return usage("--resume: there is no store %s to resume from", b.app.store)
	}
	if b.store, err = lineage.Open(b.app.store); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.store.Close()) }()
	if name == latest {
		if name, err = b.unfinished(); err != nil {
			return err
		}
	}
	if b.run, b.from, err = b.store.Resume(name); errors.Is(err, lineage.ErrNotFound) {
		return usageError{err}
	} else if err != nil {
		return err
	}
	if b.cfg, err = configs.Recorded(name+"/"+configFile, []byte(b.run.Config), known()); err != nil {
		return err
	}
	if b.workers > 0 {
		b.cfg.Workers = b.workers
	}
	if b.lab, err = b.newLab(b.cfg); err != nil {
		return err
	}
	if have := b.lab.game.Schema.Hash(); b.run.SchemaHash != have {
		return fmt.Errorf("resume %s: it was begun under schema %s of %s, this program reads %s", name, b.run.SchemaHash, b.cfg.Game, have)
	}
	if err := b.file(configFile, []byte(b.run.Config)); err != nil {
		return err
	}
	if b.from == nil { // it may have ended while it took over
		veterans, err := b.veterans()
		if err != nil {
			return err
		}
		if err := b.takeOver(veterans); err != nil {
			return err
		}
	}
	return b.live(ctx)
}

func (b *breeding) unfinished() (string, error) {
	rows, err := b.store.Runs()
	if err != nil {
		return "", err
	}
	for i := len(rows) - 1; i >= 0; i-- {
		if rows[i].State != lineage.Finished {
			return rows[i].Name, nil
		}
	}
	return "", usage("--resume: every run of %s is finished", b.app.store)
}

// live breeds to the end and shows what came of it.
func (b *breeding) live(ctx context.Context) error {
	f, result, err := b.finish(ctx)
	if err != nil {
		return err
	}
	if b.json() {
		return report.JSON(b.stdout, f)
	}
	return b.showChampion(f, result)
}

// finish breeds to the end and measures the champion.
func (b *breeding) finish(ctx context.Context) (*champion.File, evolve.Result, error) {
	b.progress.Line(b.greeting())
	if err := b.remember(); err != nil {
		return nil, evolve.Result{}, err
	}
	result, err := evolve.Run(ctx, b.lab.schema, b.cfg.Evolve, b.lab, b.lab, evolve.Recorders{b.run, evolve.RecorderFunc(b.show)}, b.from)
	if err != nil {
		return nil, result, b.stopped(ctx, err)
	}
	b.progress.Spin("measuring the champion on fresh deals ...")
	f, err := b.crown(ctx, result)
	if err != nil {
		return nil, result, b.stopped(ctx, err)
	}
	b.progress.Clear()
	return f, result, b.run.Finish(lineage.Finished)
}

// remember gives the lab's guard the adversaries that the run has recorded, and a
// place to record the next ones.
func (b *breeding) remember() error {
	evidence, err := b.store.Evidence(b.run.Name)
	if err != nil {
		return err
	}
	b.lab.guard.keep = b.run.PutEvidence
	return b.lab.guard.recall(evidence)
}

func (b *breeding) greeting() string {
	from := ""
	if b.from != nil {
		from = fmt.Sprintf(", resumed after generation %d", b.from.Number)
	}
	return fmt.Sprintf("breeding %s: %d genomes of %d genes for %d generations against %d opponents, seed %d, %d workers%s",
		b.run.Name, b.cfg.Evolve.Population, len(b.lab.game.Schema.Genes), b.cfg.Evolve.Generations, len(b.lab.field), b.cfg.Seed, b.lab.arena.Workers(), from)
}

// stopped leaves the run fit to be resumed and says how.
func (b *breeding) stopped(ctx context.Context, err error) error {
	b.progress.Clear()
	if ctx.Err() == nil {
		return err
	}
	if err := b.run.Finish(lineage.Stopped); err != nil {
		return err
	}
	store := ""
	if b.app.store != defaultStore {
		store = " --store " + b.app.store
	}
	return fmt.Errorf("%w; go on with: bloodline breed --resume=%s%s", context.Canceled, b.run.Name, store)
}

// show prints a generation's line.
func (b *breeding) show(g evolve.Generation) error {
	_, show := scale(b.lab.game.Info())
	spent := b.now().Sub(b.started)
	first := 0
	if b.from != nil {
		first = b.from.Number + 1
	}
	done, todo := g.Number+1-first, b.cfg.Evolve.Generations-g.Number-1
	c := g.Champion.Pooled
	line := fmt.Sprintf("generation %d/%d  champion %s ±%s  best %s  mean %s  %s games/s  %s left",
		g.Number, b.cfg.Evolve.Generations-1, show(c.Mean), show(1.96*c.StdErr), show(g.Best), show(g.Mean),
		report.Count(int64(float64(b.lab.games.Load())/max(spent.Seconds(), 1e-3))),
		terminal.Duration(spent/time.Duration(done)*time.Duration(todo)))
	if g.Crowned == g.Number && g.Number > 0 {
		line += "  new champion " + g.Champion.ID
	}
	if word := b.lab.guard.word(show); word != "" {
		line += "  " + word
	}
	b.progress.Step(line)
	return nil
}

// crown measures the champion, stores its evidence and writes its files.
func (b *breeding) crown(ctx context.Context, r evolve.Result) (*champion.File, error) {
	settings := *b.cfg
	settings.Workers = 0 // they are no part of what a champion is
	f, err := champion.New(b.lab.game.Schema, b.run.Name, b.run.Program, r.Champion.Genes, champion.Origin{
		Run: b.run.Name, ID: r.Champion.ID, Seed: b.cfg.Seed, Generation: r.Last.Crowned, Config: string(settings.YAML()),
	})
	if err != nil {
		return nil, err
	}
	if f.Evidence, err = b.lab.evidence(ctx, r.Champion.Genes); err != nil {
		return nil, err
	}
	if err := b.run.PutEvidence("champion", f.Evidence); err != nil {
		return nil, err
	}
	data, err := f.Encode()
	if err != nil {
		return nil, err
	}
	if err := b.file(championFile, data); err != nil {
		return nil, err
	}
	return f, b.file(summaryFile, []byte(b.summary(f, r)))
}

// file writes a file of the run.
func (b *breeding) file(name string, data []byte) error {
	dir := b.runDir(b.run.Name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make run folder: %w", err)
	}
	if err := champion.WriteFile(filepath.Join(dir, name), data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
