package coup

import (
	"fmt"

	"bloodline/engine"
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
)

// Table plays games of Coup. One goroutine uses one table.
type Table struct {
	rec     seat.Record
	view    [2]seat.View
	player  [2]seat.Policy
	roll    [2]roll.Rand // one stream for each seat
	next    [2]uint64    // and the next roll of each
	chance  roll.Rand    // deal and draws
	stock   deck
	spent   int32 // invocations so far
	choices int32
	watch   *watcher // nil unless somebody reads along
}

var (
	_ engine.Table  = (*Table)(nil)
	_ engine.Tapper = (*Table)(nil)
)

// NewTable returns an empty table.
func NewTable() *Table {
	t := new(Table)
	for i := range t.view {
		t.view[i] = seat.View{Record: &t.rec, Me: uint8(i)}
	}
	return t
}

// Play plays one game; seats[0] moves first. Both players must be seat.Policy.
func (t *Table) Play(seed uint64, seats []engine.Player) engine.Outcome {
	for i := range t.player {
		t.player[i] = seats[i].(seat.Policy)
	}
	t.seed(seed)
	var hands [2]seat.Hand
	hands, t.stock = deal(t.chance.Uint64())
	return t.play(hands)
}

// seed starts the game's streams of chance.
func (t *Table) seed(seed uint64) {
	t.chance = roll.Stream(seed, 0)
	for i := range t.roll {
		t.roll[i] = roll.Stream(seed, 1+uint64(i))
		t.next[i] = t.roll[i].Uint64()
	}
}

// play plays on from the deal.
func (t *Table) play(hands [2]seat.Hand) engine.Outcome {
	t.rec.Start()
	t.view[0].Hand, t.view[1].Hand = hands[0], hands[1]
	t.spent, t.choices = 0, 0
	if t.watch != nil {
		t.watch.start()
	}
	for !t.turn() {
		if t.spent >= MaxInvocations {
			break
		}
		t.rec.Next()
	}
	if t.watch != nil {
		t.watch.end()
	}
	out := engine.Outcome{Choices: t.choices, Length: min(t.spent, MaxInvocations)}
	if t.spent > MaxInvocations {
		return out // the arbiter stopped before the deciding move
	}
	for i := range t.player {
		if t.view[i^1].Hand == 0 {
			out.Score[i] = 1
		}
	}
	return out
}

// ask puts a choice to a player.
func (t *Table) ask(who uint8, what seat.Ask, legal seat.Mask) seat.Action {
	v := &t.view[who&1]
	v.Ask, v.Legal = what, legal
	r := t.next[who&1] // drawn in advance, so that nobody waits for it
	t.next[who&1] = t.roll[who&1].Uint64()
	a := t.player[who&1].Act(v, r)
	if !legal.Has(a) {
		panic(fmt.Sprintf("coup: %T chose %v, legal are %b", t.player[who&1], a, legal))
	}
	if t.spent < MaxInvocations {
		t.choices++
	}
	if t.watch != nil {
		t.watch.asked(v, r, a)
	}
	return a
}

// step counts an invocation and tells the watcher what it wrote.
func (t *Table) step(who uint8, written string) {
	t.spent++
	if t.watch != nil {
		t.watch.wrote(&t.view[who&1], written)
	}
}

// turn plays one line of the history and reports whether somebody has lost.
func (t *Table) turn() bool {
	p := t.rec.Owner & 1
	a := seat.Coup
	if legal := seat.Turns(t.rec.Sides[p].Coins, t.rec.Sides[p^1].Coins); legal != a.Bit() {
		a = t.ask(p, seat.AskTurn, legal)
	}
	t.step(p, turnText[a])
	t.rec.Declare(a)
	switch a {
	case seat.Income:
		return false
	case seat.ForeignAid:
		return t.foreignAid(p, p^1)
	case seat.Steal:
		return t.steal(p, p^1)
	case seat.Assassinate:
		return t.assassinate(p, p^1)
	case seat.Coup:
		return t.coup(p, p^1)
	}
	return t.claim(p, p^1, a)
}

// claim plays on after a Tax or an Exchange: nobody can block it.
func (t *Table) claim(p, q uint8, a seat.Action) bool {
	if t.reply(q, seat.ReplyClaim) == seat.Pass {
		t.rec.Let()
		return t.succeed(p)
	}
	t.rec.Doubt()
	return t.challenged(p, q, a.Claims())
}

func (t *Table) foreignAid(p, q uint8) bool {
	if a := t.reply(q, seat.ReplyForeignAid); a != seat.Pass {
		return t.blocked(p, q, a)
	}
	t.rec.Let()
	return t.succeed(p)
}

func (t *Table) steal(p, q uint8) bool {
	switch a := t.reply(q, seat.ReplySteal); a {
	case seat.Pass:
		t.rec.Let()
		return t.succeed(p)
	case seat.Challenge:
		t.rec.Doubt()
		return t.challenged(p, q, seat.Captain)
	default:
		return t.blocked(p, q, a)
	}
}

