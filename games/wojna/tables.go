package wojna

import (
	"fmt"
	"math"

	"bloodline/arena/portrait"
	"bloodline/games/wojna/seat"
)

// The tables that sentences are about, by their places in Tables.
const (
	tablePay    = 2
	tableRaised = 3
	tableStack  = 4
	tableSpan   = 5
	tableTricks = 6
	tableShown  = 7
)

// Tables returns what was counted.
func (p *probe) Tables() []portrait.Table {
	p.close()
	return []portrait.Table{
		cards("Nothing to pay: by own card and rivals", &p.free, map[int]string{raises: "raises unasked with %s"}),
		cards("Something to pay: by own card and rivals", &p.paid, map[int]string{folds: "folds %s when asked to pay", raises: "raises over a raise with %s"}),
		rows("Something to pay: by price", "price", priceNames(), p.price[:], map[int]string{folds: "folds to a price of %s"}),
		rows("Raised after having raised: by own card", "card", bandNames(), p.raised[:], map[int]string{folds: "gives up its own raise with a %s when raised", raises: "raises again with a %s when raised"}),
		rows("Something to pay: by own cards before the ante", "cards", stackNames(), p.stack[:], map[int]string{folds: "folds with a stack of %s when asked to pay"}),
		rows("Something to pay: over the run", "deals", []string{"1-10", "11-20", "21-30", "31 and later"}, p.span[:], nil),
		p.tricksTable(),
		p.shownTable(),
	}
}

func bandNames() []string { return []string{"1-5", "6-9", "10-11", "12-13"} }

func priceNames() []string {
	return []string{"1 card", "2 cards", "3 cards", "4-5 cards", "6 and more"}
}

func stackNames() []string { return []string{"to 9", "10-25", "26-51", "52 and more"} }

func percent(part, whole int64) string { return portrait.Share(part, whole).Percent() }

// cells are how often it folds, checks and raises, and by how much.
func (t *tally) cells() []portrait.Cell {
	return []portrait.Cell{
		portrait.Share(t.pass, t.asked), portrait.Share(t.check, t.asked), portrait.Share(t.raise, t.asked), portrait.Mean(t.by, t.raise),
	}
}

// The places of shares in the cells of a tally.
const (
	folds  = 0
	raises = 2
)

// rows has a row for each tally; name says of a share which habit it is, empty for none.
func rows(title, by string, names []string, tallies []tally, name map[int]string) portrait.Table {
	t := portrait.Table{Title: title, Columns: []string{by, "folds", "checks", "raises", "by cards"}}
	for i := range tallies {
		cells := tallies[i].cells()
		for at, habit := range name {
			cells[at].Habit = fmt.Sprintf(habit, names[i])
		}
		t.Add(names[i:i+1], cells...)
	}
	return t
}

func cards(title string, tallies *[bands][seat.Seats]tally, name map[int]string) portrait.Table {
	t := portrait.Table{Title: title, Columns: []string{"card", "rivals", "folds", "checks", "raises", "by cards"}}
	for b, band := range bandNames() {
		for n := 1; n < seat.Seats; n++ {
			cells := tallies[b][n].cells()
			for at, habit := range name {
				cells[at].Habit = fmt.Sprintf(habit, fmt.Sprintf("a %s against %d", band, n))
			}
			t.Add([]string{band, fmt.Sprint(n)}, cells...)
		}
	}
	return t
}

func (p *probe) tricksTable() portrait.Table {
	t := portrait.Table{Title: "Tricks", Columns: []string{"trick", "done"}}
	add := func(name string, did, could int64, habit string) {
		t.Add([]string{name}, portrait.Share(did, could).As("%s", habit))
	}
	add("bluff: raises first with a 1-5", p.bluff.raise, p.bluff.asked, "bluffs: raises first with a 1-5")
	add("trap: checks a 12-13 before others", p.trap.check, p.trap.asked, "lays a trap: checks a 12-13 before others")
	add("springs it: raises who raised into a trap", p.trapped, p.sprung, "springs a trap: raises who raised into it")
	add("raises in a war", p.war.raise, p.war.asked, "raises in a war")
	return t
}

// lines name what a player did until it showed its card, in the order of [seat.Line]: by these rivals remember it.
var lines = [seat.Lines]string{
	"no move", "checking for nothing", "paying 1 card", "paying 2 or 3", "paying 4 and more", "raising first by 1",
	"raising first by 2", "raising first by 3", "paying to stay after its raise", "raising over a raise",
}

