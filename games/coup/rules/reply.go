package rules

import (
	"bloodline/games/coup/seat"
)

// answerClaim challenges a claim or passes.
func (r *Rules) answerClaim(v *seat.View, claim uint8, role seat.Role, x uint64) seat.Action {
	if r.challengeOdds(v, claim, role) > logistic[x&(slots-1)] {
		return seat.Challenge
	}
	return seat.Pass
}

// sum returns the log-odds of an option by lives, coins and the opponent's claims.
func (w *weight) sum(own, opp *seat.Side) odds {
	return w.at[situation(own, opp)][ownBand[own.Coins&15]&3][oppBand[opp.Coins&15]&3] +
		w.oppClaims[0][opp.Standing&(1<<seat.Roles-1)] + w.oppClaims[1][opp.Denied&(1<<seat.Roles-1)]
}

// The largest counts of the opponent's past. A weight that was bred on a few passive turns may be wrong for ten, and an
// exploiter would play ten.
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

func (r *Rules) reply(v *seat.View, x uint64) seat.Action {
	switch v.Action {
	case seat.ForeignAid:
		if r.blockOdds(v, blockDuke, seat.Duke) > logistic[x&(slots-1)] {
			return seat.BlockDuke
		}
		return seat.Pass
	case seat.Steal:
		return r.answerSteal(v, x)
	case seat.Assassinate:
		return r.answerKill(v, x)
	}
	return r.answerClaim(v, claimOf[v.Action], v.Action.Claims(), x)
}

// blockOdds returns the log-odds of blocking as a role against passing.
func (r *Rules) blockOdds(v *seat.View, block int, role seat.Role) odds {
	own, opp := v.Own(), v.Opponent()
	truth := held(v.Hand).of(role) & 1
	return r.block[block][truth].sum(own, opp) +
		r.blockStory[block][truth][story(own).of(role)] + r.blockChallengeRate[block][truth].by(challengeRate(opp))
}

func (r *Rules) answerSteal(v *seat.View, x uint64) seat.Action {
	stake := r.stake[min(v.Own().Coins, 2)]
	best := pick(gumbel[x&(slots-1)], int32(seat.Pass))
	best = max(best, pick(r.challengeOdds(v, claimSteal, seat.Captain)+gumbel[x>>10&(slots-1)], int32(seat.Challenge)))
	best = max(best, pick(stake+r.blockOdds(v, blockAmbassador, seat.Ambassador)+gumbel[x>>20&(slots-1)], int32(seat.BlockAmbassador)))
	best = max(best, pick(stake+r.blockOdds(v, blockCaptain, seat.Captain)+gumbel[x>>30&(slots-1)], int32(seat.BlockCaptain)))
	return seat.Action(best & 15)
}

func (r *Rules) answerKill(v *seat.View, x uint64) seat.Action {
	best := pick(gumbel[x&(slots-1)], int32(seat.Pass))
	best = max(best, pick(r.blockOdds(v, blockContessa, seat.Contessa)+gumbel[x>>10&(slots-1)], int32(seat.BlockContessa)))
	best = max(best, pick(r.challengeOdds(v, claimAssassinate, seat.Assassin)+gumbel[x>>20&(slots-1)], int32(seat.Challenge)))
	if a := seat.Action(best & 15); a != seat.Pass {
		return a
	}
	return r.giveUp(v, x)
}
