package strangers

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// style is what is drawn: all that tells two strangers apart.
type style struct {
	character

	// Belief: what the opponent's words and past do to the odds that it holds a role.
	reads, counts bool                   // weighs all hands; challenges what the open cards rule out
	credit        [seat.Roles][4]float32 // by claims that stand
	marks         [8]float32             // by whether the role was denied, denied before, claimed before an Exchange
	over          [3]float32             // by claims more than cards
	caught, shown [4]float32             // by challenges of its claims that succeeded, that failed
	idle          [4]float32             // of a Duke, by turns of Income and Foreign Aid

	// Challenges: the chance of holding the card below which it challenges.
	suspicion, blockSuspicion  [8]float32 // by declared action
	lastOwn, lastOther, urgent float32    // factors: last card, opponent's last card, opponent with 5 coins
	wobble, cross              float32    // noise of the limit; share of challenges without a reason
	argues                     bool       // challenges first and blocks second
	defiant                    float32    // challenges rather than bluffs where an Assassinate would end the game

	// Claims.
	plays, guards        [seat.Roles]float32 // share of true claims that it makes: on its turn, to block
	bluffs, bluffBlocks  [seat.Roles]float32 // share of false ones, in a neutral situation
	boldest              float32             // largest of these shares in any situation
	story                [8]float32          // factor: none, claimed, denied, both, 4 another role than its cards allow
	thin                 [4]float32          // factor by face-up copies
	cornered, behind     float32             // factors: last card, behind
	called, brave        float32             // challenges expected; share of challenges above which it is scared
	scared               float32             // factor
	ambassador, finishes bool                // bluffs an Ambassador against a Steal; sees what ends the game

	// Turns.
	weighs                            bool
	list                              [2][7]seat.Action // by own cards less one
	respect                           [seat.Coup + 1]float32
	heeds                             uint8 // roles that it never acts against while the opponent stands by them
	fickle                            float32
	coupAt, killAt, stealFrom, trades uint8
	coin, last, trade, haste, blocked float32 // worths of a player that weighs
	suspect                           [8]float32
	noise                             float32
	taste                             [seat.Coup + 1]float32

	// Cards.
	prizes                                [seat.Roles]float32
	loyal, afraid, ready, double, content float32
	slip                                  float32 // share of choices that are made by chance
}

// character is what ties the numbers of a style together.
type character struct {
	skill float32 // 0 a fool, 1 a player whose numbers are sensible
	nerve float32 // 0 honest, 1 a liar
	trust float32 // 0 doubts every claim, 1 believes all
}

// dice holds the numbers that a style is made of. They are drawn at once: one by one
// they would take three times as long.
type dice struct {
	units [units]float32 // in [0, 1)
	next  uint
	wild  float32 // how far a number may depart from what is sensible
}

// units is more than the numbers of any style: a power of two, which needs no check of
// bounds.
const units = 256

func (d *dice) roll(seed uint64) {
	rolls := roll.New(seed)
	for i := 0; i < len(d.units); i += 4 {
		x := rolls.Uint64()
		for k := range 4 {
			d.units[i+k] = float32(uint16(x)) * 0x1p-16
			x >>= 16
		}
	}
}

// unit returns a number in [0, 1).
func (d *dice) unit() float32 {
	u := d.units[d.next%units]
	d.next++
	return u
}

// between returns a number in [low, high).
func (d *dice) between(low, high float32) float32 { return low + float32((high-low)*d.unit()) }

// near returns a number in [low, high), by skill closer to a sensible one.
func (d *dice) near(sensible, low, high float32) float32 {
	return sensible + float32(d.wild*(d.between(low, high)-sensible))
}

// happens reports true for a share of all draws.
func (d *dice) happens(share float32) bool { return d.unit() < share }

// Draw makes the player the stranger of a seed, in place.
func (p *Player) Draw(seed uint64) {
	var d dice
	d.roll(seed)
	s := &p.style
	s.drawCharacter(&d)
	s.drawBelief(&d)
	s.drawSuspicion(&d)
	s.drawClaims(&d)
	s.drawStory(&d)
	s.drawTurns(&d)
	s.drawWorths(&d)
	s.drawCards(&d)
}

