package report

import (
	"cmp"
	"slices"

	"bloodline/arena/game"
)

// Ablation is the effect of a player's genes against some opponents.
type Ablation struct {
	Game      *game.Game
	Player    string
	Rows      []game.Ablated
	Opponents int
	Deals     int // against each
}

// mostSilent is how many genes that never mattered are named unless all are.
const mostSilent = 3

// Table has a row for each group, and one for each gene with an effect beyond chance, or for all genes.
func (a *Ablation) Table(all bool) *Table {
	var groups, matter []game.Ablated
	var silent []string
	genes := 0
	for _, r := range a.Rows {
		if r.Group {
			groups = append(groups, r)
			continue
		}
		genes++
		switch {
		case r.Silent:
			silent = append(silent, r.Genes)
		case all || r.Low > 0 || r.High < 0:
			matter = append(matter, r)
		}
	}
	t := a.losses("group", groups)
	t.Title = Paragraph("%s without its genes: loss in %s against %s, %s deals each; genes with a positive loss earn points",
		a.Player, a.Game.Info().Scale().Unit, Plural(a.Opponents, "opponent"), Count(a.Deals))
	rest := a.losses("gene", matter).keepColumns(3)
	rest.Note("%d of %d genes are at their defaults; of the others %d show no effect beyond chance.",
		len(a.Game.Schema.Genes)-genes, len(a.Game.Schema.Genes), genes-len(matter)-len(silent))
	if len(silent) > 0 {
		names := List(silent)
		if !all {
			names = shorten(silent, mostSilent) + "; --all lists them"
		}
		rest.Note("%d never changed a deal's score: %s", len(silent), names)
	}
	return t.Then(rest)
}

// losses has a row for each group or gene, the largest loss first.
func (a *Ablation) losses(head string, rows []game.Ablated) *Table {
	slices.SortStableFunc(rows, func(x, y game.Ablated) int { return cmp.Compare(y.Loss, x.Loss) })
	s, t := a.Game.Info().Scale(), &Table{Columns: []string{head, ">loss", ">95 % interval", "what they decide"}}
	for _, r := range rows {
		t.Add(r.Genes, s.Show(r.Loss), s.Span(r.Low, r.High), a.Game.GroupDoc(r.Genes))
	}
	return t
}
