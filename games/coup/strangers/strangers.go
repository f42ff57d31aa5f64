// Package strangers draws Coup players at random from a wide family of styles, for domain randomisation: a bot bred
// against new players in every block learns the game; bred against a dozen fixed opponents it memorises these.
//
// A seed draws a style of some hundred numbers: the order in which actions are tried, the roles that it bluffs, the
// evidence against a claim and how much of it is needed for a challenge, blocks, the worth of cards. The others depend
// on three: skill, nerve and trust, so that a good part of the family is competent. There are four ways to think:
//
//   - Players with a list try actions in an order, and take the first whose conditions hold.
//   - Players that weigh take the action with the largest expected worth.
//   - Players that count judge a claim by the cards that they see and by what was said of its role.
//   - Players that read consider every hand that the opponent can hold.
//
// The first two are ways to act, the other two ways to believe; all four combinations are drawn. The strongest draws
// are as strong as the strongest baselines, the weakest lose to chance.
//
// A [Player] is a function of a view and a roll. [Player.Draw] makes it another at the cost of some ten choices.
package strangers

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

func New(seed uint64) *Player {
	p := new(Player)
	p.Draw(seed)
	return p
}

func (p *Player) Act(v *seat.View, x uint64) seat.Action {
	if p.slip > 0 && die(roll.Next(^x), 0) < p.slip {
		return seat.Action(roll.Bit(x, uint64(v.Legal)))
	}
	switch v.Ask {
	case seat.AskTurn:
		if p.weighs {
			return p.weigh(v, x)
		}
		return p.try(v, x)
	case seat.AskReply:
		return p.reply(v, x)
	case seat.AskBlock:
		if p.doubts(v, v.Block.Claims(), x) {
			return seat.Challenge
		}
		return seat.Pass
	case seat.AskGive:
		return p.give(v)
	case seat.AskKeep:
		return p.keep(v)
	}
	panic("strangers: unknown question")
}

// die returns number k, 0 to 3, of the even numbers in [0, 1) that a roll holds.
func die(x uint64, k uint) float32 { return float32(float32(uint16(x>>(16*k&63))) * 0x1p-16) }
