package rules

import (
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// choice has the options of a question other than the opening of a turn. It is nil where only the answer matters.
type choice struct {
	n       int // options
	binary  bool
	actions [8]seat.Action
	sums    [8]int32 // log-odds
}

func (c *choice) start(binary bool) {
	if c != nil {
		c.n, c.binary = 0, binary
	}
}

func (c *choice) note(a seat.Action, sum odds) {
	if c != nil {
		c.actions[c.n&7], c.sums[c.n&7] = a, int32(sum)
		c.n++
	}
}

// two chooses between two options. sum is the log-odds of b.
func (c *choice) two(a, b seat.Action, sum odds, x uint64) seat.Action {
	c.start(true)
	c.note(a, 0)
	c.note(b, sum)
	if sum > logistic[x&(slots-1)] {
		return b
	}
	return a
}

// worst is less than all that add returns.
const worst = -1 << 62

// add packs an option with its sum plus noise; the larger one, or the larger action, wins without a branch on sums.
func (c *choice) add(best int64, a seat.Action, sum, noise odds) int64 {
	c.note(a, sum)
	return max(best, int64(sum+noise)<<6|int64(a))
}

// chances fills in the probability of each option, less 1 for the one at place chosen, in fixed point.
func (c *choice) chances(chosen int, less *[8]int32) {
	if c.binary {
		less[1] = roll.Share(c.sums[1])
		less[0] = 1<<roll.ShareBits - less[1]
	} else {
		roll.Softmax(&c.sums, c.n, less)
	}
	less[chosen&7] -= 1 << roll.ShareBits
}

func (r *Rules) weigh(v *seat.View, x uint64, c *choice) seat.Action {
	switch v.Ask {
	case seat.AskReply:
		return r.weighReply(v, x, c)
	case seat.AskBlock:
		return c.two(seat.Pass, seat.Challenge, r.challengeOdds(v, claimOf[v.Block], v.Block.Claims()), x)
	case seat.AskGive:
		return r.weighGive(v, x, c)
	}
	return r.weighKeep(v, x, c)
}

// weighReply accepts an Assassinate by Pass; [Rules.weighGive] then chooses the card that it costs.
func (r *Rules) weighReply(v *seat.View, x uint64, c *choice) seat.Action {
	if v.Action == seat.ForeignAid {
		return c.two(seat.Pass, seat.BlockDuke, r.blockOdds(v, blockDuke, seat.Duke), x)
	}
	challenge := r.challengeOdds(v, claimOf[v.Action], v.Action.Claims())
	switch v.Action {
	case seat.Steal:
		stake := r.stake[min(v.Own().Coins, 2)]
		c.start(false)
		best := c.add(worst, seat.Pass, 0, gumbel[x&(slots-1)])
		best = c.add(best, seat.Challenge, challenge, gumbel[x>>10&(slots-1)])
		best = c.add(best, seat.BlockAmbassador, stake+r.blockOdds(v, blockAmbassador, seat.Ambassador), gumbel[x>>20&(slots-1)])
		best = c.add(best, seat.BlockCaptain, stake+r.blockOdds(v, blockCaptain, seat.Captain), gumbel[x>>30&(slots-1)])
		return seat.Action(best & 63)
	case seat.Assassinate:
		c.start(false)
		best := c.add(worst, seat.Pass, 0, gumbel[x&(slots-1)])
		best = c.add(best, seat.BlockContessa, r.blockOdds(v, blockContessa, seat.Contessa), gumbel[x>>10&(slots-1)])
		best = c.add(best, seat.Challenge, challenge, gumbel[x>>20&(slots-1)])
		return seat.Action(best & 63)
	}
	return c.two(seat.Pass, seat.Challenge, challenge, x)
}

// weighGive weighs which card to give up; the more a card is worth, the less likely.
func (r *Rules) weighGive(v *seat.View, x uint64, c *choice) seat.Action {
	const sliceCard = 30 // the first bit of the roll behind those that answer an Assassinate
	card := v.Hand.Lowest()
	rest := v.Hand.Without(card)
	if rest == 0 {
		c.start(false)
		c.note(seat.Give(card), 0)
		return seat.Give(card)
	}
	other := rest.Lowest()
	var worth value
	r.set(&worth, v, &r.give, &r.claimed[1])
	return c.two(seat.Give(card), seat.Give(other), worth[card&7]-worth[other&7], x>>sliceCard)
}

// weighKeep weighs the cards to keep in an Exchange by their worth; each of at most six ways uses ten bits of the roll.
func (r *Rules) weighKeep(v *seat.View, x uint64, c *choice) seat.Action {
	var worth value
	r.set(&worth, v, &r.keep[v.Own().Lives&1], &r.claimed[0]) // 0 for two lives, 1 for one
	c.start(false)
	best := int64(worst)
	for m := uint64(v.Legal); m != 0; m &= m - 1 {
		a := bits.TrailingZeros64(m)
		k := &pairs[a&63]
		sum := worth[k.first&7] + worth[k.second&7] + r.pair&k.pair
		c.note(seat.Action(a), sum)
		best = max(best, int64(sum+gumbel[x&(slots-1)])<<6|int64(63-a)) // of equal ones the smaller action
		x >>= 10
	}
	return seat.Action(63 - best&63)
}

// sum returns the log-odds of an option by lives, coins and the opponent's claims.
func (w *weight[N]) sum(own, opp *seat.Side) N {
	return w.at[situation(own, opp)][ownBand[own.Coins&15]&3][oppBand[opp.Coins&15]&3] +
		w.oppClaims[0][opp.Standing&(1<<seat.Roles-1)] + w.oppClaims[1][opp.Denied&(1<<seat.Roles-1)]
}

// The largest counts of the opponent's past: a weight bred on a few passive turns may be wrong for an exploiter's ten.
const (
	caughtMost  = 2
	shownMost   = 2
	passiveMost = 3
	overMost    = 2
)

// challengeOdds returns the log-odds of challenging the opponent's claim of a role.
func (r *Rules) challengeOdds(v *seat.View, claim uint8, role seat.Role) odds {
	own, opp := v.Own(), v.Opponent()
	claim, role = claim&(claims-1), role&7
	kind := claim >> 2
	t, w := &r.trait[kind], &r.challenge[claim]
	known := roleBits(v.Hand + own.Lost + opp.Lost).of(role)
	sum := w.sum(own, opp) +
		r.unlikely[claim][(opp.Lives-1)&1][known] +
		r.repeat[claim][min(int(opp.Claims[role]), 4)] +
		t.deniedBefore[opp.DeniedBefore>>role&1] + t.stale[opp.Stale>>role&1] + t.over[(opp.Overclaims()+2)&7]
	return sum + t.caught*odds(min(opp.Caught, caughtMost)) + t.shown*odds(min(opp.Shown, shownMost)) + t.passive*odds(min(opp.Passive, passiveMost))
}

// blockOdds returns the log-odds of blocking as a role against passing.
func (r *Rules) blockOdds(v *seat.View, block int, role seat.Role) odds {
	own, opp := v.Own(), v.Opponent()
	truth := held(v.Hand).of(role) & 1
	return r.block[block][truth].sum(own, opp) +
		r.blockStory[block][truth][story(own).of(role)] + r.blockChallengeRate[block][truth].by(challengeRate(opp))
}

// value has the worth of each role, and zero for no card.
type value [8]odds

// set fills in the worth of each role, adjusted to the situation of a view.
func (r *Rules) set(to *value, v *seat.View, worth *[seat.Roles]odds, claimed *[2]odds) {
	own, opp := v.Own(), v.Opponent()
	standing := own.Standing
	for role := range worth {
		to[role] = worth[role] + claimed[standing&1]
		standing >>= 1
	}
	to[seat.Contessa] += r.threat[opp.Coins&15][opp.Standing>>seat.Assassin&1]
	to[seat.Assassin] += r.ready[own.Coins&15]
	to[seat.Captain] += r.rich[opp.Coins&15]
}

// pairs are the roles that each Keep keeps; second is none where it keeps one.
var pairs = func() (t [64]struct {
	first, second seat.Role
	pair          odds // all ones if both are the same role
},
) {
	for a := seat.Action(0); a < seat.NoAction; a++ {
		kept := a.Kept()
		if kept == 0 {
			continue
		}
		k := &t[a]
		k.first, k.second = kept.Lowest(), seat.NoRole
		if rest := kept.Without(k.first); rest != 0 {
			k.second = rest.Lowest()
		}
		if k.first == k.second {
			k.pair = -1
		}
	}
	return t
}()
