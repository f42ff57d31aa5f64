package wojna

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/games/wojna/seat"
)

// The classes of situations, each by its largest number.
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

// probe plays as another player and counts its moves: by card and number of rivals, by price, after its own raise was
// raised, by stack and by time; bluffs, traps, and cards shown. It adds some ten counters a choice, in one goroutine.
type probe struct {
	portrait.Album
	inner seat.Policy

	free, paid, price, raised, stack, span, tricks, shown *portrait.Counts

	// The current bidding.
	deal, bidding, card int
	line                seat.Line
	stays, setTrap      bool
}

// lines names the lines of [seat.Line], by which rivals remember a player's cards.
var lines = [seat.Lines]string{
	"no move", "checking for nothing", "paying 1 card", "paying 2 or 3", "paying 4 and more", "raising first by 1",
	"raising first by 2", "raising first by 3", "paying to stay after its raise", "raising over a raise",
}

func newProbe(inner engine.Player) *probe {
	p := &probe{
		inner:  inner.(seat.Policy),
		free:   choices("Nothing to pay: by own card and rivals", "", "raises unasked with a %s against %d", "card", "rivals"),
		paid:   choices("Something to pay: by own card and rivals", "folds a %s against %d when asked to pay", "raises over a raise with a %s against %d", "card", "rivals"),
		price:  choices("Something to pay: by price", "folds to a price of %s", "", "price"),
		raised: choices("Raised after having raised: by own card", "gives up its own raise with a %s when raised", "raises again with a %s when raised", "card"),
		stack:  choices("Something to pay: by own cards before the ante", "folds with a stack of %s when asked to pay", "", "cards"),
		span:   choices("Something to pay: over the run", "", "", "deals"),
		tricks: portrait.NewCounts("Tricks", []string{"trick"}, portrait.Column{Head: "done", Kind: portrait.IsShare, Habit: "%s"}),
		shown: portrait.NewCounts("What rivals learn: cards at the showdown", []string{"after"}, slices.Concat([]portrait.Column{
			{Head: "shown", Kind: portrait.IsCount},
			{Head: "mean", Kind: portrait.IsMean},
			{Head: bandNames[0], Kind: portrait.IsShare, Habit: "shows a 1-5 after %s"},
		}, portrait.Shares(bandNames[1:]...))...),
	}
	p.Album = portrait.Album{p.free, p.paid, p.price, p.raised, p.stack, p.span, p.tricks, p.shown}
	for _, band := range bandNames {
		for n := 1; n < seat.Seats; n++ {
			p.free.Row([]string{band, fmt.Sprint(n)}, band, n)
			p.paid.Row([]string{band, fmt.Sprint(n)}, band, n)
		}
	}
	addRows(p.price, priceNames...)
	addRows(p.raised, bandNames...)
	addRows(p.stack, stackNames...)
	addRows(p.span, spanNames...)
	p.tricks.Row([]string{"bluff: raises first with a 1-5"}, "bluffs: raises first with a 1-5")
	p.tricks.Row([]string{"trap: checks a 12-13 before others"}, "lays a trap: checks a 12-13 before others")
	p.tricks.Row([]string{"springs it: raises who raised into a trap"}, "springs a trap: raises who raised into it")
	p.tricks.Row([]string{"raises in a war"}, "raises in a war")
	p.shown.Row(lines[seat.Checked : seat.Checked+1])
	addRows(p.shown, lines[seat.Checked+1:]...)
	return p
}

// choices returns a table of folds, checks, raises, and by how many cards. folds and raises are the columns' habits.
func choices(title, folds, raises string, labels ...string) *portrait.Counts {
	return portrait.NewCounts(title, labels,
		portrait.Column{Head: "folds", Kind: portrait.IsShare, Habit: folds}, portrait.Column{Head: "checks", Kind: portrait.IsShare},
		portrait.Column{Head: "raises", Kind: portrait.IsShare, Habit: raises}, portrait.Column{Head: "by cards", Kind: portrait.IsMean})
}

// addRows adds rows with these names, which are also what their habits are about.
func addRows(c *portrait.Counts, names ...string) {
	for _, name := range names {
		c.Row([]string{name}, name)
	}
}

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

