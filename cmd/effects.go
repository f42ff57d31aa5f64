package cmd

import (
	"fmt"
	"strings"

	"bloodline/configs/player"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// mostPairs is how many interactions are named.
const mostPairs = 5

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
	if a.json() {
		return report.JSON(a.stdout, e)
	}
	return a.printEffects(run, p, e)
}

func (a *app) printEffects(run string, p *player.Player, e *view.Effects) error {
	unit, show := report.Scale(p.Game.Info())
	what := "gene"
	if e.Group {
		what = "group"
	}
	a.say("effect of each %s in %s, from a regression of %s games that it has played; largest first", what, run, report.Count(e.Games))
	fmt.Fprintln(a.stdout)
	t := &report.Table{Columns: []string{what, ">" + unit + " a tenth more", ">95 % interval", ">best", ">as good", ">worst costs"}}
	for _, r := range e.Rows {
		t.Add(r.Name, show(r.Tenth), show(r.Low)+" to "+show(r.High), r.Best, r.From+" to "+r.To, show(r.Cost))
	}
	if err := a.print(t); err != nil {
		return err
	}
	fmt.Fprintln(a.stdout)
	if e.Group {
		a.say("A group goes from the defaults (0) to %s (1), and a tenth is of this way.", p.Name)
	}
	a.say("best: with the other values of %s; as good: within %s of that", p.Name, show(0.01))
	for _, x := range e.Pairs[:min(len(e.Pairs), mostPairs)] {
		a.say("%s and %s interact (%.1f standard deviations)", x.One, x.Other, x.Z)
	}
	return nil
}
