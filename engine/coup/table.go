package coup

import (
	"fmt"

	"bloodline/engine"
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
)

// Table plays games of Coup. One goroutine uses one table.
type Table struct {
	chairs  [2]chair
	rec     seat.Record
	chance  roll.Rand // deal and draws
	stock   deck
	spent   int32 // invocations so far
	choices int32
	watch   *watcher // nil unless somebody reads along

	_ engine.CacheLinePad
}

// chair is a seat with everything that asking its player needs, in one cache line.
type chair struct {
	view   seat.View
	player seat.Policy
	rolls  roll.Rand  // the seat's own stream
	next   uint64     // and the next roll of it
	side   *seat.Side // what the record has of it
}

var (
	_ engine.Table  = (*Table)(nil)
	_ engine.Tapper = (*Table)(nil)
)

// NewTable returns an empty table.
func NewTable() *Table {
	t := new(Table)
	for i := range t.chairs {
		t.chairs[i].view = seat.View{Record: &t.rec, Me: uint8(i)}
		t.chairs[i].side = &t.rec.Sides[i]
	}
	return t
}

// Play plays one game; seats[0] moves first. Both players must be seat.Policy.
func (t *Table) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	first, second := &t.chairs[0], &t.chairs[1]
	first.player, second.player = seats[0].(seat.Policy), seats[1].(seat.Policy)
	t.seed(seed)
	first.view.Hand, second.view.Hand, t.stock = deal(t.chance.Uint64())
	t.rec.Start()
	t.play()
	t.score(&out)
	return out
}

// seed starts the game's streams of chance.
func (t *Table) seed(seed uint64) {
	t.chance = roll.Stream(seed, 0)
	for i := range t.chairs {
		c := &t.chairs[i]
		c.rolls = roll.Stream(seed, 1+uint64(i))
		c.next = c.rolls.Uint64()
	}
}

// play plays on from the deal.
func (t *Table) play() {
	t.spent, t.choices = 0, 0
	if t.watch != nil {
		t.watch.start()
	}
	p, q := &t.chairs[0], &t.chairs[1]
	for !t.turn(p, q) && t.spent < MaxInvocations {
		t.rec.Next()
		p, q = q, p
	}
	if t.watch != nil {
		t.watch.end()
	}
}

// score fills in the outcome, in place: to copy 24 bytes that were just written in
// smaller pieces would stall.
func (t *Table) score(out *engine.Outcome) {
	out.Choices, out.Length = t.choices, min(t.spent, MaxInvocations)
	if t.spent > MaxInvocations {
		return // the arbiter stopped before the deciding move
	}
	for i := range t.chairs {
		if t.chairs[i^1].view.Hand == 0 {
			out.Score[i] = 1
		}
	}
}

// ask puts a choice to a player. The roll was drawn in advance and the next one is
// drawn behind the call, while the processor waits to see what was chosen.
func (t *Table) ask(c *chair, what seat.Ask, legal seat.Mask) seat.Action {
	c.view.Ask, c.view.Legal = what, legal
	a := c.player.Act(&c.view, c.next)
	if !c.view.Legal.Has(a) {
		illegal(c, a)
	}
	if t.spent < MaxInvocations {
		t.choices++
	}
	if t.watch != nil {
		t.watch.asked(&c.view, c.next, a)
	}
	c.next = c.rolls.Uint64()
	return a
}

func illegal(c *chair, a seat.Action) {
	panic(fmt.Sprintf("coup: %T chose %v, legal are %b", c.player, a, c.view.Legal))
}

// step counts an invocation and tells the watcher what it wrote.
func (t *Table) step(c *chair, m mark) {
	t.spent++
	if t.watch != nil {
		t.watch.wrote(&c.view, m)
	}
}

// turn plays one line of the history and reports whether somebody has lost.
func (t *Table) turn(p, q *chair) bool {
	a := seat.Coup
	if legal := seat.Turns(p.side.Coins, q.side.Coins); legal != a.Bit() {
		a = t.ask(p, seat.AskTurn, legal)
	}
	t.step(p, mark(a))
	switch a & 7 { // each case tells the record itself what Record.Declare would
	case seat.Income:
		t.rec.Income()
		return false
	case seat.ForeignAid:
		t.rec.ForeignAid()
		return t.foreignAid(p, q)
	case seat.Exchange:
		t.rec.Claim(seat.Exchange, seat.Ambassador)
		return t.claim(p, q, seat.Ambassador)
	case seat.Tax:
		t.rec.Claim(seat.Tax, seat.Duke)
		return t.claim(p, q, seat.Duke)
	case seat.Assassinate:
		t.rec.Claim(seat.Assassinate, seat.Assassin)
		return t.assassinate(p, q)
	case seat.Steal:
		t.rec.Claim(seat.Steal, seat.Captain)
		return t.steal(p, q)
	case seat.Coup:
		t.rec.Coup()
		return t.coup(p, q)
	case seat.Pass: // opens no turn; from eight cases on, the compiler jumps by table
	}
	panic("coup: unreachable")
}

// claim plays on after a Tax or an Exchange: nobody can block it.
func (t *Table) claim(p, q *chair, role seat.Role) bool {
	a := t.ask(q, seat.AskReply, seat.ReplyClaim)
	t.step(q, mark(a))
	if a == seat.Pass {
		t.rec.Let()
		return t.succeed(p)
	}
	t.rec.Doubt()
	return t.challenged(p, q, role)
}

