package table

import (
	"fmt"
	"strings"

	"bloodline/games/samurai/seat"
)

// Trace sets the function that receives a game's events. The lines are the
// protocol's, each behind the seat it belongs to: "2> 1 D" is sent to seat 2,
// "2< 0 0 1 3 5" is its answer. The last line gives the totals by seat:
// "totals 7 -5.5 -1 -0.5" ([FormatTotal]).
func (t *Table) Trace(f func(line string)) { t.trace = f }

// Sent returns the seat and the text of a line of the transcript that is sent to
// a seat; ok is false for other lines.
func Sent(line string) (s int, text string, ok bool) { return cut(line, '>') }

// Answered returns the seat and the text of a line of the transcript that a seat
// answered; ok is false for other lines.
func Answered(line string) (s int, text string, ok bool) { return cut(line, '<') }

func cut(line string, mark byte) (int, string, bool) {
	if len(line) < 3 || line[0] < '0' || line[0] >= '0'+seat.Seats || line[1] != mark || line[2] != ' ' {
		return 0, "", false
	}
	return int(line[0] - '0'), line[3:], true
}

func (t *Table) traceText(s int, text []byte) {
	for line := range strings.Lines(string(text)) {
		t.trace(fmt.Sprintf("%d> %s", s, strings.TrimSuffix(line, "\n")))
	}
}

func (t *Table) traceStart() {
	for s := range seat.Seats {
		t.traceText(s, seat.AppendStart(nil, &t.strength))
	}
}

func (t *Table) traceEnd() {
	line := "totals"
	for _, x := range t.totals {
		line += " " + FormatTotal(x)
	}
	t.trace(line)
}

// FormatTotal writes twelfths as a person reads them: "7", "-5.5", "3+1/3".
func FormatTotal(twelfths int32) string {
	if twelfths < 0 {
		return "-" + FormatTotal(-twelfths)
	}
	whole, rest := twelfths/seat.Unit, twelfths%seat.Unit
	fraction := [seat.Unit]string{"", "1/12", "1/6", ".25", "1/3", "5/12", ".5", "7/12", "2/3", ".75", "5/6", "11/12"}[rest]
	switch {
	case rest == 0 || fraction[0] == '.':
		return fmt.Sprintf("%d%s", whole, fraction)
	case whole == 0:
		return fraction
	}
	return fmt.Sprintf("%d+%s", whole, fraction)
}
