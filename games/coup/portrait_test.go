package coup

import (
	"slices"
	"strings"
	"testing"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/games/parttest"
)

// answers gives its answers in turn.
type answers struct{ list []seat.Action }

func (a *answers) Act(*seat.View, uint64) seat.Action {
	next := a.list[0]
	a.list = a.list[1:]
	return next
}

// moment is a question, put some times and answered with did so often, else with other.
type moment struct {
	ask        seat.Ask
	lives      [2]uint8 // own, the opponent's
	hand       seat.Hand
	record     func(*seat.PublicState) // what happened before; the measured seat is 0
	legal      seat.Mask
	did, other seat.Action
	n, times   int
}

// keep is the answer that keeps these cards.
func keep(cards ...seat.Role) seat.Action {
	for a := seat.Action(0); a < seat.NoAction; a++ {
		if a.Kept() == seat.HandOf(cards...) {
			return a
		}
	}
	return seat.NoAction
}

func (m moment) put(list *answers, p *probe) {
	var rec seat.PublicState
	rec.Start()
	rec.Sides[0].Lives, rec.Sides[1].Lives = m.lives[0], m.lives[1]
	if m.record != nil {
		m.record(&rec)
	}
	v := seat.View{PublicState: &rec, Ask: m.ask, Hand: m.hand, Legal: m.legal}
	for i := range m.times {
		a := m.other
		if i < m.n {
			a = m.did
		}
		list.list = append(list.list, a)
		p.Act(&v, 0)
	}
}

// cells returns the cells behind a row's labels, by title's first word and labels.
func cells(t *testing.T, p *probe, title string, labels ...string) []string {
	t.Helper()
	for _, tab := range p.Tables() {
		if !strings.HasPrefix(tab.Title, title) {
			continue
		}
		for _, cells := range tab.Rows {
			if row := parttest.Text(cells); slices.Equal(row[:len(labels)], labels) {
				return row[len(labels):]
			}
		}
	}
	t.Fatalf("no row %q in table %q", labels, title)
	return nil
}

func wantCells(t *testing.T, p *probe, want []string, tab string, labels ...string) {
	t.Helper()
	if have := cells(t, p, tab, labels...); !slices.Equal(have, want) {
		t.Errorf("%s %q: have %q, want %q", tab, labels, have, want)
	}
}

// declared is the opponent's action against seat 0, after earlier claims.
func declared(a seat.Action, earlier ...func(*seat.PublicState)) func(*seat.PublicState) {
	return func(r *seat.PublicState) {
		r.Owner = 1
		for _, f := range earlier {
			f(r)
		}
		r.Declare(a)
	}
}

// taxed is an earlier Tax of the opponent that went through.
func taxed(r *seat.PublicState) {
	r.Declare(seat.Tax)
	r.Pass()
	r.Succeed()
}

// guarded is an earlier Steal of seat 0 that the opponent blocked as an Ambassador.
func guarded(r *seat.PublicState) {
	r.Owner = 0
	r.Declare(seat.Steal)
	r.DeclareBlock(seat.BlockAmbassador)
	r.AcceptBlock()
	r.Owner = 1
}

// denied is a Foreign Aid of seat 0 that the opponent did not block as a Duke.
func denied(r *seat.PublicState) {
	r.Owner = 0
	r.Declare(seat.ForeignAid)
	r.Pass()
	r.Succeed()
	r.Owner = 1
}

// faceUpDukes turns two Dukes face up.
func faceUpDukes(r *seat.PublicState) {
	r.Sides[0].Lost = seat.HandOf(seat.Duke)
	r.Sides[1].Lost = seat.HandOf(seat.Duke)
}

func blocked(a, block seat.Action) func(*seat.PublicState) {
	return func(r *seat.PublicState) {
		r.Declare(a)
		r.DeclareBlock(block)
	}
}