func (s *style) drawCharacter(d *dice) {
	s.skill = d.unit()
	if d.happens(0.6) {
		s.skill = 1 - float32(0.4*s.skill)
	}
	s.nerve, s.trust = d.unit(), d.unit()
	if d.happens(0.15) {
		s.nerve = 0
	}
	d.wild = 1 - float32(0.85*s.skill)
	s.weighs, s.reads = d.happens(0.3), d.happens(0.35)
	s.counts, s.finishes = d.happens(0.6+0.4*s.skill), d.happens(0.3+0.7*s.skill)
	s.slip = 0
	if d.unit() > 0.5+float32(0.5*s.skill) {
		s.slip = float32(0.4*d.unit()) * d.unit()
	}
}

// powers fills a table with the powers of a factor.
func powers(t *[4]float32, factor float32) {
	t[0], t[1], t[2] = 1, factor, factor*factor
	t[3] = t[2] * factor
}

func (s *style) drawBelief(d *dice) {
	// The first claim moves the odds most; from there on some players believe more
	// with every claim, others less.
	first := 0.4 + float32(4.6*s.trust)
	again := d.near(1.4, 0.5, 2.5)
	for r := range s.credit {
		c := first * d.near(1, 0.4, 1.8)
		s.credit[r] = [4]float32{1, c, c * again, c * again * again}
	}
	denied, before, stale := d.near(0.35, 0.02, 1.5), d.near(0.5, 0.1, 1.5), d.near(1.3, 0.5, 3)
	s.marks = [8]float32{1, denied, before, denied * before, stale, stale * denied, stale * before, stale * denied * before}
	over := d.near(0.6, 0.15, 1.2)
	s.over = [3]float32{1, over, over * over}
	powers(&s.caught, d.near(0.75, 0.3, 1.2))
	powers(&s.shown, d.near(1.3, 0.8, 2.5))
	powers(&s.idle, d.near(0.8, 0.4, 1.1))
}

func (s *style) drawSuspicion(d *dice) {
	// What it takes by the cards alone, and then as much as its credit allows for.
	k := d.near(0.2, 0, 0.55)
	switch {
	case d.happens(0.06):
		k = 0 // believes all
	case d.happens(0.05):
		k = 0.97 // believes nothing
	}
	base := moved(k, 0.6+float32(4.4*s.trust))
	for a := range s.suspicion {
		s.suspicion[a] = base * d.between(0.65, 1.35)
		s.blockSuspicion[a] = base * d.between(0.65, 1.5)
	}
	if s.weighs { // its limit is a share of what the stakes allow for
		f := d.near(1, 0.2, 1.7)
		for a := range s.suspicion {
			s.suspicion[a], s.blockSuspicion[a] = f*d.near(1, 0.5, 1.5), f*d.near(1, 0.5, 1.5)
		}
	}
	s.suspicion[seat.Assassinate] *= d.near(0.8, 0.3, 1.5)
	s.blockSuspicion[seat.Assassinate] *= d.near(1.1, 0.5, 2)
	s.lastOwn, s.lastOther, s.urgent = d.near(0.9, 0.3, 1.6), d.near(1.1, 0.6, 1.8), d.near(1.1, 0.7, 1.8)
	s.wobble, s.cross = 0, 0
	if d.happens(0.4) {
		s.wobble = 1.5 * d.unit()
	}
	if d.happens(0.3) {
		s.cross = float32(0.3*d.unit()) * d.unit()
	}
	s.argues = d.happens(0.4)
	s.defiant = d.near(0.6, 0, 2)
}

func (s *style) drawClaims(d *dice) {
	for r := range s.plays {
		s.plays[r], s.guards[r] = 1, 1
		if d.happens(0.25 * d.wild) {
			s.plays[r] = d.unit()
		}
		if d.happens(0.25 * d.wild) {
			s.guards[r] = d.unit()
		}
		s.bluffs[r], s.bluffBlocks[r] = s.lie(d), s.lie(d)
	}
	s.bluffs[seat.Ambassador] *= 0.5
	s.boldest = 1
	if d.happens(0.3) {
		s.boldest = d.between(0.3, 1)
	}
	s.ambassador = d.happens(0.3)
}

// lie returns how often it bluffs one role: some roles never, some always.
func (s *style) lie(d *dice) float32 {
	u, n := d.unit(), s.nerve
	if u < 0.35-float32(0.25*n) || n == 0 {
		return 0
	}
	if u > 1-float32(0.3*n) {
		return 1
	}
	return n * d.unit()
}

