package human

import (
	"bloodline/arena/human"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// felt is the table of a narrated game.
type felt struct {
	names []string
	hand  [2]seat.Hand
	known [2]bool // whether hand is what the seat holds: it draws a card unseen after it has shown one
	lost  [2]seat.Hand
	coins [2]uint8
}

// see takes what an invocation says of the table before its move.
func (f *felt) see(i *table.Invocation) {
	f.coins = i.Coins
	if i.Kept == 0 {
		f.hand[i.Seat], f.known[i.Seat] = i.Hand, true
	}
}

// after takes what its move changes.
func (f *felt) after(i *table.Invocation) {
	s := i.Seat
	if i.Kept != 0 {
		f.hand[s] = i.Kept
		return
	}
	for r := range seat.Role(seat.Roles) {
		switch {
		case i.Written == "":
		case i.Written[0] == r.Shown():
			f.known[s] = false
		case i.Written[0] == r.Given():
			f.lost[s], f.hand[s] = f.lost[s].With(r), f.hand[s].Without(r)
		}
	}
}

func (f *felt) sides() (out []human.Side) {
	for s, name := range f.names {
		out = append(out, side(name, f.hand[s], f.known[s], f.lost[s], f.coins[s]))
	}
	return out
}

// seen is what a person sees; when the game is over, what the bot sees too.
func seen(v, bot *seat.View) []human.Side {
	own, opp, hand := v.Own(), v.Opponent(), seat.Hand(0)
	if bot != nil {
		hand = bot.Hand
	}
	return []human.Side{
		side("The bot", hand, bot != nil, opp.Lost, opp.Coins),
		side("You", v.Hand, true, own.Lost, own.Coins),
	}
}

// cardsEach is how many cards a player has at first.
const cardsEach = 2

// side draws a hand, face down where it is not known, and what was lost.
func side(name string, hand seat.Hand, known bool, lost seat.Hand, coins uint8) human.Side {
	out := human.Side{Name: name, Coins: new(int(coins))}
	if !known {
		out.Cards = make([]human.Card, max(0, cardsEach-lost.Size()))
		hand = 0
	}
	for r := range seat.Role(seat.Roles) {
		for range hand.Count(r) {
			out.Cards = append(out.Cards, human.Card{Name: r.String()})
		}
	}
	for r := range seat.Role(seat.Roles) {
		for range lost.Count(r) {
			out.Cards = append(out.Cards, human.Card{Name: r.String(), Lost: true})
		}
	}
	return out
}
