// Package rules is Goofspiel and a bot for it. Both players hold the same cards. In each turn a prize is turned up and
// both play a card at once; the higher one wins the prize's points, equal ones nothing. Most points win.
package rules

import (
	"fmt"
	"math/bits"
	"strings"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome/gene"
	"bloodline/small"
)

// Card is a card or a prize, from 1.
type Card int8

// Cards is a set of cards.
type Cards uint16

func (c Cards) has(a Card) bool { return c>>a&1 != 0 }
func (c Cards) high() Card      { return Card(bits.Len16(uint16(c)) - 1) }
func (c Cards) low() Card       { return Card(bits.TrailingZeros16(uint16(c))) }
func (c Cards) count() int      { return bits.OnesCount16(uint16(c)) }

func (c Cards) String() (text string) {
	for a := c.low(); c>>a != 0; a++ {
		if c.has(a) {
			text += fmt.Sprint(a, " ")
		}
	}
	return strings.TrimSuffix(text, " ")
}

// State is a game in progress.
type State struct {
	size   int
	hands  [2]Cards
	deck   Cards // prizes to come
	prize  Card  // 0 when the game is over
	points [2]int
}

// String is what a watcher sees.
func (s *State) String() string {
	return fmt.Sprintf("prize: %d\nseat 1: %s\nseat 2: %s\npoints = %d, %d\nto come: %s", s.prize, s.hands[0], s.hands[1], s.points[0], s.points[1], s.deck)
}

// View is what a player knows: everything except the card that the other plays now.
type View struct {
	Mine, Theirs, Deck Cards
	Prize              Card
	Lead               int // own points less the other's
}

func (v View) String() string {
	return fmt.Sprintf("prize: %d\nlead = %d\nown: %s\nthe other: %s\nto come: %s", v.Prize, v.Lead, v.Mine, v.Theirs, v.Deck)
}

func (s *State) Deal(chance *small.Chance) {
	all := Cards(2<<s.size - 2)
	*s = State{size: s.size, hands: [2]Cards{all, all}, deck: all}
	s.turnUp(chance)
}

// turnUp draws the next prize.
func (s *State) turnUp(chance *small.Chance) {
	if s.prize = 0; s.deck != 0 {
		left := s.deck
		for range chance.N(s.deck.count()) {
			left &= left - 1
		}
		s.prize = left.low()
		s.deck &^= 1 << s.prize
	}
}

func (s *State) Turn() small.Seats {
	if s.prize == 0 {
		return small.Over
	}
	return small.All(2)
}

func (s *State) View(seat int) View {
	return View{s.hands[seat], s.hands[1-seat], s.deck, s.prize, s.points[seat] - s.points[1-seat]}
}

func (v View) Legal(cards []Card) []Card {
	for left := v.Mine; left != 0; left &= left - 1 {
		cards = append(cards, left.low())
	}
	return cards
}

func (s *State) Apply(cards []Card, chance *small.Chance) {
	for seat, a := range cards {
		if s.hands[seat] &^= 1 << a; a > cards[1-seat] {
			s.points[seat] += int(s.prize)
		}
	}
	s.turnUp(chance)
}

func (s *State) Score(seat int) float64 {
	switch lead := s.points[seat] - s.points[1-seat]; {
	case lead > 0:
		return 1
	case lead == 0:
		return 0.5
	}
	return 0
}

// Game is the game with 13 cards, as bloodline plays and breeds it.
var Game = Of(13)

// Of returns the game with that many cards, at most 15.
func Of(size int) small.Game[View, Card] {
	info := small.WinLose("goofspiel", fmt.Sprintf("Goofspiel with %d cards", size))
	info.Dynamics = engine.Simultaneous
	return small.WithPairs(small.Game[View, Card]{
		Info: info,
		New:  func() small.State[View, Card] { return &State{size: size} },
		Genes: new(gene.List).In("bid", gene.LogOdds, "which card to bid").
			Add("below", -4, -1, 4, "Bids less than the prize is worth more often.").
			Add("match", -4, 1, 4, "Bids what the prize is worth more often.").
			Add("above", -4, 1, 4, "Bids one more than the prize is worth more often.").
			Add("higher", -4, 0, 4, "Bids two more than the prize is worth more often.").
			Add("lowest", -4, 0, 4, "Throws the lowest card away more often.").
			Add("duck", -4, 1, 4, "Throws the lowest card away more often, the higher the prize.").
			Add("sure", -4, 1, 4, "Bids a card that the other cannot beat more often.").
			Add("waste", -4, -2, 4, "Bids high for low prizes more often.").Genes,
		Features:  features,
		Public:    true,
		Situation: func(v *View) string { return fmt.Sprintf("for %2d", v.Prize) },
		Baselines: []small.Baseline[View, Card]{
			{Name: "Above", Doc: "Bids one more than the prize, and the lowest card for the highest prize.", Play: above},
			{Name: "Match", Doc: "Bids as much as the prize, or else the next higher card.", Play: match},
			{Name: "Wild", Doc: "Bids any of the five cards nearest to the prize.", Play: wild},
		},
	},
		small.Fact[View]{Name: "worth", Doc: "the more the prize is worth of what is left", Of: worth},
		small.Fact[View]{Name: "lead", Doc: "the more it leads", Of: func(v *View) float64 { return float64(v.Lead) / float64(size) }},
		small.Fact[View]{Name: "left", Doc: "the more cards are left", Of: func(v *View) float64 { return float64(v.Mine.count()) / float64(size) }},
	)
}

// worth is the prize divided by the highest of all prizes and own cards that are left.
func worth(v *View) float64 {
	return float64(v.Prize) / float64(max(v.Prize, v.Deck.high(), v.Mine.high()))
}

// features sets x for a bid, one number for each gene in the order of Genes.
func features(v *View, a Card, x []float64) {
	worth := worth(v)
	switch d := a - v.Prize; {
	case d < 0:
		x[0] = 1
	case d <= 2:
		x[1+d] = 1
	}
	if a == v.Mine.low() {
		x[4], x[5] = 1, worth
	}
	if a > v.Theirs.high() {
		x[6] = 1
	}
	x[7] = max(0, float64(a-v.Prize)) * (1 - worth) / 4
}

func match(v *View, cards []Card, _ uint64) Card { return atLeast(cards, v.Prize) }

func above(v *View, cards []Card, _ uint64) Card { return atLeast(cards, v.Prize+1) }

// atLeast returns the lowest card that is worth at least value, or the lowest of all if there is none.
func atLeast(cards []Card, value Card) Card {
	for _, a := range cards {
		if a >= value {
			return a
		}
	}
	return cards[0]
}

func wild(v *View, cards []Card, rolled uint64) Card {
	first := max(0, min(int(v.Prize)-3, len(cards)-5))
	return cards[first+roll.Below(rolled, min(5, len(cards)-first))]
}
