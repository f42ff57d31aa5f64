package table

import (
	"fmt"
	"strings"

	"bloodline/games/samurai/seat"
)

// Trace sets the function that receives a game's events: the protocol's lines, each behind its seat. "2> 1 D" is sent
// to seat 2, "2< 0 0 1 3 5" is its answer. The last line has the totals: "totals 7 -5.5 -1 -0.5" ([FormatTotal]).
func (t *Table) Trace(f func(line string)) { t.trace = f }

func (t *Table) traceText(s int, text []byte) {
	for line := range strings.Lines(string(text)) {
		t.trace(fmt.Sprintf("%d> %s", s, strings.TrimSuffix(line, "\n")))
	}
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

// ParseAnswer reads an answer as the official server does: it splits it at single blanks and takes the integer at the
// start of each piece. No lord and a missing piece count as lord 0, further pieces are ignored; clean is then false. It
// never fails. Blanks and carriage returns around the answer are fine.
func ParseAnswer(line string, turn uint8) (a seat.Action, clean bool) {
	pieces := strings.Split(strings.Trim(line, " \t\r\n"), " ")
	n := seat.Visits(turn)
	clean = len(pieces) == n
	for i := range n {
		lord := 0
		if i < len(pieces) {
			p := pieces[i]
			clean = clean && len(p) == 1 && p[0] >= '0' && p[0] < '0'+seat.Lords
			lord = leadingLord(p)
		}
		a = a.With(lord, 1)
	}
	return a, clean
}

// leadingLord is JavaScript's parseInt as far as it matters: the number a piece begins with, or 0 if that is no lord.
func leadingLord(p string) int {
	p = strings.TrimLeft(p, " \t\r\n\v\f")
	if strings.HasPrefix(p, "-") {
		return 0
	}
	p = strings.TrimPrefix(p, "+")
	base, digits := 10, "0123456789"
	if strings.HasPrefix(p, "0x") || strings.HasPrefix(p, "0X") {
		p, base, digits = p[2:], 16, "0123456789abcdef"
	}
	n := 0
	for _, c := range strings.ToLower(p) {
		d := strings.IndexRune(digits, c)
		if d < 0 {
			break
		}
		if n = n*base + d; n >= seat.Lords {
			return 0
		}
	}
	return n
}
