package rules

import (
	"math/bits"

	"bloodline/games/coup/seat"
)

// Term is a gene's part in the log-odds of an option.
type Term struct {
	Gene  int     // index in [Genes]
	Slope float64 // derivative of the option's sum by the gene
}

// Option is a possible answer with its sum of genes, in log-odds.
type Option struct {
	Action  seat.Action
	Sum     float64
	Certain bool // chosen whatever the sums: the counted cards rule the claim out
	Terms   []Term
}

// Terms are the log-odds of a genome's answers, gene by gene: the twin of [Rules] and of
// [Trajectory]. Where [Rules] look up sums that
// were compiled, this adds up the genes one by one; it takes some six times as long. It
// reuses its memory: what a call returns stands until the next one. One goroutine
// uses it.
type Terms struct {
	genes   []float64
	options []Option
	last    *Option // that was opened last
	view    *seat.View
	own     *seat.Side
	opp     *seat.Side
	lives   int
}

// NewTerms returns the terms of a genome, a vector of values for [Genes]. It
// reads the vector as long as it is used.
func NewTerms(genes []float64) *Terms { return &Terms{genes: genes} }

// Options returns the options of a question. Each is chosen with a probability in
// proportion to exp(Sum), unless one is certain. An Assassinate is accepted by Pass;
// which card that costs, [Terms.Cards] tells.
func (t *Terms) Options(v *seat.View) []Option {
	t.look(v)
	switch v.Ask {
	case seat.AskTurn:
		t.turn()
	case seat.AskReply:
		t.reply()
	case seat.AskBlock:
		t.open(seat.Pass)
		t.challenge(blockClaim[v.Block], v.Block.Claims())
	case seat.AskGive:
		return t.Cards(v)
	case seat.AskKeep:
		t.keep()
	}
	return t.options
}

// Cards returns the ways to give up a card of the view's hand.
func (t *Terms) Cards(v *seat.View) []Option {
	t.look(v)
	for role := range seat.Role(seat.Roles) {
		if v.Hand.Has(role) {
			t.open(seat.Give(role))
			t.add(at.give[role], -1)
			t.timely(role, at.holdClaimed, -1)
		}
	}
	return t.options
}

func (t *Terms) look(v *seat.View) {
	t.view, t.own, t.opp = v, v.Own(), v.Opponent()
	t.lives = situation(t.own, t.opp)
	t.options = t.options[:0]
}

// open begins an option.
func (t *Terms) open(a seat.Action) {
	n := len(t.options)
	if n == cap(t.options) {
		t.options = append(t.options, Option{})
	}
	t.options = t.options[:n+1]
	t.last = &t.options[n]
	*t.last = Option{Action: a, Terms: t.last.Terms[:0]}
}

// add adds a gene to the option that was opened last.
func (t *Terms) add(gene int, by float64) {
	if gene < 0 || by == 0 {
		return
	}
	t.last.Sum += float64(t.genes[gene] * by)
	t.last.Terms = append(t.last.Terms, Term{gene, by})
}

// when adds a gene where a role is in a set.
func (t *Terms) when(set uint8, role seat.Role, gene int, by float64) {
	if set&role.Bit() != 0 {
		t.add(gene, by)
	}
}

// situated adds the genes that every option has.
func (t *Terms) situated(g *situated) {
	t.add(g.base[t.lives], 1)
	t.add(g.own[t.lives][ownBand[t.own.Coins&15]], 1)
	t.add(g.opp[t.lives][oppBand[t.opp.Coins&15]], 1)
	for set := t.opp.Standing; set != 0; set &= set - 1 {
		t.add(g.oppClaims[0][bits.TrailingZeros8(set)], 1)
	}
	for set := t.opp.Denied; set != 0; set &= set - 1 {
		t.add(g.oppClaims[1][bits.TrailingZeros8(set)], 1)
	}
}

func (t *Terms) turn() {
	t.open(seat.Income)
	for a := seat.ForeignAid; a <= seat.Coup; a++ {
		if !t.view.Legal.Has(a) {
			continue
		}
		t.open(a)
		switch a {
		case seat.ForeignAid:
			t.situated(&at.turn[optForeignAid])
		case seat.Coup:
			t.situated(&at.turn[optCoup])
		default:
			t.claim(a)
		}
	}
}

// bluffs are the options of claiming an action's role without holding it.
var bluffs = [8]option{seat.Exchange: optExchange, seat.Tax: optTax, seat.Assassinate: optAssassinate, seat.Steal: optSteal}

