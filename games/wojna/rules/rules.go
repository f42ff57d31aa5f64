// Package rules holds the genes of Wojna deklarowana and the rules that read them.
//
// A choice takes these steps, each with the groups of genes that weigh in it:
//
//  1. strength: the probability that each rival's card is below the own one, by the strongest thing that the rival has
//     done in this bidding, its line.
//  2. learn: that probability is a prior. The cards that the rival showed after the same line during the run update it;
//     its folds update the prior of its fold curve. What it did in duels has weights of its own.
//  3. count: known cards of the pot that the card came from, and of the rest of the deck, shift the odds.
//  4. fold: for a raise, and for a check that others have yet to answer, each rival folds, pays or raises again.
//  5. value: a move leads to one stack if the pot is won and to another if it is lost. The worth of a stack depends on
//     its size and on the number of players left.
//  6. margin: how much better than passing a move must be, by price, position, number of rivals, raises so far and war.
//  7. mix: each move is made with a probability ~ exp(worth/heat), worth in cards.
//
// [Slopes] plays the same way and differentiates the log-probability of its moves.
//
// A [Rules] is a flat struct of 3 KB; a choice allocates nothing and costs 0.3 to 0.5 µs with three rivals, half of it
// for raises that are weighed and not made. The derivatives of a choice cost as much again.
package rules

