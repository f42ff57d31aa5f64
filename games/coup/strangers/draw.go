package strangers

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// Player is a stranger. It has the numbers that a seed draws, and no state.
type Player struct {
	// Character, from 0 to 1, which the other numbers depend on.
	skill float32 // how close they are to sensible ones
	nerve float32 // how much it bluffs
	trust float32 // how readily it believes a claim

	// Belief. The arrays are factors of the odds that the opponent holds a role.
	reads         bool                   // weighs every hand that the opponent can hold, not the role by itself
	counts        bool                   // always challenges a claim that the open cards rule out
	credit        [seat.Roles][2]float32 // by role and by whether the opponent has claimed it
	again         [4]float32             // by how often the opponent has claimed the role
	marks         [8]float32             // by bits: role denied, denied before it was claimed, claimed before an Exchange
	over          [3]float32             // by how many roles the opponent claims more than it has cards
	caught, shown [4]float32             // by challenges of the opponent's claims that succeeded, that failed
	idle          [4]float32             // for the Duke, by turns that the opponent opened with Income or Foreign Aid

	// Challenges. It challenges if the chance that a claim is true is below a limit.
	suspicion      [8]float32 // limit by action
	blockSuspicion [8]float32 // limit for a block, by blocked action
	lastOwn        float32    // factor of the limit on its own last card
	lastOther      float32    // factor of the limit on the opponent's last card
	urgent         float32    // factor of the limit if the opponent has 5 coins or more
	wobble, cross  float32    // random error of the limit; rate of challenges without a reason
	argues         bool       // thinks of a challenge first and of a block second
	defiant        float32    // how readily it challenges an Assassinate that would end the game, instead of bluffing a Contessa

	// Claims. The rates of bluffs are for a neutral situation; other situations multiply them by the factors.
	plays, guards       [seat.Roles]float32 // rate of using a role that it holds: on its turn, to block
	bluffs, bluffBlocks [seat.Roles]float32 // rate of claiming a role that it does not hold: on its turn, to block
	boldest             float32             // largest rate of a bluff in any situation
	story               [8]float32          // factor by what it said of the role: see func story
	thin                [4]float32          // factor by face-up copies of the role
	cornered, behind    float32             // factor on its last card; with fewer cards, or three coins fewer
	called              float32             // share of claims that an unknown opponent is expected to challenge
	brave, scared       float32             // share of challenges above which it is scared; factor when it is
	ambassador          bool                // bluffs an Ambassador, not a Captain, against a Steal
	finishes            bool                // sees which choices end the game

	// Turns of players with a list.
	weighs    bool                   // has no list, but takes the action of the largest worth
	list      [7]seat.Action         // the order in which it tries actions
	respect   [seat.Coup + 1]float32 // chance that the opponent can block, from which it leaves an action out
	heeds     uint8                  // roles, a bit each: while the opponent claims one, it takes no action that the role blocks
	fickle    float32                // rate of turns on which it begins further down the list
	coupAt    uint8                  // coins from which it takes a Coup
	killAt    uint8                  // coins from which it assassinates
	stealFrom uint8                  // coins of the opponent from which it steals
	trades    uint8                  // turns after which it does not exchange

	// Turns of players that weigh. Worths are counted in lives.
	coin, last, trade float32                // worth of a coin, of a last life, of a better hand
	haste             float32                // coins that taking a life is worth beside the life
	blocked           float32                // rate at which an opponent that can block is expected to do so
	suspect           [8]float32             // factor of the challenges that it expects: see func story
	noise             float32                // random error of a worth
	taste             [seat.Coup + 1]float32 // added to the worth of an action

	// Cards. It keeps the cards of the largest worth.
	prizes               [seat.Roles]float32 // worth of a role
	loyal, afraid, ready float32             // added for a role that it claims, for a Contessa and for an Assassin when it can be paid for
	double               float32             // worth of the second of two equal cards, as a share
	content              float32             // worth of a hand from which it does not exchange
	slip                 float32             // rate of random choices
}

var _ seat.Policy = (*Player)(nil)

// Draw makes the player the stranger of a seed, in place.
func (p *Player) Draw(seed uint64) {
	var d dice
	d.roll(seed)
	p.draw(&d)
}

