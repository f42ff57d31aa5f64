package cmd

import (
	"fmt"
	"os"
	"reflect"

	"github.com/spf13/cobra"

	"bloodline/configs"
	"bloodline/results/champion"
	"bloodline/results/player"
	"bloodline/results/report"
	"bloodline/results/run"
)

// verification is what verify found.
type verification struct {
	File     string             `json:"file"`
	Equal    bool               `json:"equal"`
	Claimed  *champion.Evidence `json:"claimed"`
	Measured *champion.Evidence `json:"measured"`
	Program  string             `json:"program"` // that wrote the file
}

// errUnequal is the failure of a file whose evidence does not repeat.
var errUnequal = fmt.Errorf("the evidence does not repeat")

func (a *app) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE",
		Short: "Play a champion file's evidence again and say whether it holds",
		Long: `verify reads a champion file, plays the games of its evidence again, deal by
deal as its settings and seed name them, and compares every figure. They are
equal to the last digit or the file is not what it says: then the exit code is 1.`,
		Example: "  $bloodline verify results/$run/champion.json\n  $bloodline verify $champion",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.championOf(args[0])
			if err != nil {
				return err
			}
			if c.File.Evidence == nil {
				return fmt.Errorf("%s: it has no evidence to verify", args[0])
			}
			cfg, err := configs.Recorded(args[0]+": origin.config", []byte(c.File.Origin.Config), a.known())
			if err != nil {
				return err
			}
			cfg.Workers = a.workers
			e, err := run.NewEvaluator(&a.Finder, cfg)
			if err != nil {
				return err
			}
			got, err := e.Evidence(cmd.Context(), c.Genes)
			if err != nil {
				return fmt.Errorf("verify: %w", err)
			}
			return a.showVerification(verification{args[0], reflect.DeepEqual(got, c.File.Evidence), c.File.Evidence, got, c.File.Program})
		},
	}
}

// championOf finds a champion file: by path, shipped name or run.
func (a *app) championOf(word string) (*player.Player, error) {
	c, err := a.Find(word, nil)
	if err != nil {
		if _, missing := os.Stat(word); missing == nil {
			return a.InFile(word)
		}
		return nil, err
	}
	if c.File == nil {
		return nil, usage("%s is no champion file: only those carry evidence", word)
	}
	return c, nil
}

func (a *app) showVerification(v verification) error {
	var failure error
	if !v.Equal {
		failure = fmt.Errorf("%s: %w", v.File, errUnequal)
	}
	if a.json() {
		if err := report.JSON(a.stdout, v); err != nil {
			return err
		}
		return failure
	}
	line := func(name string, c, m champion.Measured) {
		mark := "equal"
		if c != m {
			mark = "NOT EQUAL"
		}
		fmt.Fprintf(a.stdout, "%-20s claimed %.4f over %s games, measured %.4f over %s: %s\n",
			name, c.Mean, report.Count(c.Games), m.Mean, report.Count(m.Games), mark)
	}
	line("field, all alike", v.Claimed.Field, v.Measured.Field)
	for i, c := range v.Claimed.Against {
		if i < len(v.Measured.Against) {
			line(c.Opponent, c.Measured, v.Measured.Against[i].Measured)
		}
	}
	if v.Equal {
		fmt.Fprintf(a.stdout, "\nequal: the evidence of %s repeats to the last digit\n", v.File)
	}
	return failure
}
