package cmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/version"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

// bindMeasure binds the flags that say how much a report plays. check checks them, and makes the measurer play less of
// games that take long, unless a flag says how much.
func (a *app) bindMeasure(f *pflag.FlagSet) (m *view.Measurer, check func() error) {
	m = new(view.DefaultMeasurer())
	f.IntVar(&m.Deals, "deals", m.Deals, "deals against each, as in inspect")
	f.IntVar(&m.Cuts, "cuts", m.Cuts, "deals against each, as in ablate; 0: none")
	f.IntVar(&m.Rounds, "rounds", m.Rounds, "rounds of the tournament; 0: none")
	return m, func() error {
		m.Workers = a.workers
		m.Adapt = !f.Changed("deals") && !f.Changed("cuts") && !f.Changed("rounds")
		err := cmp.Or(checkRange("--deals", m.Deals, 2, 1_000_000), checkRange("--rounds", m.Rounds, 0, 500_000))
		if m.Cuts != 0 {
			err = cmp.Or(err, checkRange("--cuts", m.Cuts, 2, 100_000))
		}
		return err
	}
}

func (a *app) reportCommand() *cobra.Command {
	const verifyLimit = 5 * time.Second // how long evidence is played again; verify takes as long as it needs
	c := &cobra.Command{
		Use:   "report RUN|PLAYER...",
		Short: "Write a page about a run and its champion, or about players",
		Long: `report writes a page about a run or about players: does it improve, which opponents does it beat, what
does it do, why does it win? The page is one HTML file that needs no network, RUN.html or --out. --format prints its
data instead. Slow games are played less, unless flags say how much.`,
		Example: "  $bloodline report $run\n  $bloodline report $champion $run --out both.html\n" +
			"  $bloodline report $run --format csv > run.csv",
	}
	f := c.Flags()
	out := f.String("out", "", "HTML file to write (default: PLAYER.html)")
	format := f.String("format", "", "print the data: json or csv")
	svg := f.String("svg", "", "folder for the figures")
	m, check := a.bindMeasure(f)
	f.Uint64Var(&m.Seed, "seed", m.Seed, "seed of the deals")
	beside := f.String("beside", "", "compare with `PLAYER`, field, parent or exploiter")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if a.json() && *format == "" {
			*format = "json"
		}
		if *out == "" && *format == "" && *svg == "" {
			*out = strings.Join(report.Map(args, func(w string) string {
				if file, ok := strings.CutSuffix(w, ".json"); ok {
					w = filepath.Base(strings.TrimSuffix(file, "/champion"))
				}
				return champion.PlainRunName(w)
			}), "-") + ".html"
		}
		if !slices.Contains([]string{"", "json", "csv"}, *format) {
			return usage("--format: must be json or csv, have %q", *format)
		}
		if err := errors.Join(check(), checkWritable("--out", *out, false), checkWritable("--svg", *svg, true)); err != nil {
			return err
		}
		if f.Changed("cuts") && m.Cuts > 0 {
			for _, word := range args {
				if p, err := a.Find(word, nil); err == nil && p.Game.UserBot != nil {
					return usage("--cuts: not for %s, a player of a contest, which lists measured gains: %s ablate %[1]s --deals %[3]d",
						word, a.invocation, m.Cuts)
				}
			}
		}
		w := a.watch("report", 0)
		r, err := view.Gather(cmd.Context(), &a.Finder, *m, *beside, args...)
		w.Stop()
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
		for _, word := range args { // does its evidence repeat?
			p, err := a.Find(word, nil)
			if err != nil || p.File == nil || p.File.Evidence == nil || p.Game.Slow() {
				continue
			}
			limit, cancel := context.WithTimeout(cmd.Context(), verifyLimit)
			equal, err := run.Repeats(limit, &a.Finder, word, p, a.workers)
			cancel()
			for _, v := range r.Players {
				if err == nil && reflect.DeepEqual(v.Evidence, p.File.Evidence) && slices.Equal(v.Genes, report.Genes(p.Game.Schema, p.Genes)) {
					v.Standing = report.VerifiedWrong
					if equal {
						v.Standing = report.VerifiedEqual
					}
				}
			}
		}
		r.Program, r.Call = a.name+" "+version.String(), a.call()
		for _, x := range r.Runs {
			if x.Status != nil {
				a.note("%s: %s", x.Name, x.Status.Progress())
			}
		}
		return a.writeReport(r, *out, *format, *svg)
	}
	return c
}

// checkWritable returns an error, before anything is played, if a file or folder can't be written; nil without a path.
func checkWritable(flag, path string, folder bool) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && folder && !info.IsDir():
		return usage("%s: must be a folder, %s is a file", flag, path)
	case err == nil && !folder && info.IsDir():
		return usage("%s: must be a file, %s is a folder", flag, path)
	case err == nil || folder && errors.Is(err, fs.ErrNotExist):
		return nil // a folder is made
	case !errors.Is(err, fs.ErrNotExist):
		return usage("%s: %w", flag, err)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return usage("%s: there is no folder %s", flag, filepath.Dir(path))
	}
	return nil
}

func (a *app) writeReport(r *view.PageData, out, format, svg string) error {
	if out != "" {
		var b bytes.Buffer
		err := page.Write(&b, r, a.now())
		if err == nil {
			err = disk.Write(out, b.Bytes(), disk.Containing(page.FileMark))
		}
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
		fmt.Fprintf(a.stderr, "%s written, %s bytes\n", out, report.Count(b.Len()))
	}
	if svg != "" {
		n, err := page.WriteFigures(svg, r)
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
		fmt.Fprintf(a.stderr, "%d figures in %s\n", n, svg)
	}
	switch format {
	case "json":
		a.output = format
		return a.print(r, nil)
	case "csv":
		w := csv.NewWriter(a.stdout)
		return w.WriteAll(r.CSV())
	}
	return nil
}