func (p *Player) draw(d *dice) {
	p.drawCharacter(d)
	p.drawBelief(d)
	p.drawSuspicion(d)
	p.drawClaims(d)
	p.drawStory(d)
	p.drawCoins(d)
	p.drawCards(d)
	if p.weighs {
		p.drawWorths(d)
	} else {
		p.drawList(d)
	}
}

// dice has the random numbers for a style. They are made all at once, because one by one takes twice as long.
type dice struct {
	units [rolled]float32 // in [0, 1)
	next  uint8
	wild  float32 // how far numbers may be from sensible ones, 0 to 1
}

// rolled is how many numbers there are, at least as many as a style needs. A roll makes four.
const rolled = 128

func (d *dice) roll(seed uint64) {
	rolls := roll.New(seed)
	for i := 0; i < rolled; i += 4 {
		x := rolls.Uint64()
		u := d.units[i : i+4 : i+4]
		u[0], u[1] = float32(uint16(x))*0x1p-16, float32(uint16(x>>16))*0x1p-16
		u[2], u[3] = float32(uint16(x>>32))*0x1p-16, float32(uint16(x>>48))*0x1p-16
	}
}

func (d *dice) unit() float32 {
	u := d.units[d.next%rolled]
	d.next++
	return u
}

func (d *dice) between(low, high float32) float32 { return low + float32((high-low)*d.unit()) }

// near returns a number in [low, high), the closer to the sensible one the smaller d.wild.
func (d *dice) near(sensible, low, high float32) float32 {
	return sensible + float32(d.wild*(d.between(low, high)-sensible))
}

func (d *dice) happens(share float32) bool { return d.unit() < share }

// drawCharacter makes about half of the family competent. Skilled players must differ, too, because a bot that is bred
// against nearly equal players wins less often against others.
func (p *Player) drawCharacter(d *dice) {
	p.skill = d.unit()
	if d.happens(0.6) {
		p.skill = 1 - float32(0.4*p.skill)
	}
	d.wild = 1 - float32(0.6*p.skill)
	if d.happens(0.5) {
		d.wild = 1
	}
	p.nerve, p.trust = d.unit(), d.unit()
	switch u := d.unit(); {
	case u < 0.3:
		p.nerve = 1
	case u < 0.4:
		p.nerve = 0
	}
	p.weighs, p.reads = d.happens(0.15), d.happens(0.3)
	p.counts, p.finishes = d.happens(0.6+float32(0.4*p.skill)), d.happens(0.3+float32(0.7*p.skill))
	p.slip = 0
	if d.happens(0.5 - float32(0.5*p.skill)) {
		p.slip = 0.4 * d.unit() * d.unit()
	}
}

func scaleOdds(q, factor float32) float32 {
	return q * factor / (float32(q*factor) + 1 - q)
}

func powers(factor float32) [4]float32 {
	return [4]float32{1, factor, factor * factor, factor * factor * factor}
}

func (p *Player) drawBelief(d *dice) {
	// The first claim moves the odds most. From there on some players believe more with every claim, others less.
	first := 0.4 + float32(4.6*p.trust)
	if p.weighs {
		first++ // it must believe more, because the stakes alone make its limits high
	}
	again := d.near(1.4, 0.5, 2.5)
	p.again = [4]float32{1, 1, again, again * again}
	for r := range p.credit {
		p.credit[r] = [2]float32{1, first * d.near(1, 0.4, 1.8)}
	}
	denied, before, stale := d.near(0.35, 0.02, 1.5), d.near(0.5, 0.1, 1.5), d.near(1.3, 0.5, 3)
	p.marks = [8]float32{1, denied, before, denied * before, stale, stale * denied, stale * before, stale * denied * before}
	over := d.near(0.6, 0.15, 1.2)
	p.over = [3]float32{1, over, over * over}
	p.caught, p.shown = powers(d.near(0.75, 0.3, 1.2)), powers(d.near(1.3, 0.8, 2.5))
	p.idle = powers(d.near(0.8, 0.4, 1.1))
}

