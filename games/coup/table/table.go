package table

import (
	"fmt"
	"math/bits"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// Table plays games of Coup. One goroutine uses one table.
type Table struct {
	seats       [2]seatState
	rec         seat.PublicState
	chance      roll.Rand // deal and draws
	stock       deck
	invocations int32 // invocations so far
	choices     int32
	watch       *watcher // nil unless the game is traced

	_ engine.CacheLinePad
}

// seatState is a seat with everything that asking its player needs, in one cache line.
type seatState struct {
	view   seat.View
	player seat.Policy
	rolls  roll.Rand  // the seat's own stream
	next   uint64     // the next roll of that stream
	side   *seat.Side // the seat's side of the record
}

var _ engine.Tracer = (*Table)(nil)

func NewTable() *Table {
	t := new(Table)
	for i := range t.seats {
		t.seats[i].view = seat.View{PublicState: &t.rec, Me: uint8(i)}
		t.seats[i].side = &t.rec.Sides[i]
	}
	return t
}

// Play plays one game; seats[0] moves first. Both players must be seat.Policy.
func (t *Table) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	first, second := &t.seats[0], &t.seats[1]
	first.player, second.player = seats[0].(seat.Policy), seats[1].(seat.Policy)
	t.seed(seed)
	first.view.Hand, second.view.Hand, t.stock = deal(t.chance.Uint64())
	t.rec.Start()
	t.play()
	t.score(&out)
	return out
}

// View is what a seat knows now; it is valid until the next game.
func (t *Table) View(s int) *seat.View { return &t.seats[s].view }

func (t *Table) seed(seed uint64) {
	t.chance = roll.Stream(seed, 0)
	for i := range t.seats {
		c := &t.seats[i]
		c.rolls = roll.Stream(seed, 1+uint64(i))
		c.next = c.rolls.Uint64()
	}
}

func (t *Table) play() {
	t.invocations, t.choices = 0, 0
	if t.watch != nil {
		t.watch.start()
	}
	p, q := &t.seats[0], &t.seats[1]
	for !t.turn(p, q) && t.invocations < MaxInvocations {
		t.rec.Next()
		p, q = q, p
	}
	if t.watch != nil {
		t.watch.end()
	}
}

// score fills in the outcome in place: copying 24 bytes just written in smaller pieces stalls the processor.
func (t *Table) score(out *engine.Outcome) {
	out.Choices, out.Length = t.choices, min(t.invocations, MaxInvocations)
	if t.invocations > MaxInvocations {
		return // the arbiter stopped before the deciding move
	}
	for i := range t.seats {
		if t.seats[i^1].view.Hand == 0 {
			out.Score[i] = 1
		}
	}
}

// ask puts a choice to a player. The next roll is drawn after the call, while the processor waits for the action.
func (t *Table) ask(c *seatState, what seat.Ask, legal seat.Mask) seat.Action {
	c.view.Ask, c.view.Legal = what, legal
	a := c.player.Act(&c.view, c.next)
	if !c.view.Legal.Has(a) {
		illegal(c, a)
	}
	if t.invocations < MaxInvocations {
		t.choices++
	}
	if t.watch != nil {
		t.watch.asked(&c.view, c.next, a)
	}
	c.next = c.rolls.Uint64()
	return a
}

func illegal(c *seatState, a seat.Action) {
	panic(fmt.Sprintf("coup: %T chose %v, legal are %b", c.player, a, c.view.Legal))
}

// step counts an invocation and reports to the watcher what it wrote.
func (t *Table) step(c *seatState, m mark) {
	t.invocations++
	if t.watch != nil {
		t.watch.wrote(&c.view, m)
	}
}

