package table

import (
	"strings"

	"bloodline/games/samurai/seat"
)

// ParseAnswer reads what an external program answered in a turn as the official
// server reads it: pieces between single blanks, of each the leading integer,
// where anything that is no lord counts as lord 0, missing pieces count as lord 0
// and pieces too many are ignored. It never fails; clean is false if the rules
// had to be bent. Blanks and carriage returns around the answer are fine.
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

// leadingLord is JavaScript's parseInt as far as it matters: the number that a
// piece begins with, or 0 if that is no lord.
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
