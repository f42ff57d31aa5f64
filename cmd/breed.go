package cmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/arena"
	"bloodline/arena/job"
	"bloodline/arena/swarm"
	"bloodline/cmd/internal/terminal"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/system"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/run"
)

// breeding is a run under way, of breed or exploit.
type breeding struct {
	*app
	*run.Run
	progress    *terminal.Progress
	swarm       *swarm.Breeder // nil without one
	target      *player.Player // of an exploiter; nil for other runs
	resumeSeeds string         // command that continues this run and those of the other seeds; empty for this run alone
}

// breedFlags are the flags of breed that stand for no key of a run file.
type breedFlags struct {
	resume, name, serve string
	overrides           configs.Overrides
	seeds               []uint64 // nil without --seeds
	machines            *swarmFlags
}

func (a *app) breedCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "breed [CONFIG]",
		Short: "Breed a champion from a run file",
		Long: `breed runs the search of a run file and ends with a champion: a file, its figures on deals that no
selection has seen, and its ancestors in the store. CONFIG is a YAML file or a shipped run file ($quick by default;
$bloodline config lists them).

Precedence: flags, environment (BLOODLINE_SEED, BLOODLINE_EVOLVE_POPULATION, ...), file, defaults. $bloodline config
CONFIG --all explains every key, and so does docs/run-files.md.

While a run breeds, a line has the points a game of the champion, by all its games, and those of the best individual of
the newest generation and of all its individuals (mean), by few.

You can interrupt a run at any moment and continue it with --resume; the champion is the same as that of an
uninterrupted run. --max-games, --max-time and --until end a run early, with its champion so far; --resume with a larger
budget, or with more generations, continues it, against the opponents that it began with.

--max-games counts, where programs are started for each game, all games of the run, but not those that are tried again
because the referee failed; with a simulator those of the search. In other games no generation begins after that many.
--max-time includes the champion's figures: the search ends when the rest of the time is needed for them.`,
		Example: "  $bloodline breed\n  $bloodline breed my.yaml --seed 7\n" +
			"  $bloodline breed --set evolve.generations=40 --set fitness.deals=260\n  $bloodline breed --resume",
	}
	f, o := c.Flags(), &breedFlags{}
	f.StringVar(&o.resume, "resume", "", "continue this run; without a name, the latest unfinished run")
	f.Lookup("resume").NoOptDefVal = latest
	f.BoolVar(&a.OtherPrograms, "other-programs", false, "resume a run whose programs have changed, with games of both in its champion")
	f.StringVar(&o.name, "name", "", "name of the run (default: CONFIG-SEED), with --seeds of the runs without their seeds")
	f.StringVar(&o.serve, "serve", "", "serve the run's pages at this address while it breeds, and then until Ctrl-C; "+
		"without an address, at "+defaultListen)
	f.Lookup("serve").NoOptDefVal = defaultListen
	f.StringVar(&a.format, "progress", formatText,
		"progress on standard error: text, none, or json, a line for each generation")
	bindOverrides(f)
	f.Int64("max-games", 0, "stop after this many games (budget.max_games)")
	f.Duration("max-time", 0, "stop after this time, such as 90s, 30m or 2h (budget.max_time)")
	f.String("until", "", "stop when the champion's estimated points a game reach this, such as 0.8 or 80% (budget.until)")
	a.bindPrograms(f)
	o.machines = bindSwarm(f)
	seeds := f.String("seeds", "", "breed once with each of these seeds, such as 1..5 or 1,3,7, with the field and holdout "+
		"of the first, and print a table of the runs; with --resume, continue them")
	c.Args = func(c *cobra.Command, args []string) error {
		if i := slices.IndexFunc(args, isAddress); i >= 0 && o.serve != "" {
			return usage("--serve: write --serve=%s, without a blank", args[i])
		}
		if len(args) > 1 && o.resume == latest {
			return usage("--resume takes its settings from the run: " +
				"write its name as --resume=NAME, without a blank, and leave the run file out")
		}
		return checkArguments(c, args)
	}
	c.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if o.seeds, err = parseSeeds(*seeds); err == nil {
			err = o.check(f, args, a.format)
		}
		if err != nil {
			return err
		}
		o.overrides = overrides(f)
		config := append(args, a.Games[0].Quick())[0]
		return a.whileServing(cmd.Context(), o, func() error { return a.breedRuns(cmd.Context(), config, o) })
	}
	return c
}

func (o *breedFlags) check(f *pflag.FlagSet, args []string, progress string) error {
	if err := cmp.Or(o.machines.check(f), checkNewName(o.name)); err != nil {
		return err
	}
	one := o.resume != "" && o.seeds == nil
	switch {
	case !slices.Contains([]string{formatText, formatJSON, formatNone}, progress):
		return usage("--progress: must be text, json or none, have %q", progress)
	case o.serve != "" && !isAddress(o.serve):
		return usage("--serve: must be HOST:PORT, have %q", o.serve)
	case f.Changed("resume") && o.resume == "":
		return usage("--resume=: must name a run; --resume alone continues the latest unfinished one")
	case o.seeds != nil && (f.Changed("seed") || o.resume != "" && o.resume != latest):
		return usage("--seeds names the runs for their seeds: leave --seed and the run to resume out")
	case one && len(args) > 0:
		return usage("--resume takes its settings from the run: leave %s out (for a run's name write --resume=NAME)", args[0])
	case one && o.name != "":
		return usage("--resume keeps the run's name: leave --name out")
	}
	return nil
}

