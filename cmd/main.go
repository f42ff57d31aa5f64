// Package cmd is the command line: the subcommands with their flags, progress and printing. The packages that it calls
// do the computing. [Main] is a whole program.
package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"bloodline"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/cmd/internal/terminal"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/evolve/store/door"
	"bloodline/internal/setting"
	"bloodline/internal/system"
	"bloodline/results/report"
)

const exitInterrupted = 130 // 128 + SIGINT, as shells have it

// ballast bytes of untouched memory raise the garbage collector's target: it waits until the heap, of some megabytes,
// has grown by half of the sum. Every collection stops games.
const ballast = 24 << 20

// Main runs the program for these games and exits. Commands whose arguments name no game take the first one.
//
// The exit code is 0 for success, 1 for a failure, 2 for invalid arguments, files or Games, and 130 after an interrupt.
func Main(games ...bloodline.Game) {
	const ballastDelay = 100 * time.Millisecond // before the ballast, which costs a collection
	program.Launcher()
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT} // that end the program in good order
	if !signal.Ignored(syscall.SIGHUP) {                                   // as nohup does
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() {
		signal.Ignore(syscall.SIGHUP) // a terminal that is closed sends it twice
		stop()                        // a second Ctrl-C ends the program at once
	})
	time.AfterFunc(ballastDelay, func() {
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(50)
		}
		idle := make([]byte, ballast)
		<-ctx.Done()
		runtime.KeepAlive(idle)
	})
	name := programName()
	set, err := bloodline.Resolve(games...)
	if err != nil {
		err = setting.Usagef("%w", err)
	} else {
		a := newApp(name, set)
		a.stdin, a.stdout, a.stderr = os.Stdin, os.Stdout, os.Stderr
		a.interactive = terminal.CanAsk(os.Stdin, os.Stderr)
		err = a.execute(ctx, os.Args[1:])
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, errorText(name, err))
	}
	os.Exit(exitCode(err))
}

// programName is the name by which the program was called, without its folder.
func programName() string { return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") }

func (a *app) execute(ctx context.Context, args []string) error {
	if info, ok := debug.ReadBuildInfo(); ok && programName() == a.name {
		a.invocation = invocation(os.Args[0], info)
	}
	out := terminal.Safe(a.stdout)
	a.terminal, a.stdout, a.stderr = terminal.IsTerminal(a.stdout), out, terminal.Safe(a.stderr)
	root := a.root()
	root.SetArgs(args)
	ctx, end := context.WithCancel(ctx)
	a.args, a.Context = args, ctx
	defer a.Simulators.Close()
	defer end()
	err := root.ExecuteContext(ctx)
	a.programs.Log.Each(func(name string, r *referee.PlayerStats) { // in games that no table of programs covers
		if len(r.Faults) > 0 {
			fmt.Fprintf(a.stderr, "%s\n%s\n", report.Paragraph("warning: %s lost %s of %s by its faults: %s. The first:",
				name, report.Count(r.Forfeits), report.Plural(r.Plays, "game"), report.FaultCounts(r.Faults)),
				report.FaultText(name, r.Samples[0]))
		}
	})
	return cmp.Or(err, out.Failed)
}

// checkRange checks a flag that says how much to play. The most that is allowed needs about a gigabyte.
func checkRange[N int | int64](flag string, have, least, most N) error {
	if have < least && int64(most) == math.MaxInt64 {
		return usage("%s: must be at least %d, have %d", flag, least, have)
	}
	if have < least || have > most {
		return usage("%s: must be in [%d, %d], have %d", flag, least, most, have)
	}
	return nil
}

func usage(format string, args ...any) error { return setting.Usagef(format, args...) }

// exitCode returns the exit code for an error: see [Main].
func exitCode(err error) int {
	_, mistake := errors.AsType[setting.Usage](err)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case mistake, errors.Is(err, store.ErrOlder):
		return 2
	}
	return 1
}

// errorText returns an error as the user reads it: a line for each problem, behind the program's name.
func errorText(name string, err error) string {
	text := strings.ReplaceAll(err.Error(), context.Canceled.Error(), "interrupted")
	return terminal.Quote(name + ": " + strings.ReplaceAll(text, "\n", "\n"+name+": "))
}

const defaultStore = "results/lineage.db"

// invocation returns the command line that starts this program, called as arg0, for commands that it suggests.
func invocation(arg0 string, info *debug.BuildInfo) string {
	// Where go run puts a program: a temporary folder, later one of its cache.
	byGoRun := regexp.MustCompile(`go-build.*/exe$|/[0-9a-f]{2}/[0-9a-f]{64}-d$`)
	if byGoRun.MatchString(filepath.ToSlash(filepath.Dir(arg0))) && strings.HasPrefix(info.Path, info.Main.Path) {
		return "go run ." + strings.TrimPrefix(info.Path, info.Main.Path)
	}
	return arg0
}

// inStore is the flag that a suggested command needs to find this store.
func (a *app) inStore() string {
	if a.Store == defaultStore || a.Store == os.Getenv("BLOODLINE_STORE") {
		return ""
	}
	return " --store " + system.Line([]string{a.Store})
}

func (a *app) call() report.Call { return report.Call{Program: a.invocation, Store: a.inStore()} }

