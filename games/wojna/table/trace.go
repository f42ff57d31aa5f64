package table

import (
	"fmt"
	"strings"

	"bloodline/games/wojna/seat"
)

// Trace sets the function that receives a trace of the runs in the contest's protocol. A line is the addressee, a space
// and the command: "all play 2 raise 1", "3 topcard 3 12". Seats count from 1. The clock is left out, since a table has
// none.
func (t *Table) Trace(trace func(line string)) { t.trace = trace }

// Heard returns the command of a traced line if it is addressed to seat s, from 0.
func Heard(line string, s int) (command string, ok bool) {
	to, command, _ := strings.Cut(line, " ")
	return command, to == "all" || to == fmt.Sprint(s+1)
}

func (t *Table) tracef(format string, args ...any) {
	if t.trace != nil {
		t.trace(fmt.Sprintf(format, args...))
	}
}

func (t *Table) traceRun() {
	if t.trace == nil {
		return
	}
	for s := range t.seats {
		t.tracef("%d your_number %d", s+1, s+1)
	}
}

func (t *Table) traceDeal() {
	if t.trace == nil {
		return
	}
	t.tracef("all setdeck %d%s", seat.Cards, strings.Repeat(" 1 2 3 4 5 6 7 8 9 10 11 12 13", seat.Copies))
}

func (t *Table) traceBegin() {
	if t.trace == nil {
		return
	}
	r := &t.record
	t.tracef("all setstate %d %d %d %d %d %d", r.Pot, seat.Seats, r.Stack[0], r.Stack[1], r.Stack[2], r.Stack[3])
	for s := range t.seats {
		if r.In>>s&1 == 1 {
			t.tracef("%d topcard %d %d", s+1, s+1, t.seats[s].view.Card)
		}
	}
}

func (t *Table) traceAsk(s int) {
	if t.trace != nil {
		t.tracef("%d genmove %d", s+1, s+1)
	}
}

func (t *Table) tracePlay(s int, a seat.Action) {
	if t.trace != nil {
		t.tracef("all play %d %v", s+1, a)
	}
}

func (t *Table) traceShow(s int) {
	if t.trace != nil {
		t.tracef("all topcard %d %d", s+1, t.seats[s].view.Card)
	}
}
