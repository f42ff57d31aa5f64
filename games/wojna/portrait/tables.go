package portrait

import (
	"fmt"
	"math"

	"bloodline/arena/portrait"
	"bloodline/games/wojna/seat"
)

// Tables returns what was counted, ready to print. A dash stands where there was
// no occasion.
func (p *Probe) Tables() []portrait.Table {
	p.close()
	return []portrait.Table{
		cards("Nothing to pay: by own card and rivals", &p.free),
		cards("Something to pay: by own card and rivals", &p.paid),
		rows("Something to pay: by price", "price", priceNames(), p.price[:]),
		rows("Raised after having raised: by own card", "card", bandNames(), p.raised[:]),
		rows("Something to pay: by own cards before the ante", "cards", stackNames(), p.stack[:]),
		rows("Something to pay: over the run", "deals", []string{"1-10", "11-20", "21-30", "31 and later"}, p.span[:]),
		p.tricksTable(),
		p.shownTable(),
	}
}

func bandNames() []string { return []string{"1-5", "6-9", "10-11", "12-13"} }

func priceNames() []string {
	return []string{"1 card", "2 cards", "3 cards", "4-5 cards", "6 and more"}
}

func stackNames() []string { return []string{"to 9", "10-25", "26-51", "52 and more"} }

// percent prints a share.
func percent(part, whole int64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

func (t *tally) row(names ...string) []string {
	size := "-"
	if t.raise > 0 {
		size = fmt.Sprintf("%.2f", float64(t.by)/float64(t.raise))
	}
	return append(names, fmt.Sprint(t.asked), percent(t.pass, t.asked), percent(t.check, t.asked), percent(t.raise, t.asked), size)
}

func rows(title, by string, names []string, tallies []tally) portrait.Table {
	t := portrait.Table{Title: title, Columns: []string{by, "asked", "folds", "checks", "raises", "by cards"}}
	for i := range tallies {
		t.Rows = append(t.Rows, tallies[i].row(names[i]))
	}
	return t
}

func cards(title string, tallies *[bands][seat.Seats]tally) portrait.Table {
	t := portrait.Table{Title: title, Columns: []string{"card", "rivals", "asked", "folds", "checks", "raises", "by cards"}}
	for b, name := range bandNames() {
		for n := 1; n < seat.Seats; n++ {
			t.Rows = append(t.Rows, tallies[b][n].row(name, fmt.Sprint(n)))
		}
	}
	return t
}

func (p *Probe) tricksTable() portrait.Table {
	return portrait.Table{
		Title:   "Tricks",
		Columns: []string{"trick", "occasions", "done"},
		Rows: [][]string{
			{"bluff: raises first with a 1-5", fmt.Sprint(p.bluff.asked), percent(p.bluff.raise, p.bluff.asked)},
			{"trap: checks a 12-13 before others", fmt.Sprint(p.trap.asked), percent(p.trap.check, p.trap.asked)},
			{"springs it: raises who raised into a trap", fmt.Sprint(p.sprung), percent(p.trapped, p.sprung)},
			{"raises in a war", fmt.Sprint(p.war.asked), percent(p.war.raise, p.war.asked)},
		},
	}
}

// meanShown returns the mean card shown after a line, and how many there were.
func (p *Probe) meanShown(line int) (mean float64, n int64) {
	sum := int64(0)
	for c, k := range p.shown[line] {
		n += k
		sum += int64(c) * k
	}
	return float64(sum) / float64(max(n, 1)), n
}

func (p *Probe) shownTable() portrait.Table {
	t := portrait.Table{Title: "Cards at the showdown", Columns: []string{"after", "shown", "mean", "1-5", "6-9", "10-11", "12-13"}}
	for l, name := range []string{"staying for nothing", "paying", "raising"} {
		mean, n := p.meanShown(l)
		row := []string{name, fmt.Sprint(n), "-"}
		if n > 0 {
			row[2] = fmt.Sprintf("%.2f", mean)
		}
		var in [bands]int64
		for c := 1; c <= seat.Values; c++ {
			in[band(c)] += p.shown[l][c]
		}
		for _, k := range in {
			row = append(row, percent(k, n))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Words describes the player in a few sentences.
func (p *Probe) Words() []string {
	p.close()
	var free, paid tally
	for b := range bands {
		for n := range seat.Seats {
			free.merge(&p.free[b][n])
			paid.merge(&p.paid[b][n])
		}
	}
	if free.asked+paid.asked == 0 {
		return []string{"It has not been asked for a move."}
	}
	words := []string{fmt.Sprintf("Asked to pay, it folds %s, pays %s and raises %s; with nothing to pay it raises %s of the time.",
		percent(paid.pass, paid.asked), percent(paid.check, paid.asked), percent(paid.raise, paid.asked), percent(free.raise, free.asked))}
	words = append(words, fmt.Sprintf("It bluffs (raises first with a 5 or less) %s of the time and lays a trap (checks a 12 or 13) %s.",
		percent(p.bluff.raise, p.bluff.asked), percent(p.trap.check, p.trap.asked)))
	stay, _ := p.meanShown(1)
	open, n := p.meanShown(2)
	if n > 0 {
		words = append(words, fmt.Sprintf("The cards it shows are %.1f on average when it has raised, and %.1f when it has only paid.", open, stay))
	}
	var raised tally
	for b := range p.raised {
		raised.merge(&p.raised[b])
	}
	if raised.asked > 0 {
		words = append(words, fmt.Sprintf("Raised after its own raise, it gives up %s and raises again %s.",
			percent(raised.pass, raised.asked), percent(raised.raise, raised.asked)))
	}
	return append(words, p.changes()...)
}

// changes tells how stack and time move it, where both ends have been seen often.
func (p *Probe) changes() (words []string) {
	const enough = 50
	folds := func(t *tally) float64 { return float64(t.pass) / float64(max(t.asked, 1)) }
	if a, b := &p.stack[0], &p.stack[stacks-1]; a.asked >= enough && b.asked >= enough {
		than := "less"
		if folds(a) > folds(b) {
			than = "more"
		}
		words = append(words, fmt.Sprintf("Short of cards it folds %s than with a big stack (%s and %s).",
			than, percent(a.pass, a.asked), percent(b.pass, b.asked)))
	}
	if a, b := &p.span[0], &p.span[spans-1]; a.asked >= enough && b.asked >= enough {
		words = append(words, fmt.Sprintf("%s: its folds go from %s to %s and its raises from %s to %s.", settles(a, b),
			percent(a.pass, a.asked), percent(b.pass, b.asked), percent(a.raise, a.asked), percent(b.raise, b.asked)))
	}
	return words
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
