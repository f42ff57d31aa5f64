package rules

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// Act decides. See the package documentation for the five kinds of question.
func (r *Rules) Act(v *seat.View, x uint64) seat.Action {
	if v.Ask == seat.AskTurn {
		var k claimant
		var sums [8]int32
		k.look(r, v)
		return r.openTurn(v, &k, x, &sums)
	}
	a := r.weigh(v, x, nil)
	if accepted(v, a) {
		a = r.weighGive(v, x, nil)
	}
	return a
}

// accepted reports whether an answer accepts an Assassinate, which costs a card.
func accepted(v *seat.View, a seat.Action) bool {
	return a == seat.Pass && v.Action == seat.Assassinate && v.Ask == seat.AskReply
}

// situation indexes the lives, two or one: 2v2, 2v1, 1v2, 1v1.
func situation(own, opp *seat.Side) int {
	return int(own.Lives&1<<1 | opp.Lives&1)
}

// roleBits holds two bits for each role, in the layout of a seat.Hand.
type roleBits uint32

func (w roleBits) of(r seat.Role) uint { return uint(w>>(2*r&31)) & 3 }

// story is a side's story about each role: 0 none, 1 claimed, 2 denied, 3 both.
func story(s *seat.Side) roleBits {
	return spread[s.Standing&31] | spread[s.Denied&31]<<1
}

// spread moves the bits of a set of roles two apart.
var spread = func() (t [1 << seat.Roles]roleBits) {
	for set := range t {
		for r := range seat.Roles {
			t[set] |= roleBits(set) >> r & 1 << (2 * r)
		}
	}
	return t
}()

// held has the bit of each role that a hand holds.
func held(h seat.Hand) roleBits { return roleBits(h|h>>1) & 0x5555 }

// challengeRate is the log-odds that a side challenges, from its challenges and trusts and a prior of 0.6 to 1.4. It is
// shifted to be zero before the side had a choice.
func challengeRate(s *seat.Side) int64 {
	return int64(challengeRates[min(s.Challenges, challengesMost)][min(s.Trusts, trustsMost)])
}

// by multiplies two fixed-point numbers.
func (x odds) by(y int64) odds { return odds(int64(x) * y >> 12) }

// The largest counts of challenges and trusts: a player that passed ten claims may still challenge the eleventh.
const (
	challengesMost = 3
	trustsMost     = 5
)

var challengeRates = func() (t [challengesMost + 1][trustsMost + 1]odds) {
	const challenges, trusts = 0.6, 1.4
	for c := range t {
		for n := range t[c] {
			ratio := (float64(c) + challenges) / (float64(n) + trusts)
			t[c][n] = odds(roll.Log(ratio*trusts/challenges) * float64(unit))
		}
	}
	return t
}()

// The slice of a roll that each opening's noise comes from; the seventh needs a second roll.
const (
	sliceIncome = iota * 10
	sliceForeignAid
	sliceExchange
	sliceTax
	sliceAssassinate
	sliceSteal
)

// openTurn chooses how to open the turn, the action of the largest sum plus noise, and fills in the sums by action.
// [New] gives actions that are not legal with these coins a sum that never wins; Steal needs the opponent's
// exact coins.
func (r *Rules) openTurn(v *seat.View, k *claimant, x uint64, sums *[8]int32) seat.Action {
	best := pick(gumbel[x>>sliceIncome&(slots-1)], int32(seat.Income))
	sum := k.sum(optForeignAid)
	sums[seat.ForeignAid], best = int32(sum), max(best, pick(sum+gumbel[x>>sliceForeignAid&(slots-1)], int32(seat.ForeignAid)))

	sum = r.claimOdds(claimExchange, optExchange, seat.Ambassador, k) +
		r.exchange[k.held.of(seat.Ambassador)&1][v.Hand&(1<<(2*seat.Roles)-1)]
	sums[seat.Exchange], best = int32(sum), max(best, pick(sum+gumbel[x>>sliceExchange&(slots-1)], int32(seat.Exchange)))

	sum = r.claimOdds(claimTax, optTax, seat.Duke, k)
	sums[seat.Tax], best = int32(sum), max(best, pick(sum+gumbel[x>>sliceTax&(slots-1)], int32(seat.Tax)))

	sum = r.claimOdds(claimAssassinate, optAssassinate, seat.Assassin, k)
	sums[seat.Assassinate], best = int32(sum), max(best, pick(sum+gumbel[x>>sliceAssassinate&(slots-1)], int32(seat.Assassinate)))

	sums[seat.Steal], sums[seat.Coup] = int32(never), int32(never)
	if v.Opponent().Coins > 0 {
		sum = r.claimOdds(claimSteal, optSteal, seat.Captain, k)
		sums[seat.Steal], best = int32(sum), max(best, pick(sum+gumbel[x>>sliceSteal&(slots-1)], int32(seat.Steal)))
	}
	if v.Own().Coins >= 7 {
		sum = k.sum(optCoup)
		sums[seat.Coup], best = int32(sum), max(best, pick(sum+gumbel[roll.Next(x)&(slots-1)], int32(seat.Coup)))
	}
	return seat.Action(best & 7)
}

// claimant has the parts of a view that the log-odds of all claims of an opening depend on.
type claimant struct {
	row, claimed, denied *[16]odds // log-odds by option: for lives and coins, for the opponent's claims, for its denials
	held                 roleBits  // the roles in hand
	story                roleBits  // the own story about each role
	faceUp               roleBits  // face-up copies of each role
	challengeRate        int64
}

// look fills in the claimant in place, because a processor is slow to copy what was just written piece by piece.
func (c *claimant) look(r *Rules, v *seat.View) {
	own, opp := v.Own(), v.Opponent()
	c.row = &r.turn[situation(own, opp)][ownBand[own.Coins&15]&3][oppBand[opp.Coins&15]&3]
	c.claimed, c.denied = &r.oppClaims[0][opp.Standing&(1<<seat.Roles-1)], &r.oppClaims[1][opp.Denied&(1<<seat.Roles-1)]
	c.held, c.story, c.faceUp = held(v.Hand), story(own), roleBits(own.Lost+opp.Lost)
	c.challengeRate = challengeRate(opp)
}

// sum is the part of the log-odds that every opening has.
func (c *claimant) sum(o option) odds { return c.row[o&15] + c.claimed[o&15] + c.denied[o&15] }

// claimOdds returns the log-odds of a claim. bluff is the option of claiming without the card.
func (r *Rules) claimOdds(claim int, bluff option, role seat.Role, c *claimant) odds {
	s, truth := &r.claim[claim], c.held.of(role)&1
	return c.sum(bluff+option(truth)) + s.story[truth][c.story.of(role)][c.faceUp.of(role)] + s.challengeRate[truth].by(c.challengeRate)
}