func (p *Player) drawSuspicion(d *dice) {
	u := d.unit()
	k := 0.45 * u * u // the limit if claims meant nothing; often low, so that many hardly ever challenge
	if d.happens(0.03) {
		k = 0.97
	}
	blocks := k
	if d.happens(0.5) {
		blocks = 0.4 * d.unit()
	}
	credit := 0.6 + float32(4.4*p.trust)
	k, blocks = scaleOdds(k, credit), scaleOdds(blocks, credit)
	if p.weighs { // for these players it is a factor of the limit that the stakes justify
		k = d.near(1, 0.2, 1.7)
		blocks = k
	}
	for a := seat.Exchange; a <= seat.Steal; a++ {
		p.suspicion[a] = k * d.between(0.65, 1.35)
	}
	for _, a := range [...]seat.Action{seat.ForeignAid, seat.Assassinate, seat.Steal} {
		p.blockSuspicion[a] = blocks * d.between(0.65, 1.5)
	}
	p.suspicion[seat.Assassinate] *= d.near(0.8, 0.3, 1.5)
	p.blockSuspicion[seat.Assassinate] *= d.near(1.1, 0.5, 2)
	p.lastOwn, p.lastOther, p.urgent = d.near(0.9, 0.3, 1.6), d.near(1.1, 0.6, 1.8), d.near(1.1, 0.7, 1.8)
	p.wobble, p.cross = 0, 0
	if d.happens(0.4) {
		p.wobble = 1.5 * d.unit()
	}
	if d.happens(0.3) {
		p.cross = 0.3 * d.unit() * d.unit()
	}
	p.argues = d.happens(0.4)
	p.defiant = d.near(0.6, 0, 2)
}

func (p *Player) drawClaims(d *dice) {
	l := p.lies(d)
	for r := range p.plays {
		p.plays[r], p.guards[r] = p.useRate(d), p.useRate(d)
		p.bluffs[r], p.bluffBlocks[r] = l.rate(d), l.rate(d)
	}
	// Most people bluff a Duke first. A false Assassin costs three coins if it is blocked.
	p.bluffs[seat.Duke] *= 1.4
	p.bluffs[seat.Assassin] *= 0.6
	p.bluffs[seat.Ambassador] *= 0.5
	p.bluffBlocks[seat.Duke] *= 0.6
	p.boldest = 1
	if d.happens(0.3) {
		p.boldest = d.between(0.3, 1)
	}
	p.ambassador = d.happens(0.3)
}

func (p *Player) useRate(d *dice) float32 { return min(1, d.unit()/(0.25*d.wild)) }

// lies makes a rate of bluffs of a number in [0, 1): 0 below never, 1 above always, and with a slope between.
type lies struct{ never, always, slope float32 }

func (p *Player) lies(d *dice) lies {
	n := float32(p.nerve * (2 - p.nerve))
	l := lies{never: 0.35 - float32(0.25*n), always: 1 - float32(0.3*n)}
	between := l.always - l.never
	switch {
	case n == 0:
		l.never, l.always = 1, 1
	case d.happens(0.3): // all or nothing
		l.never += float32(between * (1 - n))
		l.always = l.never
	default:
		l.slope = n / between
	}
	return l
}

func (l *lies) rate(d *dice) float32 {
	u := d.unit()
	x := max(0, float32((u-l.never)*l.slope))
	if u > l.always {
		x = 1
	}
	return x
}

// drawStory draws the factors that make it bluff more or less. Some players have none.
func (p *Player) drawStory(d *dice) {
	again, denied, stretched := d.between(0.8, 4), d.near(0.55, 0, 1.2), d.near(0.8, 0, 1.2)
	p.story = [8]float32{1, again, denied, again * denied, stretched, 1, 1, 1}
	if u := d.unit(); u < 0.2 {
		p.story = [8]float32{1, 1, 1, 1, 1, 1, 1, 1}
	} else if u < 0.4 {
		p.story = [8]float32{1, 1, 0, 0, 1, 1, 1, 1}
	}
	p.thin = powers(p.indifferent(d, d.near(0.6, 0.1, 1.1)))
	if !d.happens(0.3 * d.wild) {
		p.thin[3] = 0
	}
	p.cornered, p.behind = p.indifferent(d, d.between(0.2, 2)), p.indifferent(d, d.between(0.5, 2))
	p.called, p.brave = d.between(0.1, 0.5), d.between(0.2, 0.9)
	p.scared = p.indifferent(d, d.near(0.3, 0, 1))
}