// Every question is put an exact number of times with an exact number of each answer, so every cell is known.
func TestProbe_Cells(t *testing.T) {
	const (
		amb, ass, cap, con, duk = seat.Ambassador, seat.Assassin, seat.Captain, seat.Contessa, seat.Duke
		challenge, pass         = seat.Challenge, seat.Pass
	)
	poor, rich := seat.Turns(2, 0), seat.Turns(8, 1)
	two := seat.HandOf(amb, cap)
	var moments []moment
	add := func(ask seat.Ask, own, opponent uint8, hand seat.Hand, record func(*seat.PublicState), legal seat.Mask, did, other seat.Action, n, times int) {
		moments = append(moments, moment{ask, [2]uint8{own, opponent}, hand, record, legal, did, other, n, times})
	}
	add(seat.AskTurn, 2, 2, two, nil, poor, seat.Tax, seat.Income, 10, 40)
	add(seat.AskTurn, 2, 2, seat.HandOf(duk, con), nil, poor, seat.Tax, seat.Income, 60, 60)
	add(seat.AskTurn, 1, 2, seat.HandOf(duk), nil, rich, seat.Coup, seat.Steal, 33, 100)
	add(seat.AskTurn, 1, 1, seat.HandOf(cap), nil, rich, seat.Steal, seat.ForeignAid, 7, 12)

	add(seat.AskReply, 2, 2, two, declared(seat.Tax), seat.ReplyClaim, challenge, pass, 3, 50)
	add(seat.AskReply, 2, 2, two, declared(seat.Tax, taxed), seat.ReplyClaim, challenge, pass, 1, 50)
	add(seat.AskReply, 2, 2, two, declared(seat.Tax, denied), seat.ReplyClaim, challenge, pass, 50, 50)
	add(seat.AskReply, 1, 1, seat.HandOf(duk), declared(seat.Tax, taxed, faceUpDukes), seat.ReplyClaim, challenge, pass, 29, 31)
	add(seat.AskBlock, 2, 1, two, blocked(seat.Assassinate, seat.BlockContessa), seat.ReplyBlock, challenge, pass, 199, 200)

	add(seat.AskReply, 2, 2, two, declared(seat.Steal), seat.ReplySteal, seat.BlockAmbassador, pass, 30, 40)
	add(seat.AskReply, 2, 2, seat.HandOf(duk, con), declared(seat.Steal), seat.ReplySteal, seat.BlockCaptain, challenge, 5, 60)
	add(seat.AskReply, 1, 2, seat.HandOf(duk), declared(seat.ForeignAid), seat.ReplyForeignAid, seat.BlockDuke, pass, 0, 30)
	kill := seat.HandOf(ass, con)
	add(seat.AskReply, 2, 2, kill, declared(seat.Assassinate), seat.ReplyAssassinate(kill), seat.BlockContessa, seat.Give(ass), 20, 50)

	last := seat.HandOf(duk)
	add(seat.AskReply, 1, 2, last, declared(seat.Assassinate), seat.ReplyAssassinate(last), seat.BlockContessa, seat.Give(duk), 0, 10)

	add(seat.AskGive, 2, 2, kill, declared(seat.Coup), seat.Gives(kill), seat.Give(con), seat.Give(ass), 4, 20)
	pool := seat.HandOf(duk, duk, duk, amb)
	add(seat.AskKeep, 2, 2, pool, nil, seat.Keeps(pool, 2), keep(duk, amb), keep(duk, duk), 9, 36)

	list := new(answers)
	p := newProbe(list)
	for _, m := range moments {
		m.put(list, p)
	}
	const none = ""
	wantCells(t, p, []string{"30 % of 100", none, "0 % of 100", "- of 12", "14 % of 212"}, "Turns", "Income", "")
	wantCells(t, p, []string{"0 % of 100", none, "0 % of 100", "- of 12", "2 % of 212"}, "Turns", "Foreign Aid", "")
	wantCells(t, p, []string{none, none, "33 % of 100", "- of 12", "29 % of 112"}, "Turns", "Coup", "7 to 9 coins")
	wantCells(t, p, []string{"100 % of 60", none, "0 % of 100", none, "38 % of 160"}, "Turns", "Tax", "Duke")
	wantCells(t, p, []string{"25 % of 40", none, none, "- of 12", "19 % of 52"}, "Turns", "Tax", "no Duke (bluff)")
	wantCells(t, p, []string{none, none, none, "- of 12", "- of 12"}, "Turns", "Steal", "Captain")
	wantCells(t, p, []string{none, none, "67 % of 100", none, "67 % of 100"}, "Turns", "Steal", "no Captain (bluff)")
	wantCells(t, p, []string{"0 % of 40", none, none, none, "0 % of 40"}, "Turns", "Exchange", "Ambassador")
	wantCells(t, p, []string{none, none, none, none, none}, "Turns", "Assassinate", "Assassin")

	wantCells(t, p, []string{"36 % of 150", none, none, "94 % of 31", "46 % of 181"}, "Challenges: how", "Tax")
	wantCells(t, p, []string{"6 % of 50", "2 % of 50", "100 % of 50", "94 % of 31"}, "Challenges by", "Tax")
	wantCells(t, p, []string{"55 % of 100", none, none, none, "55 % of 100"}, "Challenges: how", "Steal")
	wantCells(t, p, []string{"0 % of 50", none, "- of 10", none, "0 % of 60"}, "Challenges: how", "Assassinate")
	wantCells(t, p, []string{none, ">99 % of 200", none, none, ">99 % of 200"}, "Challenges: how", "block as Contessa")
	wantCells(t, p, []string{none, none, none, none, none}, "Challenges: how", "block as Duke")

	wantCells(t, p, []string{"75 % of 40", none, none, none, "75 % of 40"}, "Blocks", "Steal: block as Ambassador", "Ambassador")
	wantCells(t, p, []string{"0 % of 60", none, none, none, "0 % of 60"}, "Blocks", "Steal: block as Ambassador", "no Ambassador (bluff)")
	wantCells(t, p, []string{"0 % of 40", none, none, none, "0 % of 40"}, "Blocks", "Steal: block as Captain", "Captain")
	wantCells(t, p, []string{"8 % of 60", none, none, none, "8 % of 60"}, "Blocks", "Steal: block as Captain", "no Captain (bluff)")
	wantCells(t, p, []string{none, none, "0 % of 30", none, "0 % of 30"}, "Blocks", "Foreign Aid: block as Duke", "Duke")
	wantCells(t, p, []string{"40 % of 50", none, none, none, "40 % of 50"}, "Blocks", "Assassinate: block as Contessa", "Contessa")

	wantCells(t, p, []string{none, none, "- of 10", none, "- of 10"}, "Blocks", "Assassinate: block as Contessa", "no Contessa (bluff)")

	wantCells(t, p, []string{none, none, none, none, none}, "Cards given", "Duke") // the last card is no choice
	// 30 Assassins went to Assassinates and 16 of 20 to Coups.
	wantCells(t, p, []string{"92 % of 50", none, none, none, "92 % of 50"}, "Cards given", "Assassin")
	wantCells(t, p, []string{"8 % of 50", none, none, none, "8 % of 50"}, "Cards given", "Contessa")
	wantCells(t, p, []string{"25 % of 36", none, none, none, "25 % of 36"}, "Cards kept", "Ambassador")
	wantCells(t, p, []string{none, none, none, none, none}, "Cards kept", "Duke") // one must stay
}

