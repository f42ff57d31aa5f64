package coup

import (
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
)

// actionClaim and blockClaim map what was declared to its kind of claim.
var (
	actionClaim = [seat.Actions + 1]uint8{
		seat.Exchange: claimExchange, seat.Tax: claimTax,
		seat.Assassinate: claimAssassinate, seat.Steal: claimSteal,
	}
	blockClaim = [seat.Actions + 1]uint8{
		seat.BlockAmbassador: claimAmbassador, seat.BlockCaptain: claimCaptain,
		seat.BlockContessa: claimContessa, seat.BlockDuke: claimDuke,
	}
)

// suspects returns the log-odds of challenging the opponent's claim of a role.
func (r *Rules) suspects(v *seat.View, claim uint8, role seat.Role) float32 {
	own, opp := v.Own(), v.Opponent()
	kind := claim >> 2
	t := &r.trait[kind]
	sum := r.challenge[claim][situation(own, opp)] +
		r.unlikely[claim][int(opp.Lives-1)&1][max(3-v.Known(role), 0)] +
		r.purses[kind][ownBand[own.Coins&15]][theirs[opp.Coins&15]]
	if n := opp.Claims[role]; n > 1 {
		sum += r.repeat[claim][min(n-1, 3)]
	}
	if opp.Broken&role.Bit() != 0 {
		sum += t.broken
	}
	if opp.Stale&role.Bit() != 0 {
		sum += t.stale
	}
	if n := opp.Overclaims(); n > 0 {
		sum += t.over * float32(n)
	}
	return sum + t.caught*float32(opp.Caught) + t.shown*float32(opp.Shown) + t.meek*float32(opp.Meek)
}

func (r *Rules) reply(v *seat.View, x uint64) seat.Action {
	switch v.Action {
	case seat.ForeignAid:
		if r.blocks(v, blockDuke, seat.Duke)+r.wealth[v.Opponent().Coins&15] > roll.Logistic(x, 0) {
			return seat.BlockDuke
		}
		return seat.Pass
	case seat.Steal:
		return r.answerSteal(v, x)
	case seat.Assassinate:
		return r.answerKill(v, x)
	}
	if r.suspects(v, actionClaim[v.Action], v.Action.Claims()) > roll.Logistic(x, 0) {
		return seat.Challenge
	}
	return seat.Pass
}

// blocks returns the log-odds of blocking as a role against letting go.
func (r *Rules) blocks(v *seat.View, block int, role seat.Role) float32 {
	own, opp := v.Own(), v.Opponent()
	s := situation(own, opp)
	if v.Hand.Has(role) {
		return r.block[block][1][s]
	}
	return r.block[block][0][s] + r.tale[block][state(own, role)] + r.wary[block]*doubts(opp)
}

func (r *Rules) answerSteal(v *seat.View, x uint64) seat.Action {
	best, top := seat.Pass, roll.Gumbel(x, 0)
	if s := r.suspects(v, claimSteal, seat.Captain) + roll.Gumbel(x, 1); s > top {
		best, top = seat.Challenge, s
	}
	stake := r.stake[min(v.Own().Coins, 2)]
	if s := stake + r.blocks(v, blockAmbassador, seat.Ambassador) + roll.Gumbel(x, 2); s > top {
		best, top = seat.BlockAmbassador, s
	}
	if s := stake + r.blocks(v, blockCaptain, seat.Captain) + roll.Gumbel(x, 3); s > top {
		best = seat.BlockCaptain
	}
	return best
}

func (r *Rules) answerKill(v *seat.View, x uint64) seat.Action {
	top := roll.Gumbel(x, 0)
	block := r.blocks(v, blockContessa, seat.Contessa) + roll.Gumbel(x, 1)
	doubt := r.suspects(v, claimAssassinate, seat.Assassin) + roll.Gumbel(x, 2)
	switch {
	case doubt > top && doubt > block:
		return seat.Challenge
	case block > top:
		return seat.BlockContessa
	}
	return r.surrender(v)
}