// indifferent returns a factor, or for some players 1.
func (p *Player) indifferent(d *dice, factor float32) float32 {
	if d.happens(0.4) {
		return 1
	}
	return factor
}

// order is how gladly a sensible player takes its actions.
var order = [7]float32{seat.Income: 0, seat.ForeignAid: 1.5, seat.Exchange: 2, seat.Tax: 4, seat.Assassinate: 4.5, seat.Steal: 3.5, seat.Coup: 6}

func (p *Player) drawList(d *dice) {
	spread := 1.5 + float32(8*d.wild)
	var at [7]float32
	for a := range at {
		at[a] = order[a] + float32(spread*(d.unit()-0.5))
	}
	p.sort(&at)
	for _, a := range [...]seat.Action{seat.ForeignAid, seat.Assassinate, seat.Steal} {
		p.respect[a] = d.near(0.5, 0.1, 1.3)
	}
	p.fickle = 0
	if d.happens(0.35) {
		p.fickle = 0.6 * d.unit()
	}
	some, others := uint8(32*d.unit()), uint8(32*d.unit())
	p.heeds = some & others
	if d.happens(0.3) {
		p.heeds = 1<<seat.Roles - 1
	}
}

func (p *Player) drawCoins(d *dice) {
	p.coupAt, p.killAt, p.stealFrom = 7, 3, 1
	if d.happens(0.1 + float32(0.5*d.wild)) {
		p.coupAt += uint8(4 * d.unit())
	}
	if d.happens(0.1 + float32(0.4*d.wild)) {
		p.killAt += uint8(6 * d.unit())
	}
	if d.happens(0.6) {
		p.stealFrom = 2
	}
	p.trades = uint8(1 + float32(5*d.unit()))
	if d.happens(0.15) {
		p.trades = 255
	}
}

// sort lists the actions with the highest numbers first, without branches, which a processor could not predict.
func (p *Player) sort(at *[7]float32) {
	var keys [len(p.list)]int32 // a number in the high bits, its action in the low ones
	for a, x := range at {
		keys[a] = int32(x*4096)<<3 | int32(a)
	}
	for last := len(keys) - 1; last > 0; last-- {
		for i := range last {
			keys[i], keys[i+1] = max(keys[i], keys[i+1]), min(keys[i], keys[i+1])
		}
	}
	for i, k := range keys {
		p.list[i] = seat.Action(k & 7)
	}
}

func (p *Player) drawWorths(d *dice) {
	p.coin, p.last = d.near(0.18, 0.05, 0.4), d.near(1.3, 0.7, 3)
	p.trade, p.haste, p.blocked = d.near(0.15, 0, 0.8), d.near(1, -3, 6), d.near(0.9, 0, 1.2)
	known, denied, stretched := d.near(0.8, 0.4, 1.5), d.near(1.6, 0.6, 3), d.near(1.4, 0.6, 2.5)
	p.suspect = [8]float32{1, known, denied, known * denied, stretched, 1, 1, 1}
	p.noise = 0
	if d.happens(0.5) {
		p.noise = 0.4 * d.unit()
	}
	for a := range p.taste {
		p.taste[a] = 0.5 * d.wild * (d.unit() - 0.5)
	}
}

// prized is how gladly a sensible player holds its cards.
var prized = [seat.Roles]float32{seat.Ambassador: 0.25, seat.Assassin: 0.45, seat.Captain: 0.6, seat.Contessa: 0.65, seat.Duke: 0.8}

func (p *Player) drawCards(d *dice) {
	spread := 0.3 + d.wild
	for r := range p.prizes {
		p.prizes[r] = prized[r] + float32(spread*(d.unit()-0.5))
	}
	p.loyal, p.afraid, p.ready = d.near(0.1, -0.5, 0.6), d.between(-0.1, 0.4), d.between(-0.1, 0.4)
	p.double = d.near(0.4, 0, 1.2)
	p.content = d.near(1.1, 0.4, 2)
}
