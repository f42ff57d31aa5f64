package run

import (
	"slices"

	"bloodline/arena/command"
)

// Fault is a program that went wrong in games of a run.
type Fault struct {
	Name          string // of the opponent, or "the bot" for all genomes
	Games, Faulty int64
	Last          string // what was wrong, one of the last times
}

// Faults returns the programs that went wrong, the bot first.
func (r *Run) Faults() ([]Fault, error) {
	if _, ok := r.Evaluator.Game.Table.(*command.Game); !ok {
		return nil, nil
	}
	records, err := r.Rows.Programs()
	if err != nil {
		return nil, err
	}
	out := []Fault{{Name: "the bot"}}
	for _, x := range records {
		at := &out[0]
		for _, b := range r.Evaluator.Game.Baselines[1:] {
			if b.Player.(*command.Bot).CommandLine() == x.Command {
				out = append(out, Fault{Name: b.Name})
				at = &out[len(out)-1]
			}
		}
		at.Games, at.Faulty = at.Games+x.Games, at.Faulty+x.Faulty
		if x.Last != "" {
			at.Last = x.Last
		}
	}
	return slices.DeleteFunc(out, func(f Fault) bool { return f.Faulty == 0 }), nil
}
