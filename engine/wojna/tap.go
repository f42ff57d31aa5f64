package wojna

import (
	"fmt"
	"strings"

	"bloodline/engine/wojna/seat"
)

// Tap makes the table write down its runs in the words of the contest's protocol.
// A line is the addressee, a space and the command: "all play 2 raise 1",
// "3 topcard 3 12". Seats count from 1. The clock is left out, since a table has
// none.
func (t *Table) Tap(tap func(line string)) { t.tap = tap }

// Heard returns what seat s, from 0, hears of a tapped line, and whether it hears
// it at all.
func Heard(line string, s int) (command string, ok bool) {
	to, command, _ := strings.Cut(line, " ")
	return command, to == "all" || to == fmt.Sprint(s+1)
}

func (t *Table) tapf(format string, args ...any) {
	if t.tap != nil {
		t.tap(fmt.Sprintf(format, args...))
	}
}

func (t *Table) tapRun() {
	if t.tap == nil {
		return
	}
	for s := range t.chairs {
		t.tapf("%d your_number %d", s+1, s+1)
	}
}

func (t *Table) tapDeal() {
	if t.tap == nil {
		return
	}
	t.tapf("all setdeck %d%s", seat.Cards, strings.Repeat(" 1 2 3 4 5 6 7 8 9 10 11 12 13", seat.Copies))
}

func (t *Table) tapBegin() {
	if t.tap == nil {
		return
	}
	r := &t.record
	t.tapf("all setstate %d %d %d %d %d %d", r.Pot, seat.Seats, r.Stack[0], r.Stack[1], r.Stack[2], r.Stack[3])
	for s := range t.chairs {
		if r.In>>s&1 == 1 {
			t.tapf("%d topcard %d %d", s+1, s+1, t.chairs[s].view.Card)
		}
	}
}

func (t *Table) tapAsk(s int) {
	if t.tap != nil {
		t.tapf("%d genmove %d", s+1, s+1)
	}
}

func (t *Table) tapPlay(s int, a seat.Action) {
	if t.tap != nil {
		t.tapf("all play %d %v", s+1, a)
	}
}

func (t *Table) tapShow(s int) {
	if t.tap != nil {
		t.tapf("all topcard %d %d", s+1, t.chairs[s].view.Card)
	}
}