// turn plays one line of the history and reports whether a player has lost.
func (t *Table) turn(p, q *seatState) bool {
	a := seat.Coup
	if legal := seat.Turns(p.side.Coins, q.side.Coins); legal != a.Bit() {
		a = t.ask(p, seat.AskTurn, legal)
	}
	t.step(p, mark(a))
	switch a & 7 { // each case makes the call that PublicState.Declare would
	case seat.Income:
		t.rec.Income()
		return false
	case seat.ForeignAid:
		t.rec.ForeignAid()
		return t.reply(p, q, seat.ReplyForeignAid, seat.NoRole)
	case seat.Exchange:
		t.rec.Claim(seat.Exchange, seat.Ambassador)
		return t.reply(p, q, seat.ReplyClaim, seat.Ambassador)
	case seat.Tax:
		t.rec.Claim(seat.Tax, seat.Duke)
		return t.reply(p, q, seat.ReplyClaim, seat.Duke)
	case seat.Assassinate:
		t.rec.Claim(seat.Assassinate, seat.Assassin)
		return t.assassinate(p, q)
	case seat.Steal:
		t.rec.Claim(seat.Steal, seat.Captain)
		return t.reply(p, q, seat.ReplySteal, seat.Captain)
	case seat.Coup:
		t.rec.Coup()
		over := t.lose(q, t.give(q, given0))
		t.rec.Pay(7)
		if !over {
			t.close(p)
		}
		return over
	case seat.Pass: // opens no turn; from eight cases on, the compiler jumps by table
	}
	panic("coup: unreachable")
}

// reply plays on after an action that the other player passes, challenges as that role, or blocks, as far as legal.
func (t *Table) reply(p, q *seatState, legal seat.Mask, role seat.Role) bool {
	a := t.ask(q, seat.AskReply, legal)
	t.step(q, mark(a))
	switch a {
	case seat.Pass:
		t.rec.Pass()
		return t.succeed(p)
	case seat.Challenge:
		t.rec.Challenge()
		return t.challenged(p, q, role)
	}
	return t.blocked(p, q, a)
}

func (t *Table) assassinate(p, q *seatState) bool {
	switch a := t.ask(q, seat.AskReply, seat.ReplyAssassinate(q.view.Hand)); a {
	case seat.Challenge:
		t.step(q, mark(a))
		t.rec.Challenge()
		return t.challenged(p, q, seat.Assassin)
	case seat.BlockContessa:
		t.step(q, mark(a))
		return t.blocked(p, q, a)
	default:
		t.rec.Pass()
		t.step(q, given0+mark(a.Given()))
		over := t.lose(q, a.Given())
		t.rec.Pay(3)
		if !over {
			t.close(p)
		}
		return over
	}
}

func (t *Table) challenged(p, q *seatState, role seat.Role) bool {
	if !p.view.Hand.Has(role) {
		return t.caught(p, role, closed0)
	}
	t.show(p, role)
	if role == seat.Assassin {
		t.lose(q, t.give(q, given0))
		return t.eliminate(q)
	}
	return t.lose(q, t.give(q, given0)) || t.succeed(p)
}

// blocked plays on after a block: the owner accepts it or challenges it.
func (t *Table) blocked(p, q *seatState, block seat.Action) bool {
	t.rec.DeclareBlock(block)
	if t.ask(p, seat.AskBlock, seat.ReplyBlock) == seat.Pass {
		t.close(p)
		t.rec.AcceptBlock()
		return false
	}
	t.step(p, mark(seat.Challenge))
	t.rec.ChallengeBlock()
	role := block.Claims()
	if q.view.Hand.Has(role) {
		t.show(q, role)
		over := t.lose(p, t.give(p, closed0))
		if role == seat.Contessa {
			t.rec.Pay(3)
		}
		return over
	}
	over := t.caught(q, role, given0)
	if role == seat.Contessa {
		return t.eliminate(q)
	}
	return over || t.succeed(p)
}

// show reveals a challenged card and replaces it, unless it is the Ambassador of an Exchange, which the owner keeps. The
// card returns to the stock after the draw, so it is never drawn at once.
func (t *Table) show(c *seatState, role seat.Role) {
	t.step(c, shown0+mark(role))
	t.rec.Prove(c.view.Me, role)
	if t.rec.Action == seat.Exchange {
		return
	}
	i, _ := roll.Split(t.chance.Uint64(), stockSize)
	c.view.Hand = c.view.Hand.Without(role).With(t.stock.at(i))
	t.stock = t.stock.put(i, role)
}

