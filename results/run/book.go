package run

import (
	"slices"

	"bloodline/arena/command"
	"bloodline/evolve/lineage"
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
	out, at := []Fault{{Name: "the bot"}}, map[string]int{}
	for i, b := range r.Evaluator.Game.Baselines[1:] {
		out, at[b.Player.(*command.Bot).CommandLine()] = append(out, Fault{Name: b.Name}), i+1
	}
	err := r.store.Games(r.Name(), func(g lineage.PlayedGame) error {
		for seat, line := range g.Seats {
			f := &out[at[line]]
			f.Games++
			if text := g.Errors[seat]; text != "" {
				f.Faulty, f.Last = f.Faulty+1, text
			}
		}
		return nil
	})
	return slices.DeleteFunc(out, func(f Fault) bool { return f.Faulty == 0 }), err
}
