// Command bloodline breeds game bots, measures them, looks inside them and hands
// them in to contests.
//
// This package is wiring: it ties configuration, breeding, the arena and the
// store together, one file for each subcommand. What a subcommand computes lives
// in the packages that it calls.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Exit codes: 0 is success.
const (
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130 // 128 + SIGINT, as shells have it
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // the heap is some megabytes, and every collection stops games
	}
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, complaint(err))
	}
	os.Exit(exitCode(err))
}

// run is the whole program.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	out := &sticky{w: stdout}
	a := &app{stdin: stdin, stdout: out, stderr: stderr, now: time.Now}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		return err
	}
	return out.err
}

// sticky remembers the first failed write, so that a full disk is noticed wherever
// it strikes.
type sticky struct {
	w   io.Writer
	err error
}

func (s *sticky) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if s.err == nil {
		s.err = err
	}
	return n, err
}

// usageError is a command line, or a file named on it, that makes no sense.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// counts checks a flag that says how much to play. The most that is allowed needs
// about a gigabyte.
func counts[N int | int64](flag string, have, least, most N) error {
	if have < least || have > most {
		return usage("%s: must be in [%d, %d], have %d", flag, least, most, have)
	}
	return nil
}

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func exitCode(err error) int {
	var u usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &u):
		return exitUsage
	}
	return exitFailure
}

// complaint is what the person at the keyboard reads: a line for each problem.
func complaint(err error) string {
	text := strings.ReplaceAll(err.Error(), context.Canceled.Error(), "interrupted")
	return "bloodline: " + strings.ReplaceAll(text, "\n", "\nbloodline: ")
}

// version names the program in champion files and in the store.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return release
}

// release is the version of this source tree; see CHANGELOG.md.
const release = "v0.1.0"

// defaultStore is where runs are kept unless --store says otherwise.
const defaultStore = "results/lineage.db"

// app holds what all subcommands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	now            func() time.Time

	store   string // --store
	workers int    // --workers
	output  string // --output
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "bloodline",
		Short: "Breed game bots, see why they win, and enter them in contests",
		Long: `bloodline breeds game bots. A bot is a genome of named, bounded genes, read by
fixed rules; a genetic algorithm breeds genomes against a field of opponents;
every individual and its parents stand in a store; a champion can be looked
into and exported as a program of its own that speaks its contest's protocol.

Wherever a command takes a PLAYER, that is
  a baseline's name     Calculator       (bloodline baselines lists them; where
                                         games share a name: samurai:random)
  a shipped champion    coup             (bloodline games lists them)
  a champion file       results/coup-1/champion.json
  a run                 coup-1           its champion
  an individual         coup-1/g012-037
  a program             exec:./bot/coup  (match and tournament only)

Environment: BLOODLINE_STORE stands for --store.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			if path := os.Getenv("BLOODLINE_STORE"); path != "" && !c.Flags().Changed("store") {
				a.store = path
			}
			if a.output != "table" && a.output != "json" {
				return usage("--output: must be table or json, have %q", a.output)
			}
			if a.workers < 0 || a.workers > 1024 {
				return usage("--workers: must be in [0, 1024], have %d", a.workers)
			}
			return nil
		},
	}
	root.SetFlagErrorFunc(flagError)
	f := root.PersistentFlags()
	f.StringVar(&a.store, "store", defaultStore, "the store of runs and their individuals")
	f.IntVar(&a.workers, "workers", 0, "processors to use; 0 is all of them; results do not depend on it")
	f.StringVarP(&a.output, "output", "o", "table", "table or json")
	root.AddCommand(
		a.breed(), a.runs(), a.inspect(), a.diff(), a.lineage(),
		a.match(), a.sprt(), a.tournament(), a.ablate(), a.exploit(), a.compare(), a.verify(), a.export(), a.calibrate(), a.bench(),
		a.baselines(), a.games(), a.config(),
	)
	commandsOnly(root)
	return root
}

// commandsOnly turns words that are no command into usage errors, where cobra
// would print a help page and succeed, or fail like a program that has run.
func commandsOnly(root *cobra.Command) {
	root.SuggestionsMinimumDistance = 2
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	unknown := func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := ""
		if near := c.SuggestionsFor(args[0]); len(near) > 0 {
			hint = ", did you mean " + near[0] + "?"
		}
		return usage("unknown command %q for %q%s; %s --help lists them", args[0], c.CommandPath(), hint, c.CommandPath())
	}
	for _, c := range append(root.Commands(), root) {
		switch {
		case c.Name() == "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				_, rest, err := root.Find(args)
				return errors.Join(err, unknown(root, rest))
			}
		case !c.Runnable():
			c.Args = unknown
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// flagError says what is wrong with a flag in the words that other input has.
func flagError(c *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return usage("%w; %s --help lists the flags", err, c.CommandPath())
	}
	kind := map[string]string{"int": "a whole number", "uint64": "a whole number of 0 or more", "float64": "a number", "bool": "true or false"}[bad.GetFlag().Value.Type()]
	if kind == "" {
		return usageError{err}
	}
	return usage("--%s: must be %s, have %q", bad.GetFlag().Name, kind, bad.GetValue())
}

func (a *app) json() bool { return a.output == "json" }

// arguments turns cobra's complaints about the number of arguments into usage
// errors that show how the command is used.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return usage("%v; usage: %s", err, c.UseLine())
		}
		return nil
	}
}
