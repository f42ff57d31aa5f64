// Command bench compares bloodline with optimisers of other people at equal games, as `bloodline compare`
// compares its own. bloodline itself builds none of them.
//
//	go run . [-seeds 5] [-arms sep-cma,cma-full] [-set KEY=VALUE]... RUN-FILE
//
// cma-full is left out of more than 100 genes, and tpe out of more than 20, unless -arms has them. Champions are
// written to results/compare-RUN-FILE-SEED.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/evolve/optimiser"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/results/run"
)

func main() {
	var set []string
	seeds := flag.Int("seeds", 5, "number of seeds, from the run's seed on")
	names := flag.String("arms", "", "optimisers, with commas between them; all that finish in good time unless given")
	flag.Func("set", "a setting over those of the run file; may be repeated", func(s string) error {
		set = append(set, s)
		return nil
	})
	flag.Parse()
	if flag.NArg() != 1 || *seeds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := compare(context.Background(), os.Stdout, "results", flag.Arg(0), set, *names, *seeds); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// arms returns the optimisers of these names, or those that finish in good time for so many genes: the time
// of cma-full grows with the third power of the genes, that of tpe with their square.
func arms(names string, population, genes int) ([]optimiser.Arm, error) {
	others := []optimiser.Arm{{Name: "cma-full", Batch: population, Search: searchFullCMA}, {Name: "tpe", Batch: 1, Search: searchTPE}}
	if names == "" {
		own, err := optimiser.Choose(nil, population, genes)
		if genes <= 100 {
			own = append(own, others[0])
		}
		if genes <= 20 {
			own = append(own, others[1])
		}
		return own, err
	}
	var out []optimiser.Arm
	for name := range strings.SplitSeq(names, ",") {
		if i := slices.IndexFunc(others, func(a optimiser.Arm) bool { return a.Name == name }); i >= 0 {
			out = append(out, others[i])
			continue
		}
		own, err := optimiser.Choose([]string{name}, population, genes)
		if err != nil {
			return nil, fmt.Errorf("-arms: %w, cma-full, tpe", err)
		}
		out = append(out, own...)
	}
	return out, nil
}

// compare prints the comparison of a run file with optimisers; champions are written below a folder.
func compare(ctx context.Context, w io.Writer, folder, file string, set []string, names string, seeds int) error {
	games, err := bloodline.Resolve(coup.Game(), wojna.Game(), samurai.Game())
	if err != nil {
		return err
	}
	find := &player.Finder{Games: games, Store: filepath.Join(folder, "bench.db")}
	cfg, err := configs.Load(file, configs.Overrides{Set: set}, games)
	if err != nil {
		return err
	}
	g, err := player.ConfigGame(games, cfg)
	if err != nil {
		return err
	}
	chosen, err := arms(names, cfg.Evolve.Population, len(g.Schema.Genes))
	if err != nil {
		return err
	}
	k := &run.Comparing{Config: file, Population: cfg.Evolve.Population, Watch: progress(g)}
	if err := k.Start(find, cfg, filepath.Base(file)); err != nil {
		return err
	}
	out, err := k.Compare(ctx, find, cfg, chosen, seeds)
	if err != nil {
		return err
	}
	out.Name, out.Config, out.Info = k.Name, k.Config, g.Info()
	return out.Table().Print(w, 0)
}

// progress prints a line for each champion.
func progress(g *game.Game) run.Watch {
	scale := g.Info().Scale()
	return run.Watch{
		Generation: func(uint64, int, int) {},
		Batch:      func(uint64, string, int64, int64) {},
		Champion: func(seed uint64, arm string, games int64, got stats.Summary) {
			fmt.Fprintf(os.Stderr, "seed %d  %-9s  %s ±%s  after %d games\n", seed, arm, scale.Show(got.Mean), scale.Show(got.Half()), games)
		},
	}
}