// close counts the card of the last bidding, which a player that did not pass has shown.
func (p *probe) close() {
	if p.stays && p.line >= seat.Checked {
		row, band := int(p.line-seat.Checked), class(bands, p.card)
		p.shown.At(row, 0).Did++
		p.shown.At(row, 1).Add(p.card)
		for b := range bands {
			p.shown.At(row, 2+b).Count(b == band)
		}
	}
	p.stays = false
}

func choice(c *portrait.Counts, row int, a seat.Action) {
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
		choice(p.free, row, a)
	} else {
		choice(p.paid, row, a)
		choice(p.price, class(prices, price), a)
		if v.Line[v.Me] >= seat.Opened1 {
			choice(p.raised, b, a)
		}
		choice(p.stack, class(stacks, v.Stack[v.Me]+v.Drawn(v.Me)), a)
		choice(p.span, class(spans, v.Deals), a)
	}
	if v.War {
		p.tricks.At(trickWar, 0).Count(a > seat.Check)
	}
	switch {
	case p.setTrap && v.Raises > 0:
		p.tricks.At(trickSpring, 0).Count(a > seat.Check)
		p.setTrap = false
	case v.Raises > 0 || !v.Legal().Has(seat.Raise1):
	case b == 0:
		p.tricks.At(trickBluff, 0).Count(a > seat.Check)
	case b == len(bands)-1 && v.Behind() != 0:
		p.tricks.At(trickTrap, 0).Count(a == seat.Check)
		p.setTrap = a == seat.Check
	}
}

func (p *probe) Tables() []portrait.CountTable {
	p.close()
	return p.Album.Tables()
}

func (p *probe) Words() (words []portrait.Sentence) {
	p.close()
	say := func(of *portrait.Counts, row int, format string, args ...any) {
		words = append(words, p.Sentence(of, row, format, args...))
	}
	if p.free.Sum(folds).Could+p.paid.Sum(folds).Could == 0 {
		return []portrait.Sentence{{Text: "It has not been asked for a move.", Row: -1}}
	}
	say(p.price, -1, "Asked to pay, it folds %s, pays %s and raises %s; with nothing to pay it raises %s of the time.",
		p.paid.Sum(folds).Percent(), p.paid.Sum(checks).Percent(), p.paid.Sum(raises).Percent(), p.free.Sum(raises).Percent())
	say(p.tricks, 0, "It bluffs (raises first with a 5 or less) %s of the time and lays a trap (checks a 12 or 13) %s.",
		p.tricks.At(trickBluff, 0).Percent(), p.tricks.At(trickTrap, 0).Percent())
	mean := func(from, to seat.Line) portrait.Cell {
		var rows []int
		for l := from; l <= to; l++ {
			rows = append(rows, int(l-seat.Checked))
		}
		return p.shown.Sum(1, rows...)
	}
	if raising := mean(seat.Opened1, seat.Reraised); raising.Reliable() {
		say(p.shown, -1, "The cards it shows are %.1f on average when it has raised, and %.1f when it has only paid.",
			raising.Ratio(), mean(seat.Called1, seat.Called4).Ratio())
	}
	if gives := p.raised.Sum(folds); gives.Could > 0 {
		say(p.raised, -1, "Raised after its own raise, it gives up %s and raises again %s.", gives.Percent(), p.raised.Sum(raises).Percent())
	}
	// The effects of stack and time, if there are enough moves at both ends.
	if a, b := p.stack.At(0, folds), p.stack.At(len(stacks)-1, folds); a.Reliable() && b.Reliable() {
		than := "less"
		if a.Ratio() > b.Ratio() {
			than = "more"
		}
		say(p.stack, 0, "Short of cards it folds %s than with a big stack (%s and %s).", than, a.Percent(), b.Percent())
	}
	if a, b := p.span.At(0, folds), p.span.At(len(spans)-1, folds); a.Reliable() && b.Reliable() {
		c, d := p.span.At(0, raises), p.span.At(len(spans)-1, raises)
		settles := "It changes from the first ten deals to the last"
		if max(math.Abs(a.Ratio()-b.Ratio()), math.Abs(c.Ratio()-d.Ratio())) < 0.01 {
			settles = "It plays the last ten deals as the first"
		}
		say(p.span, -1, "%s: its folds go from %s to %s and its raises from %s to %s.", settles, a.Percent(), b.Percent(), c.Percent(), d.Percent())
	}
	return words
}