type app struct {
	player.Finder        // of the games, in the store
	name          string // of the program
	invocation    string // the command line that starts it
	args          []string
	stdin         io.Reader
	stdout        io.Writer
	stderr        io.Writer
	now           func() time.Time
	played        *atomic.Int64 // counts the games that this process plays

	workers int    // --workers
	output  string // --output
	wide    bool   // --wide

	programs          referee.Options // what flags say of exec: players
	givenProgramFlags []string        // on the command line, that need a program
	records           string          // --records
	contest           string          // --contest
	recordsOnce       sync.Once
	recorder          record.Writer
	format            string // --progress of breed
	serveURL          string // of the pages of breed --serve, with the token; empty without
	redirectFile      string // that leads a browser to the run's page; empty before one was opened
	firstShown        bool   // the first game of a run of programs was shown
	keepServing       bool   // the pages stay after breeding, because there is a run to show

	terminal    bool // a person reads stdout
	interactive bool // a person reads stderr and answers on stdin
}

func newApp(name string, games game.Set) *app {
	a := &app{name: name, invocation: name, now: time.Now, played: new(atomic.Int64)}
	a.Games, a.Simulators = games.WithProcess(game.ProcessOptions{Played: a.played}), new(command.Pool)
	a.programs.Log = new(referee.Log)
	a.Migrated = func(m *store.Migration) {
		if a.format != formatJSON {
			a.note("%s: from %s's format to %s's; the store as it was is %s", a.Store, m.From, m.To, m.Copy)
		}
	}
	return a
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   a.name,
		Short: "Tune game bots by playing, see why they win, enter them in contests",
		Long: `$bloodline tunes the numbers in a game bot (its genes) by playing millions of games. It measures the
result on games that no selection has seen, shows why it wins, and exports it as a program for the contest.

A PLAYER in the commands below is one of
  a baseline's name     $baseline ($bloodline baselines lists them; if games
                        share a name: $game:$baseline)
  a shipped champion    $champion ($bloodline games lists them)
  a champion file       results/$run/champion.json
  a run                 $run, its champion
  an individual         $run/g012-037
  a stranger            stranger:7, an opponent with a random style
  a program             exec:./bot/$game

Environment: BLOODLINE_STORE is the default of --store, BLOODLINE_SWARM_TOKEN the token of a swarm (docs/swarm.md).`,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			if err := door.Available(); err != nil {
				return err
			}
			if path := os.Getenv("BLOODLINE_STORE"); path != "" && !c.Flags().Changed("store") {
				a.Store = path
			}
			if !slices.Contains([]string{"table", "json", "csv"}, a.output) {
				return usage("--output: must be table, json or csv, have %q", a.output)
			}
			if a.workers < 0 || a.workers > 1024 {
				return usage("--workers: must be in [0, 1024], have %d", a.workers)
			}
			return a.applyProgramFlags(c.Flags())
		},
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	f := root.PersistentFlags()
	f.StringVar(&a.Store, "store", defaultStore, "store of runs and individuals")
	f.IntVar(&a.workers, "workers", 0, "processors to use; 0: all; doesn't change results")
	f.StringVarP(&a.output, "output", "o", "table", "table, json or csv (the rows of tables)")
	f.BoolVar(&a.wide, "wide", false, "print tables wider than 80 columns")
	f.BoolVar(&a.Trust.All, "trust", false, "run the commands in champion files or stores from elsewhere, and remember them")
	version := root.Flags().Bool("version", false, "print the version")
	a.addCommands(root)
	wrapped := fmt.Sprintf(".FlagUsagesWrapped %d", report.Columns)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", wrapped))
	show, fill := root.HelpFunc(), sync.OnceFunc(func() { fillHelp(root, a.helpWords()) }) // longer than most of a start
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		fill()
		show(c, args)
	})
	strict(root)
	help := root.RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if *version {
			return a.showVersion()
		}
		return help(c, args)
	}
	return root
}

func (a *app) helpWords() map[string]string {
	g := a.Games[0]
	words := map[string]string{
		"bloodline": a.name, "game": g.Name(), "quick": g.Quick(), "run": g.Quick() + "-1", "champion": g.Quick() + "-1",
		"baseline": "Random", "other": "Random",
	}
	if len(g.Shipped.Champions) > 0 {
		words["champion"] = g.Shipped.Champions[0].Name
	}
	for i, b := range g.Baselines[:min(2, len(g.Baselines))] {
		words[[]string{"baseline", "other"}[i]] = b.Name
	}
	return words
}

func (a *app) note(format string, args ...any) {
	fmt.Fprintln(a.stderr, report.Paragraph(format, args...))
}

// printLine is print of a value whose table is a text.
func (a *app) printLine(v any, format string, args ...any) error {
	return a.print(v, report.NotesTable(fmt.Sprintf(format, args...)))
}

// print prints the result of a command: v as JSON, or t as CSV or as a table, cut to 80 columns on a terminal.
func (a *app) print(v any, t *report.Table) error {
	if a.json() {
		return report.JSON(a.stdout, v)
	}
	if a.output == "csv" {
		if err := t.CSV(a.stdout); !errors.Is(err, report.ErrNoRows) {
			return err
		}
		return usage("-o csv: there is no table to print; -o json prints a value")
	}
	width := 0
	if !a.wide && a.terminal {
		width = report.Columns
	}
	return t.Print(a.stdout, width)
}

// printBelow is print below an empty line, which sets a table apart from the progress above.
func (a *app) printBelow(v any, t *report.Table) error {
	if a.output == "table" {
		fmt.Fprintln(a.stdout)
	}
	return a.print(v, t)
}

func (a *app) json() bool { return a.output == "json" }
