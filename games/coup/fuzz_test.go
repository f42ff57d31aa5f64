package coup

import (
	"slices"
	"strings"
	"testing"

	"bloodline/arena/referee"
	"bloodline/games/coup/table"
)

// FuzzArbiter plays games in which both programs write and print what they like: a byte
// of input says how many bytes are written, the next ones are those, and so for what is
// printed. A forfeit ends the game; cards are neither lost nor made.
func FuzzArbiter(f *testing.F) {
	f.Add(uint64(1), "\x00\x00\x00\x00")
	f.Add(uint64(2), "\x01T\x00\x01p\x00\x01\n\x00\x01E\x00\x01p\x00\x01\n\x02~~")
	f.Add(uint64(3), "\x01A\x00\x01s\x00\x01q\x00\x01_\x00")
	f.Fuzz(func(t *testing.T, seed uint64, script string) {
		take := func(most int) string {
			if script == "" {
				return ""
			}
			n := min(int(script[0])%(most+1), len(script)-1)
			out := script[1 : 1+n]
			script = script[1+n:]
			return out
		}
		a := newArbiter(seed)
		for runs := 0; runs < table.MaxInvocations && script != ""; runs++ {
			who := runs % 2
			call, culprit := a.call(who)
			if call == nil {
				if culprit != 0 && culprit != 1 {
					t.Fatalf("nobody's fault: %d", culprit)
				}
				return
			}
			choice := take(2)
			if len(choice) == 1 && choice[0] < 16 && len(call.Moves) > 0 { // a legal move, so that games go on
				choice = call.Moves[int(choice[0])%len(call.Moves)]
			}
			if len(choice) == 0 {
				return // the referee finds that nothing was written
			}
			a.history += choice
			printed := take(4)
			if call.Cards != "" && strings.HasPrefix(printed, "\x01") {
				printed = call.Cards[:min(len(call.Cards), len(a.hand[who]))]
			}
			if k, why := a.settle(who, call, printed); k != referee.None {
				if why == "" {
					t.Fatal("a fault without a reason")
				}
				return
			}
			if cards := len(a.hand[0]) + len(a.hand[1]) + len(a.stock); cards > 15 {
				t.Fatalf("%d cards after %q", cards, a.history)
			}
			for _, hand := range a.hand {
				if len(hand) > 2 || slices.ContainsFunc([]byte(hand), func(c byte) bool { return !isCard(c) }) {
					t.Fatalf("a hand of %q after %q", hand, a.history)
				}
			}
			if a.hand[who] == "" {
				return
			}
		}
	})
}
