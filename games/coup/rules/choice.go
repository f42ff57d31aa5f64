package rules

import (
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// choice has a question's options with their log-odds and probabilities. [Rules.Act] chooses the same without them, in
// half the time.
type choice struct {
	n       int // options
	chosen  int // index of the chosen one
	actions [8]seat.Action
	sums    [8]int32 // odds
	noise   [8]odds
	less    [8]int32 // probability of each option less 1 for the chosen one, in fixed point
}

// two chooses between two options. sum is the log-odds of b.
func (c *choice) two(a, b seat.Action, sum odds, x uint64) {
	c.n, c.chosen, c.actions[0], c.actions[1] = 2, 0, a, b
	less := roll.Share(int32(sum))
	if sum > logistic[x&(slots-1)] {
		less -= 1 << roll.ShareBits
		c.chosen = 1
	}
	c.less[0], c.less[1] = -less, less
}

func (c *choice) add(a seat.Action, sum, noise odds) {
	c.actions[c.n&7], c.sums[c.n&7], c.noise[c.n&7] = a, int32(sum), noise
	c.n++
}

// chooseLargest chooses the option with the largest sum plus noise. Ties go to the larger action^ties.
func (c *choice) chooseLargest(ties seat.Action) {
	best := int64(-1 << 62)
	for i := range c.n & 7 {
		best = max(best, int64(odds(c.sums[i])+c.noise[i])<<9|int64(c.actions[i]^ties)<<3|int64(i))
	}
	c.chosen = int(best & 7)
	roll.Softmax(&c.sums, c.n, &c.less)
	c.less[c.chosen&7] -= 1 << roll.ShareBits
}

// weigh answers a question other than the opening of a turn. An Assassinate is accepted by Pass; [Rules.weighGive]
// chooses the card that it costs.
func (r *Rules) weigh(v *seat.View, x uint64, c *choice) {
	switch v.Ask {
	case seat.AskReply:
		r.weighReply(v, x, c)
	case seat.AskBlock:
		c.two(seat.Pass, seat.Challenge, r.challengeOdds(v, claimOf[v.Block], v.Block.Claims()), x)
	case seat.AskGive:
		r.weighGive(v, x, c)
	case seat.AskKeep:
		r.weighKeep(v, x, c)
	}
}

// openings chooses how to open a turn, and fills in less as in a choice, but by action.
func (r *Rules) openings(v *seat.View, k *claimant, x uint64, less *[8]int32) seat.Action {
	var sums [8]int32
	sums[seat.ForeignAid] = int32(k.sum(optForeignAid))
	sums[seat.Exchange] = int32(r.exchangeOdds(v, k))
	sums[seat.Tax] = int32(r.claim[claimTax].sum(optTax, seat.Duke, k))
	sums[seat.Assassinate] = int32(r.claim[claimAssassinate].sum(optAssassinate, seat.Assassin, k))
	sums[seat.Steal] = int32(r.claim[claimSteal].sum(optSteal, seat.Captain, k))
	sums[seat.Coup] = int32(k.sum(optCoup))
	if v.Opponent().Coins == 0 {
		sums[seat.Steal] = int32(never)
	}
	best := pick(gumbel[x>>sliceIncome&(slots-1)], int32(seat.Income))
	best = max(best, pick(odds(sums[seat.ForeignAid])+gumbel[x>>sliceForeignAid&(slots-1)], int32(seat.ForeignAid)))
	best = max(best, pick(odds(sums[seat.Exchange])+gumbel[x>>sliceExchange&(slots-1)], int32(seat.Exchange)))
	best = max(best, pick(odds(sums[seat.Tax])+gumbel[x>>sliceTax&(slots-1)], int32(seat.Tax)))
	best = max(best, pick(odds(sums[seat.Assassinate])+gumbel[x>>sliceAssassinate&(slots-1)], int32(seat.Assassinate)))
	best = max(best, pick(odds(sums[seat.Steal])+gumbel[x>>sliceSteal&(slots-1)], int32(seat.Steal)))
	if v.Own().Coins >= 7 {
		best = max(best, pick(odds(sums[seat.Coup])+gumbel[roll.Next(x)&(slots-1)], int32(seat.Coup)))
	}
	roll.Softmax7(&sums, less)
	less[best&7] -= 1 << roll.ShareBits
	return seat.Action(best & 7)
}

func (r *Rules) weighReply(v *seat.View, x uint64, c *choice) {
	if v.Action == seat.ForeignAid {
		c.two(seat.Pass, seat.BlockDuke, r.blockOdds(v, blockDuke, seat.Duke), x)
		return
	}
	challenge := r.challengeOdds(v, claimOf[v.Action], v.Action.Claims())
	switch v.Action {
	case seat.Steal:
		stake := r.stake[min(v.Own().Coins, 2)]
		c.n = 0
		c.add(seat.Pass, 0, gumbel[x&(slots-1)])
		c.add(seat.Challenge, challenge, gumbel[x>>10&(slots-1)])
		c.add(seat.BlockAmbassador, stake+r.blockOdds(v, blockAmbassador, seat.Ambassador), gumbel[x>>20&(slots-1)])
		c.add(seat.BlockCaptain, stake+r.blockOdds(v, blockCaptain, seat.Captain), gumbel[x>>30&(slots-1)])
		c.chooseLargest(0)
	case seat.Assassinate:
		c.n = 0
		c.add(seat.Pass, 0, gumbel[x&(slots-1)])
		c.add(seat.BlockContessa, r.blockOdds(v, blockContessa, seat.Contessa), gumbel[x>>10&(slots-1)])
		c.add(seat.Challenge, challenge, gumbel[x>>20&(slots-1)])
		c.chooseLargest(0)
	default:
		c.two(seat.Pass, seat.Challenge, challenge, x)
	}
}

// weighGive weighs which card to give up.
func (r *Rules) weighGive(v *seat.View, x uint64, c *choice) {
	card := v.Hand.Lowest()
	rest := v.Hand.Without(card)
	if rest == 0 {
		c.n, c.chosen, c.actions[0], c.less[0] = 1, 0, seat.Give(card), 0
		return
	}
	other := rest.Lowest()
	var worth value
	r.set(&worth, v, &r.give, &r.claimed[1])
	c.two(seat.Give(card), seat.Give(other), worth[card&7]-worth[other&7], x>>sliceCard)
}

func (r *Rules) weighKeep(v *seat.View, x uint64, c *choice) {
	var worth value
	r.set(&worth, v, &r.keep[v.Own().Lives&1], &r.claimed[0])
	c.n = 0
	for m := uint64(v.Legal); m != 0; m &= m - 1 {
		a := bits.TrailingZeros64(m)
		c.add(seat.Action(a), r.kept(&worth, a), gumbel[x&(slots-1)])
		x >>= 10
	}
	c.chooseLargest(63)
}
