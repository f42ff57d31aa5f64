// Package rules holds the genes of a two-player Coup bot and the rules that read them.
//
// A bot answers five kinds of question. The options of a question have sums of genes in log-odds and are drawn from
// their softmax: one unit more makes an option e times as likely against the others. The bot's roll decides the draw.
//
//  1. Turn: each legal action has a sum; a true claim and a bluff are different actions. The sum has a base by lives
//     (own v opponent's), parts by the coins of both sides and by lives, by the roles that the opponent has claimed and
//     denied, by the own story about the claimed role, and by how readily the opponent challenges. Income has the sum
//     0.
//  2. Reply and block: beside lives, coins, claims and denials, a challenge weighs the claim against the cards that can
//     be counted and against the record: claims repeated, claims of a role denied before, more roles claimed than cards
//     held, cards exchanged since, claims disproved and proved so far.
//  3. Blocks, true and bluffed, compete with challenging and with passing.
//  4. Cards to give up, and
//  5. cards to keep in an Exchange, by the worth of each role in the situation.
//
// [Genes] lists the genes; [New] compiles their values into flat tables, some ten microseconds, and the compiled
// [Rules] decide in some tens of nanoseconds without allocating. A claim that the counted cards rule out is always
// challenged, whatever the genes.
//
// The package imports the standard library, the game's seat, engine/roll and genome/gene only, because every exported
// bot contains a copy.
package rules