func (a *app) breedRuns(ctx context.Context, config string, o *breedFlags) (err error) {
	if o.seeds != nil {
		return a.breedSeeds(ctx, config, o)
	}
	if o.resume == latest {
		if o.resume, err = a.latestUnfinished(ctx); err != nil {
			return err
		}
	}
	var r *run.Run
	if o.resume != "" {
		r, err = run.Resume(&a.Finder, o.resume, o.overrides)
	} else {
		cfg, failed := a.load(config, o.overrides)
		if failed != nil {
			return usage("%w", failed)
		}
		r, err = run.Start(&a.Finder, o.name, run.DefaultName(baseName(config), cfg.Seed, o.overrides), cfg)
	}
	if err != nil {
		return err
	}
	return a.breeding(r).breedAndShow(ctx, o.machines)
}

// reservedNames are words that commands take where the name of a run may stand.
var reservedNames = []string{latest, me, "rm", "size", "tag"}

func checkNewName(name string) error {
	if slices.Contains(reservedNames, name) {
		return usage("--name: must not be %s, which are words of the command line, have %q", report.List(reservedNames), name)
	}
	return nil
}

const latest = "latest"

// latestUnfinished returns and prints the name of the latest unfinished run, and asks at a terminal whether to go on.
func (a *app) latestUnfinished(ctx context.Context) (string, error) {
	row, err := run.Unfinished(&a.Finder)
	if err != nil || a.format != formatText {
		return row.Name, err
	}
	all := configs.ParseForDisplay(row.Config).Evolve.Generations
	a.note("the latest unfinished run is %s, begun %s ago, with %d of %s to go",
		row.Name, report.Duration(a.now().Sub(row.Started)), max(all-row.Bred(), 0), report.Plural(all, "generation"))
	no := usage("--resume: not continued; --resume=NAME continues another run (%s runs lists them)", a.invocation)
	return row.Name, a.confirm(ctx, "continue it? [Y/n] ", no, "", "y", "yes")
}

// confirm asks a question, if there is a terminal, and returns the error no unless the answer is one of these.
func (a *app) confirm(ctx context.Context, question string, no error, answers ...string) error {
	if !a.interactive {
		return nil
	}
	fmt.Fprint(a.stderr, question)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case text, ok := <-a.lines():
		if ok && slices.Contains(answers, strings.ToLower(strings.TrimSpace(text))) {
			return nil
		}
		return no
	}
}

func (a *app) confirmRemoval(ctx context.Context, yes bool, what string) error {
	if yes {
		return nil
	}
	return a.confirm(ctx, "remove "+what+"? [y/N] ", usage("nothing was removed"), "y", "yes")
}

func (b *breeding) breed(ctx context.Context, s *swarmFlags) (f *champion.File, r *evolve.Generation, err error) {
	if !s.on {
		return b.breedAndFinish(ctx)
	}
	notify := b.progress.Line
	if b.format != formatText {
		notify = nil
	}
	if b.swarm, err = b.openSwarm(s, b.Evaluator.Arena.Workers(), notify); err != nil {
		return nil, r, errors.Join(err, b.Rows.Finish(store.Stopped))
	}
	defer func() { err = errors.Join(err, b.swarm.Close()) }()
	var contest *job.ContestFiles // nil for games whose rules workers have
	if b.Evaluator.Game.UserBot != nil {
		contest = &job.ContestFiles{Config: b.Config.YAML(), Files: b.Rows.Files}
	}
	b.Evaluator.Sender = job.NewSender(b.Evaluator.Game, contest, b.swarm)
	fmt.Fprintf(b.stderr, "a worker joins by: %s worker %s\n", b.invocation, b.swarm.URL())
	return b.breedAndFinish(ctx)
}

// baseName is the config's name without folder and ending: "coup-quick".
func baseName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func (a *app) breeding(r *run.Run) *breeding {
	b := &breeding{app: a, Run: r, progress: terminal.New(a.stderr, a.now)}
	r.Warn = func(text string) { // at once, unless progress is JSON lines, into which it must not write
		if b.format != formatJSON {
			text, line, _ := strings.Cut(text, "\n") // a command line, which can be copied
			b.progress.Line(strings.TrimSuffix(report.Paragraph("warning: %s", text)+"\n"+line, "\n"))
		}
	}
	r.Tell = func(text string) { // once: with several seeds only the first run shows its games
		if b.format == formatText && !b.firstShown {
			b.firstShown = true
			b.progress.Line(text)
		}
	}
	return b
}

