package rules

import (
	"math/bits"

	"bloodline/games/coup/seat"
)

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

// sliceCard is the first bit of a roll that draws the card to give up. The bits before it draw the answer to an
// Assassinate.
const sliceCard = 30

// giveUp gives up one of the cards; the more a card is worth, the less likely.
func (r *Rules) giveUp(v *seat.View, x uint64) seat.Action {
	card := v.Hand.Lowest()
	rest := v.Hand.Without(card)
	if rest == 0 {
		return seat.Give(card)
	}
	var worth value
	r.set(&worth, v, &r.give, &r.claimed[1])
	if other := rest.Lowest(); worth[card&7]-worth[other&7] > logistic[x>>sliceCard&(slots-1)] {
		card = other
	}
	return seat.Give(card)
}

// keepCards keeps cards in an Exchange; the more they are worth, the more likely. Each of the ways, at most six, uses
// its own ten bits of the roll.
func (r *Rules) keepCards(v *seat.View, x uint64) seat.Action {
	lives := v.Own().Lives & 1 // 0 for two lives, 1 for one
	var worth value
	r.set(&worth, v, &r.keep[lives], &r.claimed[0])
	best := int64(-1 << 62)
	for m := uint64(v.Legal); m != 0; m &= m - 1 {
		a := bits.TrailingZeros64(m)
		sum := r.kept(&worth, a) + gumbel[x&(slots-1)]
		x >>= 10
		best = max(best, int64(sum)<<6|int64(63-a)) // as in pick: no branch on sums
	}
	return seat.Action(63 - best&63)
}

// kept is the worth of the hand after a Keep.
func (r *Rules) kept(worth *value, a int) odds {
	k := &pairs[a&63]
	return worth[k.first&7] + worth[k.second&7] + r.pair&k.pair
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
