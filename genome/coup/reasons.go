package coup

import (
	"math/bits"

	"bloodline/engine/coup/seat"
)

// Reason is a gene that weighs on an option.
type Reason struct {
	Gene int     // index in [Genes]
	By   float64 // by how much the option's sum grows for one unit more of the gene
}

// Option is a possible answer with its sum of genes, in log-odds.
type Option struct {
	Action  seat.Action
	Sum     float64
	Certain bool // chosen whatever the sums: the counted cards rule the claim out
	Reasons []Reason
}

// Reasons tells what a genome's answers rest on. Where [Rules] look up sums that
// were compiled, this adds up the genes one by one; it takes some six times as long. It
// reuses its memory: what a call returns stands until the next one. One goroutine
// uses it.
type Reasons struct {
	genes   []float64
	options []Option
	last    *Option // that was opened last
	view    *seat.View
	own     *seat.Side
	opp     *seat.Side
	lives   int
}

// NewReasons returns the reasons of a genome, a vector of values for [Genes]. It
// reads the vector as long as it is used.
func NewReasons(genes []float64) *Reasons { return &Reasons{genes: genes} }

// Options returns the options of a question. Each is chosen with a probability in
// proportion to exp(Sum), unless one is certain. An Assassinate is let go by Pass;
// which card that costs, [Reasons.Cards] tells.
func (r *Reasons) Options(v *seat.View) []Option {
	r.look(v)
	switch v.Ask {
	case seat.AskTurn:
		r.turn()
	case seat.AskReply:
		r.reply()
	case seat.AskBlock:
		r.open(seat.Pass)
		r.challenge(blockClaim[v.Block], v.Block.Claims())
	case seat.AskGive:
		return r.Cards(v)
	case seat.AskKeep:
		r.keep()
	}
	return r.options
}

// Cards returns the ways to give up a card of the view's hand.
func (r *Reasons) Cards(v *seat.View) []Option {
	r.look(v)
	for role := range seat.Role(seat.Roles) {
		if v.Hand.Has(role) {
			r.open(seat.Give(role))
			r.add(at.give[role], -1)
			r.timely(role, at.holdClaimed, -1)
		}
	}
	return r.options
}

func (r *Reasons) look(v *seat.View) {
	r.view, r.own, r.opp = v, v.Own(), v.Opponent()
	r.lives = situation(r.own, r.opp)
	r.options = r.options[:0]
}

// open begins an option.
func (r *Reasons) open(a seat.Action) {
	n := len(r.options)
	if n == cap(r.options) {
		r.options = append(r.options, Option{})
	}
	r.options = r.options[:n+1]
	r.last = &r.options[n]
	*r.last = Option{Action: a, Reasons: r.last.Reasons[:0]}
}

// add adds a gene to the option that was opened last.
func (r *Reasons) add(gene int, by float64) {
	if gene < 0 || by == 0 {
		return
	}
	r.last.Sum += r.genes[gene] * by
	r.last.Reasons = append(r.last.Reasons, Reason{gene, by})
}

// when adds a gene where a role is in a set.
func (r *Reasons) when(set uint8, role seat.Role, gene int, by float64) {
	if set&role.Bit() != 0 {
		r.add(gene, by)
	}
}

// situated adds the genes that every option has.
func (r *Reasons) situated(g *situated) {
	r.add(g.base[r.lives], 1)
	r.add(g.own[r.lives][ownBand[r.own.Coins&15]], 1)
	r.add(g.opp[r.lives][oppBand[r.opp.Coins&15]], 1)
	for set := r.opp.Standing; set != 0; set &= set - 1 {
		r.add(g.oppClaims[0][bits.TrailingZeros8(set)], 1)
	}
	for set := r.opp.Denied; set != 0; set &= set - 1 {
		r.add(g.oppClaims[1][bits.TrailingZeros8(set)], 1)
	}
}

func (r *Reasons) turn() {
	r.open(seat.Income)
	for a := seat.ForeignAid; a <= seat.Coup; a++ {
		if !r.view.Legal.Has(a) {
			continue
		}
		r.open(a)
		switch a {
		case seat.ForeignAid:
			r.situated(&at.turn[optForeignAid])
		case seat.Coup:
			r.situated(&at.turn[optCoup])
		default:
			r.claim(a)
		}
	}
}

// bluffs are the options of claiming an action's role without holding it.
var bluffs = [8]option{seat.Exchange: optExchange, seat.Tax: optTax, seat.Assassinate: optAssassinate, seat.Steal: optSteal}