import (
	"math"
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// Rules is a compiled genome. It is immutable.
type Rules struct {
	prior  [16][seat.Values + 3]float32 // probability that a rival's card is below the own one, by its line and the own card
	over   [seat.Values + 3]float32     // probability that one random card is below the own one
	odds   [2][seat.Values + 3]float32  // 1/over and 1/(1-over)
	fold   [2][seat.Prices]float32      // prior of how often a rival folds, by whether it has paid before and by price
	g      [size]float32                // the genes
	rivals [2][seat.Seats]float32       // margins by number of rivals: call, raise
	worth  [3][seat.Cards + 2]float32   // value of a stack, by players in the deal less two and by cards
}

// New compiles a vector in the order of Genes, each gene within its range.
func New(genes []float64) *Rules {
	r := new(Rules)
	for i := range r.g {
		r.g[i] = float32(genes[i])
	}
	for c := 1; c <= seat.Values; c++ {
		x := random(c, genes[strengthTie])
		r.over[c] = float32(x)
		r.odds[0][c], r.odds[1][c] = float32(1/x), float32(1/(1-x))
		for l := range seat.Lines {
			r.prior[l][c] = float32(roll.Exp(float64(genes[strength+int(l)] * roll.Log(x))))
		}
	}
	for price := 1; price < seat.Prices; price++ {
		f := genes[foldAt+min(price, 5)-1]
		r.fold[0][price] = float32(f)
		r.fold[1][price] = float32(min(1, f*genes[foldPut]))
	}
	r.rivals = [2][seat.Seats]float32{
		{0, 0, r.g[marginRivals], r.g[marginRivals+1]},
		{0, 0, r.g[marginRivals+2], r.g[marginRivals+3]},
	}
	for k := range r.worth {
		w, part := 0.0, 0
		for x := 1; x < len(r.worth[k]); x++ {
			if part < len(parts)-1 && x > parts[part] {
				part++
			}
			w += genes[valueCard+len(parts)*k+part]
			r.worth[k][x] = float32(w)
		}
	}
	return r
}

// random is the probability that one random card is below c; an equal card counts as the fraction tie.
func random(c int, tie float64) float64 {
	return min(max((float64(c)-1+tie)/seat.Values, least), most)
}

// The bounds of random.
const least, most = 0.01, 0.99

// rival is what the rules estimate of one opponent.
type rival struct {
	model   *seat.Model // what it did in the whole run
	duel    *seat.Model // what it did in duels
	line    seat.Line
	behind  bool
	put     int
	stack   int
	known   float32 // of the cards that its card may be, the share that this seat has seen
	under   float32 // the share that it has seen and that is below the own card
	equal   float32 // the share that it has seen and that equals the own card
	counted float32 // probability, by counting alone, that its card is below the own one
	yes, no float32 // counted/over and (1-counted)/(1-over): what counting does to the odds
	now     float32 // probability that its card is below the own one, by its line so far

	// The same probability for lines that it may yet take, computed when first needed.
	cached uint16 // lines that along has, a bit each
	along  [seat.Lines]float32
}

// choice is what the rules derive from a view before they weigh moves.
type choice struct {
	v        *seat.View
	rivals   [seat.Seats - 1]rival
	n        int
	run      float32 // weight of what a rival did in the whole run
	duels    float32 // weight that is added for what it did in duels
	behind   float32 // rivals that move after this seat
	stage    int     // players in the deal, less two
	under    float32 // share of the cards in unknown places that is below the own card
	equal    float32 // share of them that equals the own card
	unknown  bool    // whether any card is in an unknown place
	low      float32 // probability that a card from an unknown place is below the own one
	win      float32 // probability that the own card is the highest, by the lines so far
	own      float32 // mean of the next own cards, as far as known, from -1 (all are 1) to 1 (all are 13)
	cardCost float32 // worth of a card that is paid from the own stack; 1 unless the next cards are known
	outcome  [seat.Actions]outcome
	worth    [seat.Actions]float32 // worth of each move, in cards
	legal    seat.Mask             // moves that are weighed
}

func (r *Rules) Act(v *seat.View, rolled uint64) seat.Action {
	var s choice
	return r.act(&s, v, rolled)
}

// act chooses the move of the highest worth plus Gumbel noise, in proportion to exp(worth/heat). s has its reasons.
func (r *Rules) act(s *choice, v *seat.View, rolled uint64) seat.Action {
	r.estimate(s, v)
	act, best, h := seat.Pass, float32(math.Inf(-1)), r.g[heat]
	for a := seat.Pass; s.legal.Has(a) || a == seat.Pass; a++ {
		if !s.legal.Has(a) {
			continue
		}
		if a == seat.Pass {
			s.worth[a] = r.stack(s, float32(v.Stack[v.Me]))
		} else {
			s.worth[a] = r.value(s, a, &s.outcome[a]) - r.margin(s, a)
		}
		if w := s.worth[a] + float32(h*roll.Gumbel(rolled, uint(a))); w > best {
			act, best = a, w
		}
	}
	return act
}

func (r *Rules) estimate(s *choice, v *seat.View) {
	s.v, s.n, s.unknown = v, 0, false
	s.stage = min(max(bits.OnesCount8(v.Alive), 2), 4) - 2
	behind := v.Behind()
	s.behind = float32(bits.OnesCount8(behind))
	s.legal = v.Legal()
	if v.Price() == 0 {
		s.legal &^= 1 << seat.Pass
	}
	s.low = r.over[v.Card&15]
	if under, equal, all := v.Under(); all > 0 {
		s.under, s.equal, s.unknown = float32(under)/float32(all), float32(equal)/float32(all), true
		s.low += float32(r.g[countPool] * (s.under + float32(r.g[strengthTie]*s.equal) - s.low))
	}
	s.run, s.duels = 1, r.g[learnDuel+1]-1
	if v.Duel() {
		s.run, s.duels = r.g[learnDuel], 1-r.g[learnDuel]
	}
	s.win = 1
	for m := v.Rivals(); m != 0; m &= m - 1 {
		at := bits.TrailingZeros8(m) & 3
		o := &s.rivals[s.n]
		o.model, o.duel, o.line, o.behind, o.put, o.stack = &v.Models[at], &v.Duels[at], v.Line[at], behind>>at&1 == 1, v.Put[at], v.Stack[at]
		r.count(s, o, at)
		o.cached = 1 << o.line
		o.now = r.below(s, o, o.line)
		o.along[o.line] = o.now
		s.win *= o.now
		s.n++
	}
	s.own, s.cardCost = 0, 1
	if known, _, of := v.Ahead(v.Me); known != 0 {
		n := known.Len()
		mean := (float32(known.Sum()) + float32(7*float32(max(of-n, 0)))) / float32(max(of, n))
		s.own = (mean - 7) / 6
		s.cardCost += float32(r.g[valueOwn] * s.own)
	}
}

// count computes the factors of a rival's odds by counted cards; at is the rival's seat.
func (r *Rules) count(s *choice, o *rival, at int) {
	card := s.v.Card
	known, of := s.v.Peeked(at)
	p := s.low
	o.known, o.under, o.equal = 0, 0, 0
	if known != 0 {
		all := float32(max(of, known.Len()))
		o.known = float32(known.Len()) / all
		o.equal = float32(known.Count(card)) / all
		o.under = float32(known.Below(card).Len()) / all
		p += float32(r.g[countPeeked] * (o.under + float32(r.g[strengthTie]*o.equal) - float32(o.known*s.low)))
	}
	o.counted = p
	p = min(max(p, surely), 1-surely)
	o.yes, o.no = p*r.odds[0][card&15], (1-p)*r.odds[1][card&15]
}

// surely is the least probability by counting, and 1-surely the largest.
const surely = 0.005

// below is the probability that a rival's card is below the own one if the rival takes a line.
func (r *Rules) below(s *choice, o *rival, line seat.Line) float32 {
	prior := r.prior[line&15][s.v.Card&15]
	low, held := prior, float32(1)
	if o.model.Held[line] > 0 {
		c, trust := o.shown(s, line), r.g[learnShown+1]
		held = c.n + r.g[learnShown]
		low = float32(trust*(c.under+float32(r.g[strengthTie]*c.equal)+float32(r.g[learnShown]*prior))) + float32((1-trust)*prior*held)
	}
	// low/held is the probability without counting, whose odds counting multiplies by yes/no.
	yes, no := low*o.yes, (held-low)*o.no
	p := yes / (float32(yes) + float32(no))
	return p - float32(r.g[caution]*p*(1-p))
}

// cards counts the cards that a rival showed after a line.
type cards struct {
	n     float32 // all of them
	under float32 // below the own card
	equal float32 // equal to the own card
}

func shown(m *seat.Model, line seat.Line, card int) cards {
	if m.Held[line] == 0 {
		return cards{}
	}
	sum := uint32(0)
	for _, k := range m.Shown[line][:card&15] {
		sum += k
	}
	return cards{float32(m.Held[line]), float32(sum), float32(m.Shown[line][card&15])}
}

// shown returns the cards that a rival showed after a line, in duels and in other biddings, weighted.
func (o *rival) shown(s *choice, line seat.Line) cards {
	a, d := shown(o.model, line, s.v.Card), shown(o.duel, line, s.v.Card)
	return cards{float32(s.run*a.n) + float32(s.duels*d.n), float32(s.run*a.under) + float32(s.duels*d.under), float32(s.run*a.equal) + float32(s.duels*d.equal)}
}

// along returns what below does, but computes it once for each choice.
func (r *Rules) along(s *choice, o *rival, line seat.Line) float32 {
	if o.cached>>line&1 == 0 {
		o.cached |= 1 << line
		o.along[line] = r.below(s, o, line)
	}
	return o.along[line]
}

// reply returns the probability that a rival folds to a price, and that it raises again if it does not fold.
func (r *Rules) reply(s *choice, o *rival, price int) (fold, again float32) {
	pass, stayed, raised := o.answers(s, price)
	first := r.fold[min(o.put, 1)&1][min(price, seat.Prices-1)&(seat.Prices-1)]
	answers, stays := pass+stayed+r.g[learnFold], stayed+r.g[learnAgain]
	over := 1 / (answers * stays) // one division for both
	fold = first + float32(r.g[learnFold+1]*(float32((pass+float32(r.g[learnFold]*first))*stays*over)-first))
	again = (raised + float32(r.g[learnAgain]*r.g[againFirst])) * answers * over
	return fold, again
}

// answers returns how often a rival folded to a price, stayed, and stayed by raising, with the weights of shown.
func (o *rival) answers(s *choice, price int) (pass, stayed, raised float32) {
	a, d := o.model.Answers(o.put, price), o.duel.Answers(o.put, price)
	pass = float32(s.run*float32(a.Pass)) + float32(s.duels*float32(d.Pass))
	raised = float32(s.run*float32(a.Raise)) + float32(s.duels*float32(d.Raise))
	return pass, float32(s.run*float32(a.Check)) + float32(s.duels*float32(d.Check)) + raised, raised
}

// price is what a rival must pay to stay after a move; 0 if it need not answer the move.
func (o *rival) price(s *choice, a seat.Action) int {
	if a == seat.Check && !o.behind {
		return 0
	}
	return max(0, min(s.v.Level+a.By()-o.put, o.stack))
}

type outcome struct {
	cost       float32 // cards
	win        float32 // chance to win the pot
	calls      float32 // cards that the rivals are expected to pay
	knockouts  float32 // rivals that pay their last cards and so are eliminated if they lose
	reraises   float32 // expected number of rivals that raise again
	won, lost  float32 // own stack with the pot and without it
	rich, poor float32 // the worth of these two stacks
}

// value is the worth of what a move leads to, in cards.
func (r *Rules) value(s *choice, a seat.Action, out *outcome) float32 {
	v := s.v
	level := v.Level + a.By()
	cost := min(level-v.Put[v.Me], v.Stack[v.Me])
	*out = outcome{cost: float32(cost), win: 1}
	for i := range s.rivals[:s.n] {
		o := &s.rivals[i]
		if o.stack <= level-o.put {
			out.knockouts++
		}
		price := o.price(s, a)
		if price == 0 {
			out.win *= o.now
			continue
		}
		fold, again := r.reply(s, o, price)
		paid := r.along(s, o, o.line.Called(price, o.put+price))
		paid += float32(again * (r.along(s, o, seat.Reraised) - paid))
		stay := 1 - float32(r.g[credit(a)]*fold)
		out.win *= 1 - stay + float32(stay*paid)
		out.calls += float32((1 - fold) * float32(price))
		out.reraises += float32((1 - fold) * again)
	}
	out.lost = float32(v.Stack[v.Me]) - float32(out.cost*s.cardCost)
	out.won = out.lost + float32(r.g[valuePot]*float32(v.Pot+cost)) + float32(r.g[valueCalls]*out.calls)
	out.rich, out.poor = r.stack(s, out.won), r.stack(s, out.lost)
	return float32(out.win*(out.rich+float32(r.g[valueKnock]*out.knockouts))) + float32((1-out.win)*out.poor) - float32(out.reraises*r.g[againCost])
}

// credit is the place of the gene that says how much a rival's expected folds count.
func credit(a seat.Action) int {
	if a > seat.Check {
		return foldCredit + 1
	}
	return foldCredit
}

// parts divide a stack: cards up to each of these numbers have a value of their own.
var parts = [...]int{8, 20, 32, 50, 75, seat.Cards}

func (r *Rules) stack(s *choice, cards float32) float32 {
	if cards <= 0 {
		return 0
	}
	w := &r.worth[s.stage]
	i := min(int(cards), seat.Cards)
	return w[i] + float32((w[i+1]-w[i])*(cards-float32(i)))
}

// margin is by how many cards a move must be better than passing.
func (r *Rules) margin(s *choice, a seat.Action) float32 {
	v := s.v
	cost := v.Level + a.By() - v.Put[v.Me]
	which := 0
	m := r.g[marginPrice] * float32(cost)
	if a > seat.Check {
		which = 1
		m = float32(m) + r.g[marginRaise+a.By()-1] + float32(r.g[marginWeak]*max(0, 0.5-s.win)) - float32(r.g[marginStrong]*max(0, s.win-0.5))
	} else if cost > 0 {
		m = float32(m) + r.g[marginCall]
	} else {
		return 0
	}
	m += float32(r.g[marginBehind+which]*s.behind) + r.rivals[which][s.n&3] + float32(r.g[marginRaised+which]*float32(v.Raises))
	if v.War {
		m += r.g[marginWar+which]
	}
	return m
}
