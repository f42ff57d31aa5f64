// Package rules holds the genes of a two-player Coup bot and the rules that read them.
//
// A bot answers five kinds of question. The options of a question have sums of genes in log-odds and are drawn from
// their softmax: one unit more makes an option e times as likely against the others. The bot's roll decides the draw.
//
//  1. Turn: each legal action has a sum; a true claim and a bluff are different actions. The sum has a base by lives
//     (own v opponent's), parts by the coins of both sides and by lives, by the roles that the opponent has claimed and
//     denied, by the own story about the claimed role, and by how readily the opponent challenges. Income's sum is 0.
//  2. Reply and block: beside lives, coins, claims and denials, a challenge weighs the claim against the cards that can
//     be counted and against the record: claims repeated, claims of a role denied before, more roles claimed than cards
//     held, cards exchanged since, claims disproved and proved so far.
//  3. Blocks, true and bluffed, compete with challenging and with passing.
//  4. Cards to give up, and
//  5. cards to keep in an Exchange, by the worth of each role in the situation.
//
// [Genes] lists the genes; [New] compiles values into flat tables in some ten microseconds, and [Rules] decide in some
// tens of nanoseconds without allocating. A claim that the counted cards rule out is always challenged.
package rules

import (
	"math"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// odds is fixed-point log-odds, in steps of 1/4096. The maximum of integers, unlike floats, compiles to no branch.
type odds int32

const (
	unit    odds = 1 << 12
	certain      = 10_000 * unit // log-odds of challenging a claim that the seen cards rule out; no sum of genes reaches them
	never        = -500 * unit   // log-odds of an action that is not legal
)

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
	tables[odds]
	exchange [2][1 << (2 * seat.Roles)]odds // opening with an Exchange, bluffed and true, by own cards
	unlikely [claims][2][4]odds             // a challenge, by opponent's lives less one and copies of the role seen elsewhere

	keep    [2][seat.Roles]odds // by cards held afterwards: two, one
	give    [seat.Roles]odds
	pair    odds
	claimed [2][2]odds  // for keeping a card, for giving one up; by whether the role was claimed
	threat  [16][2]odds // for the Contessa, by the opponent's coins and whether it claims the Assassin
	ready   [16]odds    // for the Assassin, by own coins
	rich    [16]odds    // for the Captain, by the opponent's coins
}

func New(genes []float64) *Rules {
	r, rounded := new(Rules), make([]odds, len(genes))
	for i, x := range genes {
		rounded[i] = odds(math.Round(x * float64(unit)))
	}
	flow[odds]{genes: rounded}.link(&r.tables)
	for o, from := range legalFrom {
		for s := range lives {
			for x := range from {
				for y := range bands {
					r.turn[s][x][y][o] = never
				}
			}
		}
	}
	for k := range claims {
		for l := range 2 {
			for unseen := range 4 {
				r.unlikely[k][l][3-unseen] = -odds(genes[at.count[k]] * holds[l][unseen] * float64(unit))
			}
			r.unlikely[k][l][3] = certain
		}
	}
	for c := range seat.Roles {
		r.keep[0][c], r.keep[1][c], r.give[c] = rounded[at.worth[0][c]], rounded[at.worth[1][c]], rounded[at.give[c]]
	}
	r.pair = rounded[at.pair]
	r.claimed[0][1], r.claimed[1][1] = rounded[at.keepClaimed], rounded[at.holdClaimed]
	for coins := range 16 {
		if coins >= 2 {
			r.rich[coins] = rounded[at.rich]
		}
		if coins >= 3 {
			r.ready[coins], r.threat[coins][0] = rounded[at.ready], rounded[at.threat]
		}
		r.threat[coins][1] = rounded[at.threat]
	}
	for t := range r.exchange { // every hand of one or two cards has its worth
		weight := genes[at.exchange[t]]
		for c := seat.Role(0); c < seat.Roles; c++ {
			r.exchange[t][seat.HandOf(c)] = odds(weight * float64(r.keep[1][c]))
			for d := c; d < seat.Roles; d++ {
				worth := r.keep[0][c] + r.keep[0][d]
				if c == d {
					worth += r.pair
				}
				r.exchange[t][seat.HandOf(c, d)] = odds(weight * float64(worth))
			}
		}
	}
	return r
}

// holds is the log-odds that an opponent with one or two cards holds at least one of the unseen copies of a role:
// hypergeometric, out of the eleven cards of the stock and its own. Two unseen copies are the zero, so that counting
// moves a claim's base both ways. With none unseen the claim is false; [New] sets that case.
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
