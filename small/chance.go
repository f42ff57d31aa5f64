package small

import "bloodline/engine/roll"

// Chance is a state's source of random numbers, for dice, decks and the like.
type Chance struct {
	rand   roll.Rand
	listed bool   // whether draws answers instead, for [Outcomes]
	draws  []draw // of this row of draws; the first at of them have been made
	at     int
}

type draw struct{ n, drawn int }

// N returns a number from 0 to n-1, each as likely as the others. n must be positive.
func (c *Chance) N(n int) int {
	if !c.listed {
		return c.rand.N(n)
	}
	if c.at == len(c.draws) {
		c.draws = append(c.draws, draw{n: n})
	}
	c.at++
	return c.draws[c.at-1].drawn
}

func Shuffle[T any](c *Chance, cards []T) {
	for i := len(cards) - 1; i > 0; i-- {
		j := c.N(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// Outcomes runs f once for every sequence of random numbers that it can draw, and calls each with the probability of
// that sequence after every run. f must be deterministic but for its draws.
func Outcomes(f func(*Chance), each func(probability float64)) {
	c := Chance{listed: true}
	for more := true; more; {
		c.at = 0
		f(&c)
		p := 1.0
		for _, d := range c.draws {
			p /= float64(d.n)
		}
		each(p)
		more = false
		for k := len(c.draws) - 1; k >= 0 && !more; k-- { // the next row: the last draw that can be larger is
			c.draws[k].drawn++
			more = c.draws[k].drawn < c.draws[k].n
			c.draws = c.draws[:k+1]
		}
	}
}