import (
	"math"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// odds is a fixed-point number of log-odds, in steps of 1/4096. The maximum of integers compiles to no branch, that of
// floats does, and a processor cannot predict it.
type odds int32

const (
	unit    odds = 1 << 12
	certain      = 10_000 * unit // log-odds of challenging a claim that the seen cards rule out; no sum of genes reaches them
	never        = -500 * unit   // log-odds of an action that is not legal
)

// pick packs a sum and its option into one number, so that max finds the best option without a branch. Sums must be
// between -20,000 and 20,000.
func pick(sum odds, option int32) int32 { return int32(sum)<<4 | option }

// gumbel and logistic are the noise of package roll in fixed point.
var gumbel, logistic [slots]odds

const slots = 1 << 10 // of probability, as package roll has them

func init() {
	for i := range gumbel {
		gumbel[i] = odds(roll.Gumbel(uint64(i), 0) * float32(unit))
		logistic[i] = odds(roll.Logistic(uint64(i), 0) * float32(unit))
	}
}

// Rules is a compiled genome. It is immutable and may be shared by goroutines.
type Rules struct {
	turn               [lives][bands][bands][16]odds  // by lives, own and opponent's band of coins, and option
	oppClaims          [2][1 << seat.Roles][16]odds   // by the sets of roles that the opponent has claimed and denied
	claim              [4]statement                   // the claims that open a turn
	exchange           [2][1 << (2 * seat.Roles)]odds // by own cards
	challenge          [claims]weight                 // challenging each claim
	unlikely           [claims][2][4]odds             // added by opponent's lives less one and copies of the role seen elsewhere
	repeat             [claims][8]odds                // added by standing claims of the role, the current one included
	trait              [2]trait
	block              [blocks][2]weight
	blockStory         [blocks][2][4]odds // by own story about the role; 0 for a true block
	blockChallengeRate [blocks][2]odds
	stake              [4]odds // blocking a Steal, by coins at stake

	keep    [2][seat.Roles]odds // by cards held afterwards: two, one
	give    [seat.Roles]odds
	pair    odds
	claimed [2][2]odds  // for keeping a card, for giving one up; by whether the role was claimed
	threat  [16][2]odds // for the Contessa, by the opponent's coins and whether it claims the Assassin
	ready   [16]odds    // for the Assassin, by own coins
	rich    [16]odds    // for the Captain, by the opponent's coins
}

// weight has the log-odds that every option has: by lives and both bands of coins, and by the sets of roles that the
// opponent has claimed and denied.
type weight struct {
	at        [lives][bands][bands]odds
	oppClaims [2][1 << seat.Roles]odds
}

// statement weighs an action that claims a role: index 0 is a bluff, 1 a true claim.
type statement struct {
	story         [2][4][4]odds // by own story about the role and its face-up copies
	challengeRate [2]odds
}

// trait has the log-odds by the claimant's record, for actions or for blocks.
type trait struct {
	deniedBefore, stale    [2]odds // by false and true
	over                   [8]odds // by roles claimed less cards, from -2 to 4
	caught, shown, passive odds
}

// New compiles a vector of values for [Genes].
func New(genes []float64) *Rules {
	r := new(Rules)
	c := compiler{genes, r}
	c.cards()
	c.turn()
	c.stories()
	c.belief()
	c.blocks()
	return r
}

type compiler struct {
	genes []float64
	*Rules
}

func (c *compiler) get(i int) odds {
	if i < 0 {
		return 0
	}
	return odds(math.Round(c.genes[i] * float64(unit)))
}

func (c *compiler) turn() {
	for o := range options {
		w := c.weigh(&at.turn[o])
		for s := range lives {
			for x := range bands {
				for y, sum := range w.at[s][x] {
					if x < legalFrom[o] {
						sum = never
					}
					c.Rules.turn[s][x][y][o] = sum
				}
			}
		}
		for st := range w.oppClaims {
			for set, x := range w.oppClaims[st] {
				c.oppClaims[st][set][o] = x
			}
		}
	}
}

// weigh adds up the genes of an option for every situation.
func (c *compiler) weigh(g *situated) (w weight) {
	for s := range lives {
		var opp [bands]odds
		for y := range opp {
			opp[y] = c.get(g.opp[s][y])
		}
		for x := range bands {
			sum := c.get(g.base[s]) + c.get(g.own[s][x])
			for y := range opp {
				w.at[s][x][y] = sum + opp[y]
			}
		}
	}
	for st := range w.oppClaims {
		sums := &w.oppClaims[st]
		for role := range seat.Roles {
			x, n := c.get(g.oppClaims[st][role]), 1<<role
			for set := range n { // those without the role are done
				sums[n+set] = sums[set] + x
			}
		}
	}
	return w
}

func (c *compiler) stories() {
	for o := optExchange; o < options; o++ {
		st, truth := &c.claim[(o-optExchange)/2], (o-optExchange)%2
		st.challengeRate[truth] = c.get(at.challengeRate[o])
		for s, story := range c.states(at.story[o]) {
			for n, faceUp := range c.times(at.faceUp[o]) {
				st.story[truth][s][n] = story + faceUp
			}
		}
	}
	for t := range 2 {
		c.handWorths(t, c.genes[at.exchange[t]])
	}
}

// handWorths weighs every hand of one or two cards by its worth.
func (c *compiler) handWorths(truth int, weight float64) {
	for r := seat.Role(0); r < seat.Roles; r++ {
		c.exchange[truth][seat.HandOf(r)] = odds(weight * float64(c.keep[1][r]))
		for s := r; s < seat.Roles; s++ {
			worth := c.keep[0][r] + c.keep[0][s]
			if r == s {
				worth += c.pair
			}
			c.exchange[truth][seat.HandOf(r, s)] = odds(weight * float64(worth))
		}
	}
}

// states returns the log-odds by the story about a role: 0 none, 1 claimed, 2 denied, 3 both.
func (c *compiler) states(g [2]int) [4]odds {
	claimed, denied := c.get(g[0]), c.get(g[1])
	return [4]odds{0, claimed, denied, claimed + denied}
}

// times returns a gene's multiples by 0 to 3.
func (c *compiler) times(g int) [4]odds {
	x := c.get(g)
	return [4]odds{0, x, 2 * x, 3 * x}
}

func (c *compiler) belief() {
	for k := range claims {
		c.challenge[k] = c.weigh(&at.challenge[k])
		for l := range 2 {
			for unseen := range 4 {
				c.unlikely[k][l][3-unseen] = -odds(c.genes[at.count[k]] * holds[l][unseen] * float64(unit))
			}
			c.unlikely[k][l][3] = certain
		}
		repeat := c.times(at.repeat[k]) // after the first
		copy(c.repeat[k][1:], repeat[:])
	}
	for k := range 2 {
		c.trait[k] = trait{
			deniedBefore: [2]odds{0, c.get(at.deniedBefore[k])}, stale: [2]odds{0, c.get(at.stale[k])},
			caught: c.get(at.caught[k]), shown: c.get(at.shown[k]), passive: c.get(at.passive[k]),
		}
		for n := range 5 {
			c.trait[k].over[2+n] = odds(min(n, overMost)) * c.get(at.over[k])
		}
	}
}

// holds is the log-odds that an opponent with one or two cards holds at least one of the unseen copies of a role:
// hypergeometric, out of the eleven cards of the stock and its own. Two unseen copies are the zero, so that counting
// moves a claim's base both ways. With none unseen the claim is false; [compiler.belief] sets that case.
var holds = func() (t [2][4]float64) {
	one := func(u float64) float64 { return u / 12 }
	two := func(u float64) float64 { return 1 - (13-u)*(12-u)/(13*12) }
	logit := func(p float64) float64 { return roll.Log(p / (1 - p)) }
	for u := 1; u <= 3; u++ {
		t[0][u] = logit(one(float64(u))) - logit(one(2))
		t[1][u] = logit(two(float64(u))) - logit(two(2))
	}
	return t
}()

func (c *compiler) blocks() {
	for k := range blocks {
		for t := range 2 {
			c.block[k][t] = c.weigh(&at.block[k][t])
		}
		c.blockStory[k][0] = c.states(at.blockStory[k])
		c.blockChallengeRate[k][0] = c.get(at.blockChallengeRate[k])
	}
	c.stake = c.times(at.stealStake)
}

func (c *compiler) cards() {
	for r := range seat.Roles {
		c.keep[0][r], c.keep[1][r] = c.get(at.worth[0][r]), c.get(at.worth[1][r])
		c.give[r] = c.get(at.give[r])
	}
	c.pair = c.get(at.pair)
	c.claimed = [2][2]odds{{0, c.get(at.keepClaimed)}, {0, c.get(at.holdClaimed)}}
	for coins := range 16 {
		if coins >= 2 {
			c.rich[coins] = c.get(at.rich)
		}
		if coins >= 3 {
			c.ready[coins], c.threat[coins][0] = c.get(at.ready), c.get(at.threat)
		}
		c.threat[coins][1] = c.get(at.threat)
	}
}