// Words pick the extremes of exactly known counts.
func TestProbe_Words(t *testing.T) {
	hand := seat.HandOf(seat.Captain, seat.Contessa)
	duke := seat.HandOf(seat.Duke)
	turns := seat.Turns(2, 0)
	list := new(answers)
	p := newProbe(list)
	for _, m := range []moment{
		{seat.AskTurn, [2]uint8{2, 2}, hand, nil, turns, seat.Tax, seat.Income, 31, 100},
		{seat.AskTurn, [2]uint8{2, 1}, hand, nil, turns, seat.Tax, seat.Income, 1, 100},
		{seat.AskTurn, [2]uint8{1, 1}, duke, nil, turns, seat.Tax, seat.Income, 30, 30},
		{seat.AskReply, [2]uint8{2, 2}, hand, declared(seat.Exchange), seat.ReplyClaim, seat.Challenge, seat.Pass, 0, 44},
		{seat.AskReply, [2]uint8{2, 2}, hand, declared(seat.Exchange, guarded), seat.ReplyClaim, seat.Challenge, seat.Pass, 5, 5}, // too few to tell
		{seat.AskReply, [2]uint8{2, 2}, hand, declared(seat.Tax), seat.ReplyClaim, seat.Challenge, seat.Pass, 0, 45},
		{seat.AskReply, [2]uint8{2, 2}, hand, declared(seat.Tax, denied), seat.ReplyClaim, seat.Challenge, seat.Pass, 35, 35},
		{seat.AskReply, [2]uint8{1, 2}, duke, declared(seat.Assassinate), seat.ReplyAssassinate(duke), seat.BlockContessa, seat.Give(seat.Duke), 33, 33},
		{seat.AskReply, [2]uint8{1, 2}, duke, declared(seat.ForeignAid), seat.ReplyForeignAid, seat.BlockDuke, seat.Pass, 10, 40},
		{seat.AskGive, [2]uint8{2, 2}, hand, declared(seat.Coup), seat.Gives(hand), seat.Give(seat.Contessa), seat.Give(seat.Captain), 32, 40},
	} {
		m.put(list, p)
	}
	want := []string{
		"Opens its turns most with Income 73 %, Tax 27 % (of 230).",
		"Bluffs Tax in 16 % of the turns without a Duke (32 of 200), most at 2v2 (31 %), least at 2v1 (1 %).",
		"Never bluffs Exchange in the turns without an Ambassador (0 of 230).",
		"Of its cards it uses the Duke least: always chooses Tax in the turns with one (30 of 30).",
		"Trusts this claim least: challenges Tax in 44 % of the chances (35 of 80).",
		"Trusts this claim most: never challenges Assassinate in the chances (0 of 33).",
		"Memory moves it most at Tax: challenges a first claim never (0 of 45), one of a role denied before always (35 of 35).",
		"Of its true blocks it is shyest of this one: blocks Foreign Aid as Duke in 25 % of the chances with one (10 of 40).",
		"Of its blocks it bluffs this one most: always fakes a Contessa against Assassinate in the chances without one (33 of 33).",
		"With its last card and no Contessa it fakes one against Assassinate always (33 of 33).",
		"Gives up the Contessa first: 80 % of the time (32 of 40).",
	}
	if have := strings.Split(parttest.Say(p), "\n"); !slices.Equal(have, want) {
		t.Errorf("have\n%s\nwant\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
	empty := newProbe(list).Words()
	if len(empty) != 1 || !strings.HasPrefix(empty[0].Text, "Too few choices") {
		t.Errorf("without a count: %+v", empty)
	}
}

// player plays by a function.
type player func(v *seat.View, x uint64) seat.Action

func (p player) Act(v *seat.View, x uint64) seat.Action { return p(v, x) }

func chaos(v *seat.View, x uint64) seat.Action { return seat.Action(roll.Bit(x, uint64(v.Legal))) }

// challenger challenges whatever it can.
func challenger(v *seat.View, x uint64) seat.Action {
	if v.Legal.Has(seat.Challenge) {
		return seat.Challenge
	}
	return chaos(v, x)
}

func TestProbe_Conformance(t *testing.T) {
	probe := func(p engine.Player) portrait.Probe { return newProbe(p.(seat.Policy)) }
	parttest.Portrait(t, table.Game{}, probe, player(chaos), player(challenger))
	parttest.PortraitAllocations(t, table.Game{}, probe, player(chaos), player(challenger))
}
