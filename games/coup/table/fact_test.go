package table_test

import (
	"strings"
	"testing"

	"bloodline/games/coup/seat"
)

// After 200 invocations the game is a draw: observed behaviour of the contest's arbiter.
func TestTable_Draw(t *testing.T) {
	blocked := strings.Repeat("Fd\n", 64) // 192 invocations
	for _, c := range []struct {
		name   string
		hands  [2]string
		text   string
		winner int
	}{
		{"Foreign Aid blocked for ever", [2]string{"~^", "~^"}, blocked + "Fd\nFd\nFd", -1},
		{"a win on the 200th invocation counts", [2]string{"$$", "~^"}, "I\nTq_\n" + blocked + "Tq$'", 0},
		{"a win on the 201st does not", [2]string{"~^", "$$"}, "Tq_\n" + blocked + "I\nI\nTq$", -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, winner := whole(t, [2]seat.Hand{hand(c.hands[0]), hand(c.hands[1])}, c.text)
			if winner != c.winner || s.calls != 200 || s.file != c.text {
				t.Errorf("winner %d, %d calls, file ends %q", winner, s.calls, s.file[len(s.file)-12:])
			}
		})
	}
}

// The worked examples of the contest's rules, as the rules tell them.
func TestTable_WorkedExamples(t *testing.T) {
	for _, c := range []struct {
		name, line, p, q string
		left             [2]int   // cards held afterwards
		coins            [2]uint8 // afterwards, from 3 each, 7 for a Coup
	}{
		{"income", "I\n", "~~", "^^", [2]int{2, 2}, [2]uint8{4, 3}},
		{"foreign aid is passed", "Fp\n", "~~", "^^", [2]int{2, 2}, [2]uint8{5, 3}},
		{"a coup costs a Contessa", "C=\n", "~~", "!^", [2]int{2, 1}, [2]uint8{0, 7}},
		{"a true exchange is challenged", "Eq~<\n", "~$", "*^", [2]int{2, 1}, [2]uint8{3, 3}},
		{"an untrue tax is challenged", "Tq'\n", "^*", "~~", [2]int{1, 2}, [2]uint8{3, 3}},
		{"a true Contessa is challenged", "Asq!'\n", "^*", "!~", [2]int{1, 2}, [2]uint8{0, 3}},
		{"an assassination is accepted", "A=\n", "^*", "!~", [2]int{2, 1}, [2]uint8{0, 3}},
		{"a true steal is challenged", "Sq*0\n", "*^", "$~", [2]int{2, 1}, [2]uint8{5, 1}},
		{"a steal is passed", "Sp\n", "*^", "$~", [2]int{2, 2}, [2]uint8{5, 1}},
		{"a Captain's block is accepted", "Sc\n", "*^", "$~", [2]int{2, 2}, [2]uint8{3, 3}},
		{"an untrue steal is challenged", "Sq_\n", "~^", "$~", [2]int{1, 2}, [2]uint8{3, 3}},
		{"a true assassination is challenged", "Aq^0", "^*", "$~", [2]int{2, 0}, [2]uint8{0, 3}},
		{"an untrue Contessa is challenged", "Asq0", "^*", "$~", [2]int{2, 0}, [2]uint8{0, 3}},
		{"an untrue Duke's block is challenged", "Fdq_\n", "^*", "!~", [2]int{2, 1}, [2]uint8{5, 3}},
		{"a true Duke's block is challenged", "Fdq$<\n", "^*", "$~", [2]int{1, 2}, [2]uint8{3, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			coins := []uint8{3, 3}
			if c.line[0] == 'C' {
				coins = []uint8{7, 7}
			}
			s := play(t, 5, state(c.p, c.q, coins...), c.line, "")
			sides, hands := s.tab.Record().Sides, s.tab.Hands()
			if got := [2]uint8{sides[0].Coins, sides[1].Coins}; got != c.coins {
				t.Errorf("coins %v, want %v", got, c.coins)
			}
			if got := [2]int{hands[0].Size(), hands[1].Size()}; got != c.left {
				t.Errorf("cards left %v, want %v", got, c.left)
			}
		})
	}
}
