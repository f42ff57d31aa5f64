package commands

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

func (a *app) runsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "runs",
		Short: "List the runs of the store",
		Args:  arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			s, err := lineage.OpenReadOnly(a.Store)
			if err != nil {
				return err
			}
			defer s.Close()
			rows, err := s.Runs()
			if err != nil {
				return err
			}
			return a.showRuns(rows)
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

func (a *app) showRuns(rows []lineage.RunRow) error {
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
	t := &report.Table{Columns: []string{"run", "game", ">seed", "state", ">generations", "champion", ">games", "started"}}
	for _, l := range out {
		t.Add(l.Name, l.Game, fmt.Sprint(l.Seed), l.State, fmt.Sprint(l.Generations), l.Champion, report.Count(l.Games), l.Started.Local().Format("2006-01-02 15:04"))
	}
	return t.Write(a.stdout)
}
