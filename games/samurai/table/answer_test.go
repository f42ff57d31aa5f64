package table_test

import (
	"testing"

	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

// FuzzParseAnswer reads answers of programs: whatever they are, a turn has its visits,
// and a clean answer is written as it is read.
func FuzzParseAnswer(f *testing.F) {
	for _, line := range []string{"0 1 2 3 4", "5 5", "5abc 5.9 0x5 +5 05", "", " 1  2 ", "-1 6 7 99999999999999999999", "\xff\x00"} {
		f.Add(line, uint8(1))
		f.Add(line, uint8(2))
	}
	f.Fuzz(func(t *testing.T, line string, turn uint8) {
		turn = 1 + turn%9
		a, clean := table.ParseAnswer(line, turn)
		again, ok := table.ParseAnswer(string(a.AppendText(nil)), turn)
		if !ok || again != a {
			t.Errorf("%q in turn %d is %v, and then %v", line, turn, a, again)
		}
		if total := a.Size(); total != seat.Visits(turn) || !a.Legal(turn) {
			t.Errorf("%q in turn %d: %d visits (clean %v)", line, turn, total, clean)
		}
	})
}