// give makes a player choose a card to give up. as is how it is written, given0 or closed0.
func (t *Table) give(c *seatState, as mark) seat.Role {
	card := c.view.Hand.Lowest()
	if gives := seat.Gives(c.view.Hand); gives&(gives-1) != 0 {
		card = t.ask(c, seat.AskGive, gives).Given()
	}
	t.step(c, as+mark(card))
	return card
}

// lose takes a card away and reports whether it was the last one.
func (t *Table) lose(c *seatState, card seat.Role) bool {
	t.rec.Lose(c.view.Me, card)
	c.view.Hand = c.view.Hand.Without(card)
	return c.view.Hand == 0
}

// caught ends a false claim. The record learns of it once the card is written: until then the other player cannot know.
func (t *Table) caught(c *seatState, role seat.Role, as mark) bool {
	card := t.give(c, as)
	t.rec.Disprove(c.view.Me, role)
	return t.lose(c, card)
}

// eliminate ends the game by a true Assassinate or a false Contessa that costs both cards; one of them is written.
func (t *Table) eliminate(q *seatState) bool {
	t.rec.Pay(3)
	q.view.Hand = 0
	return true
}

func (t *Table) succeed(p *seatState) bool {
	if t.rec.Action == seat.Exchange {
		t.exchange(p)
		t.close(p)
		t.rec.ExchangeCards()
		return false
	}
	t.close(p)
	t.rec.GainCoins()
	return false
}

func (t *Table) close(p *seatState) { t.step(p, newline) }

// exchange draws two cards, asks which to keep and returns the others.
func (t *Table) exchange(p *seatState) {
	r := t.chance.Uint64()
	i, r := roll.Split(r, stockSize)
	j, _ := roll.Split(r, stockSize-1)
	j += 1 - (j-i)>>63 // one more from i on
	pool := p.view.Hand.With(t.stock.at(i)).With(t.stock.at(j))
	lives := int(p.side.Lives)
	p.view.Hand = pool
	legal := seat.Keeps(pool, lives)
	keep := seat.Action(bits.TrailingZeros64(uint64(legal))).Kept()
	if legal&(legal-1) != 0 {
		keep = t.ask(p, seat.AskKeep, legal).Kept()
	}
	p.view.Hand = keep
	rest := pool - keep // packed counts subtract field by field
	first := rest.Lowest()
	t.stock = t.stock.put(i, first).put(j, rest.Without(first).Lowest())
	if t.watch != nil {
		t.watch.pool, t.watch.kept = pool, keep
	}
}

// deck holds the cards that are out of play as 4-bit fields of one word. The arbiter shuffles whenever a card goes
// back, so a draw is an even choice among the fields and their order means nothing.
type deck uint64

const (
	deckSize  = 15
	stockSize = 11 // after the deal, except while an Exchange is decided
)

const full deck = 0x444333222111000

func (d deck) at(i uint) seat.Role { return seat.Role(d >> (4 * i & 63) & 15) }

func (d deck) put(i uint, r seat.Role) deck {
	return d ^ deck(d.at(i)^r)<<(4*i&63)
}

// deal draws four cards for the two hands and leaves the stock. The draws use less than 16 of the roll's 64 bits.
func deal(r uint64) (first, second seat.Hand, d deck) {
	d, r, first = full.draw(r, deckSize, first)
	d, r, first = d.draw(r, deckSize-1, first)
	d, r, second = d.draw(r, deckSize-2, second)
	d, _, second = d.draw(r, deckSize-3, second)
	return first, second, d & (1<<(4*stockSize) - 1)
}

// draw moves one of the n cards of a deck to a hand; the last card takes its place.
func (d deck) draw(r uint64, n uint, h seat.Hand) (deck, uint64, seat.Hand) {
	i, rest := roll.Split(r, n)
	return d.put(i, d.at(n-1)), rest, h.With(d.at(i))
}