func (t *Table) foreignAid(p, q *chair) bool {
	a := t.ask(q, seat.AskReply, seat.ReplyForeignAid)
	t.step(q, mark(a))
	if a == seat.Pass {
		t.rec.Let()
		return t.succeed(p)
	}
	return t.blocked(p, q, a)
}

func (t *Table) steal(p, q *chair) bool {
	a := t.ask(q, seat.AskReply, seat.ReplySteal)
	t.step(q, mark(a))
	switch a {
	case seat.Pass:
		t.rec.Let()
		return t.succeed(p)
	case seat.Challenge:
		t.rec.Doubt()
		return t.challenged(p, q, seat.Captain)
	}
	return t.blocked(p, q, a)
}

func (t *Table) assassinate(p, q *chair) bool {
	switch a := t.ask(q, seat.AskReply, seat.ReplyAssassinate(q.view.Hand)); a {
	case seat.Challenge:
		t.step(q, mark(a))
		t.rec.Doubt()
		return t.challenged(p, q, seat.Assassin)
	case seat.BlockContessa:
		t.step(q, mark(a))
		return t.blocked(p, q, a)
	default:
		t.rec.Let()
		t.step(q, given0+mark(a.Given()))
		over := t.lose(q, a.Given())
		t.rec.Pay(3)
		if !over {
			t.close(p)
		}
		return over
	}
}

func (t *Table) coup(p, q *chair) bool {
	over := t.lose(q, t.give(q, given0))
	t.rec.Pay(7)
	if !over {
		t.close(p)
	}
	return over
}

// challenged settles a challenge of the owner's claim.
func (t *Table) challenged(p, q *chair, role seat.Role) bool {
	if !p.view.Hand.Has(role) {
		return t.caught(p, role, closed0)
	}
	t.show(p, role)
	if role == seat.Assassin {
		t.lose(q, t.give(q, given0))
		return t.ruin(q)
	}
	return t.lose(q, t.give(q, given0)) || t.succeed(p)
}

// blocked plays on after a block: the owner accepts it or challenges it.
func (t *Table) blocked(p, q *chair, block seat.Action) bool {
	t.rec.Oppose(block)
	if t.ask(p, seat.AskBlock, seat.ReplyBlock) == seat.Pass {
		t.close(p)
		t.rec.Accept()
		return false
	}
	t.step(p, mark(seat.Challenge))
	t.rec.DoubtBlock()
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
		return t.ruin(q)
	}
	return over || t.succeed(p)
}

// show reveals a challenged card and replaces it, unless it is the Ambassador of
// an Exchange, which the owner keeps.
func (t *Table) show(c *chair, role seat.Role) {
	t.step(c, shown0+mark(role))
	t.rec.Show(c.view.Me, role)
	if t.rec.Action == seat.Exchange {
		return
	}
	var drawn seat.Role
	drawn, t.stock = t.stock.swap(t.chance.Uint64(), role)
	c.view.Hand = c.view.Hand.Without(role).With(drawn)
}

// give makes a player choose a card to give up. as is how it is written, given0 or
// closed0.
func (t *Table) give(c *chair, as mark) seat.Role {
	card := c.view.Hand.Lowest()
	if gives := seat.Gives(c.view.Hand); gives&(gives-1) != 0 {
		card = t.ask(c, seat.AskGive, gives).Given()
	}
	t.step(c, as+mark(card))
	return card
}

// lose takes a card away and reports whether it was the last one.
func (t *Table) lose(c *chair, card seat.Role) bool {
	t.rec.Lose(c.view.Me, card)
	c.view.Hand = c.view.Hand.Without(card)
	return c.view.Hand == 0
}

// caught is the end of a false claim. The record hears of the lie only once the
// card is written: until then, nobody else can tell a liar.
func (t *Table) caught(c *chair, role seat.Role, as mark) bool {
	card := t.give(c, as)
	t.rec.Lie(c.view.Me, role)
	return t.lose(c, card)
}

// ruin ends the game: an Assassinate challenged in vain or blocked with a lie costs
// both cards, and only one of them is written.
func (t *Table) ruin(q *chair) bool {
	t.rec.Pay(3)
	q.view.Hand = 0
	return true
}

// succeed ends the turn with the action's effect.
func (t *Table) succeed(p *chair) bool {
	if t.rec.Action == seat.Exchange {
		t.exchange(p)
		t.close(p)
		t.rec.Renew()
		return false
	}
	t.close(p)
	t.rec.Gain()
	return false
}

// close writes the owner's closing newline.
func (t *Table) close(p *chair) { t.step(p, newline) }

// exchange draws two cards, asks which to keep and returns the others.
func (t *Table) exchange(p *chair) {
	r := t.chance.Uint64()
	i, r := take(r, stockSize)
	j, _ := take(r, stockSize-1)
	j += 1 - (j-i)>>63 // one more from i on
	pool := p.view.Hand.With(t.stock.at(i)).With(t.stock.at(j))
	lives := int(p.side.Lives)
	p.view.Hand = pool
	legal := seat.Keeps(pool, lives)
	keep := lowest(legal)
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
