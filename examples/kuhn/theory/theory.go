package main

import (
	"math"
	"strings"

	"kuhn/seat"
)

// strategy is the probability of a bet or a call by [seat.View.Situation], in both
// seats.
type strategy [seat.Situations]float64

// strategyOf reads a strategy off a policy, to 1/65536: what it answers to rolls that
// are spread evenly.
func strategyOf(p seat.Policy) (s strategy) {
	const rolls = 1 << 16
	for _, d := range deals() {
		d.each(func(n node) {
			v, bold := n.view(), 0
			for r := range uint64(rolls) {
				if p.Act(&v, (2*r+1)<<47) == v.Answer(true) {
					bold++
				}
			}
			s[v.Situation()] = float64(bold) / rolls
		})
	}
	return s
}

// exploitability is what a best response wins against s in chips a game, as the mean
// over both seats.
func exploitability(s strategy) float64 {
	asFirst, asSecond := math.Inf(-1), math.Inf(-1)
	for b := range 1 << (seat.Situations / seat.Seats) {
		asFirst = max(asFirst, value(pure(0, b), s))
		asSecond = max(asSecond, -value(s, pure(1, b)))
	}
	return (asFirst + asSecond) / 2
}

// pure is one of the 64 strategies of a seat that leave nothing to chance.
func pure(of, bits int) (s strategy) {
	const own = seat.Situations / seat.Seats
	for i := range own {
		s[of*own+i] = float64(bits >> i & 1)
	}
	return s
}

// value is what the first player wins, in chips a game.
func value(first, second strategy) float64 {
	sum := 0.0
	for _, d := range deals() {
		sum += d.value([seat.Seats]*strategy{&first, &second})
	}
	return sum / float64(len(deals()))
}

// node is a node of the game's tree, after the deal. It states the rules a second
// time, apart from seat and table.
type node struct {
	cards   [seat.Seats]seat.Card
	history string // a letter for each action: x check, b bet, f fold, c call
}

func deals() (out []node) {
	for a := seat.Jack; a <= seat.King; a++ {
		for b := seat.Jack; b <= seat.King; b++ {
			if a != b {
				out = append(out, node{cards: [seat.Seats]seat.Card{a, b}})
			}
		}
	}
	return out
}

// end tells whether the game is over and what the first player has won.
func (n node) end() (chips float64, over bool) {
	higher := -1.0
	if n.cards[0] > n.cards[1] {
		higher = 1
	}
	switch n.history {
	case "xx":
		return higher, true
	case "bf":
		return 1, true
	case "xbf":
		return -1, true
	case "bc", "xbc":
		return 2 * higher, true
	}
	return 0, false
}

// next returns what follows a check or a fold, and what follows a bet or a call.
func (n node) next() (quiet, bold node) {
	letters := "xb"
	if strings.HasSuffix(n.history, "b") {
		letters = "fc"
	}
	return node{n.cards, n.history + letters[:1]}, node{n.cards, n.history + letters[1:]}
}

// view is what the player knows who acts next.
func (n node) view() (v seat.View) {
	v.Start(len(n.history)%seat.Seats, n.cards[len(n.history)%seat.Seats])
	for _, letter := range n.history {
		v.Tell(seat.Action(strings.IndexRune("xbfc", letter)))
	}
	return v
}

// each visits n and what follows, but for the ends.
func (n node) each(visit func(node)) {
	if _, over := n.end(); over {
		return
	}
	visit(n)
	quiet, bold := n.next()
	quiet.each(visit)
	bold.each(visit)
}

// value is what the first player wins from here on average.
func (n node) value(s [seat.Seats]*strategy) float64 {
	if chips, over := n.end(); over {
		return chips
	}
	v := n.view()
	p := s[v.Seat][v.Situation()]
	quiet, bold := n.next()
	return (1-p)*quiet.value(s) + p*bold.value(s)
}