func (t *Terms) claim(a seat.Action) {
	role, truth := a.Claims(), 0
	if t.view.Hand.Has(role) {
		truth = 1
	}
	o := bluffs[a&7] + option(truth)
	t.situated(&at.turn[o])
	t.when(t.own.Standing, role, at.story[o][0], 1)
	t.when(t.own.Denied, role, at.story[o][1], 1)
	t.add(at.challengeRate[o], float64(challengeRate(t.opp))/float64(unit))
	t.add(at.faceUp[o], float64(t.own.Lost.Count(role)+t.opp.Lost.Count(role)))
	if a == seat.Exchange {
		t.handWorth(at.exchange[truth])
	}
}

// handWorth adds the worth of the own cards, times a gene: the derivative by each of
// both is the other.
func (t *Terms) handWorth(weight int) {
	o := t.last
	worth, by := 0.0, t.genes[weight]
	card := func(gene int, n float64) {
		worth += float64(n * t.genes[gene])
		o.Terms = append(o.Terms, Term{gene, n * by})
	}
	size := t.view.Hand.Size()
	for role := range seat.Role(seat.Roles) {
		n := t.view.Hand.Count(role)
		if n > 0 {
			card(at.worth[2-size][role], float64(n))
		}
		if n == 2 {
			card(at.pair, 1)
		}
	}
	t.add(weight, worth)
}

func (t *Terms) reply() {
	t.open(seat.Pass)
	switch t.view.Action {
	case seat.ForeignAid:
		t.block(blockDuke, seat.BlockDuke)
		return
	case seat.Steal:
		t.block(blockAmbassador, seat.BlockAmbassador)
		t.add(at.stealStake, float64(min(t.own.Coins, 2)))
		t.block(blockCaptain, seat.BlockCaptain)
		t.add(at.stealStake, float64(min(t.own.Coins, 2)))
	case seat.Assassinate:
		t.block(blockContessa, seat.BlockContessa)
	}
	t.challenge(actionClaim[t.view.Action], t.view.Action.Claims())
}

func (t *Terms) block(block int, a seat.Action) {
	t.open(a)
	role := a.Claims()
	if t.view.Hand.Has(role) {
		t.situated(&at.block[block][1])
		return
	}
	t.situated(&at.block[block][0])
	t.when(t.own.Standing, role, at.blockStory[block][0], 1)
	t.when(t.own.Denied, role, at.blockStory[block][1], 1)
	t.add(at.blockChallengeRate[block], float64(challengeRate(t.opp))/float64(unit))
}

func (t *Terms) challenge(claim uint8, role seat.Role) {
	t.open(seat.Challenge)
	unseen := 3 - t.view.Known(role)
	if unseen <= 0 {
		t.last.Certain = true
		return
	}
	opp, kind := t.opp, claim>>2
	t.situated(&at.challenge[claim])
	t.add(at.count[claim], -holds[(opp.Lives-1)&1][unseen])
	t.add(at.repeat[claim], float64(min(max(int(opp.Claims[role])-1, 0), 3)))
	t.when(opp.DeniedBefore, role, at.deniedBefore[kind], 1)
	t.when(opp.Stale, role, at.stale[kind], 1)
	t.add(at.over[kind], float64(min(max(opp.Overclaims(), 0), overMost)))
	t.add(at.caught[kind], float64(min(opp.Caught, caughtMost)))
	t.add(at.shown[kind], float64(min(opp.Shown, shownMost)))
	t.add(at.passive[kind], float64(min(opp.Passive, passiveMost)))
}

func (t *Terms) keep() {
	worth := &at.worth[t.own.Lives&1]
	for m := uint64(t.view.Legal); m != 0; m &= m - 1 {
		a := seat.Action(bits.TrailingZeros64(m))
		t.open(a)
		for role := range seat.Role(seat.Roles) {
			n := float64(a.Kept().Count(role))
			t.add(worth[role], n)
			t.timely(role, at.keepClaimed, n)
			if n == 2 {
				t.add(at.pair, 1)
			}
		}
	}
}

// timely adds what the situation makes of a role.
func (t *Terms) timely(role seat.Role, claimed int, by float64) {
	t.when(t.own.Standing, role, claimed, by)
	switch {
	case role == seat.Contessa && (t.opp.Coins >= 3 || t.opp.Standing&seat.Assassin.Bit() != 0):
		t.add(at.threat, by)
	case role == seat.Assassin && t.own.Coins >= 3:
		t.add(at.ready, by)
	case role == seat.Captain && t.opp.Coins >= 2:
		t.add(at.rich, by)
	}
}
