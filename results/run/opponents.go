package run

import (
	"fmt"
	"slices"

	"bloodline/evolve/measure"
)

// opponentDigests returns digests of the opponents of a run, to know them again when it is resumed.
func opponentDigests(e *measure.Evaluator) (out []string, err error) {
	for _, o := range slices.Concat(e.Field, e.Holdout) {
		genes, err := o.Digest(e.Game.Schema)
		if err != nil {
			return nil, fmt.Errorf("opponent %s: %w", o.Name, err)
		}
		out = append(out, genes)
	}
	return out, nil
}

// checkOpponents refuses to resume a run against other opponents than it began with: it would end with another
// champion.
func (r *Run) checkOpponents(name string, begun []string) error {
	now, err := opponentDigests(r.Evaluator)
	for i, o := range slices.Concat(r.Evaluator.Field, r.Evaluator.Holdout) {
		if err == nil && (i >= len(begun) || begun[i] != now[i]) {
			err = fmt.Errorf("resume %s: the opponent %s is no longer the one that it began with: bring its file back, or begin another run", name, o.Name)
		}
	}
	return err
}
