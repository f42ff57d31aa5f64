package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

func (a *app) runsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "runs [RUN]",
		Short: "List the runs of the store, or the generations of one",
		Long: `runs lists the runs of the store with a sketch of their mean fitness from the first
generation to the last. With a run it lists its generations: what the champion has
scored so far, the best, mean and standard deviation, and the challenges of the
champion. As JSON, that is a line for each generation.`,
		Example: "  $bloodline runs\n  $bloodline runs $run\n  $bloodline runs $run -o json",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := lineage.OpenReadOnly(a.Store)
			if err != nil {
				return err
			}
			defer s.Close()
			if len(args) > 0 {
				return a.showGenerations(s, args[0])
			}
			rows, err := s.Runs()
			if err != nil {
				return err
			}
			return a.showRuns(s, rows)
		},
	}
}

// runLine is one run as runs prints it.
type runLine struct {
	Name        string    `json:"name"`
	Game        string    `json:"game"`
	Seed        uint64    `json:"seed"`
	State       string    `json:"state"`
	Started     time.Time `json:"started"`
	Generations int       `json:"generations"`
	Champion    string    `json:"champion,omitempty"`
	Games       int64     `json:"games"`
	Program     string    `json:"program"`
}

func (a *app) showRuns(s *lineage.Store, rows []lineage.RunRow) error {
	out := []runLine{}
	for _, r := range rows {
		out = append(out, runLine{
			Name: r.Name, Game: r.Game, Seed: r.Seed, State: r.State, Started: r.Started,
			Generations: r.Generations, Champion: r.Champion, Games: r.Games, Program: r.Program,
		})
	}
	if a.json() {
		return report.JSON(a.stdout, out)
	}
	t := &report.Table{Tight: true, Columns: []string{"run", "game", "state", ">gens", "champion", ">games", "started", "mean fitness"}}
	for _, l := range out {
		means, err := s.Sketch(l.Name, sketched)
		if err != nil {
			return err
		}
		t.Add(l.Name, l.Game, l.State, fmt.Sprint(l.Generations), l.Champion, report.Count(l.Games), l.Started.Local().Format(time.DateOnly), report.Spark(means))
	}
	return t.Write(a.stdout)
}

// sketched is how many generations a sketch of a run shows.
const sketched = 12

func (a *app) showGenerations(s *lineage.Store, run string) error {
	row, err := s.Run(run)
	if errors.Is(err, lineage.ErrNotFound) {
		return a.NoRun(run)
	} else if err != nil {
		return err
	}
	trace, err := s.Trace(run, -1)
	if err != nil {
		return err
	}
	if a.json() {
		lines := json.NewEncoder(a.stdout)
		for _, g := range trace {
			if err := lines.Encode(report.NewGeneration(g)); err != nil {
				return err
			}
		}
		return nil
	}
	show := func(x float64) string { return fmt.Sprintf("%.3f", x) }
	if g, ok := a.Games.ByName(row.Game); ok {
		_, show = report.Scale(g.Info())
	}
	return report.GenerationTable(trace, show).Write(a.stdout)
}
