package portrait

import (
	"fmt"
	"math"

	"bloodline/arena/portrait"
	"bloodline/games/coup/seat"
)

// enough is how many chances a share needs: with fewer its standard error can
// exceed nine points.
const enough = 30

var (
	situationNames = [situations]string{"2v2", "2v1", "1v2", "1v1"}
	pastNames      = [pasts]string{"first", "repeated", "denied before", "ruled out"}
)

// all adds up a row.
func (p *Probe) all(row int) tally {
	var sum tally
	for _, t := range p.counts[row] {
		sum = sum.plus(t)
	}
	return sum
}

// Tables returns all counts as shares with the chances behind them: "31 % of
// 1234". A share of fewer than 30 chances is not given, "- of 12"; a cell without
// a chance is empty.
func (p *Probe) Tables() []portrait.Table {
	return []portrait.Table{
		p.turns(),
		p.challenges(),
		p.memory(),
		p.blocks(),
		p.roles("Cards given up, of two different ones, by cards left", "gives up", rowGive),
		p.roles("Cards kept in an Exchange, of those to choose from, by cards left", "keeps", rowKeep),
	}
}

// bySituation returns the head of a table with a column for each situation.
func bySituation(title string, labels ...string) portrait.Table {
	return portrait.Table{Title: title, Columns: append(append(labels, situationNames[:]...), "all")}
}

// row returns the cells of a row, and their sum, behind labels.
func (p *Probe) row(row int, labels ...string) []string {
	for _, t := range p.counts[row] {
		labels = append(labels, t.String())
	}
	return append(labels, p.all(row).String())
}

func (p *Probe) turns() portrait.Table {
	t := bySituation("Turns: how often each open action is chosen, by cards left (own v opponent's)", "action", "holding")
	t.Rows = append(t.Rows, p.row(rowIncome, "Income", ""), p.row(rowAid, "Foreign Aid", ""), p.row(rowCoup, "Coup", "7 to 9 coins"))
	for i, a := range actions {
		t.Rows = append(t.Rows, p.pair(rowAction+2*i, a)...)
	}
	return t
}

// pair returns the rows of a claim with and without its role.
func (p *Probe) pair(row int, claim seat.Action) [][]string {
	role := claim.Claims().String()
	return [][]string{
		p.row(row+1, claim.String(), role),
		p.row(row, claim.String(), "no "+role+" (bluff)"),
	}
}

func (p *Probe) blocks() portrait.Table {
	t := bySituation("Blocks: how often each one is made, by cards left", "block", "holding")
	for i, b := range blocks {
		for _, row := range p.pair(rowBlock+2*i, b.block) {
			row[0] = b.stops.String() + ": " + row[0]
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func (p *Probe) challenges() portrait.Table {
	t := bySituation("Challenges: how often each claim is challenged, by cards left", "claim")
	for i := range claims {
		t.Rows = append(t.Rows, p.row(rowChallenge+i, claimName(i)))
	}
	return t
}

func (p *Probe) memory() portrait.Table {
	t := portrait.Table{Title: "Challenges by what was known of the role", Columns: append([]string{"claim"}, pastNames[:]...)}
	for i := range claims {
		row := []string{claimName(i)}
		for _, n := range p.counts[rowPast+i] {
			row = append(row, n.String())
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func claimName(i int) string {
	if i < len(actions) {
		return actions[i].String()
	}
	return blocks[i-len(actions)].block.String()
}

func (p *Probe) roles(title, label string, first int) portrait.Table {
	t := bySituation(title, label)
	for r := range seat.Role(seat.Roles) {
		t.Rows = append(t.Rows, p.row(first+int(r), r.String()))
	}
	return t
}

// String is the tally as a cell of a table.
func (t tally) String() string {
	switch {
	case t.could == 0:
		return ""
	case t.could < enough:
		return fmt.Sprintf("- of %d", t.could)
	}
	return fmt.Sprintf("%s of %d", t.percent(), t.could)
}

// percent is the share in whole per cent. Only what never happened is 0 %, only
// what always did 100 %.
func (t tally) percent() string {
	n := math.Round(100 * t.share())
	switch {
	case n == 0 && t.did > 0:
		return "<1 %"
	case n == 100 && t.did < t.could:
		return ">99 %"
	}
	return fmt.Sprintf("%.0f %%", n)
}

func (t tally) share() float64 { return float64(t.did) / float64(max(t.could, 1)) }
