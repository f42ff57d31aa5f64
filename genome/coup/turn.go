package coup

import (
	"math"

	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
)

// Act decides. See the package documentation for the five kinds of question.
func (r *Rules) Act(v *seat.View, x uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return r.open(v, x)
	case seat.AskReply:
		return r.reply(v, x)
	case seat.AskBlock:
		return r.judge(v, blockClaim[v.Block], v.Block.Claims(), x)
	case seat.AskGive:
		return r.surrender(v)
	}
	return r.choose(v)
}

// situation indexes the lives: 2v2, 2v1, 1v2, 1v1.
func situation(own, opp *seat.Side) int {
	return int(2-own.Lives)&1<<1 | int(2-opp.Lives)&1
}

// state indexes a side's story about a role: 0 none, 1 claimed, 2 denied, 3 both.
func state(s *seat.Side, r seat.Role) int {
	return int(s.Open>>r&1 | s.Denied>>r&1<<1)
}

// doubts is how readily a side challenges: the log of its challenges to its
// trusts against a prior of 0.6 to 1.4, zero before it had a choice.
func doubts(s *seat.Side) int64 {
	return int64(doubtTable[min(s.Challenges, 7)][min(s.Trusts, 15)])
}

// by multiplies two fixed-point numbers.
func (x odds) by(y int64) odds { return odds(int64(x) * y >> 12) }

var doubtTable = func() (t [8][16]odds) {
	const challenges, trusts = 0.6, 1.4
	for c := range t {
		for n := range t[c] {
			ratio := (float64(c) + challenges) / (float64(n) + trusts)
			t[c][n] = odds(math.Log(ratio*trusts/challenges) * float64(one))
		}
	}
	return t
}()

// The slice of a roll that each opening's noise comes from; the seventh needs a
// second roll.
const (
	sliceIncome = iota * 10
	sliceForeignAid
	sliceExchange
	sliceTax
	sliceAssassinate
	sliceSteal
)

// open chooses how to open the turn: the action of the largest sum. Actions that
// are not legal with these coins have sums that never win, see [compiler.turn];
// Steal depends on the other side's coins to the coin.
func (r *Rules) open(v *seat.View, x uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	row := &r.turn[situation(own, opp)][ownBand[own.Coins&15]][theirs[opp.Coins&15]]
	doubt := doubts(opp)
	fallen := own.Lost + opp.Lost

	best := pick(gumbel[x>>sliceIncome&(slices-1)], int32(seat.Income))
	aid := row[optForeignAid] + r.aid[state(opp, seat.Duke)]
	best = max(best, pick(aid+gumbel[x>>sliceForeignAid&(slices-1)], int32(seat.ForeignAid)))

	o, t := claimOption(v.Hand, optExchange, seat.Ambassador)
	sum := r.claimed(row, o, own, seat.Ambassador, doubt, fallen) + r.exchange[t][v.Hand&(1<<(2*seat.Roles)-1)]
	best = max(best, pick(sum+gumbel[x>>sliceExchange&(slices-1)], int32(seat.Exchange)))

	o, _ = claimOption(v.Hand, optTax, seat.Duke)
	sum = r.claimed(row, o, own, seat.Duke, doubt, fallen)
	best = max(best, pick(sum+gumbel[x>>sliceTax&(slices-1)], int32(seat.Tax)))

	o, t = claimOption(v.Hand, optAssassinate, seat.Assassin)
	sum = r.claimed(row, o, own, seat.Assassin, doubt, fallen) + r.kill[t][state(opp, seat.Contessa)]
	best = max(best, pick(sum+gumbel[x>>sliceAssassinate&(slices-1)], int32(seat.Assassinate)))

	if opp.Coins > 0 {
		o, t = claimOption(v.Hand, optSteal, seat.Captain)
		sum = r.claimed(row, o, own, seat.Captain, doubt, fallen) + r.rob[t][state(opp, seat.Captain)|state(opp, seat.Ambassador)]
		best = max(best, pick(sum+gumbel[x>>sliceSteal&(slices-1)], int32(seat.Steal)))
	}
	if own.Coins >= 7 {
		best = max(best, pick(row[optCoup]+gumbel[roll.Next(x)&(slices-1)], int32(seat.Coup)))
	}
	return seat.Action(best & 15)
}

// claimOption returns the bluffed or the true option of a claim, and which it is.
func claimOption(h seat.Hand, bluff option, role seat.Role) (o option, truth int) {
	c := h >> (2 * role)
	truth = int((c | c>>1) & 1)
	return bluff + option(truth), truth
}

// claimed is what the sums of all claims have in common.
func (r *Rules) claimed(row *[16]odds, o option, own *seat.Side, role seat.Role, doubt int64, fallen seat.Hand) odds {
	o &= 15
	return row[o] + r.story[o][state(own, role)] + r.doubted[o].by(doubt) + r.fallen[o][fallen>>(2*role)&3]
}