func (s *style) drawStory(d *dice) {
	again, denied, stretched := d.between(0.3, 3.5), d.near(0.15, 0, 1.2), d.near(0.4, 0, 1.2)
	s.story = [8]float32{1, again, denied, again * denied, stretched, 1, 1, 1}
	powers(&s.thin, d.near(0.6, 0.1, 1.1))
	s.thin[3] = 0
	if d.happens(0.3 * d.wild) {
		s.thin[3] = 0.3
	}
	s.cornered, s.behind = d.between(0.2, 2), d.between(0.5, 2)
	s.called, s.brave, s.scared = d.between(0.1, 0.5), d.between(0.2, 0.9), d.near(0.3, 0, 1)
}

// order is how gladly a sensible player takes its actions.
var order = [7]float32{seat.Income: 0, seat.ForeignAid: 1.5, seat.Exchange: 2, seat.Tax: 4, seat.Assassinate: 4.5, seat.Steal: 3.5, seat.Coup: 6}

func (s *style) drawTurns(d *dice) {
	spread := 1.5 + float32(8*d.wild)
	var at [7]float32
	for a := range at {
		at[a] = order[a] + float32(spread*(d.unit()-0.5))
		s.respect[a] = d.near(0.5, 0.1, 1.3)
	}
	s.sort(0, at)
	for a := range at {
		at[a] += 2 * (d.unit() - 0.5)
	}
	s.sort(1, at)
	s.fickle = 0
	if d.happens(0.35) {
		s.fickle = 0.6 * d.unit()
	}
	s.heeds = uint8(32*d.unit()) & uint8(32*d.unit())
	if d.happens(0.3) {
		s.heeds = 31
	}
	s.coupAt, s.killAt, s.stealFrom = 7, 3, 1
	if d.happens(0.1 + 0.5*d.wild) {
		s.coupAt += uint8(4 * d.unit())
	}
	if d.happens(0.1 + 0.4*d.wild) {
		s.killAt += uint8(6 * d.unit())
	}
	if d.happens(0.6) {
		s.stealFrom = 2
	}
	s.trades = uint8(1 + 5*d.unit())
	if d.happens(0.15) {
		s.trades = 255
	}
}

// sort makes a list of actions, those with the highest numbers first. Income ends it,
// since it has no conditions.
func (s *style) sort(lives int, at [7]float32) {
	list := &s.list[lives]
	for a := range at {
		i := a
		for ; i > 0 && at[list[i-1]] < at[a]; i-- {
			list[i] = list[i-1]
		}
		list[i] = seat.Action(a)
	}
}

func (s *style) drawWorths(d *dice) {
	s.coin, s.last = d.near(0.18, 0.05, 0.4), d.near(1.3, 0.7, 3)
	s.trade, s.haste, s.blocked = d.near(0.15, 0, 0.8), d.near(1, -3, 6), d.near(0.9, 0, 1.2)
	known, denied, stretched := d.near(0.8, 0.4, 1.5), d.near(1.6, 0.6, 3), d.near(1.4, 0.6, 2.5)
	s.suspect = [8]float32{1, known, denied, known * denied, stretched, 1, 1, 1}
	s.noise = 0
	if d.happens(0.5) {
		s.noise = 0.4 * d.unit()
	}
	for a := range s.taste {
		s.taste[a] = 0.5 * d.wild * (d.unit() - 0.5)
	}
}

// prized is how gladly a sensible player holds its cards.
var prized = [seat.Roles]float32{seat.Ambassador: 0.25, seat.Assassin: 0.45, seat.Captain: 0.6, seat.Contessa: 0.65, seat.Duke: 0.8}

func (s *style) drawCards(d *dice) {
	spread := 0.3 + d.wild
	for r := range s.prizes {
		s.prizes[r] = prized[r] + float32(spread*(d.unit()-0.5))
	}
	s.loyal, s.afraid, s.ready = d.near(0.1, -0.5, 0.6), d.between(-0.1, 0.4), d.between(-0.1, 0.4)
	s.double = d.near(0.4, 0, 1.2)
	s.content = d.near(1.1, 0.4, 2)
}
