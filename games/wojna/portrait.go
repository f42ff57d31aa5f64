package wojna

import (
	"fmt"
	"math"
	"math/bits"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/games/wojna/seat"
)

// The classes that situations are sorted by: a class holds what is at most its number.
var (
	bands  = []int{5, 9, 11, 13}        // own card
	prices = []int{1, 2, 3, 5, 1 << 30} // to pay
	stacks = []int{9, 25, 51, 1 << 30}  // own cards before the ante
	spans  = []int{10, 20, 30, 1 << 30} // deals

	bandNames  = []string{"1-5", "6-9", "10-11", "12-13"}
	priceNames = []string{"1 card", "2 cards", "3 cards", "4-5 cards", "6 and more"}
	stackNames = []string{"to 9", "10-25", "26-51", "52 and more"}
	spanNames  = []string{"1-10", "11-20", "21-30", "31 and later"}
)

func class(of []int, x int) (k int) {
	for x > of[k] {
		k++
	}
	return k
}

// The tables, in their order.
const (
	tableFree = iota
	tablePaid
	tablePrice
	tableRaised
	tableStack
	tableSpan
	tableTricks
	tableShown
	tables
)

// The columns of choices.
const (
	folds = iota
	checks
	raises
	byCards
)

// The rows of tricks.
const (
	trickBluff = iota
	trickTrap
	trickSpring
	trickWar
)

// probe is a player that plays as another one does and counts, in Wojna's words: which cards it folds,
// pays and raises with against how many, how it takes a raise, how often it bluffs and lays traps, what
// it shows, how stack and time change it. A choice costs some ten counters. One goroutine uses it.
type probe struct {
	inner seat.Policy
	at    [tables]*portrait.Counts

	// The bidding going on.
	deal, bidding, card int
	line                seat.Line
	stays, setTrap      bool
}

// lines name what a player did until it showed its card, in the order of [seat.Line]: by these rivals remember it.
var lines = [seat.Lines]string{
	"no move", "checking for nothing", "paying 1 card", "paying 2 or 3", "paying 4 and more", "raising first by 1",
	"raising first by 2", "raising first by 3", "paying to stay after its raise", "raising over a raise",
}

func newProbe(inner engine.Player) *probe {
	p := &probe{inner: inner.(seat.Policy)}
	p.at[tableFree] = byCard("Nothing to pay: by own card and rivals", map[int]string{raises: "raises unasked with a %s against %d"})
	p.at[tablePaid] = byCard("Something to pay: by own card and rivals", map[int]string{folds: "folds a %s against %d when asked to pay", raises: "raises over a raise with a %s against %d"})
	p.at[tablePrice] = choices("Something to pay: by price", "price", priceNames, map[int]string{folds: "folds to a price of %s"})
	p.at[tableRaised] = choices("Raised after having raised: by own card", "card", bandNames, map[int]string{folds: "gives up its own raise with a %s when raised", raises: "raises again with a %s when raised"})
	p.at[tableStack] = choices("Something to pay: by own cards before the ante", "cards", stackNames, map[int]string{folds: "folds with a stack of %s when asked to pay"})
	p.at[tableSpan] = choices("Something to pay: over the run", "deals", spanNames, nil)
	tricks := portrait.NewCounts("Tricks", []string{"trick"}, "done")
	tricks.Row([]string{"bluff: raises first with a 1-5"}, portrait.Share(0, 0).As("bluffs: raises first with a 1-5"))
	tricks.Row([]string{"trap: checks a 12-13 before others"}, portrait.Share(0, 0).As("lays a trap: checks a 12-13 before others"))
	tricks.Row([]string{"springs it: raises who raised into a trap"}, portrait.Share(0, 0).As("springs a trap: raises who raised into it"))
	tricks.Row([]string{"raises in a war"}, portrait.Share(0, 0).As("raises in a war"))
	shown := portrait.NewCounts("What rivals learn: cards at the showdown", []string{"after"}, append([]string{"shown", "mean"}, bandNames...)...)
	for l := seat.Checked; l < seat.Lines; l++ {
		cells := []portrait.Cell{portrait.Count(0), portrait.Mean(0, 0), portrait.Share(0, 0), portrait.Share(0, 0), portrait.Share(0, 0), portrait.Share(0, 0)}
		if l > seat.Checked {
			cells[2].Habit = "shows a 1-5 after " + lines[l]
		}
		shown.Row([]string{lines[l]}, cells...)
	}
	p.at[tableTricks], p.at[tableShown] = tricks, shown
	return p
}

// choices is a table of how often it folds, checks and raises, and by how much. habits say of a column which habit
// it is, by the name of the row.
func choices(title, by string, names []string, habits map[int]string) *portrait.Counts {
	c := portrait.NewCounts(title, []string{by}, "folds", "checks", "raises", "by cards")
	for _, name := range names {
		c.Row([]string{name}, chosen(habits, name)...)
	}
	return c
}

func byCard(title string, habits map[int]string) *portrait.Counts {
	c := portrait.NewCounts(title, []string{"card", "rivals"}, "folds", "checks", "raises", "by cards")
	for _, band := range bandNames {
		for n := 1; n < seat.Seats; n++ {
			c.Row([]string{band, fmt.Sprint(n)}, chosen(habits, band, n)...)
		}
	}
	return c
}

func chosen(habits map[int]string, of ...any) []portrait.Cell {
	cells := []portrait.Cell{portrait.Share(0, 0), portrait.Share(0, 0), portrait.Share(0, 0), portrait.Mean(0, 0)}
	for column, habit := range habits {
		cells[column].Habit = fmt.Sprintf(habit, of...)
	}
	return cells
}

