package coup

import (
	"math"

	"bloodline/engine/coup/seat"
)

// Rules is a compiled genome. It is immutable and may be shared by goroutines.
type Rules struct {
	turn     [lives][bands][bands][16]float32 // by own and opponent's band, then option
	story    [16][4]float32                   // by option and own story: none, claimed, denied
	doubted  [16]float32
	fallen   [16]float32
	aid      [4]float32
	kill     [2][4]float32
	rob      [2][4]float32
	exchange [2]float32

	challenge [claims][lives]float32
	unlikely  [claims][2][4]float32 // by opponent's lives less one and unseen copies
	repeat    [claims][4]float32    // by earlier claims that stand
	trait     [2]trait
	purses    [2][bands][bands]float32 // by own and opponent's band

	block  [blocks][2][lives]float32
	tale   [blocks][4]float32
	wary   [blocks]float32
	stake  [4]float32  // blocking a Steal, by coins at stake
	wealth [16]float32 // blocking Foreign Aid, by the opponent's coins

	keep   [2][seat.Roles]float32 // by cards held afterwards: two, one
	give   [seat.Roles]float32
	twin   float32
	told   [2]float32 // keeping, holding
	threat float32
	ready  float32
	rich   float32
}

// trait weighs what is known of the claimant, for actions or for blocks.
type trait struct{ broken, stale, over, caught, shown, meek float32 }

var _ seat.Policy = (*Rules)(nil)

// certain is the log-odds of what the counted cards rule out.
const certain = 100

// New compiles a vector of values for [Genes].
func New(genes []float64) *Rules {
	r := new(Rules)
	c := compiler{genes, r}
	c.turn()
	c.belief()
	c.blocks()
	c.cards()
	return r
}

type compiler struct {
	genes []float64
	*Rules
}

func (c *compiler) get(i int) float32 {
	if i < 0 {
		return 0
	}
	return float32(c.genes[i])
}

func (c *compiler) turn() {
	for o := range options {
		for s := range lives {
			for own := range bands {
				for opp := range bands {
					c.Rules.turn[s][own][opp][o] = c.get(at.turn[o][s]) + c.get(at.turnOwn[o][own]) + c.get(at.turnOpp[o][opp])
				}
			}
		}
	}
	for o := optExchange; o < options; o++ {
		c.story[o] = c.states(at.story[o])
		c.doubted[o] = c.get(at.doubted[o])
		c.fallen[o] = c.get(at.fallen[o])
	}
	c.aid = c.states(at.aid)
	for t := range 2 {
		c.kill[t] = c.states(at.kill[t])
		c.rob[t] = c.states(at.rob[t])
		c.exchange[t] = c.get(at.exchange[t])
	}
}

// states spreads a pair of genes over the states of a story: 0 unknown, 1
// claimed, 2 denied, 3 both.
func (c *compiler) states(g [2]int) [4]float32 {
	claimed, denied := c.get(g[0]), c.get(g[1])
	return [4]float32{0, claimed, denied, claimed + denied}
}

func (c *compiler) belief() {
	for k := range claims {
		for s := range lives {
			c.challenge[k][s] = c.get(at.challenge[k][s])
		}
		for l := range 2 {
			for unseen := range 4 {
				c.unlikely[k][l][unseen] = -c.get(at.count[k]) * holds[l][unseen]
			}
			c.unlikely[k][l][0] = certain
		}
		for n := range 4 {
			c.repeat[k][n] = float32(n) * c.get(at.repeat[k])
		}
	}
	for k := range 2 {
		c.trait[k] = trait{
			broken: c.get(at.broken[k]), stale: c.get(at.stale[k]), over: c.get(at.over[k]),
			caught: c.get(at.caught[k]), shown: c.get(at.shown[k]), meek: c.get(at.meek[k]),
		}
		for own := range bands {
			for opp := range bands {
				if own > 0 {
					c.purses[k][own][opp] += c.get(at.poor[k][own])
				}
				if opp > 0 {
					c.purses[k][own][opp] += c.get(at.rich[k][opp])
				}
			}
		}
	}
}

// holds is the log-odds that an opponent with one or two cards holds at least one
// of the unseen copies of a role: hypergeometric, out of the eleven cards of the
// stock and its own. Two unseen copies are the zero, so that counting moves a
// claim's base both ways. With none unseen the claim is a lie, which
// [compiler.belief] says apart.
var holds = func() (t [2][4]float32) {
	one := func(u float64) float64 { return u / 12 }
	two := func(u float64) float64 { return 1 - (13-u)*(12-u)/(13*12) }
	logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
	for u := 1; u <= 3; u++ {
		t[0][u] = float32(logit(one(float64(u))) - logit(one(2)))
		t[1][u] = float32(logit(two(float64(u))) - logit(two(2)))
	}
	return t
}()

func (c *compiler) blocks() {
	for k := range blocks {
		for t := range 2 {
			for s := range lives {
				c.block[k][t][s] = c.get(at.block[k][t][s])
			}
		}
		c.tale[k] = c.states(at.tale[k])
		c.wary[k] = c.get(at.wary[k])
	}
	for n := range 3 {
		c.stake[n] = float32(n) * c.get(at.purse)
	}
	for n := range c.wealth {
		c.wealth[n] = float32(n) * c.get(at.sponsor)
	}
}

func (c *compiler) cards() {
	for r := range seat.Roles {
		c.keep[0][r], c.keep[1][r] = c.get(at.worth[0][r]), c.get(at.worth[1][r])
		c.give[r] = c.get(at.give[r])
	}
	c.twin = c.get(at.twin)
	c.Rules.told = [2]float32{c.get(at.told), c.get(at.giveTold)}
	c.threat, c.ready, c.rich = c.get(at.threat), c.get(at.ready), c.get(at.wealthy)
}
