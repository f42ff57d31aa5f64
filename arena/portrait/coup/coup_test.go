package coup_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	portrait "bloodline/arena/portrait/coup"
	"bloodline/engine"
	"bloodline/engine/coup"
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
)

// answers gives its answers in turn.
type answers struct{ list []seat.Action }

func (a *answers) Act(*seat.View, uint64) seat.Action {
	next := a.list[0]
	a.list = a.list[1:]
	return next
}

// moment is a question, put some times and answered with did so often, else with
// other.
type moment struct {
	ask        seat.Ask
	lives      [2]uint8 // own, the opponent's
	hand       seat.Hand
	record     func(*seat.Record) // what happened before; the measured seat is 0
	legal      seat.Mask
	did, other seat.Action
	n, times   int
}

func (m moment) put(list *answers, p *portrait.Probe) {
	var rec seat.Record
	rec.Start()
	rec.Sides[0].Lives, rec.Sides[1].Lives = m.lives[0], m.lives[1]
	if m.record != nil {
		m.record(&rec)
	}
	v := seat.View{Record: &rec, Ask: m.ask, Hand: m.hand, Legal: m.legal}
	for i := range m.times {
		a := m.other
		if i < m.n {
			a = m.did
		}
		list.list = append(list.list, a)
		p.Act(&v, 0)
	}
}

// cells returns the cells behind a row's labels, by title's first word and
// labels.
func cells(t *testing.T, p *portrait.Probe, table string, labels ...string) []string {
	t.Helper()
	for _, tab := range p.Tables() {
		if !strings.HasPrefix(tab.Title, table) {
			continue
		}
		for _, row := range tab.Rows {
			if len(row) != len(tab.Columns) {
				t.Errorf("%s: row %q has %d cells, %d columns", tab.Title, row, len(row), len(tab.Columns))
			}
			if slices.Equal(row[:len(labels)], labels) {
				return row[len(labels):]
			}
		}
	}
	t.Fatalf("no row %q in table %q", labels, table)
	return nil
}

func wantCells(t *testing.T, p *portrait.Probe, want []string, table string, labels ...string) {
	t.Helper()
	if have := cells(t, p, table, labels...); !slices.Equal(have, want) {
		t.Errorf("%s %q: have %q, want %q", table, labels, have, want)
	}
}

// declared is the opponent's action against seat 0, after earlier claims.
func declared(a seat.Action, earlier ...func(*seat.Record)) func(*seat.Record) {
	return func(r *seat.Record) {
		r.Owner = 1
		for _, f := range earlier {
			f(r)
		}
		r.Declare(a)
	}
}

// taxed is an earlier Tax of the opponent that went through.
func taxed(r *seat.Record) {
	r.Declare(seat.Tax)
	r.Let()
	r.Succeed()
}

// denied is a Foreign Aid of seat 0 that the opponent did not block as a Duke.
func denied(r *seat.Record) {
	r.Owner = 0
	r.Declare(seat.ForeignAid)
	r.Let()
	r.Succeed()
	r.Owner = 1
}

// fallenDukes opens two Dukes.
func fallenDukes(r *seat.Record) {
	r.Sides[0].Lost = seat.HandOf(seat.Duke)
	r.Sides[1].Lost = seat.HandOf(seat.Duke)
}

func blocked(a, block seat.Action) func(*seat.Record) {
	return func(r *seat.Record) {
		r.Declare(a)
		r.Oppose(block)
	}
}

