package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"bloodline/configs"
	"bloodline/evolve/lineage"
)

// veterans reads the adversaries of the run that guard.veterans names, by round.
func (b *breeding) veterans() ([]json.RawMessage, error) {
	from := b.cfg.Guard.Veterans
	if from == configs.Nobody {
		return nil, nil
	}
	row, err := b.store.Run(from)
	if errors.Is(err, lineage.ErrNotFound) {
		return nil, usage("guard.veterans: there is no run %q in %s", from, b.app.store)
	} else if err != nil {
		return nil, err
	}
	if row.Game != b.cfg.Game {
		return nil, usage("guard.veterans: %s is a run of %s, not of %s", from, row.Game, b.cfg.Game)
	}
	if _, err := b.gameOf(row); err != nil {
		return nil, fmt.Errorf("guard.veterans: %w", err)
	}
	evidence, err := b.store.Evidence(from)
	if err != nil {
		return nil, err
	}
	out := adversaries(evidence)
	if len(out) == 0 {
		return nil, usage("guard.veterans: %s bred no adversaries", from)
	}
	return out, nil
}

// takeOver makes the veterans adversaries of this run, which needs the other one no
// more once it has a generation.
func (b *breeding) takeOver(veterans []json.RawMessage) error {
	if len(veterans) == 0 {
		return nil
	}
	for i, x := range veterans {
		if err := b.run.PutEvidence(fmt.Sprintf(adversaryKey, i+1), x); err != nil {
			return err
		}
	}
	return b.run.PutEvidence(veteransKey, len(veterans))
}
