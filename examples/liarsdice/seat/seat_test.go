package seat_test

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"liarsdice/seat"
)

// Bids rise, so a course of bids is a set of some of the 60, but not of none; a call
// ends it.
func TestLegal_CountsGames(t *testing.T) {
	var games [seat.Liar + 1]uint64 // that go on after an action
	count := func(v *seat.View) (n uint64) {
		for a := range seat.Liar + 1 {
			n += v.Legal() >> a & 1 * games[a]
		}
		return n
	}
	games[seat.Liar] = 1
	for a := int(seat.Liar) - 1; a >= 0; a-- {
		games[a] = count(&seat.View{Mine: 1 << a})
	}
	if n := count(&seat.View{}); n != 1<<60-1 {
		t.Errorf("there are %d games, want 2^60-1", n)
	}
}

// So many of the 7,776 throws of the other's dice show a face k times or more.
func TestTruth_Counts(t *testing.T) {
	v := seat.View{Hand: seat.Hand{2, 3}}
	for k, n := range []float64{7776, 4651, 1526, 276, 26, 1, 0} {
		bid := seat.Action((1 + k) * seat.Faces) // of two ones and k more
		if got := v.Truth(bid); math.Abs(got-n/7776) > 1e-12 {
			t.Errorf("%v: %g, want %g of 7776", bid, got, n)
		}
	}
}

// lowest does the first of what is legal.
type lowest struct{}

func (lowest) Act(v *seat.View, _ uint64) seat.Action {
	return seat.Action(bits.TrailingZeros64(v.Legal()))
}

func TestMain_Session(t *testing.T) {
	for input, want := range map[string]string{
		"roll 0 13356\nact\nmove 2x3\nact\nmove liar\nroll 1 11111\r\nmove 10x6\nact\n": "1x1\n2x4\nliar\n",
		"": "",
		// What breaks the protocol ends the program with one line that says where.
		"\x00\xff": "!", "act": "!", "move 1x1": "!", "end": "!", "roll": "!", "roll 0 1335": "!", "roll 2 13356": "!",
		"roll 0 13357": "!", "roll 0 133566": "!", "roll 0 133567": "!", "roll 0 13356 1": "!", "roll 1 13356\nact": "!", "roll 0 13356\nmove 1x1": "!",
		"roll 1 13356\nmove liar": "!", "roll 1 13356\nmove 11x1": "!", "roll 1 13356\nmove 0x1": "!",
		"roll 1 13356\nmove 2x2\nmove 2x3": "!", "roll 0 13356\nact\nmove 1x1": "!1x1\n", "roll 0 13356\nact\nmove liar\nact": "!1x1\n",
		"roll 0 13356\n" + strings.Repeat("x", 1<<17): "!",
	} {
		var out, err strings.Builder
		code := seat.Main("lowest", lowest{}, nil, strings.NewReader(input), &out, &err)
		want, fails := strings.CutPrefix(want, "!")
		lines := strings.Count(err.String(), "\n")
		if out.String() != want || fails != (code == 1) || fails != (lines == 1) || err.Len() > 200 {
			t.Errorf("%.40q: code %d, stdout %q, stderr %q", input, code, out.String(), err.String())
		}
	}
}
