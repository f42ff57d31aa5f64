package rules

import (
	"math"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// tally adds up derivatives by the entries of the tables that log-odds come from.
type tally struct {
	tables[int64]
	count [claims]int64
	worth [2][32]int64 // Exchange, bluffed or true, by own hand; with OddsBits fewer binary places
	cards [32]int64    // by gene
}

func (t *tally) turn(n *turnNote, by points) {
	row := &t.tables.turn[n.at>>4&3][n.at>>2&3][n.at&3]
	claimed, denied := &t.oppClaims[0][n.claimed&31], &t.oppClaims[1][n.denied&31]
	add := func(o option, x int64) {
		row[o&15] += x
		claimed[o&15] += x
		denied[o&15] += x
	}
	add(optForeignAid, by.times(-n.less[seat.ForeignAid]))
	add(optCoup, by.times(-n.less[seat.Coup]))
	for k := range n.story {
		x, state := by.times(-n.less[seat.Exchange+seat.Action(k)]), n.story[k]&31
		truth, c := state>>4, &t.claim[k]
		add(optExchange+option(2*k)+option(truth), x)
		c.story[truth][state>>2&3][state&3] += x
		c.challengeRate[truth] += x * int64(n.rate) >> 12
	}
	const half = 1 << (roll.OddsBits - 1)
	t.worth[n.story[claimExchange]>>4&1][n.hand&31] += (by.times(-n.less[seat.Exchange]) + half) >> roll.OddsBits
}

func (t *tally) note(n *note, by points) {
	x, c := by.times(n.by), &n.counts
	w := &t.challenge[n.weight&(claims-1)]
	if n.weight < weightBlock {
		claim, e := n.weight&(claims-1), &t.trait[n.weight>>2&1]
		t.count[claim] += x * int64(n.rate) >> 12
		t.repeat[claim][c[0]&7] += x
		e.deniedBefore[c[1]&1] += x
		e.stale[c[2]&1] += x
		e.over[c[3]&7] += x
		e.caught += x * int64(c[4])
		e.shown += x * int64(c[5])
		e.passive += x * int64(c[6])
	} else {
		k, truth := (n.weight-weightBlock)>>1&(blocks-1), n.weight&1
		w = &t.block[k][truth]
		t.blockStory[k][truth][c[0]&3] += x
		t.blockChallengeRate[k][truth] += x * int64(n.rate) >> 12
		t.stake[c[1]&3] += x
	}
	w.at[n.at>>4&3][n.at>>2&3][n.at&3] += x
	w.oppClaims[0][n.claimed&31] += x
	w.oppClaims[1][n.denied&31] += x
}

// Flush adds the gradient to into and clears the tally: each gene gets the sum of its entries; see engine.Deferred.
func (t *Trajectory) Flush(into []int64) {
	flow[int64]{into, true}.link(&t.tally.tables)
	for k, x := range t.tally.count {
		into[at.count[k]] += x
	}
	for truth := range t.tally.worth {
		for place, x := range t.tally.worth[truth] {
			if x != 0 {
				t.flushWorth(into, at.exchange[truth], hands[place], x)
			}
		}
	}
	for i := range len(into) - firstCard {
		into[firstCard+i] += t.tally.cards[i]
	}
	t.tally = tally{}
}

// flushWorth adds the sum of a hand to the genes of its worth and of their weight, a product: each times the other.
func (t *Trajectory) flushWorth(into []int64, weight int, hand seat.Hand, x int64) {
	value := func(gene int) odds { return odds(math.Round(t.genes[gene] * float64(unit))) }
	by, worth, size := value(weight), odds(0), hand.Size()
	card := func(gene, n int) {
		worth += odds(n) * value(gene)
		into[gene] += x * int64(odds(n)*by)
	}
	for role := range seat.Role(seat.Roles) {
		n := hand.Count(role)
		if n > 0 {
			card(at.worth[2-size][role], n)
		}
		if n == 2 {
			card(at.pair, 1)
		}
	}
	into[weight] += x * int64(worth)
}

// firstCard is the first gene of group cards, which are the last ones.
var firstCard = at.worth[0][0]

var heldOdds = func() (t [2][4]odds) {
	for l := range t {
		for unseen := range t[l] {
			t[l][unseen] = odds(math.Round(holds[l][unseen] * float64(unit)))
		}
	}
	return t
}()

// hands are the hands of one or two cards, from place 1; handPlaces are their places.
var hands, handPlaces = func() (h [32]seat.Hand, places [1 << (2 * seat.Roles)]uint8) {
	n := uint8(1)
	put := func(hand seat.Hand) {
		h[n], places[hand] = hand, n
		n++
	}
	for r := range seat.Role(seat.Roles) {
		put(seat.HandOf(r))
		for s := r; s < seat.Roles; s++ {
			put(seat.HandOf(r, s))
		}
	}
	return h, places
}()
