package run

import (
	"fmt"
	"slices"

	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
)

// opponentsOf describes the opponents of a run, to know them again when it is resumed.
func opponentsOf(e *league.Evaluator) (out []lineage.Opponent, err error) {
	for _, o := range slices.Concat(e.Field, e.Holdout) {
		genes, err := o.Digest(e.Game.Schema)
		if err != nil {
			return nil, fmt.Errorf("opponent %s: %w", o.Name, err)
		}
		out = append(out, lineage.Opponent{Name: o.Name, Genes: genes})
	}
	return out, nil
}

// sameOpponents refuses to resume a run against other opponents than it began with, which would end with another champion.
func (r *Run) sameOpponents(begun lineage.Info) error {
	now, err := opponentsOf(r.Evaluator)
	if err != nil {
		return err
	}
	for i, o := range begun.Opponents {
		if i >= len(now) || now[i].Genes != o.Genes {
			return fmt.Errorf("resume %s: the opponent %s is no longer the one that it began with: bring its file back, or begin another run", begun.Name, o.Name)
		}
	}
	return nil
}
