package rules

import (
	"math"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// tally adds up derivatives by the entries of those tables of [Rules] that log-odds come from.
type tally struct {
	at              [lives * bands * bands][16]int64 // openings, by option
	claimed, denied [1 << seat.Roles][16]int64
	story           [4][32]int64
	rate            [4][2]int64
	sums            [weights]tallied
	worth           [2][32]int64 // Exchange, bluffed or true, by own hand; with OddsBits fewer binary places
	cards           [32]int64    // by gene
}

type tallied struct {
	at              [lives * bands * bands]int64
	claimed, denied [1 << seat.Roles]int64
	slope           int64
	counts          [8]int64
}

// turn adds the derivatives of a turn.
func (t *tally) turn(n *turnNote, by points) {
	at, claimed, denied := &t.at[n.at&63], &t.claimed[n.claimed&31], &t.denied[n.denied&31]
	add := func(o option, x int64) {
		at[o&15] += x
		claimed[o&15] += x
		denied[o&15] += x
	}
	add(optForeignAid, by.times(-n.less[seat.ForeignAid]))
	add(optCoup, by.times(-n.less[seat.Coup]))
	for k := range n.story {
		x, state := by.times(-n.less[seat.Exchange+seat.Action(k)]), n.story[k]&31
		truth := state >> 4
		add(optExchange+option(2*k)+option(truth), x)
		t.story[k][state] += x
		t.rate[k][truth] += x * int64(n.rate) >> 12
	}
	const half = 1 << (roll.OddsBits - 1)
	t.worth[n.story[claimExchange]>>4&1][n.hand&31] += (by.times(-n.less[seat.Exchange]) + half) >> roll.OddsBits
}

// Flush adds the gradient by the genes to into and clears the tally. As [New] makes each entry a sum of genes, each
// gene gets the sum of its entries; see engine.Deferred.
func (t *Trajectory) Flush(into []int64) {
	f := flush{into, t.genes}
	for w := range t.tally.sums {
		s := &t.tally.sums[w]
		f.situated(extras[w].situated, s)
		f.add(extras[w].slope, s.slope)
		for k, gene := range extras[w].counts {
			f.add(gene, s.counts[k])
		}
	}
	f.openings(&t.tally)
	for truth := range t.tally.worth {
		for place, x := range t.tally.worth[truth] {
			if x != 0 {
				f.worth(at.exchange[truth], hands[place], x)
			}
		}
	}
	for i := range len(into) - firstCard {
		f.add(firstCard+i, t.tally.cards[i])
	}
	t.tally = tally{}
}

type flush struct {
	into  []int64
	genes []float64
}

// add adds a sum to the gradient of a gene; -1 stands for no gene.
func (f *flush) add(gene int, x int64) {
	if gene >= 0 {
		f.into[gene] += x
	}
}

// openings adds the sums of the openings to their genes.
func (f *flush) openings(t *tally) {
	for o := range options {
		var s tallied
		for i := range s.at {
			s.at[i] = t.at[i][o]
		}
		for i := range s.claimed {
			s.claimed[i], s.denied[i] = t.claimed[i][o], t.denied[i][o]
		}
		f.situated(&at.turn[o], &s)
	}
	for k := range t.story {
		for truth := range 2 {
			o := optExchange + option(2*k+truth)
			f.add(at.challengeRate[o], t.rate[k][truth])
			var claimed, denied, faceUp int64
			for state, x := range t.story[k][truth<<4:][:16] {
				claimed += x * int64(state>>2&1)
				denied += x * int64(state>>3)
				faceUp += x * int64(state&3)
			}
			f.add(at.story[o][0], claimed)
			f.add(at.story[o][1], denied)
			f.add(at.faceUp[o], faceUp)
		}
	}
}

// situated adds the sums of a weight to its genes, the reverse of [compiler.weigh].
func (f *flush) situated(g *situated, s *tallied) {
	for l := range lives {
		var base int64
		var own, opp [bands]int64
		for x := range bands {
			for y := range bands {
				z := s.at[l<<4|x<<2|y]
				base, own[x], opp[y] = base+z, own[x]+z, opp[y]+z
			}
		}
		f.add(g.base[l], base)
		for x := range bands {
			f.add(g.own[l][x], own[x])
			f.add(g.opp[l][x], opp[x])
		}
	}
	for role := range seat.Roles {
		var claimed, denied int64
		for set := range s.claimed {
			if set>>role&1 != 0 {
				claimed, denied = claimed+s.claimed[set], denied+s.denied[set]
			}
		}
		f.add(g.oppClaims[0][role], claimed)
		f.add(g.oppClaims[1][role], denied)
	}
}

// worth adds the sum of a hand to the genes of its worth and to their weight. The two are multiplied, so the derivative
// by each is the other one.
func (f *flush) worth(weight int, hand seat.Hand, x int64) {
	by, worth, size := f.odds(weight), odds(0), hand.Size()
	card := func(gene, n int) {
		worth += odds(n) * f.odds(gene)
		f.add(gene, x*int64(odds(n)*by))
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
	f.add(weight, x*int64(worth))
}

func (f *flush) odds(gene int) odds { return odds(math.Round(f.genes[gene] * float64(unit))) }

// extras has the genes of each weight of a note.
var extras = func() (t [weights]struct {
	situated *situated
	slope    int
	counts   [8]int
},
) {
	for w := range t {
		e := &t[w]
		e.slope, e.counts = -1, [8]int{-1, -1, -1, -1, -1, -1, -1, -1}
		switch {
		case w < weightBlock:
			kind := w >> 2
			e.situated, e.slope = &at.challenge[w], at.count[w]
			e.counts = [8]int{
				at.repeat[w], at.deniedBefore[kind], at.stale[kind], at.over[kind],
				at.caught[kind], at.shown[kind], at.passive[kind], -1,
			}
		default:
			b, truth := (w-weightBlock)/2, (w-weightBlock)%2
			e.situated = &at.block[b][truth]
			e.counts[2] = at.stealStake
			if truth == 0 {
				e.slope, e.counts[0], e.counts[1] = at.blockChallengeRate[b], at.blockStory[b][0], at.blockStory[b][1]
			}
		}
	}
	return t
}()

// firstCard is the first gene of group cards, which are the last ones.
var firstCard = at.worth[0][0]

// heldOdds are holds in fixed point.
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
