package report

import (
	"bloodline/engine"
	"bloodline/evolve/surrogate"
)

// mostPairs is how many interactions are named.
const mostPairs = 5

// EffectsTable has a row for each gene or group of a run, by the games that it has played.
func EffectsTable(s engine.Scale, run, player string, e *surrogate.Effects) *Table {
	what := "gene"
	if e.Group {
		what = "group"
	}
	t := &Table{Columns: []string{what, ">change of " + s.Unit, ">95 % interval", ">best value", ">nearly as good", ">loss at worst"}}
	for _, r := range e.Rows {
		t.Add(r.Name, s.Show(r.Tenth), s.Span(r.Low, r.High), r.Best, r.From+" to "+r.To, s.Show(r.Cost))
	}
	t.Title = Paragraph("effect of each %s in %s, from a regression of %s games that it has played; largest loss at worst first", what, run, Count(e.Games))
	t.Note("change of %s: if the value is larger by a tenth of its range", s.Unit)
	if e.Group {
		t.Note("A group's value goes from the defaults (0) to %s (1).", player)
	}
	t.Note("best value: with the other values of %s; nearly as good: within %s of it; loss at worst: of the worst value", player, s.Show(surrogate.Near))
	for _, x := range e.Pairs[:min(len(e.Pairs), mostPairs)] {
		t.Note("%s and %s interact (%.1f standard deviations)", x.One, x.Other, x.Z)
	}
	return t
}
