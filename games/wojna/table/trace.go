package table

import (
	"fmt"
	"strings"

	"bloodline/games/wojna/seat"
)

// Trace sets the function that receives a trace of the runs in the contest's protocol, without the clock: the
// addressee, a space and the command, as in "all play 2 raise 1" and "3 topcard 3 12". Seats count from 1.
func (t *Table) Trace(trace func(line string)) { t.trace = trace }

// Heard returns the command of a traced line if it is addressed to seat s, from 0.
func Heard(line string, s int) (command string, ok bool) {
	to, command, _ := strings.Cut(line, " ")
	return command, to == "all" || to == fmt.Sprint(s+1)
}

func (t *Table) tracef(format string, args ...any) { t.trace(fmt.Sprintf(format, args...)) }

func (t *Table) traceBegin() {
	r := &t.record
	t.tracef("all setstate %d %d %d %d %d %d", r.Pot, seat.Seats, r.Stack[0], r.Stack[1], r.Stack[2], r.Stack[3])
	for s := range t.seats {
		if r.In>>s&1 == 1 {
			t.tracef("%d topcard %d %d", s+1, s+1, t.seats[s].view.Card)
		}
	}
}
