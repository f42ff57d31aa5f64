package commands

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bloodline/commands/internal/terminal"
	"bloodline/genome/champion"
	"bloodline/results"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

// labFlags are the flags that say how much a report plays.
type labFlags struct {
	view.Lab
	beside string
}

func (a *app) reportCommand() *cobra.Command {
	l := labFlags{Lab: view.DefaultLab()}
	var out, format, svg string
	c := &cobra.Command{
		Use:   "report RUN|PLAYER...",
		Short: "Write a page that shows a run, its champion, or several players",
		Long: `report answers five questions about a run and its champion, or about players: is
it getting better, whom does it beat, what does it do, why does it win, where does
it come from. --out writes one HTML file that needs no network; --format prints
the same data as JSON or CSV; --svg writes the figures as files.

What is played for it are the games of inspect, ablate and tournament with the
same deals and seed, so its figures are theirs. Unless --deals, --cuts or --rounds
say how much, games that take long are played less; the page says how much. With
two players of a game they stand side by side.`,
		Example: "  $bloodline report $run --out report.html\n  $bloodline report $champion $run --out both.html\n  $bloodline report $run --format csv > run.csv\n  $bloodline report $run --svg figures",
		Args:    arguments(cobra.MinimumNArgs(1)),
	}
	f := c.Flags()
	f.StringVar(&out, "out", "", "HTML file to write")
	f.StringVar(&format, "format", "", "print the data: json or csv")
	f.StringVar(&svg, "svg", "", "folder for the figures")
	f.IntVar(&l.Deals, "deals", l.Deals, "deals against each opponent, as in inspect")
	f.IntVar(&l.Cuts, "cuts", l.Cuts, "deals against each opponent to find out which genes earn wins, as in ablate; 0 leaves it out")
	f.IntVar(&l.Rounds, "rounds", l.Rounds, "rounds of the tournament; 0 leaves it out")
	f.Uint64Var(&l.Seed, "seed", l.Seed, "seed of the deals")
	f.StringVar(&l.beside, "beside", "", "whom behaviour is shown beside: a player, field, parent or exploiter; the strongest baseline unless given")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if a.json() && format == "" {
			format = "json"
		}
		if err := l.check(out, format, svg); err != nil {
			return err
		}
		l.Workers = a.workers
		l.Adapt = !f.Changed("deals") && !f.Changed("cuts") && !f.Changed("rounds")
		progress := terminal.New(a.stderr, a.now)
		progress.Spin("playing for the report ...")
		r, err := view.Gather(cmd.Context(), &a.Finder, l.Lab, l.beside, args...)
		progress.Clear()
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
		r.Program = a.name + " " + results.Version()
		return a.writeReport(r, out, format, svg)
	}
	return c
}

func (l *labFlags) check(out, format, svg string) error {
	switch {
	case out == "" && format == "" && svg == "":
		return usage("report: one of --out FILE.html, --format json|csv and --svg DIR must say what to write")
	case format != "" && format != "json" && format != "csv":
		return usage("--format: must be json or csv, have %q", format)
	}
	if err := counts("--deals", l.Deals, 2, 1_000_000); err != nil {
		return err
	}
	if l.Cuts != 0 {
		if err := counts("--cuts", l.Cuts, 2, 100_000); err != nil {
			return err
		}
	}
	return counts("--rounds", l.Rounds, 0, 500_000)
}

func (a *app) writeReport(r *view.Report, out, format, svg string) error {
	if out != "" {
		var b bytes.Buffer
		if err := page.Write(&b, r, a.now()); err != nil {
			return fmt.Errorf("report: %w", err)
		}
		if err := champion.WriteFile(out, b.Bytes()); err != nil {
			return fmt.Errorf("report: %w", err)
		}
		fmt.Fprintf(a.stderr, "%s written, %s bytes\n", out, report.Count(int64(b.Len())))
	}
	if svg != "" {
		if err := a.writeFigures(svg, page.Figures(r)); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	switch format {
	case "json":
		return report.JSON(a.stdout, r)
	case "csv":
		w := csv.NewWriter(a.stdout)
		return w.WriteAll(r.CSV())
	}
	return nil
}

func (a *app) writeFigures(dir string, files []page.File) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if err := champion.WriteFile(filepath.Join(dir, f.Name), f.Data); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.stderr, "%d figures in %s\n", len(files), dir)
	return nil
}
