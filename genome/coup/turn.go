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
		if r.suspects(v, blockClaim[v.Block], v.Block.Claims()) > roll.Logistic(x, 0) {
			return seat.Challenge
		}
		return seat.Pass
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
func doubts(s *seat.Side) float32 {
	return doubtTable[min(s.Challenges, 7)][min(s.Trusts, 15)]
}

var doubtTable = func() (t [8][16]float32) {
	const challenges, trusts = 0.6, 1.4
	for c := range t {
		for n := range t[c] {
			odds := (float64(c) + challenges) / (float64(n) + trusts)
			t[c][n] = float32(math.Log(odds * trusts / challenges))
		}
	}
	return t
}()

// turnClaims are the actions that claim a role, in the order of their options.
var turnClaims = [4]struct {
	action seat.Action
	role   seat.Role
}{
	{seat.Exchange, seat.Ambassador},
	{seat.Tax, seat.Duke},
	{seat.Assassinate, seat.Assassin},
	{seat.Steal, seat.Captain},
}

func (r *Rules) open(v *seat.View, x uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	row := &r.turn[situation(own, opp)][ownBand[own.Coins&15]][theirs[opp.Coins&15]]
	best, top := seat.Income, roll.Gumbel(x, 0)
	if s := row[optForeignAid] + r.aid[state(opp, seat.Duke)] + roll.Gumbel(x, 1); s > top {
		best, top = seat.ForeignAid, s
	}
	doubt := doubts(opp)
	for i := range turnClaims {
		c := &turnClaims[i]
		if !v.Legal.Has(c.action) {
			continue
		}
		truth := 0
		if v.Hand.Has(c.role) {
			truth = 1
		}
		o := int(optExchange) + 2*i + truth
		fallen := own.Lost.Count(c.role) + opp.Lost.Count(c.role)
		s := row[o] + r.story[o][state(own, c.role)] + r.doubted[o]*doubt +
			r.fallen[o]*float32(fallen) + roll.Gumbel(x, uint(2+i)) + r.aim(v, c.action, truth)
		if s > top {
			best, top = c.action, s
		}
	}
	if v.Legal.Has(seat.Coup) && row[optCoup]+roll.Gumbel(roll.Next(x), 0) > top {
		return seat.Coup
	}
	return best
}

// aim is what an action's sum has of its own: who could block it, what it is for.
func (r *Rules) aim(v *seat.View, a seat.Action, truth int) float32 {
	opp := v.Opponent()
	switch a {
	case seat.Exchange:
		return r.exchange[truth] * r.fortune(v.Hand)
	case seat.Assassinate:
		return r.kill[truth][state(opp, seat.Contessa)]
	case seat.Steal:
		return r.rob[truth][state(opp, seat.Captain)|state(opp, seat.Ambassador)]
	}
	return 0
}

// fortune is the worth of a hand of one or two cards.
func (r *Rules) fortune(h seat.Hand) float32 {
	first := h.Lowest()
	rest := h.Without(first)
	if rest == 0 {
		return r.keep[1][first]
	}
	second := rest.Lowest()
	sum := r.keep[0][first] + r.keep[0][second]
	if first == second {
		sum += r.twin
	}
	return sum
}