func (r *Reasons) claim(a seat.Action) {
	role, truth := a.Claims(), 0
	if r.view.Hand.Has(role) {
		truth = 1
	}
	o := bluffs[a&7] + option(truth)
	r.situated(&at.turn[o])
	r.when(r.own.Standing, role, at.story[o][0], 1)
	r.when(r.own.Denied, role, at.story[o][1], 1)
	r.add(at.challengeRate[o], float64(challengeRate(r.opp))/float64(unit))
	r.add(at.faceUp[o], float64(r.own.Lost.Count(role)+r.opp.Lost.Count(role)))
	if a == seat.Exchange {
		r.fortune(at.exchange[truth])
	}
}

// fortune adds the worth of the own cards, times a gene: the derivative by each of
// both is the other.
func (r *Reasons) fortune(weight int) {
	o := r.last
	worth, by := 0.0, r.genes[weight]
	card := func(gene int, n float64) {
		worth += n * r.genes[gene]
		o.Reasons = append(o.Reasons, Reason{gene, n * by})
	}
	size := r.view.Hand.Size()
	for role := range seat.Role(seat.Roles) {
		n := r.view.Hand.Count(role)
		if n > 0 {
			card(at.worth[2-size][role], float64(n))
		}
		if n == 2 {
			card(at.pair, 1)
		}
	}
	r.add(weight, worth)
}

func (r *Reasons) reply() {
	r.open(seat.Pass)
	switch r.view.Action {
	case seat.ForeignAid:
		r.block(blockDuke, seat.BlockDuke)
		return
	case seat.Steal:
		r.block(blockAmbassador, seat.BlockAmbassador)
		r.add(at.stealStake, float64(min(r.own.Coins, 2)))
		r.block(blockCaptain, seat.BlockCaptain)
		r.add(at.stealStake, float64(min(r.own.Coins, 2)))
	case seat.Assassinate:
		r.block(blockContessa, seat.BlockContessa)
	}
	r.challenge(actionClaim[r.view.Action], r.view.Action.Claims())
}

func (r *Reasons) block(block int, a seat.Action) {
	r.open(a)
	role := a.Claims()
	if r.view.Hand.Has(role) {
		r.situated(&at.block[block][1])
		return
	}
	r.situated(&at.block[block][0])
	r.when(r.own.Standing, role, at.blockStory[block][0], 1)
	r.when(r.own.Denied, role, at.blockStory[block][1], 1)
	r.add(at.blockChallengeRate[block], float64(challengeRate(r.opp))/float64(unit))
}

func (r *Reasons) challenge(claim uint8, role seat.Role) {
	r.open(seat.Challenge)
	unseen := 3 - r.view.Known(role)
	if unseen <= 0 {
		r.last.Certain = true
		return
	}
	opp, kind := r.opp, claim>>2
	r.situated(&at.challenge[claim])
	r.add(at.count[claim], -holds[(opp.Lives-1)&1][unseen])
	r.add(at.repeat[claim], float64(min(max(int(opp.Claims[role])-1, 0), 3)))
	r.when(opp.DeniedBefore, role, at.deniedBefore[kind], 1)
	r.when(opp.Stale, role, at.stale[kind], 1)
	r.add(at.over[kind], float64(min(max(opp.Overclaims(), 0), overMost)))
	r.add(at.caught[kind], float64(min(opp.Caught, caughtMost)))
	r.add(at.shown[kind], float64(min(opp.Shown, shownMost)))
	r.add(at.passive[kind], float64(min(opp.Passive, passiveMost)))
}

func (r *Reasons) keep() {
	worth := &at.worth[r.own.Lives&1]
	for m := uint64(r.view.Legal); m != 0; m &= m - 1 {
		a := seat.Action(bits.TrailingZeros64(m))
		r.open(a)
		for role := range seat.Role(seat.Roles) {
			n := float64(a.Kept().Count(role))
			r.add(worth[role], n)
			r.timely(role, at.keepClaimed, n)
			if n == 2 {
				r.add(at.pair, 1)
			}
		}
	}
}

// timely adds what the situation makes of a role.
func (r *Reasons) timely(role seat.Role, told int, by float64) {
	r.when(r.own.Standing, role, told, by)
	switch {
	case role == seat.Contessa && (r.opp.Coins >= 3 || r.opp.Standing&seat.Assassin.Bit() != 0):
		r.add(at.threat, by)
	case role == seat.Assassin && r.own.Coins >= 3:
		r.add(at.ready, by)
	case role == seat.Captain && r.opp.Coins >= 2:
		r.add(at.rich, by)
	}
}