// Every question is put an exact number of times with an exact number of each
// answer, so every cell is known.
func TestProbe_Cells(t *testing.T) {
	const (
		amb, ass, cap, con, duk = seat.Ambassador, seat.Assassin, seat.Captain, seat.Contessa, seat.Duke
		doubt, pass             = seat.Challenge, seat.Pass
	)
	full := [2]uint8{2, 2}
	poor, rich := seat.Turns(2, 0), seat.Turns(8, 1)
	two := seat.HandOf(amb, cap)
	var moments []moment
	add := func(ask seat.Ask, own, opponent uint8, hand seat.Hand, record func(*seat.Record), legal seat.Mask, did, other seat.Action, n, times int) {
		moments = append(moments, moment{ask, [2]uint8{own, opponent}, hand, record, legal, did, other, n, times})
	}
	add(seat.AskTurn, 2, 2, two, nil, poor, seat.Tax, seat.Income, 10, 40)
	add(seat.AskTurn, 2, 2, seat.HandOf(duk, con), nil, poor, seat.Tax, seat.Income, 60, 60)
	add(seat.AskTurn, 1, 2, seat.HandOf(duk), nil, rich, seat.Coup, seat.Steal, 33, 100)
	add(seat.AskTurn, 1, 1, seat.HandOf(cap), nil, rich, seat.Steal, seat.ForeignAid, 7, 12)

	add(seat.AskReply, 2, 2, two, declared(seat.Tax), seat.ReplyClaim, doubt, pass, 3, 50)
	add(seat.AskReply, 2, 2, two, declared(seat.Tax, taxed), seat.ReplyClaim, doubt, pass, 1, 50)
	add(seat.AskReply, 2, 2, two, declared(seat.Tax, denied), seat.ReplyClaim, doubt, pass, 50, 50)
	add(seat.AskReply, 1, 1, seat.HandOf(duk), declared(seat.Tax, taxed, fallenDukes), seat.ReplyClaim, doubt, pass, 29, 31)
	add(seat.AskBlock, 2, 1, two, blocked(seat.Assassinate, seat.BlockContessa), seat.ReplyBlock, doubt, pass, 199, 200)

	add(seat.AskReply, 2, 2, two, declared(seat.Steal), seat.ReplySteal, seat.BlockAmbassador, pass, 30, 40)
	add(seat.AskReply, 2, 2, seat.HandOf(duk, con), declared(seat.Steal), seat.ReplySteal, seat.BlockCaptain, doubt, 5, 60)
	add(seat.AskReply, 1, 2, seat.HandOf(duk), declared(seat.ForeignAid), seat.ReplyForeignAid, seat.BlockDuke, pass, 0, 30)
	kill := seat.HandOf(ass, con)
	add(seat.AskReply, 2, 2, kill, declared(seat.Assassinate), seat.ReplyAssassinate(kill), seat.BlockContessa, seat.Give(ass), 20, 50)

	add(seat.AskGive, 2, 2, kill, declared(seat.Coup), seat.Gives(kill), seat.Give(con), seat.Give(ass), 4, 20)
	pool := seat.HandOf(duk, duk, duk, amb)
	add(seat.AskKeep, 2, 2, pool, nil, seat.Keeps(pool, 2), seat.KeepTwo(duk, amb), seat.KeepTwo(duk, duk), 9, 36)

	list := new(answers)
	p := portrait.New(list)
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
	wantCells(t, p, []string{"0 % of 50", none, none, none, "0 % of 50"}, "Challenges: how", "Assassinate")
	wantCells(t, p, []string{none, ">99 % of 200", none, none, ">99 % of 200"}, "Challenges: how", "block as Contessa")
	wantCells(t, p, []string{none, none, none, none, none}, "Challenges: how", "block as Duke")

	wantCells(t, p, []string{"75 % of 40", none, none, none, "75 % of 40"}, "Blocks", "Steal: block as Ambassador", "Ambassador")
	wantCells(t, p, []string{"0 % of 60", none, none, none, "0 % of 60"}, "Blocks", "Steal: block as Ambassador", "no Ambassador (bluff)")
	wantCells(t, p, []string{"0 % of 40", none, none, none, "0 % of 40"}, "Blocks", "Steal: block as Captain", "Captain")
	wantCells(t, p, []string{"8 % of 60", none, none, none, "8 % of 60"}, "Blocks", "Steal: block as Captain", "no Captain (bluff)")
	wantCells(t, p, []string{none, none, "0 % of 30", none, "0 % of 30"}, "Blocks", "Foreign Aid: block as Duke", "Duke")
	wantCells(t, p, []string{"40 % of 50", none, none, none, "40 % of 50"}, "Blocks", "Assassinate: block as Contessa", "Contessa")

	// 30 Assassins went to Assassinates and 16 of 20 to Coups.
	wantCells(t, p, []string{"92 % of 50", none, none, none, "92 % of 50"}, "Cards given", "Assassin")
	wantCells(t, p, []string{"8 % of 50", none, none, none, "8 % of 50"}, "Cards given", "Contessa")
	wantCells(t, p, []string{"25 % of 36", none, none, none, "25 % of 36"}, "Cards kept", "Ambassador")
	wantCells(t, p, []string{none, none, none, none, none}, "Cards kept", "Duke") // one must stay
	if full != [2]uint8{2, 2} {
		t.Fatal("unreachable")
	}
}
