package table

import "bloodline/games/coup/seat"

// Invocation is one run of a program, as the contest's arbiter would start it.
type Invocation struct {
	Seat    uint8
	History []byte // the file before the move; valid during the call
	Coins   [2]uint8
	Hand    seat.Hand // own cards; in an Exchange also the two drawn
	Asked   bool      // whether there was a choice; the rest is set only then
	View    *seat.View
	Roll    uint64
	Action  seat.Action
	Written string      // appended to the file
	Did     seat.Action // its move, forced or not; NoAction if it showed a card or ended a turn
	Shown   seat.Role   // the card that it showed, or NoRole
	Kept    seat.Hand   // printed at the end of an Exchange, else empty
}

// watcher keeps the history as text for [Table.Trace] and [Table.Watch].
type watcher struct {
	line        func(string)
	each        func(*Invocation)
	history     []byte
	cards       []byte // of the invocations of the current line
	lineStart   int    // where the current line begins
	invocations int
	pending     Invocation
	rec         seat.PublicState
	view        seat.View
	pool        seat.Hand // cards that an Exchange chooses from, and keeps
	kept        seat.Hand
}

// Trace sets the function that receives each complete line of the history file without newline, and the last one even
// if the game ends within it, with the cards of each invocation as on the command line: "Tp ^* !$ ^*". nil removes it.
func (t *Table) Trace(line func(string)) {
	t.watch = nil
	if line != nil {
		t.watch = &watcher{line: line}
	}
}

// Watch sets the function that receives every invocation, forced ones too, in order; nil removes it.
func (t *Table) Watch(each func(*Invocation)) {
	t.watch = nil
	if each != nil {
		t.watch = &watcher{each: each}
	}
}

func (w *watcher) start() {
	w.history = w.history[:0]
	w.lineStart, w.invocations, w.pool, w.kept, w.cards = 0, 0, 0, 0, w.cards[:0]
	w.pending = Invocation{}
}

// asked remembers a choice until the invocation that it belongs to writes.
//
//go:noinline
func (w *watcher) asked(v *seat.View, roll uint64, a seat.Action) {
	w.rec, w.view = *v.PublicState, *v
	w.view.PublicState = &w.rec
	w.pending = Invocation{Asked: true, View: &w.view, Roll: roll, Action: a, Hand: v.Hand}
}

func (w *watcher) wrote(v *seat.View, m mark) {
	if w.invocations++; w.invocations > MaxInvocations {
		return
	}
	inv, text := w.pending, m.text()
	w.pending = Invocation{}
	inv.Seat, inv.History, inv.Written, inv.Kept = v.Me, w.history, text, w.kept
	inv.Did, inv.Shown = m.move()
	inv.Coins = [2]uint8{v.Sides[0].Coins, v.Sides[1].Coins}
	if !inv.Asked {
		inv.Hand = v.Hand
	}
	if w.pool != 0 {
		inv.Hand = w.pool
	}
	w.pool, w.kept = 0, 0
	if w.each != nil {
		w.each(&inv)
	}
	w.history = append(w.history, text...)
	if w.line == nil {
		return
	}
	if w.cards = append(append(w.cards, ' '), inv.Hand.String()...); text[len(text)-1] == '\n' {
		w.line(string(w.history[w.lineStart:len(w.history)-1]) + string(w.cards))
		w.lineStart, w.cards = len(w.history), w.cards[:0]
	}
}

func (w *watcher) end() {
	if w.line != nil && w.lineStart < len(w.history) {
		w.line(string(w.history[w.lineStart:]) + string(w.cards))
	}
}

// mark is what an invocation writes into the history file: an action's own letter, a card, or the newline that ends the
// owner's turn. The table passes marks about; only a watcher turns them into text.
type mark uint8

const (
	shown0  = mark(seat.BlockDuke) + 1 // a card is shown: five marks
	given0  = shown0 + seat.Roles      // a card is given up
	closed0 = given0 + seat.Roles      // the same at the end of the owner's own turn
	newline = closed0 + seat.Roles
)

func (m mark) text() string {
	switch {
	case m < shown0:
		return letters[m]
	case m < given0:
		return string(seat.Role(m - shown0).Shown())
	case m < closed0:
		return string(seat.Role(m - given0).Given())
	case m < newline:
		return string(seat.Role(m-closed0).Given()) + "\n"
	}
	return "\n"
}

// move returns the action that writes the mark, or the card that the mark shows.
func (m mark) move() (did seat.Action, shown seat.Role) {
	switch {
	case m < shown0:
		return seat.Action(m), seat.NoRole
	case m < given0:
		return seat.NoAction, seat.Role(m - shown0)
	case m < newline:
		return seat.Give(seat.Role(m-given0) % seat.Roles), seat.NoRole
	}
	return seat.NoAction, seat.NoRole
}

var letters = [shown0]string{
	seat.Income: "I\n", seat.ForeignAid: "F", seat.Exchange: "E", seat.Tax: "T",
	seat.Assassinate: "A", seat.Steal: "S", seat.Coup: "C",
	seat.Pass: "p", seat.Challenge: "q", seat.BlockAmbassador: "a",
	seat.BlockCaptain: "c", seat.BlockContessa: "s", seat.BlockDuke: "d",
}
