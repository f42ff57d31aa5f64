package baselines

import (
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// solver weighs every hand that the opponent can hold.
type solver struct {
	taste
	lie       float32
	shy       float32
	challenge float32
	bluff     float32
}

func theSolver() character {
	return character{
		name: "Solver", points: 137,
		doc: "Enumerates the hands that the opponent can hold and weighs each by what the opponent's claims say of it: " +
			"a hand without a claimed role needs a lie, a hand with a role that was not used needs a slow player. It challenges, steals and murders by these weights, never exchanges what it has worked out, " +
			"and lies only against an opponent that has let its claims pass.",
		genes: []gene.Gene{
			factor("lie", 0.1, 0.41027297973632815, 0.6, "weight of a hand for each claimed role that it lacks; low is trusting"),
			factor("shy", 0.05, 0.6620396423339845, 1, "weight of a hand for each role in it that it did not use"),
			share("challenge", 0.4, 0.5002206420898437, 0.6, "the weight of truthful hands below which it challenges"),
			share("bluff", 0.31, 0.6500468750000002, 0.9, "the share of challenges up to which an opponent is worth lying to"),
		},
		seat: func(p []float32) seat.Policy {
			return &solver{taste{4, 6, 5, 9, 8}, p[0], p[1], p[2], p[3]}
		},
	}
}

func (s *solver) Act(v *seat.View, _ uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return s.turn(v)
	case seat.AskReply:
		return s.reply(v)
	case seat.AskBlock:
		return challengeIf(s.weigh(v).has(claimed(v)) < s.challenge)
	}
	return s.card(v)
}

// hands has weights of all hands that the opponent can hold, added up by role. The weight of a hand is the number of
// ways to deal it times a factor for each role in it, so sums over pairs of cards follow from sums over roles.
type hands struct {
	with  [seat.Roles]float32 // weight of the hands with the role, as one card of them
	twice [seat.Roles]float32 // weight of the hands with the role twice
	total float32             // sum of with
	all   float32             // weight of all hands
	pairs bool                // the opponent has two cards
}

func (s *solver) weigh(v *seat.View) hands {
	var h hands
	opp := v.Opponent()
	h.pairs = opp.Lives > 1
	for r := seat.Role(0); r < seat.Roles; r++ {
		ways := float32(unseen(v, r))
		w := float32(1)
		if opp.Denied&r.Bit() != 0 {
			w = s.shy
		}
		if opp.Standing&r.Bit() != 0 {
			w /= s.lie // relative to the hands without the role
		}
		h.with[r] = ways * w
		h.twice[r] = ways * (ways - 1) / 2 * w
		h.total += h.with[r]
		h.all += h.twice[r] - float32(h.with[r]*h.with[r]/2)
	}
	h.all += float32(h.total * h.total / 2)
	if !h.pairs {
		h.all = h.total
	}
	return h
}

// has returns the share of the hands that hold a role.
func (h hands) has(r seat.Role) float32 {
	if !h.pairs {
		return h.with[r] / h.all
	}
	return (float32(h.with[r]*(h.total-h.with[r])) + h.twice[r]) / h.all
}

// either returns the share of the hands that hold one of two roles.
func (h hands) either(r, q seat.Role) float32 {
	both := h.with[r] * h.with[q] / h.all
	if !h.pairs {
		both = 0
	}
	return h.has(r) + h.has(q) - both
}

func (s *solver) turn(v *seat.View) seat.Action {
	own, opp := v.Own(), v.Opponent()
	h := s.weigh(v)
	naive := boldness(opp, 0.3) < s.bluff
	switch {
	case v.Legal.Has(seat.Coup):
		return seat.Coup
	case canHonestly(v, seat.Assassinate) && h.has(seat.Contessa) < 0.5:
		return seat.Assassinate
	case canHonestly(v, seat.Steal) && opp.Coins > 1 && h.either(seat.Captain, seat.Ambassador) < 0.5:
		return seat.Steal
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case naive && credible(own, seat.Duke):
		return seat.Tax
	case naive && v.Legal.Has(seat.Assassinate) && own.Lives == 1 && credible(own, seat.Assassin) && h.has(seat.Contessa) < 0.3:
		return seat.Assassinate
	case h.has(seat.Duke) < 0.4:
		return seat.ForeignAid
	}
	return seat.Income
}

func (s *solver) reply(v *seat.View) seat.Action {
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
	own := v.Own()
	if v.Action == seat.ForeignAid {
		if claimsAny(own, seat.Duke) {
			return seat.BlockDuke
		}
		return seat.Pass
	}
	h := s.weigh(v)
	switch p := h.has(claimed(v)); {
	case p < s.challenge:
		return seat.Challenge
	case doomed(v):
		return seat.BlockContessa
	case v.Action == seat.Steal && own.Coins > 1 && boldness(v.Opponent(), 0.3) < s.bluff && credible(own, seat.Captain):
		return seat.BlockCaptain
	}
	return s.yield(v)
}
