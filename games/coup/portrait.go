package coup

import (
	"math/bits"

	"bloodline/engine"
	"bloodline/games/coup/seat"
)

// situations are the cards left, own before the opponent's: 2v2, 2v1, 1v2, 1v1.
const situations = 4

// pasts are what a claim can look like to the player that may challenge it.
const (
	pastFirst    = iota // no standing claim of the role
	pastRepeated        // the role was claimed before, and the claim stands
	pastDenied          // an honest holder would have claimed the role earlier
	pastRuledOut        // all three cards of the role are seen elsewhere
	pasts
)

// actions are the actions that claim a role.
var actions = [...]seat.Action{seat.Exchange, seat.Tax, seat.Assassinate, seat.Steal}

// blocks are the blocks, with the action that each one stops.
var blocks = [...]struct{ block, stops seat.Action }{
	{seat.BlockDuke, seat.ForeignAid},
	{seat.BlockAmbassador, seat.Steal},
	{seat.BlockCaptain, seat.Steal},
	{seat.BlockContessa, seat.Assassinate},
}

const claims = len(actions) + len(blocks)

// The rows of counts. All have a column for each situation but those from
// rowPast on, which have one for each past.
const (
	rowIncome    = 0
	rowAid       = 1
	rowCoup      = 2
	rowAction    = 3                           // each action without its role, then with it
	rowBlock     = rowAction + 2*len(actions)  // each block without its role, then with it
	rowChallenge = rowBlock + 2*len(blocks)    // each action, then each block
	rowGive      = rowChallenge + claims       // each role
	rowKeep      = rowGive + int(seat.Roles)   // each role
	rowPast      = rowKeep + int(seat.Roles)   // each action, then each block
	rows         = rowPast + claims            // in all
	columns      = max(situations, int(pasts)) // of the wider kind
)

// tally counts chances to do something, and how often it was done.
type tally struct{ did, could int }

func (t *tally) add(done bool) {
	t.could++
	if done {
		t.did++
	}
}

func (t tally) plus(u tally) tally { return tally{t.did + u.did, t.could + u.could} }

// probe is a player that plays as another one does and counts, in Coup's words, how often it takes
// each action with and without the role, challenges each claim, makes each block truly or as a bluff,
// and which cards it gives up: the legal actions and the chosen one. Forced moves are not asked and so
// not counted. A choice costs about 20 ns and no allocation. One goroutine uses it.
type probe struct {
	inner  seat.Policy
	counts [rows][columns]tally
}

var _ seat.Policy = (*probe)(nil)

func newProbe(inner engine.Player) *probe { return &probe{inner: inner.(seat.Policy)} }

// Act asks the player and counts its answer.
func (p *probe) Act(v *seat.View, roll uint64) seat.Action {
	a := p.inner.Act(v, roll)
	s := situation(v)
	switch v.Ask {
	case seat.AskTurn:
		p.turn(v, s, a)
	case seat.AskReply:
		p.reply(v, s, a)
	case seat.AskBlock:
		p.claim(v, s, v.Block, a)
	case seat.AskGive:
		p.give(v, s, a.Given())
	case seat.AskKeep:
		p.keep(v, s, a.Kept())
	}
	return a
}

// situation indexes the cards left.
func situation(v *seat.View) int {
	return int(2-v.Own().Lives)&1<<1 | int(2-v.Opponent().Lives)&1
}

// truth is 1 for a hand with the role, 0 without it.
func truth(h seat.Hand, r seat.Role) int { return min(h.Count(r), 1) }

func (p *probe) turn(v *seat.View, s int, a seat.Action) {
	p.counts[rowIncome][s].add(a == seat.Income)
	p.counts[rowAid][s].add(a == seat.ForeignAid)
	if v.Legal.Has(seat.Coup) {
		p.counts[rowCoup][s].add(a == seat.Coup)
	}
	for i, act := range actions {
		if v.Legal.Has(act) {
			p.counts[rowAction+2*i+truth(v.Hand, act.Claims())][s].add(a == act)
		}
	}
}

// reply counts the answer to an action: challenged, blocked, or let go with a
// card.
func (p *probe) reply(v *seat.View, s int, a seat.Action) {
	if v.Action.Claims() != seat.NoRole {
		p.claim(v, s, v.Action, a)
	}
	for i, b := range blocks {
		if v.Action == b.stops {
			p.counts[rowBlock+2*i+truth(v.Hand, b.block.Claims())][s].add(a == b.block)
		}
	}
	if card := a.Given(); card != seat.NoRole {
		p.give(v, s, card)
	}
}

// claim counts whether the opponent's claim was challenged.
func (p *probe) claim(v *seat.View, s int, claim, answer seat.Action) {
	i := claimIndex(claim)
	challenged := answer == seat.Challenge
	p.counts[rowChallenge+i][s].add(challenged)
	p.counts[rowPast+i][past(v, claim.Claims())].add(challenged)
}

// claimIndex numbers the claims: the actions, then the blocks.
func claimIndex(claim seat.Action) int {
	for i, a := range actions {
		if a == claim {
			return i
		}
	}
	for i, b := range blocks {
		if b.block == claim {
			return len(actions) + i
		}
	}
	panic("coup: " + claim.String() + " claims nothing")
}

// past sorts a claim into one of pasts; the rarer kind goes first.
func past(v *seat.View, r seat.Role) int {
	opponent := v.Opponent()
	switch {
	case v.Known(r) == 3:
		return pastRuledOut
	case opponent.DeniedBefore&r.Bit() != 0:
		return pastDenied
	case opponent.Claims[r] > 1: // the claim itself counts
		return pastRepeated
	}
	return pastFirst
}

// give counts which of two different cards went.
func (p *probe) give(v *seat.View, s int, card seat.Role) {
	held := v.Hand.Set()
	if bits.OnesCount8(held) < 2 {
		return
	}
	for r := range seat.Role(seat.Roles) {
		if held&r.Bit() != 0 {
			p.counts[rowGive+int(r)][s].add(r == card)
		}
	}
}

// keep counts which roles of an Exchange's cards were kept, those aside that
// cannot all be put back.
func (p *probe) keep(v *seat.View, s int, kept seat.Hand) {
	for r := range seat.Role(seat.Roles) {
		if n := v.Hand.Count(r); n == 1 || n == 2 {
			p.counts[rowKeep+int(r)][s].add(kept.Has(r))
		}
	}
}
