package report

import (
	"cmp"
	"fmt"
	"slices"

	"bloodline/arena/game"
	"bloodline/configs/player"
)

// AblationTable has a row for each group of a player's genes, and one for each gene with an effect beyond chance, or
// for all genes. field is how many opponents they were measured against, over so many deals each.
func AblationTable(p *player.Player, rows []game.Ablated, field, deals int, all bool) *Table {
	const mostSilent = 3 // how many genes that never mattered are named unless all are
	var groups, matter []game.Ablated
	var silent []string
	genes := 0
	for _, r := range rows {
		if r.Group {
			groups = append(groups, r)
			continue
		}
		genes++
		switch {
		case r.NoEffect:
			silent = append(silent, r.Genes)
		case all || r.Low > 0 || r.High < 0:
			matter = append(matter, r)
		}
	}
	t := losses(p.Game, "group", groups)
	on := fmt.Sprintf("against %s, %s deals each", Plural(field, "opponent"), Count(deals))
	if p.Game.Info().Seats == 1 {
		on = "on " + Plural(deals, "deal")
	}
	t.Title = Paragraph("%s without its genes: loss in %s %s; genes with a positive loss earn points", p.Name, p.Game.Info().Scale().Unit, on)
	rest, count := losses(p.Game, "gene", matter), len(p.Game.Schema.Genes)
	rest.keepIf(false, 3, 4)
	rest.Note("%d of %d genes are at their defaults; of the others %d show no effect beyond chance.",
		count-genes, count, genes-len(matter)-len(silent))
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
func losses(g *game.Game, head string, rows []game.Ablated) *Table {
	slices.SortStableFunc(rows, func(x, y game.Ablated) int { return cmp.Compare(y.Loss, x.Loss) })
	s, t := g.Info().Scale(), &Table{Columns: []string{head, ">loss", ">95 % interval", "what they decide"}}
	for _, r := range rows {
		t.Add(r.Genes, s.Show(r.Loss), s.Span(r.Low, r.High), g.GroupDoc(r.Genes))
	}
	return t
}
