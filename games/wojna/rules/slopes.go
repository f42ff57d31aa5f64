package rules

import (
	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// Slopes plays as rules do and differentiates the log-probabilities of its moves by the genes: reverse-mode
// differentiation of [Rules.Act], by hand. One goroutine uses it.
type Slopes struct {
	rules *Rules
	power [seat.Lines][seat.Values + 1]float32 // derivative of Rules.prior by the gene strength.tie
	log   [seat.Values + 1]float32             // derivative of the logarithm of Rules.prior by the strength of its line
	over  [seat.Values + 1]float32             // derivative of Rules.over by strength.tie
	full  [2][seat.Prices]float32              // derivative of Rules.fold by the gene fold.at of its price
	put   [seat.Prices]float32                 // derivative of Rules.fold[1] by fold.put

	choice choice
	into   []float64
	lines  [seat.Seats - 1]struct {
		used  uint16              // lines of the rival that slope has, a bit each
		slope [seat.Lines]float32 // derivative by rival.along
	}
	win      float32 // derivatives by these fields of choice
	low      float32
	cardCost float32
}

// NewSlopes returns the slopes of rules that were compiled from genes.
func NewSlopes(rules *Rules, genes []float64) *Slopes {
	d := &Slopes{rules: rules}
	tie := genes[strengthTie]
	for c := 1; c <= seat.Values; c++ {
		x := random(c, tie)
		d.log[c] = float32(roll.Log(x))
		if x == least || x == most {
			continue // at a bound of random, where strength.tie changes nothing
		}
		d.over[c] = 1. / seat.Values
		for l := range seat.Lines {
			e := genes[strength+int(l)]
			d.power[l][c] = float32(e * roll.Exp(float64((e-1)*roll.Log(x))) / seat.Values)
		}
	}
	for price := 1; price < seat.Prices; price++ {
		f, put := genes[foldAt+min(price, 5)-1], genes[foldPut]
		d.full[0][price] = 1
		if f*put < 1 {
			d.full[1][price], d.put[price] = float32(put), float32(f)
		}
	}
	return d
}

// negligible is the probability, relative to that of the move that was made, below which a move counts as impossible.
const negligible = 1e-4

// Act moves as the rules do, and adds the derivative of the move's log-probability by each gene to into.
func (d *Slopes) Act(v *seat.View, rolled uint64, into []float64) seat.Action {
	act := d.rules.act(&d.choice, v, rolled)
	if chance, total := d.chances(act); total > 1 {
		d.differentiate(v, act, &chance, total, into)
	}
	return act
}

// Observe does the same for another player's legal move, and returns its log-probability, at least [negligible]'s.
func (d *Slopes) Observe(v *seat.View, act seat.Action, into []float64) (log float64, ok bool) {
	d.rules.act(&d.choice, v, 0)
	if !d.choice.legal.Has(act) {
		return 0, false
	}
	best := act
	for a := seat.Pass; a < seat.Actions; a++ {
		if d.choice.legal.Has(a) && d.choice.worth[a] > d.choice.worth[best] {
			best = a
		}
	}
	chance, total := d.chances(best)
	if into != nil && total > chance[act] {
		d.differentiate(v, act, &chance, total, into)
	}
	return roll.Log(max(negligible, float64(chance[act]/total))), true
}

// chances returns the probability of each move relative to another one's, 0 for impossible ones, and their sum.
func (d *Slopes) chances(against seat.Action) (chance [seat.Actions]float32, total float32) {
	s, over := &d.choice, 1/d.rules.g[heat]
	for a := seat.Pass; a < seat.Actions; a++ {
		if !s.legal.Has(a) {
			continue
		}
		if x := float32(roll.Exp(float64((s.worth[a] - s.worth[against]) * over))); x > negligible {
			chance[a] = x
			total += x
		}
	}
	return chance, total
}

// differentiate adds the derivative of the log-probability of a move by each gene to into.
func (d *Slopes) differentiate(v *seat.View, act seat.Action, chance *[seat.Actions]float32, total float32, into []float64) {
	s, over := &d.choice, 1/d.rules.g[heat]
	d.into = into
	d.win, d.low, d.cardCost = 0, 0, 0
	for i := range s.rivals[:s.n] {
		d.lines[i].used = 0
	}
	hot := float32(0)
	for a := seat.Pass; a < seat.Actions; a++ {
		if chance[a] == 0 && a != act {
			continue
		}
		k := -chance[a] / total
		if a == act {
			k++
		}
		hot -= float32(k * (s.worth[a] - s.worth[act]))
		k *= over
		if a == seat.Pass {
			d.stack(float32(v.Stack[v.Me]), k)
			continue
		}
		d.value(a, k)
		d.margin(a, -k)
	}
	d.add(heat, hot*over*over)
	d.estimate()
}

func (d *Slopes) add(gene int, x float32) { d.into[gene] += float64(x) }

// The derivative of the log-probability is that of a weighted sum of the moves' worths. Each method below
// differentiates the method of [Rules] with the same name: it adds k times the derivatives of its result.

func (d *Slopes) value(a seat.Action, k float32) {
	r, s := d.rules, &d.choice
	out := &s.outcome[a]
	rich, poor := k*out.win, k*(1-out.win)
	win := k * (out.rich + float32(r.g[valueKnock]*out.knockouts) - out.poor)
	fear := -k * r.g[againCost]
	d.add(valueKnock, rich*out.knockouts)
	d.add(againCost, -k*out.reraises)
	rich = d.stack(out.won, rich)
	d.cardCost -= float32((rich + d.stack(out.lost, poor)) * out.cost)
	d.add(valuePot, rich*(float32(s.v.Pot)+out.cost))
	d.add(valueCalls, rich*out.calls)
	calls := rich * r.g[valueCalls]
	for i := range s.rivals[:s.n] {
		o := &s.rivals[i]
		price := o.price(s, a)
		if price == 0 {
			d.along(i, o.line, win*out.win/o.now)
			continue
		}
		fold, again := r.reply(s, o, price)
		line := o.line.Called(price, o.put+price)
		pays, raises := o.along[line], o.along[seat.Reraised]
		paid := pays + float32(again*(raises-pays))
		credit := credit(a)
		stay := 1 - float32(r.g[credit]*fold)
		own := win * out.win / (1 - stay + float32(stay*paid))
		stays := own * (paid - 1)
		d.add(credit, -stays*fold)
		d.along(i, line, own*stay*(1-again))
		d.along(i, seat.Reraised, own*stay*again)
		d.reply(o, price, float32(-stays*r.g[credit])-float32(calls*float32(price))-float32(fear*again), float32(own*stay*(raises-pays))+float32(fear*(1-fold)))
	}
}

// along adds up what all moves need of a rival's line; estimate passes it on to below.
func (d *Slopes) along(i int, line seat.Line, k float32) {
	l := &d.lines[i]
	if l.used>>line&1 == 0 {
		l.used |= 1 << line
		l.slope[line] = 0
	}
	l.slope[line] += float32(k)
}

func (d *Slopes) reply(o *rival, price int, fold, again float32) {
	r, s := d.rules, &d.choice
	pass, stayed, raised := o.answers(s, price)
	put, class := min(o.put, 1), min(price, seat.Prices-1)
	first, weight, trust := r.fold[put][class], r.g[learnFold], r.g[learnFold+1]
	answers := 1 / (pass + stayed + weight)
	mean := float32((pass + float32(weight*first)) * answers)
	d.add(learnFold+1, fold*(mean-first))
	d.add(learnFold, fold*trust*(first-mean)*answers)
	began := fold * (1 - trust + float32(trust*weight*answers))
	d.add(foldAt+min(price, 5)-1, began*d.full[put][class])
	if put == 1 {
		d.add(foldPut, began*d.put[class])
	}
	stays := 1 / (stayed + r.g[learnAgain])
	mine := float32((raised + float32(r.g[learnAgain]*r.g[againFirst])) * stays)
	d.add(againFirst, again*r.g[learnAgain]*stays)
	d.add(learnAgain, again*(r.g[againFirst]-mine)*stays)
	// The weight of what the rival did in duels, or in a duel of what it did elsewhere.
	a, w := o.model.Answers(o.put, price), o.duel.Answers(o.put, price)
	dPass := float32(w.Pass)
	dRaised := float32(w.Raise)
	dStayed := float32(w.Check) + dRaised
	gene := learnDuel + 1
	if s.v.Duel() {
		dPass, dRaised, dStayed = float32(a.Pass)-dPass, float32(a.Raise)-dRaised, float32(a.Check)+float32(a.Raise)-dStayed
		gene = learnDuel
	}
	d.add(gene, float32(fold*trust*(dPass-float32(mean*(dPass+dStayed)))*answers)+float32(again*(dRaised-float32(mine*dStayed))*stays))
}

// stack also returns k times the derivative by the number of cards.
func (d *Slopes) stack(cards, k float32) float32 {
	if cards <= 0 {
		return 0
	}
	s := &d.choice
	from := float32(0)
	for part, end := range parts {
		to := float32(end)
		if cards <= to || part == len(parts)-1 {
			d.add(valueCard+len(parts)*s.stage+part, k*(min(cards, seat.Cards+1)-from))
			break
		}
		d.add(valueCard+len(parts)*s.stage+part, k*(to-from))
		from = to
	}
	w := &d.rules.worth[s.stage]
	i := min(int(cards), seat.Cards)
	return k * (w[i+1] - w[i])
}

func (d *Slopes) margin(a seat.Action, k float32) {
	r, s := d.rules, &d.choice
	v := s.v
	cost := v.Level + a.By() - v.Put[v.Me]
	which := 0
	switch {
	case a > seat.Check:
		which = 1
		d.add(marginRaise+a.By()-1, k)
		if s.win < 0.5 {
			d.add(marginWeak, k*(0.5-s.win))
			d.win -= float32(k * r.g[marginWeak])
		} else {
			d.add(marginStrong, k*(0.5-s.win))
			d.win -= float32(k * r.g[marginStrong])
		}
	case cost > 0:
		d.add(marginCall, k)
	default:
		return
	}
	d.add(marginPrice, k*float32(cost))
	d.add(marginBehind+which, k*s.behind)
	if s.n > 1 {
		d.add(marginRivals+2*which+s.n-2, k)
	}
	d.add(marginRaised+which, k*float32(v.Raises))
	if v.War {
		d.add(marginWar+which, k)
	}
}

func (d *Slopes) estimate() {
	r, s := d.rules, &d.choice
	card := s.v.Card & 15
	d.add(valueOwn, d.cardCost*s.own)
	for i := range s.rivals[:s.n] {
		o := &s.rivals[i]
		if d.win != 0 {
			d.along(i, o.line, d.win*s.win/o.now)
		}
		var yes, no float32
		for l := seat.Line(0); d.lines[i].used>>l != 0; l++ {
			if d.lines[i].used>>l&1 == 1 {
				y, n := d.below(o, l, d.lines[i].slope[l])
				yes, no = yes+y, no+n
			}
		}
		d.count(o, yes, no)
	}
	d.add(strengthTie, d.low*d.over[card])
	if s.unknown {
		counted := s.under + float32(r.g[strengthTie]*s.equal)
		d.add(countPool, d.low*(counted-r.over[card]))
		d.add(strengthTie, d.low*r.g[countPool]*(s.equal-d.over[card]))
	}
}

// below also returns k times the derivatives by rival.yes and rival.no.
func (d *Slopes) below(o *rival, line seat.Line, k float32) (yes, no float32) {
	r, s := d.rules, &d.choice
	card := s.v.Card & 15
	prior, weight, trust, tie := r.prior[line][card], r.g[learnShown], r.g[learnShown+1], r.g[strengthTie]
	seen := o.model.Held[line] > 0
	var c cards
	q, mean, held := prior, prior, float32(1)
	if seen {
		c = o.shown(s, line)
		held = c.n + weight
		mean = (c.under + float32(tie*c.equal) + float32(weight*prior)) / held
		q = float32(trust*mean) + float32((1-trust)*prior)
	}
	over := 1 / (float32(q*o.yes) + float32((1-q)*o.no))
	p := float32(q * o.yes * over)
	d.add(caution, -k*p*(1-p))
	k *= (1 - float32(r.g[caution]*(1-float32(2*p)))) * over * over
	yes, no = k*q*(1-q)*o.no, -k*q*(1-q)*o.yes
	k *= o.yes * o.no // from here on for q, the probability without counting
	first := k
	if seen {
		d.add(learnShown+1, k*(mean-prior))
		k *= trust / held // from here on for the numerator of mean
		d.add(learnShown, k*(prior-mean))
		d.add(strengthTie, k*c.equal)
		more, gene := shown(o.duel, line, s.v.Card), learnDuel+1
		if s.v.Duel() {
			a := shown(o.model, line, s.v.Card)
			more, gene = cards{a.n - more.n, a.under - more.under, a.equal - more.equal}, learnDuel
		}
		d.add(gene, k*(more.under+float32(tie*more.equal)-float32(mean*more.n)))
		first = float32(first*(1-trust)) + float32(k*weight)
	}
	d.add(strength+int(line), first*prior*d.log[card])
	d.add(strengthTie, first*d.power[line][card])
	return yes, no
}

func (d *Slopes) count(o *rival, yes, no float32) {
	r, s := d.rules, &d.choice
	card := s.v.Card & 15
	p := min(max(o.counted, surely), 1-surely)
	// strength.tie moves the denominators of yes = p/over and no = (1-p)/(1-over).
	d.add(strengthTie, d.over[card]*(float32(-yes*o.yes*r.odds[0][card])+float32(no*o.no*r.odds[1][card])))
	if p != o.counted {
		return
	}
	k := float32(yes*r.odds[0][card]) - float32(no*r.odds[1][card])
	d.add(countPeeked, k*(o.under+float32(r.g[strengthTie]*o.equal)-float32(o.known*s.low)))
	d.add(strengthTie, k*r.g[countPeeked]*o.equal)
	d.low += float32(k * (1 - float32(r.g[countPeeked]*o.known)))
}
