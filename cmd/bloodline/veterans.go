package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"bloodline/configs"
	"bloodline/evolve/lineage"
)

// veterans reads the adversaries of the run that guard.veterans names, by round.
func (b *breeding) veterans() ([]json.RawMessage, error) {
	from := b.cfg.Guard.Veterans
	if from == configs.Nobody {
		return nil, nil
	}
	rows, err := b.store.Runs()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(rows, func(r lineage.RunRow) bool { return r.Name == from })
	schema := b.lab.game.Schema
	switch {
	case i < 0:
		return nil, usage("guard.veterans: there is no run %q in %s", from, b.app.store)
	case rows[i].Game != b.cfg.Game:
		return nil, usage("guard.veterans: %s is a run of %s, not of %s", from, rows[i].Game, b.cfg.Game)
	case rows[i].SchemaHash != schema.Hash():
		return nil, usage("guard.veterans: %s was bred under schema %s of %s, this program reads %s", from, rows[i].SchemaHash, b.cfg.Game, schema.Hash())
	}
	evidence, err := b.store.Evidence(from)
	if err != nil {
		return nil, err
	}
	var out []json.RawMessage
	for round := 1; ; round++ {
		x, ok := evidence[fmt.Sprintf(adversaryKey, round)]
		if !ok {
			break
		}
		out = append(out, x)
	}
	if len(out) == 0 {
		return nil, usage("guard.veterans: %s bred no adversaries", from)
	}
	return out, nil
}

// takeOver makes the veterans adversaries of this run, which needs the other one no
// more. Their number comes last: without it a resumed run begins to take over anew.
func (b *breeding) takeOver(evidence map[string]json.RawMessage) error {
	all, err := b.veterans()
	if err != nil || len(all) == 0 {
		return err
	}
	put := func(key string, value json.RawMessage) error {
		evidence[key] = value
		return b.run.PutEvidence(key, value)
	}
	for i, x := range all {
		if err := put(fmt.Sprintf(adversaryKey, i+1), x); err != nil {
			return err
		}
	}
	return put(veteransKey, json.RawMessage(fmt.Sprint(len(all))))
}