func (t *Table) assassinate(p, q uint8) bool {
	switch a := t.reply(q, seat.ReplyAssassinate(t.view[q&1].Hand)); a {
	case seat.Challenge:
		t.rec.Doubt()
		return t.challenged(p, q, seat.Assassin)
	case seat.BlockContessa:
		return t.blocked(p, q, a)
	default:
		t.rec.Let()
		over := t.give(q, a.Given(), "", seat.NoRole)
		t.rec.Pay(3)
		if !over {
			t.close(p)
		}
		return over
	}
}

func (t *Table) coup(p, q uint8) bool {
	over := t.lose(q, "", seat.NoRole)
	t.rec.Pay(7)
	if !over {
		t.close(p)
	}
	return over
}

// reply asks the other player about the declared action. Its invocation is
// counted here but for a card given up, which [Table.give] counts.
func (t *Table) reply(q uint8, legal seat.Mask) seat.Action {
	a := t.ask(q, seat.AskReply, legal)
	if a.Given() == seat.NoRole {
		t.step(q, replyText[a])
	}
	return a
}

// challenged settles a challenge of the owner's claim.
func (t *Table) challenged(p, q uint8, role seat.Role) bool {
	if !t.view[p&1].Hand.Has(role) {
		return t.lose(p, "\n", role)
	}
	t.show(p, role)
	if role == seat.Assassin {
		return t.loseAll(q, seat.NoRole)
	}
	return t.lose(q, "", seat.NoRole) || t.succeed(p)
}

// blocked plays on after a block: the owner accepts it or challenges it.
func (t *Table) blocked(p, q uint8, block seat.Action) bool {
	t.rec.Oppose(block)
	if t.ask(p, seat.AskBlock, seat.ReplyBlock) == seat.Pass {
		t.close(p)
		t.rec.Accept()
		return false
	}
	t.step(p, "q")
	t.rec.DoubtBlock()
	role := block.Claims()
	if t.view[q&1].Hand.Has(role) {
		t.show(q, role)
		over := t.lose(p, "\n", seat.NoRole)
		if role == seat.Contessa {
			t.rec.Pay(3)
		}
		return over
	}
	if role == seat.Contessa {
		return t.loseAll(q, role)
	}
	return t.lose(q, "", role) || t.succeed(p)
}

// show reveals a challenged card and replaces it, unless it is the Ambassador of
// an Exchange, which the owner keeps.
func (t *Table) show(who uint8, role seat.Role) {
	t.step(who, shownText[role][:1])
	t.rec.Show(who, role)
	if t.rec.Action == seat.Exchange {
		return
	}
	v := &t.view[who&1]
	var drawn seat.Role
	drawn, t.stock = t.stock.swap(t.chance.Uint64(), role)
	v.Hand = v.Hand.Without(role).With(drawn)
}

// lose makes a player choose a card to give up and reports whether it was the
// last one. closing is the newline that ends the owner's own turn, lied the role
// that the loser was caught without.
func (t *Table) lose(who uint8, closing string, lied seat.Role) bool {
	h := t.view[who&1].Hand
	card := h.Lowest()
	if gives := seat.Gives(h); gives&(gives-1) != 0 {
		card = t.ask(who, seat.AskGive, gives).Given()
	}
	return t.give(who, card, closing, lied)
}

// give takes a card away. The record hears of a lie only now: until the card is
// written, nobody else can tell a liar.
func (t *Table) give(who uint8, card seat.Role, closing string, lied seat.Role) bool {
	t.step(who, givenText[card][:1+len(closing)])
	if lied != seat.NoRole {
		t.rec.Lie(who, lied)
	}
	t.rec.Lose(who, card)
	v := &t.view[who&1]
	v.Hand = v.Hand.Without(card)
	return v.Hand == 0
}

// loseAll ends the game: an Assassinate challenged in vain or blocked with a lie
// costs both cards, and only one of them is written.
func (t *Table) loseAll(q uint8, lied seat.Role) bool {
	t.lose(q, "", lied)
	t.rec.Pay(3)
	t.view[q&1].Hand = 0
	return true
}

// succeed ends the turn with the action's effect.
func (t *Table) succeed(p uint8) bool {
	if t.rec.Action == seat.Exchange {
		t.exchange(p)
	}
	t.close(p)
	t.rec.Succeed()
	return false
}

// close writes the owner's closing newline.
func (t *Table) close(p uint8) { t.step(p, "\n") }

// exchange draws two cards, asks which to keep and returns the others.
func (t *Table) exchange(p uint8) {
	v := &t.view[p&1]
	r := t.chance.Uint64()
	i, r := take(r, stockSize)
	j, _ := take(r, stockSize-1)
	if j >= i {
		j++
	}
	pool := v.Hand.With(t.stock.at(i)).With(t.stock.at(j))
	v.Hand = pool
	legal := seat.Keeps(pool, int(t.rec.Sides[p&1].Lives))
	keep := lowest(legal)
	if legal&(legal-1) != 0 {
		keep = t.ask(p, seat.AskKeep, legal).Kept()
	}
	v.Hand = keep
	rest := pool - keep // packed counts subtract field by field
	first := rest.Lowest()
	t.stock = t.stock.put(i, first).put(j, rest.Without(first).Lowest())
	if t.watch != nil {
		t.watch.pool, t.watch.kept = pool, keep
	}
}