func (p *probe) shownTable() portrait.Table {
	t := portrait.Table{Title: "What rivals learn: cards at the showdown", Columns: []string{"after", "shown", "mean", "1-5", "6-9", "10-11", "12-13"}}
	for l := seat.Checked; l < seat.Lines; l++ {
		var in [bands]int64
		for c, k := range p.shown[l] {
			in[band(c)] += k
		}
		n, mean := p.shownBy(l, l)
		cells := []portrait.Cell{portrait.Count(n), mean}
		for _, k := range in {
			cells = append(cells, portrait.Share(k, n))
		}
		if l > seat.Checked {
			cells[2].Habit = "shows a 1-5 after " + lines[l]
		}
		t.Add([]string{lines[l]}, cells...)
	}
	return t
}

// shownBy returns how many cards some lines have shown, and their mean.
func (p *probe) shownBy(from, to seat.Line) (n int64, mean portrait.Cell) {
	sum := int64(0)
	for l := from; l <= to; l++ {
		for c, k := range p.shown[l] {
			n, sum = n+k, sum+int64(c)*k
		}
	}
	return n, portrait.Mean(sum, n)
}

// Words describes the player in a few sentences.
func (p *probe) Words() []portrait.Sentence {
	p.close()
	var free, paid, raised tally
	for b := range bands {
		raised.merge(&p.raised[b])
		for n := range seat.Seats {
			free.merge(&p.free[b][n])
			paid.merge(&p.paid[b][n])
		}
	}
	if free.asked+paid.asked == 0 {
		return []portrait.Sentence{{Text: "It has not been asked for a move.", Row: -1}}
	}
	var words []portrait.Sentence
	say := func(table, row int, format string, args ...any) {
		words = append(words, portrait.Sentence{Text: fmt.Sprintf(format, args...), Table: table, Row: row})
	}
	say(tablePay, -1, "Asked to pay, it folds %s, pays %s and raises %s; with nothing to pay it raises %s of the time.",
		percent(paid.pass, paid.asked), percent(paid.check, paid.asked), percent(paid.raise, paid.asked), percent(free.raise, free.asked))
	say(tableTricks, 0, "It bluffs (raises first with a 5 or less) %s of the time and lays a trap (checks a 12 or 13) %s.",
		percent(p.bluff.raise, p.bluff.asked), percent(p.trap.check, p.trap.asked))
	_, paying := p.shownBy(seat.Called1, seat.Called4)
	if _, raising := p.shownBy(seat.Opened1, seat.Reraised); raising.Reliable() {
		say(tableShown, -1, "The cards it shows are %.1f on average when it has raised, and %.1f when it has only paid.", raising.Ratio(), paying.Ratio())
	}
	if raised.asked > 0 {
		say(tableRaised, -1, "Raised after its own raise, it gives up %s and raises again %s.", percent(raised.pass, raised.asked), percent(raised.raise, raised.asked))
	}
	p.changes(say)
	return words
}

// changes tells how stack and time move it, where both ends have been seen often.
func (p *probe) changes(say func(table, row int, format string, args ...any)) {
	if a, b := &p.stack[0], &p.stack[stacks-1]; min(a.asked, b.asked) >= portrait.Enough {
		than := "less"
		if portrait.Share(a.pass, a.asked).Ratio() > portrait.Share(b.pass, b.asked).Ratio() {
			than = "more"
		}
		say(tableStack, 0, "Short of cards it folds %s than with a big stack (%s and %s).", than, percent(a.pass, a.asked), percent(b.pass, b.asked))
	}
	if a, b := &p.span[0], &p.span[spans-1]; min(a.asked, b.asked) >= portrait.Enough {
		say(tableSpan, -1, "%s: its folds go from %s to %s and its raises from %s to %s.", settles(a, b),
			percent(a.pass, a.asked), percent(b.pass, b.asked), percent(a.raise, a.asked), percent(b.raise, b.asked))
	}
}

// settles says in words whether the run changes a player.
func settles(first, last *tally) string {
	change := func(x, y int64) float64 {
		return math.Abs(float64(x)/float64(first.asked) - float64(y)/float64(last.asked))
	}
	if max(change(first.pass, last.pass), change(first.raise, last.raise)) < 0.01 {
		return "It plays the last ten deals as the first"
	}
	return "It changes from the first ten deals to the last"
}
