package cmd

import (
	"fmt"
	"strings"

	"bloodline/configs/player"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// showEffects says which genes matter in a run, by the games that it has played.
func (a *app) showEffects(word string, p *player.Player) error {
	s, err := lineage.OpenReadOnly(a.Store)
	if err != nil {
		return err
	}
	defer s.Close()
	run, _, _ := strings.Cut(word, "/")
	row, err := s.Run(run)
	if err != nil {
		return usage("inspect effects: %s must be a run of the store, because only runs have games there", word)
	}
	e, err := view.ReadEffects(s, p.Game, run, row.Generations, p.Genes)
	if err != nil {
		return fmt.Errorf("inspect: %w", err)
	}
	if e == nil {
		return usage("inspect effects: %s has the defaults in all genes, and groups are measured on the way to other ones", word)
	}
	return a.print(e, report.EffectsTable(p.Game.Info().Scale(), run, p.Name, e))
}
