package small

import "bloodline/engine/roll"

// Chance is a state's source of random numbers, for dice, decks and the like.
type Chance struct {
	rand   roll.Rand
	script *script // that answers instead; nil in play
}

// N returns a number from 0 to n-1, each as likely as the others. n must be positive.
func (c *Chance) N(n int) int {
	if c.script != nil {
		return c.script.next(n)
	}
	return c.rand.N(n)
}

// Shuffle puts the elements into a random order.
func Shuffle[T any](c *Chance, cards []T) {
	for i := len(cards) - 1; i > 0; i-- {
		j := c.N(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// Outcomes runs f once for every sequence of random numbers that it can draw, and calls each with the probability of
// that sequence after every run. f must be deterministic but for its draws.
func Outcomes(f func(*Chance), each func(probability float64)) {
	s := new(script)
	for more := true; more; more = s.advance() {
		s.at = 0
		f(&Chance{script: s})
		p := 1.0
		for _, d := range s.draws {
			p /= float64(d.n)
		}
		each(p)
	}
}

// script goes through all outcomes of a row of draws.
type script struct {
	draws []draw
	at    int
}

type draw struct{ n, drawn int }

func (s *script) next(n int) int {
	if s.at == len(s.draws) {
		s.draws = append(s.draws, draw{n: n})
	}
	s.at++
	return s.draws[s.at-1].drawn
}

// advance moves on to the next outcome, and reports whether there is one.
func (s *script) advance() bool {
	for k := len(s.draws) - 1; k >= 0; k-- {
		if s.draws[k].drawn++; s.draws[k].drawn < s.draws[k].n {
			s.draws = s.draws[:k+1]
			return true
		}
	}
	return false
}
