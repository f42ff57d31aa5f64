package baselines

import (
	"math/bits"

	"bloodline/games/coup/seat"
)

// held is the probability that an opponent holds at least one of the unseen copies of a role: by its cards less one,
// and by copies. It is hypergeometric over the eleven cards of the stock and the opponent's own.
var held = [2][4]float32{
	{0, 1. / 12, 2. / 12, 3. / 12},
	{0, 1 - 132./156, 1 - 110./156, 1 - 90./156},
}

// unseen returns how many copies of a role the seat cannot place.
func unseen(v *seat.View, r seat.Role) int { return max(3-v.Known(r), 0) }

// odds returns the chance that the opponent holds a role, by counting alone.
func odds(v *seat.View, r seat.Role) float32 {
	return held[int(v.Opponent().Lives-1)&1][unseen(v, r)]
}

func scaleOdds(p, factor float32) float32 {
	return p * factor / (float32(p*factor) + 1 - p)
}

func happens(x uint64, p float32) bool { return float32(x>>40)*0x1p-24 < p }

// claimed returns the role of the claim to be answered: of the opponent's block if there is one, else of its action.
func claimed(v *seat.View) seat.Role {
	if v.Ask == seat.AskBlock {
		return v.Block.Claims()
	}
	return v.Action.Claims()
}

func challengeIf(doubted bool) seat.Action {
	if doubted {
		return seat.Challenge
	}
	return seat.Pass
}

// boldness returns how often a side challenged when it could, with two imagined occasions of the given share.
func boldness(s *seat.Side, share float32) float32 {
	return (float32(s.Challenges) + 2*share) / (float32(s.Challenges) + float32(s.Trusts) + 2)
}

// claimsAny reports whether a claim of a side to any of these roles stands.
func claimsAny(s *seat.Side, roles ...seat.Role) bool {
	for _, r := range roles {
		if s.Standing&r.Bit() != 0 {
			return true
		}
	}
	return false
}

// credible reports whether a bluff of a role fits a side's claims: not denied, and no more roles than cards held.
func credible(s *seat.Side, r seat.Role) bool {
	if s.Denied&r.Bit() != 0 {
		return false
	}
	return s.Standing&r.Bit() != 0 || bits.OnesCount8(s.Standing) < int(s.Lives)
}

// taste ranks the roles by how gladly a character holds them.
type taste [seat.Roles]int8

// give gives up the card that it likes least.
func (t *taste) give(v *seat.View) seat.Action {
	card := v.Hand.Lowest()
	if rest := v.Hand.Without(card); rest != 0 {
		if other := rest.Lowest(); t[other] < t[card] {
			card = other
		}
	}
	return seat.Give(card)
}

// keep keeps the cards that it likes most; the second of two equal cards counts a third.
func (t *taste) keep(v *seat.View) seat.Action {
	best, top := seat.NoAction, int8(-1)
	for m := uint64(v.Legal); m != 0; m &= m - 1 {
		a := seat.Action(bits.TrailingZeros64(m))
		first := a.Kept().Lowest()
		worth := t[first]
		if rest := a.Kept().Without(first); rest != 0 {
			if second := rest.Lowest(); second == first {
				worth += worth / 3
			} else {
				worth += t[second]
			}
		}
		if worth > top {
			best, top = a, worth
		}
	}
	return best
}

// blocks lists the blocks of each action, the Captain's first.
var blocks = [seat.Actions][]seat.Action{
	seat.ForeignAid:  {seat.BlockDuke},
	seat.Steal:       {seat.BlockCaptain, seat.BlockAmbassador},
	seat.Assassinate: {seat.BlockContessa},
}

func honestBlock(v *seat.View) seat.Action {
	for _, a := range blocks[v.Action] {
		if v.Hand.Has(a.Claims()) {
			return a
		}
	}
	return seat.NoAction
}

func canHonestly(v *seat.View, a seat.Action) bool { return v.Legal.Has(a) && v.Hand.Has(a.Claims()) }

// doomed reports whether passing an Assassinate loses the game: bluffing a Contessa then risks nothing.
func doomed(v *seat.View) bool {
	return v.Action == seat.Assassinate && v.Ask == seat.AskReply && v.Own().Lives == 1
}
