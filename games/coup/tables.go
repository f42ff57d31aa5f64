package coup

import (
	"fmt"

	"bloodline/arena/portrait"
	"bloodline/games/coup/seat"
)

const enough = portrait.Enough

// The tables, in their order.
const (
	tableTurns = iota
	tableChallenges
	tableMemory
	tableBlocks
	tableGive
	tableKeep
)

var (
	situationNames = [situations]string{"2v2", "2v1", "1v2", "1v1"}
	pastNames      = [pasts]string{"first", "repeated", "denied before", "ruled out"}
)

// all adds up a row.
func (p *probe) all(row int) tally {
	var sum tally
	for _, t := range p.counts[row] {
		sum = sum.plus(t)
	}
	return sum
}

// Tables returns all counts as shares.
func (p *probe) Tables() []portrait.Table {
	return []portrait.Table{
		p.turns(),
		p.challenges(),
		p.memory(),
		p.blocks(),
		p.roles("Cards given up, of two different ones, by cards left", "gives up", "gives up the %v", rowGive),
		p.roles("Cards kept in an Exchange, of those to choose from, by cards left", "keeps", "keeps the %v in an Exchange", rowKeep),
	}
}

// bySituation returns the head of a table with a column for each situation.
func bySituation(title string, labels ...string) portrait.Table {
	return portrait.Table{Title: title, Columns: append(append(labels, situationNames[:]...), "all")}
}

// row adds a row, of a habit, and its sum, behind labels.
func (p *probe) row(t *portrait.Table, row int, habit string, labels ...string) {
	var cells []portrait.Cell
	for s, n := range p.counts[row] {
		cells = append(cells, n.cell().As("%s at %s", habit, situationNames[s]))
	}
	t.Add(labels, append(cells, p.all(row).cell())...)
}

func (p *probe) turns() portrait.Table {
	t := bySituation("Turns: how often each open action is chosen, by cards left (own v opponent's)", "action", "holding")
	p.row(&t, rowIncome, "takes Income", "Income", "")
	p.row(&t, rowAid, "takes Foreign Aid", "Foreign Aid", "")
	p.row(&t, rowCoup, "pays for the Coup with 7 to 9 coins", "Coup", "7 to 9 coins")
	for i, a := range actions {
		role := a.Claims()
		p.row(&t, rowAction+2*i+1, fmt.Sprintf("chooses %v with %s", a, article(role)), a.String(), role.String())
		p.row(&t, rowAction+2*i, fmt.Sprintf("bluffs %v without %s", a, article(role)), a.String(), "no "+role.String()+" (bluff)")
	}
	return t
}

func (p *probe) blocks() portrait.Table {
	t := bySituation("Blocks: how often each one is made, by cards left", "block", "holding")
	for i, b := range blocks {
		role := b.block.Claims()
		name := b.stops.String() + ": " + b.block.String()
		p.row(&t, rowBlock+2*i+1, fmt.Sprintf("blocks %v with %s", b.stops, article(role)), name, role.String())
		p.row(&t, rowBlock+2*i, fmt.Sprintf("fakes %s against %v", article(role), b.stops), name, "no "+role.String()+" (bluff)")
	}
	return t
}

func (p *probe) challenges() portrait.Table {
	t := bySituation("Challenges: how often each claim is challenged, by cards left", "claim")
	for i := range claims {
		p.row(&t, rowChallenge+i, "challenges "+claimName(i), claimName(i))
	}
	return t
}

func (p *probe) memory() portrait.Table {
	t := portrait.Table{Title: "Challenges by what was known of the role", Columns: append([]string{"claim"}, pastNames[:]...)}
	for i := range claims {
		var cells []portrait.Cell
		for _, n := range p.counts[rowPast+i] {
			cells = append(cells, n.cell())
		}
		t.Add([]string{claimName(i)}, cells...)
	}
	return t
}

// place returns the table that shows a row of the counts, and its place there.
func place(row int) (table, at int) {
	switch {
	case row >= rowPast:
		return tableMemory, row - rowPast
	case row >= rowKeep:
		return tableKeep, row - rowKeep
	case row >= rowGive:
		return tableGive, row - rowGive
	case row >= rowChallenge:
		return tableChallenges, row - rowChallenge
	case row >= rowBlock:
		return tableBlocks, (row - rowBlock) ^ 1 // with the role stands above without it
	case row >= rowAction:
		return tableTurns, rowAction + ((row - rowAction) ^ 1)
	}
	return tableTurns, row
}

func claimName(i int) string {
	if i < len(actions) {
		return actions[i].String()
	}
	return blocks[i-len(actions)].block.String()
}

func (p *probe) roles(title, label, habit string, first int) portrait.Table {
	t := bySituation(title, label)
	for r := range seat.Role(seat.Roles) {
		p.row(&t, first+int(r), fmt.Sprintf(habit, r), r.String())
	}
	return t
}

func (t tally) cell() portrait.Cell { return portrait.Share(t.did, t.could) }

func (t tally) percent() string { return t.cell().Percent() }

func (t tally) share() float64 { return t.cell().Ratio() }
