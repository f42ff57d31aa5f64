package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"

	"github.com/spf13/cobra"

	"bloodline/arena/bench"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/results/report"
	"bloodline/results/run"
)

func (a *app) benchCommand() *cobra.Command {
	o := bench.Options{Seed: 1}
	var profile string
	c := &cobra.Command{
		Use:   "bench [GAME]",
		Short: "Measure how fast games are played",
		Long: `bench plays three match-ups of each game: random play, the shipped champion (or
the default genome) against the field, and two random genomes; a game may add
some of its own. Each is played with one worker and with all. Rounds of all of
them are interleaved and medians reported, per second of processor time. A game
is one Play, which may have several deals. Equal checksums mean equal play.

Two rows more tell what breeding by the game's quick run file costs, with all
workers: the games of fitness alone, called learn where they tell a gradient, and
breed, generations with verdicts, children and store.`,
		Example: "  $bloodline bench $game\n  $bloodline bench $game --games 1000000 --rounds 1 -o json\n  $bloodline bench $game --cpuprofile cpu.pprof",
		Args:    arguments(cobra.MaximumNArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&o.Games, "games", 0, "games of a match-up in a round; 0 is the power of ten that takes about a second")
	f.IntVar(&o.Rounds, "rounds", 5, "rounds")
	f.StringVar(&profile, "cpuprofile", "", "write a CPU profile for go tool pprof")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(counts("--games", o.Games, 0, 100_000_000), counts("--rounds", o.Rounds, 1, 1000)); err != nil {
			return err
		}
		all := a.Games
		if len(args) > 0 {
			g, ok := a.Games.ByName(args[0])
			if !ok {
				return usage("unknown game %q (have %s)", args[0], a.Games)
			}
			all = []*game.Game{g}
		}
		if profile != "" {
			stop, err := startProfile(profile)
			if err != nil {
				return err
			}
			defer stop()
		}
		o.Workers = a.benchWorkers()
		return a.runBench(cmd, all, o)
	}
	return c
}

// benchWorkers is one worker and all of them.
func (a *app) benchWorkers() []int {
	all := a.workers
	if all == 0 {
		all = runtime.GOMAXPROCS(0)
	}
	return slices.Compact([]int{1, all})
}

func (a *app) runBench(cmd *cobra.Command, all []*game.Game, o bench.Options) error {
	w := a.watch("bench", 0)
	defer w.Stop()
	out := []bench.Figure{}
	for _, g := range all {
		o.Deals = g.Deals
		fs, err := bench.Run(cmd.Context(), g, g.Matchups(a.benchGenome(g)), o, func(round int) {
			w.say(fmt.Sprintf("%s: round %d of %d", g.Info().Name, round, o.Rounds))
		})
		if err != nil {
			return err
		}
		out = append(out, fs...)
		if fs, err = a.benchBreeding(cmd.Context(), g, o.Rounds, w); err != nil {
			return err
		}
		out = append(out, fs...)
	}
	w.Stop()
	if a.json() {
		return report.JSON(a.stdout, out)
	}
	t := &report.Table{Columns: []string{"game", "match-up", ">workers", ">games/s of CPU", ">games/s", ">deals/s of CPU", ">ns/choice", ">choices/game", ">allocs/game", ">bytes/individual", "checksum"}}
	for _, f := range out {
		t.Add(f.Game, f.Matchup, fmt.Sprint(f.Workers), report.Count(int64(f.GamesPerCPU)), report.Count(int64(f.WallPerSecond)), report.Count(int64(f.DealsPerCPU)),
			positive("%.1f", f.NsPerChoice), positive("%.1f", f.ChoicesPerGame), fmt.Sprintf("%g", f.AllocsPerGame), positive("%.0f", f.BytesPerIndividual), f.Checksum)
	}
	if !a.wide {
		t = t.Without(func(_ int, name string) bool {
			return slices.Contains([]string{">games/s", ">deals/s of CPU", ">choices/game", ">allocs/game"}, name)
		})
	}
	return a.print(t)
}

// positive is a number that some rows do not have.
func positive(format string, x float64) string {
	if x == 0 {
		return ""
	}
	return fmt.Sprintf(format, x)
}

// benchBreeding measures the generations of a game's quick run file, if it has one.
func (a *app) benchBreeding(ctx context.Context, g *game.Game, rounds int, w *watch) ([]bench.Figure, error) {
	name := g.Name() + "-quick"
	if len(g.Baselines) == 0 || !slices.Contains(configs.List(a.Games), name) {
		return nil, nil
	}
	c, err := configs.Load(name, configs.Overrides{}, a.Games)
	if err != nil {
		return nil, usage("%w", err)
	}
	c.Workers = a.workers
	return run.Bench(ctx, &a.Finder, c, rounds, func(round int) {
		w.say(fmt.Sprintf("%s: breeding, round %d of %d", g.Info().Name, round, rounds))
	})
}

// benchGenome is the shipped champion that bears the game's name, else the
// default genome.
func (a *app) benchGenome(g *game.Game) []float64 {
	if g.Champion(g.Name()) != nil {
		if p, err := a.Find(g.Name(), g); err == nil {
			return p.Genes
		}
	}
	return g.Schema.Default()
}

func startProfile(path string) (stop func(), err error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}, nil
}
