// Package run executes a run: it starts or resumes it, breeds, measures the champion and writes the files.
//
//   - [Start], [Exploit] or [Resume] make a [Run]; [Run.Breed] takes it to its end.
//   - [NewEvaluator] finds the players that a run file names.
//
// An interrupted run can be resumed and ends with the same champion. The package knows no terminal.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"bloodline/arena/command"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
	"bloodline/internal/version"
)

// ConfigFile is the name of the resolved run file in a run's folder.
const ConfigFile = "run.yaml"

type Run struct {
	Config    *configs.Config
	Evaluator *measure.Evaluator
	Rows      *store.Recorder
	Warn      func(string)       // called at once with each warning for the user
	Tell      func(string)       // prints the first game, before the others
	From      *evolve.Generation // the last generation of the run that is continued; nil for a new run
	Dropped   bool               // removed from the store: a program stopped it before its first generation

	BredGenerations int // without those of a play-off

	book          gameBook // of games of programs; unused in other games
	finder        *player.Finder
	store         *store.Store
	startWarnings []string // warnings of its start: changes of genomes of other genes or of its run file, or that it is already finished
	progress      progress
}

// Start finds the players of a run file, opens the store and begins a run under a name, which is checked. An empty name
// is replaced by defaultName, with a number behind it if a run has that name.
func Start(f *player.Finder, name, defaultName string, c *configs.Config) (*Run, error) {
	r := newRun(f)
	r.Config = c
	if err := r.resolve(c); err != nil {
		return nil, err
	}
	if _, err := r.Evaluator.Split(); err != nil {
		return nil, err
	}
	return r.begin(name, defaultName, func(string) error { return nil })
}

func newRun(f *player.Finder) *Run {
	r := &Run{finder: f, Warn: func(string) {}, Tell: func(string) {}, progress: progress{now: time.Now}}
	r.book = gameBook{run: r}
	return r
}

// resolve finds the players of settings. Games of programs come from the store, and go there, through r.book.
func (r *Run) resolve(c *configs.Config) (err error) {
	r.Evaluator, err = NewEvaluator(r.finder, c, &r.book)
	return err
}

