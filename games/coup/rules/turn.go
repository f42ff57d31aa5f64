package rules

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// Act decides. See the package documentation for the five kinds of question.
func (r *Rules) Act(v *seat.View, x uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return r.openTurn(v, x)
	case seat.AskReply:
		a := r.weighReply(v, x, nil)
		if accepted(v, a) {
			a = r.weighGive(v, x, nil)
		}
		return a
	case seat.AskBlock:
		if r.challengeOdds(v, claimOf[v.Block], v.Block.Claims()) > logistic[x&(slots-1)] {
			return seat.Challenge
		}
		return seat.Pass
	case seat.AskGive:
		return r.weighGive(v, x, nil)
	}
	return r.weighKeep(v, x, nil)
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

// challengeRate is the log-odds that a side challenges, with a prior of 0.6 to 1.4, which alone gives 0.
func challengeRate(s *seat.Side) int64 {
	return int64(challengeRates[min(s.Challenges, challengesMost)][min(s.Trusts, trustsMost)])
}

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

// openTurn chooses the opening of the largest sum plus noise. [New] makes illegal ones never win, but for Steal, which
// needs the opponent's exact coins. Repeating the sums of [turnNote.weigh], which keeps them, makes play faster.
func (r *Rules) openTurn(v *seat.View, x uint64) seat.Action {
	var k claimant
	k.look(r, v)
	best := opening(seat.Income, 0, x)
	best = max(best, opening(seat.ForeignAid, k.sum(optForeignAid), x))
	best = max(best, opening(seat.Exchange, r.exchangeOdds(v, &k), x))
	best = max(best, opening(seat.Tax, k.claim(&r.claim[claimTax], optTax, seat.Duke), x))
	best = max(best, opening(seat.Assassinate, k.claim(&r.claim[claimAssassinate], optAssassinate, seat.Assassin), x))
	if v.Opponent().Coins > 0 {
		best = max(best, opening(seat.Steal, k.claim(&r.claim[claimSteal], optSteal, seat.Captain), x))
	}
	if v.Own().Coins >= 7 {
		best = max(best, coup(k.sum(optCoup), x))
	}
	return seat.Action(best & 7)
}

// opening packs a way to open a turn with its sum plus noise, so that max finds the best one without a branch. Sums must
// be between -20,000 and 20,000. Each way has its own ten bits of the roll.
func opening(a seat.Action, sum odds, x uint64) int32 {
	return int32(sum+gumbel[x>>(10*a)&(slots-1)])<<4 | int32(a)
}

// coup is the opening with a Coup, which needs a second roll.
func coup(sum odds, x uint64) int32 {
	return int32(sum+gumbel[roll.Next(x)&(slots-1)])<<4 | int32(seat.Coup)
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

// claim is the log-odds of a claim. bluff is the option of claiming without the card.
func (c *claimant) claim(s *statement[odds], bluff option, role seat.Role) odds {
	truth := c.held.of(role) & 1
	return c.sum(bluff+option(truth)) + s.story[truth][c.story.of(role)][c.faceUp.of(role)] + s.challengeRate[truth].by(c.challengeRate)
}

func (r *Rules) exchangeOdds(v *seat.View, c *claimant) odds {
	return c.claim(&r.claim[claimExchange], optExchange, seat.Ambassador) + r.exchange[c.held.of(seat.Ambassador)&1][v.Hand&(1<<(2*seat.Roles)-1)]
}