// Act lets the player choose and counts the choice.
func (p *probe) Act(v *seat.View, roll uint64) seat.Action {
	if v.Deals != p.deal || v.Bidding != p.bidding {
		p.close()
		p.deal, p.bidding, p.setTrap = v.Deals, v.Bidding, false
	}
	a := p.inner.Act(v, roll)
	p.count(v, a)
	p.stays = a != seat.Pass
	p.card, p.line = v.Card, v.After(v.Me, a)
	return a
}

// close counts the bidding before: players who did not pass have shown their cards.
func (p *probe) close() {
	if shown := p.at[tableShown]; p.stays && p.line >= seat.Checked {
		row, band := int(p.line-seat.Checked), class(bands, p.card)
		shown.At(row, 0).Did++
		shown.At(row, 1).Add(p.card)
		for b := range bands {
			shown.At(row, 2+b).Count(b == band)
		}
	}
	p.stays = false
}

// choice counts a choice in a row of a table.
func (p *probe) choice(table, row int, a seat.Action) {
	c := p.at[table]
	c.At(row, folds).Count(a == seat.Pass)
	c.At(row, checks).Count(a == seat.Check)
	c.At(row, raises).Count(a > seat.Check)
	if a > seat.Check {
		c.At(row, byCards).Add(a.By())
	}
}

func (p *probe) count(v *seat.View, a seat.Action) {
	b, n, price := class(bands, v.Card), bits.OnesCount8(v.Rivals()), v.Price()
	row := b*(seat.Seats-1) + n - 1
	if price == 0 {
		p.choice(tableFree, row, a)
	} else {
		p.choice(tablePaid, row, a)
		p.choice(tablePrice, class(prices, price), a)
		if v.Line[v.Me] >= seat.Opened1 {
			p.choice(tableRaised, b, a)
		}
		p.choice(tableStack, class(stacks, v.Stack[v.Me]+v.Drawn(v.Me)), a)
		p.choice(tableSpan, class(spans, v.Deals), a)
	}
	tricks := p.at[tableTricks]
	if v.War {
		tricks.At(trickWar, 0).Count(a > seat.Check)
	}
	switch {
	case p.setTrap && v.Raises > 0:
		tricks.At(trickSpring, 0).Count(a > seat.Check)
		p.setTrap = false
	case v.Raises > 0 || !v.Legal().Has(seat.Raise1):
	case b == 0:
		tricks.At(trickBluff, 0).Count(a > seat.Check)
	case b == len(bands)-1 && v.Behind() != 0:
		tricks.At(trickTrap, 0).Count(a == seat.Check)
		p.setTrap = a == seat.Check
	}
}

// Tables returns what was counted.
func (p *probe) Tables() (out []portrait.Table) {
	p.close()
	for _, c := range p.at {
		out = append(out, c.Done())
	}
	return out
}

// Words describes the player in a few sentences.
func (p *probe) Words() (words []portrait.Sentence) {
	p.close()
	say := func(table, row int, format string, args ...any) {
		words = append(words, portrait.Sentence{Text: fmt.Sprintf(format, args...), Table: table, Row: row})
	}
	sum := func(table, column int) portrait.Cell { return p.at[table].Sum(column) }
	if sum(tableFree, folds).Could+sum(tablePaid, folds).Could == 0 {
		return []portrait.Sentence{{Text: "It has not been asked for a move.", Row: -1}}
	}
	say(tablePrice, -1, "Asked to pay, it folds %s, pays %s and raises %s; with nothing to pay it raises %s of the time.",
		sum(tablePaid, folds).Percent(), sum(tablePaid, checks).Percent(), sum(tablePaid, raises).Percent(), sum(tableFree, raises).Percent())
	tricks := p.at[tableTricks]
	say(tableTricks, 0, "It bluffs (raises first with a 5 or less) %s of the time and lays a trap (checks a 12 or 13) %s.",
		tricks.At(trickBluff, 0).Percent(), tricks.At(trickTrap, 0).Percent())
	mean := func(from, to seat.Line) portrait.Cell {
		var rows []int
		for l := from; l <= to; l++ {
			rows = append(rows, int(l-seat.Checked))
		}
		return p.at[tableShown].Sum(1, rows...)
	}
	if raising := mean(seat.Opened1, seat.Reraised); raising.Reliable() {
		say(tableShown, -1, "The cards it shows are %.1f on average when it has raised, and %.1f when it has only paid.",
			raising.Ratio(), mean(seat.Called1, seat.Called4).Ratio())
	}
	if gives := sum(tableRaised, folds); gives.Could > 0 {
		say(tableRaised, -1, "Raised after its own raise, it gives up %s and raises again %s.", gives.Percent(), sum(tableRaised, raises).Percent())
	}
	// How stack and time move it, where both ends have been seen often.
	if a, b := p.at[tableStack].At(0, folds), p.at[tableStack].At(len(stacks)-1, folds); a.Reliable() && b.Reliable() {
		than := "less"
		if a.Ratio() > b.Ratio() {
			than = "more"
		}
		say(tableStack, 0, "Short of cards it folds %s than with a big stack (%s and %s).", than, a.Percent(), b.Percent())
	}
	span := p.at[tableSpan]
	if a, b := span.At(0, folds), span.At(len(spans)-1, folds); a.Reliable() && b.Reliable() {
		c, d := span.At(0, raises), span.At(len(spans)-1, raises)
		settles := "It changes from the first ten deals to the last"
		if max(math.Abs(a.Ratio()-b.Ratio()), math.Abs(c.Ratio()-d.Ratio())) < 0.01 {
			settles = "It plays the last ten deals as the first"
		}
		say(tableSpan, -1, "%s: its folds go from %s to %s and its raises from %s to %s.", settles, a.Percent(), b.Percent(), c.Percent(), d.Percent())
	}
	return words
}
