package wojna

import (
	"math/bits"

	"bloodline/engine"
	"bloodline/games/wojna/seat"
)

// tally counts the choices of one kind of situation.
type tally struct{ asked, pass, check, raise, by int64 }

func (t *tally) add(a seat.Action) {
	t.asked++
	switch a {
	case seat.Pass:
		t.pass++
	case seat.Check:
		t.check++
	default:
		t.raise++
		t.by += int64(a.By())
	}
}

func (t *tally) merge(o *tally) {
	t.asked += o.asked
	t.pass += o.pass
	t.check += o.check
	t.raise += o.raise
	t.by += o.by
}

// The classes that situations are sorted by.
const (
	bands  = 4 // own card: 1-5, 6-9, 10-11, 12-13
	prices = 5 // 1, 2, 3, 4-5, 6 and more
	stacks = 4 // own cards: to 9, to 25, to 51, more
	spans  = 4 // ten deals each
)

func band(card int) int {
	switch {
	case card <= 5:
		return 0
	case card <= 9:
		return 1
	case card <= 11:
		return 2
	}
	return 3
}

func priceClass(price int) int {
	switch {
	case price <= 3:
		return max(price, 1) - 1
	case price <= 5:
		return 3
	}
	return 4
}

func stackClass(cards int) int {
	switch {
	case cards <= 9:
		return 0
	case cards <= 25:
		return 1
	case cards <= 51:
		return 2
	}
	return 3
}

// probe is a player that counts what another one does. One goroutine uses it; a choice costs some ten counters.
type probe struct {
	inner seat.Policy

	free   [bands][seat.Seats]tally // nothing to pay, by own card and rivals
	paid   [bands][seat.Seats]tally // something to pay
	price  [prices]tally
	raised [bands]tally // had raised, and was raised
	stack  [stacks]tally
	span   [spans]tally
	war    tally

	bluff tally // unraised, with a card of the lowest band
	trap  tally // unraised, with one of the highest band and rivals behind
	sprung,
	trapped int64 // traps that a rival raised into, and how often it raised then

	shown [seat.Lines][seat.Values + 1]int64 // own cards at the end of biddings it stayed in, by what it did

	// The bidding going on.
	deal, bidding, card int
	line                seat.Line
	stays, setTrap      bool
}

var _ seat.Policy = (*probe)(nil)

func newProbe(inner engine.Player) *probe { return &probe{inner: inner.(seat.Policy)} }

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

// close files the bidding before: players who did not pass have shown their cards.
func (p *probe) close() {
	if p.stays {
		p.shown[p.line][p.card]++
	}
	p.stays = false
}

func (p *probe) count(v *seat.View, a seat.Action) {
	b, n, price := band(v.Card), bits.OnesCount8(v.Rivals()), v.Price()
	if price == 0 {
		p.free[b][n].add(a)
	} else {
		p.paid[b][n].add(a)
		p.price[priceClass(price)].add(a)
		if v.Line[v.Me] >= seat.Opened1 {
			p.raised[b].add(a)
		}
		p.stack[stackClass(v.Stack[v.Me]+v.Drawn(v.Me))].add(a)
		p.span[min((v.Deals-1)/10, spans-1)].add(a)
	}
	if v.War {
		p.war.add(a)
	}
	p.tricks(v, a, b)
}

func (p *probe) tricks(v *seat.View, a seat.Action, b int) {
	switch {
	case p.setTrap && v.Raises > 0:
		p.sprung++
		if a > seat.Check {
			p.trapped++
		}
		p.setTrap = false
	case v.Raises > 0 || !v.Legal().Has(seat.Raise1):
	case b == 0:
		p.bluff.add(a)
	case b == bands-1 && v.Behind() != 0:
		p.trap.add(a)
		p.setTrap = a == seat.Check
	}
}