// begin opens or makes the store, finds a name, resolves the settings that depend on it, and enters the run.
func (r *Run) begin(name, defaultName string, resolve func(name string) error) (_ *Run, err error) {
	if r.store, err = OpenStore(r.finder); err != nil {
		return nil, err
	}
	if name, err = r.chooseName(name, defaultName); err == nil {
		err = resolve(name)
	}
	if err == nil {
		err = r.enter(name)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// enter enters the run, whose folder is locked, into the store and writes its settings.
func (r *Run) enter(name string) (err error) {
	if err := r.finder.AddTrust(r.Config); err != nil {
		return err
	}
	r.startWarnings = r.Evaluator.Carried
	info := store.NewInfo(name, r.Evaluator.Schema) // with the ranges that genes are drawn from
	info.SchemaHash = r.Evaluator.Game.Schema.Hash()
	info.Config = player.Portable(string(r.Config.TextWithSource()), r.finder.RunDir(name))
	info.Seed, info.Program = r.Config.Seed, version.String()
	if info.Opponents, err = opponentDigests(r.Evaluator); err == nil {
		info.Files, err = r.Evaluator.Game.Hashes()
	}
	if err != nil {
		return err
	}
	if r.Rows, err = r.store.Begin(info); err != nil {
		return err
	}
	return r.writeConfig(info.Config)
}

// Resume continues a run by its recorded settings. o may raise its generations and change budget and workers.
func Resume(f *player.Finder, name string, o configs.Overrides) (r *Run, err error) {
	if _, err := os.Stat(f.Store); err != nil {
		return nil, setting.Usagef("--resume: there is no store %s to resume from", f.Store)
	}
	r = newRun(f)
	if r.store, err = OpenStore(f); err != nil {
		return nil, err
	}
	if err := r.resume(name, o); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

func (r *Run) resume(name string, o configs.Overrides) (err error) {
	row, err := r.store.Run(name)
	if errors.Is(err, store.ErrNotFound) {
		return r.finder.NoRunError(name)
	} else if err != nil {
		return err
	}
	c, text, err := configs.LoadResumed(name+"/"+ConfigFile, []byte(player.Placed(row.Config, r.finder.RunDir(name))), o, r.finder.Games)
	if err != nil {
		return setting.Usagef("%w", err)
	}
	if err := r.finder.CheckTrust(c); err != nil {
		return fmt.Errorf("%s/%s: %w", name, ConfigFile, err)
	}
	r.Config = c
	if err := r.resolve(r.withTarget(name)); err != nil {
		return err
	}
	if err := r.Evaluator.Game.Schema.Fits("run "+name, row.Program, row.SchemaVersion, row.SchemaHash); err != nil {
		return fmt.Errorf("resume: %w", err)
	}
	now, err := opponentDigests(r.Evaluator)
	for i, o := range slices.Concat(r.Evaluator.Field, r.Evaluator.Holdout) {
		if err == nil && (i >= len(row.Opponents) || row.Opponents[i] != now[i]) {
			err = fmt.Errorf("resume %s: the opponent %s is no longer the one that it began with: bring its file back, or begin another run", name, o.Name)
		}
	}
	if err != nil {
		return err
	}
	files, err := r.checkPrograms(name, row.Files)
	if err != nil {
		return err
	}
	optional := func(g gene.Gene) bool { return g.Optional }
	if i := slices.IndexFunc(r.Evaluator.Game.Schema.Genes, optional); i >= 0 { // all or none of them are bred, as from the beginning
		r.Evaluator.BreedOptional(row.Genes[i].Max-row.Genes[i].Min > 1e-6)
	}
	begun := configs.ParseForDisplay(row.Config)
	if limit := c.Budget.MaxGames; row.State == store.Finished && limit > 0 && limit == begun.Budget.MaxGames && c.Evolve.Generations == begun.Evolve.Generations {
		r.startWarnings = append(r.startWarnings, fmt.Sprintf("%s is finished, with a budget of %d games: a larger --max-games or evolve.generations continues it", name, limit))
	}
	if row.Program != version.String() {
		r.startWarnings = append(r.startWarnings, fmt.Sprintf("%s was begun by bloodline %s, this is %s: the champion may differ from that of a run by one version", name, row.Program, version.String()))
	}
	if changed := c.FileChanges(r.finder.Games); changed != "" {
		r.startWarnings = append(r.startWarnings, changed)
	}
	if r.Rows, r.From, err = r.store.Resume(name); err != nil {
		return err
	}
	if err := r.dropPlayoff(); err != nil {
		return err
	}
	if r.From != nil {
		r.BredGenerations = r.From.Number + 1
	}
	if err := r.Rows.Change(func(i *store.Info) { i.Config, i.Files = player.Portable(string(text), r.finder.RunDir(name)), files }); err != nil {
		return err
	}
	return r.writeConfig(r.Rows.Config)
}

func (r *Run) writeConfig(text string) error {
	return r.WriteFile(ConfigFile, []byte(strings.TrimPrefix(text, r.Config.Source+"\n")))
}

// withTarget returns the settings with the run's own target as seen from here, not from where the run began.
func (r *Run) withTarget(name string) *configs.Config {
	own := filepath.Join(r.finder.RunDir(name), player.TargetFile)
	if _, err := os.Stat(own); err != nil {
		return r.Config
	}
	c := *r.Config
	c.Field = slices.Clone(c.Field)
	for i, path := range c.Field {
		if filepath.Base(path) == player.TargetFile {
			c.Field[i] = own
		}
	}
	if filepath.Base(c.Start[0]) == player.TargetFile {
		c.Start = []string{own}
	}
	return &c
}

// Spent returns the games that all processes bred the run with, as [store.RunRow] has them.
func (r *Run) Spent() (games int64, err error) {
	row, err := r.store.Run(r.Name())
	return row.Games, err
}

// Target returns the champion that an exploiter is bred against; nil for other runs.
func (r *Run) Target() (*player.Player, error) {
	path := filepath.Join(r.Dir(), player.TargetFile)
	if _, err := os.Stat(path); err != nil {
		return nil, nil
	}
	return r.finder.FindInFile(path)
}

func (r *Run) Close() error { return r.store.Close() }

func (r *Run) Name() string { return r.Rows.Name }

func (r *Run) Dir() string { return r.finder.RunDir(r.Rows.Name) }

// Breed breeds to the end, measures the champion and writes its file. The store gets generations before each. When ctx
// is cancelled, or [Control.Stop] stops the run, it can be resumed, and the error is context.Canceled.
func (r *Run) Breed(ctx context.Context, each evolve.RecorderFunc) (*champion.File, *evolve.Generation, error) {
	for _, text := range r.startWarnings {
		r.Warn(text)
	}
	row, err1 := r.store.Run(r.Name())
	found, err2 := r.store.League(r.Name())
	if err := cmp.Or(err1, err2); err != nil {
		return nil, nil, err
	}
	r.startProgress(row.Games, found)
	ctx, end := r.withStopRequests(ctx)
	defer end()
	f, result, err := r.breedAndMeasure(ctx, each, found)
	if err != nil && ctx.Err() == nil && r.Evaluator.Game.UserBot != nil {
		err = errors.Join(err, r.dropEmpty(err))
	}
	return f, result, err
}

// pollInterval is how often a process looks whether another one asks for the end of a run, or has begun or stopped one.
const pollInterval = 250 * time.Millisecond

// withStopRequests returns a context that another process can cancel. Until end it keeps the run's status in the store.
func (r *Run) withStopRequests(ctx context.Context) (_ context.Context, end func()) {
	const pollsPerStatus = 4 // looks from one status in the store to the next
	ctx, cancel := context.WithCancel(ctx)
	name := r.Name()
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.Tick(pollInterval)
		for k := 0; ; k++ {
			if k%pollsPerStatus == 0 {
				_ = r.Rows.PutStatus(r.Status()) // a page without one has the generations
			}
			select {
			case <-ctx.Done():
				return
			case <-tick:
				if r.store.MustStop(name) {
					cancel()
				}
			}
		}
	})
	return ctx, func() {
		cancel()
		watching.Wait()
	}
}

func (r *Run) breedAndMeasure(ctx context.Context, each evolve.RecorderFunc, found evolve.League) (_ *champion.File, _ *evolve.Generation, err error) {
	if s := r.Evaluator.Game.Simulator; s != nil {
		defer r.warnOfFaults(s)
	}
	checks := ctx
	if limit := r.Config.Budget.MaxTime; limit > 0 && r.From == nil { // slow programs can take all of it
		var end func()
		checks, end = context.WithDeadlineCause(ctx, r.progress.began.Add(limit), tooShort(endTime, r.Config))
		defer end()
	}
	for _, check := range []func(context.Context) error{r.book.restore, r.checkSimulator, r.showFirstGame, r.leaveOutWritten, r.checkRepeats, r.countDeals} {
		if err := check(checks); err != nil {
			if ctx.Err() == nil && checks.Err() != nil {
				err = context.Cause(checks)
			}
			return nil, nil, r.leaveResumable(ctx, err)
		}
	}
	if r.Evaluator.Earlier, err = r.store.Evidence(r.Name()); err != nil {
		return nil, nil, err
	}
	if err := r.Evaluator.Restore(found, r.From); err != nil {
		return nil, nil, err
	}
	e := r.Evaluator
	unchanged := evolve.RecorderFunc(func(evolve.Generation) error { return r.comparePrograms() })
	r.startSearch()
	finished, err := Evolve(ctx, r.Config, e, evolve.Recorders{unchanged, r.Rows, evolve.RecorderFunc(r.noteGeneration), each}, Past{r.From, r.progress.earlierGames - found.Games(), r.Rows, r.progress.began})
	if err != nil {
		return nil, finished.Last, r.leaveResumable(ctx, err)
	}
	finished.Name, finished.Program, finished.Files = r.Name(), version.String(), command.Digests(r.Rows.Files)
	spent, err := r.Spent()
	if r.startMeasuring(spent); err == nil {
		err = r.countLate()
	}
	if err != nil {
		return nil, finished.Last, err
	}
	f, err := MeasureChampion(ctx, r.Config, e, finished)
	if s := e.Game.Simulator; s != nil && err == nil {
		err = s.Replay(ctx)
	}
	if err == nil {
		err = r.playSomeAgain(ctx, f)
	}
	if err == nil {
		err = r.comparePrograms()
	}
	if err == nil {
		err = r.writeChampion(f)
	}
	if err != nil {
		return nil, finished.Last, r.leaveResumable(ctx, err)
	}
	return f, finished.Last, nil
}

// Summaries are those of the generations after one.
func (r *Run) Summaries(after int) ([]store.GenerationSummary, error) {
	return r.store.Summaries(r.Name(), after)
}

func (r *Run) Finish() error { return r.Rows.Finish(store.Finished) }

// leaveResumable marks an interrupted run as stopped and returns its error: that a program has changed explains others.
func (r *Run) leaveResumable(ctx context.Context, err error) error {
	changed := r.comparePrograms()
	if ctx.Err() == nil {
		return cmp.Or(changed, err)
	}
	if changed != nil {
		r.Warn(changed.Error())
	}
	if err := r.Rows.Finish(store.Stopped); err != nil {
		return err
	}
	return ctx.Err()
}

// WriteFile writes a file into the run's folder, in one step.
func (r *Run) WriteFile(name string, data []byte) error {
	err := r.store.CheckHeld(r.Name())
	if err == nil {
		err = disk.Write(filepath.Join(r.Dir(), name), data, disk.Any)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