func (b *breeding) breedAndShow(ctx context.Context, s *swarmFlags) (err error) {
	defer func() { err = errors.Join(err, b.Close()) }()
	f, result, err := b.breed(ctx, s)
	if err == nil && b.target == nil {
		b.target, err = b.Target() // when an exploit is resumed
	}
	switch {
	case err != nil:
		return err
	case b.target != nil:
		return b.showExploit(ctx, f, result)
	}
	return b.showChampion(f, result)
}

func (b *breeding) breedAndFinish(ctx context.Context) (*champion.File, *evolve.Generation, error) {
	if b.format == formatText {
		b.progress.Line(b.greeting())
		if b.serveURL != "" {
			b.openBrowser(runURL(b.serveURL, b.Name()))
		}
		b.progress.Start(b.progressLine)
	}
	f, result, err := b.Breed(ctx, func(g evolve.Generation) error {
		if b.format != formatJSON {
			return nil
		}
		traced, err := b.Summaries(g.Number - 1)
		if err != nil {
			return err
		}
		return json.NewEncoder(b.stderr).Encode(report.NewGeneration(traced[0])) // it was just recorded
	})
	b.progress.Stop()
	if b.swarm != nil && b.format == formatText {
		fmt.Fprintln(b.stderr, workersTable(b.swarm.Status()).Title)
	}
	b.keepServing = b.serveURL != "" && !b.Dropped
	if err != nil {
		return nil, result, b.withResumeCommand(err)
	}
	repeat := fmt.Sprintf("%s breed %s", b.app.name, filepath.ToSlash(filepath.Join(b.Dir(), run.ConfigFile)))
	if f.Origin.Ended == "budget.max_time" {
		repeat += fmt.Sprintf(" --max-time 0s --set evolve.generations=%d", b.BredGenerations)
	}
	summary := page.Summary(b.Evaluator.Game.Info().Scale(), f, b.conclusion(f), b.BredGenerations, b.endedBy(f), repeat)
	if err := b.WriteFile(run.SummaryFile, []byte(summary)); err != nil {
		return nil, result, err
	}
	return f, result, b.Finish()
}

func (b *breeding) greeting() string {
	from := ""
	if b.From != nil {
		from = fmt.Sprintf(", resumed after generation %d", b.From.Number)
	}
	e := b.Evaluator
	long := "for " + report.Plural(b.Config.Evolve.Generations, "generation") + " "
	if b.Config.Evolve.Generations == evolve.MaxGenerations { // the budget ends it
		long = ""
	}
	against := "against " + report.Plural(len(e.Field), "opponent")
	if b.Config.Alone() {
		against = "without opponents"
	}
	text := report.Paragraph("breeding %s: %s genomes of %s %s%s, seed %d, %s%s",
		b.Name(), report.Count(b.Config.Evolve.Population), report.Plural(len(e.Schema.Genes), "gene"), long,
		against, b.Config.Seed, report.Plural(e.Arena.Workers(), "worker"), from)
	split, err := e.Split()
	if err == nil && e.Game.UserBot != nil && (b.Config.Budget.MaxGames > 0 || long != "") {
		text += "\n" + report.Paragraph("%s", splitText(split))
	}
	if limit := b.Config.Budget.MaxTime; limit > 0 {
		text += "\n" + report.Paragraph("at most %s: the search ends when the rest of it, half at most, is needed for the %s games of the champion's figures",
			report.Duration(limit), report.Count(e.FigureGames()))
	}
	if b.serveURL != "" {
		text += "\nwatch it at\n" + runURL(b.serveURL, b.Name())
	}
	return text
}

func splitText(s measure.Split) string {
	var parts []string
	for _, x := range []struct {
		games int64
		what  string
	}{
		{s.Search - s.Step, "to search"},
		{s.Step, "to choose how far to go"},
		{s.Playoff, "for the play-off"},
		{s.Gains, "to measure what each value gains"},
		{s.Verdict, "to compare champion and defaults"},
		{s.Rows, "for other figures"},
		{s.Repeats, "to see whether games repeat"},
	} {
		if x.games > 0 {
			parts = append(parts, report.Count(x.games)+" "+x.what)
		}
	}
	return fmt.Sprintf("at most %s games: %s", report.Count(s.All()), report.List(parts))
}

func (b *breeding) resumeCommand() string {
	return fmt.Sprintf("%s breed --resume=%s%s", b.invocation, b.Name(), b.inStore())
}

// withResumeCommand adds to the error of an interrupted run the command that continues it. If programs have
// to be mended, that command accepts other programs.
func (b *breeding) withResumeCommand(err error) error {
	again := cmp.Or(b.resumeSeeds, b.resumeCommand())
	_, play := errors.AsType[*arena.PlayError](err)
	remedy := system.Remedy(err)
	if broken, ok := errors.AsType[*run.Broken](err); ok {
		err = broken // its text says more than that of the game
	}
	switch {
	case b.Dropped:
		return err
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w; go on with: %s", context.Canceled, again)
	case remedy != "":
		return fmt.Errorf("%w; %s, then go on with: %s", err, remedy, again)
	case play && b.Evaluator.Game.UserBot != nil:
		return fmt.Errorf("%w; once it is mended, go on with: %s --other-programs", err, again)
	}
	return err
}
