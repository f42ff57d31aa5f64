package table

import (
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/games/samurai/seat"
)

// fill completes a script with lord 0.
func fill(first ...seat.Action) *script {
	p := new(script)
	for i := range p {
		p[i] = seat.Action(seat.Visits(uint8(i + 1)))
	}
	copy(p[:], first)
	return p
}

func TestPlay_Panics(t *testing.T) {
	bad := [4]*script{fill(), fill(), fill(), fill(seat.ActionOf(1, 2))}
	for name, seats := range map[string][]engine.Player{
		"three seats":  players([4]chancer{})[:3],
		"no policy":    {chancer{}, chancer{}, 7, chancer{}},
		"short action": players(bad),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if r, ok := recover().(string); !ok || !strings.HasPrefix(r, "samurai: ") {
					t.Errorf("recovered %v", r)
				}
			}()
			new(Table).Play(1, seats)
			t.Error("played on")
		})
	}
}

func TestFormatTotal(t *testing.T) {
	for twelfths, want := range map[int32]string{0: "0", 84: "7", -66: "-5.5", -6: "-0.5", 40: "3+1/3", -8: "-2/3", 864: "72"} {
		if got := FormatTotal(twelfths); got != want {
			t.Errorf("%d: %q, want %q", twelfths, got, want)
		}
	}
}

// The rows are the faults seen on the official server.
func TestParseAnswer(t *testing.T) {
	for _, c := range []struct {
		in    string
		turn  uint8
		want  string
		clean bool
	}{
		{"0 1 2 3 4", 1, "0 1 2 3 4", true},
		{"5 0", 2, "0 5", true},
		{" 4 3 3 2 1 \r\n", 3, "1 2 3 3 4", true},
		{"5 5", 1, "0 0 0 5 5", false},
		{"1 2 3 4 5 5 5", 1, "1 2 3 4 5", false},
		{"1 2 3", 2, "1 2", false},
		{"6 -1 x 5 5", 1, "0 0 0 5 5", false},
		{"4abc 4.9 0x3 +4 04", 1, "3 4 4 4 4", false},
		{"1  2 3 4 5", 1, "0 1 2 3 4", false},
		{"1\t2\t3\t4\t5", 1, "0 0 0 0 1", false},
		{"3,4", 2, "0 3", false},
		{"", 2, "0 0", false},
		{"99999999999999999999 2", 2, "0 2", false},
	} {
		a, clean := ParseAnswer(c.in, c.turn)
		if a.String() != c.want || clean != c.clean || !a.Legal(c.turn) {
			t.Errorf("%q: %v %v, want %v %v", c.in, a, clean, c.want, c.clean)
		}
	}
}
