package seat_test

import (
	"strings"
	"testing"

	"kuhn/seat"
)

// bold bets and calls.
type bold struct{}

func (bold) Act(v *seat.View, _ uint64) seat.Action {
	if v.FacesBet() {
		return seat.Call
	}
	return seat.Bet
}

func run(t *testing.T, input string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err strings.Builder
	code = seat.Main("bold", bold{}, args, strings.NewReader(input), &out, &err)
	return code, out.String(), err.String()
}

func TestMain_Session(t *testing.T) {
	t.Setenv("BLOODLINE_SEED", "1")
	code, out, err := run(t, "deal 0 K\nact\nmove fold\nend 1\ndeal 1 J\r\nmove check\nact\nmove call\nend -2\n")
	if code != 0 || out != "bet\nbet\n" || err != "" {
		t.Errorf("code %d, stdout %q, stderr %q", code, out, err)
	}
}

// What breaks the protocol ends the program with one line that says where.
func TestMain_HostileInput(t *testing.T) {
	for _, input := range []string{
		"\n", "act\n", "move bet\n", "end 1\n", "hello\n", "\x00\xff\n", "deal\n", "deal 0\n", "deal 2 K\n", "deal 0 A\n",
		"deal 0 -\n", "deal -1 K\n", "DEAL 0 K\n", "deal 0 K K\n",
		"deal 1 K\nact\n", "deal 0 K\nmove bet\n", "deal 0 K\nend 1\n", "deal 0 K\nact\nact\n", "deal 0 K\nact\nmove check\n",
		"deal 1 K\nmove fold\n", "deal 1 K\nmove raise\n", "deal 1 K\nmove\n", "deal 1 K\nmove bet\nact\nact\n",
		"deal 1 K\nmove bet\nact\nmove bet\n", "deal 1 K\nmove bet\nact\nend 2\nact\n",
		"deal 0 K\n" + strings.Repeat("x", 1<<17),
	} {
		code, _, err := run(t, input)
		if code != 1 || strings.Count(err, "\n") != 1 || len(err) > 200 {
			t.Errorf("%.40q: code %d, stderr %q", input, code, err)
		}
	}
}

// An input that ends anywhere is no error.
func TestMain_InputEnds(t *testing.T) {
	lines := strings.SplitAfter("deal 1 K\nmove check\nact\nmove fold\nend 1\n", "\n")
	for n := range len(lines) {
		if code, _, err := run(t, strings.Join(lines[:n], "")); code != 0 {
			t.Errorf("after %d lines: code %d, stderr %q", n, code, err)
		}
	}
}

// Any bytes give answers or one line of error, never a panic.
func FuzzServe(f *testing.F) {
	f.Add("deal 0 K\nact\nmove bet\nact\nend -2\n")
	f.Add("deal 1 Q\nmove bet\nact\nend 2\ndeal 0 J\n")
	f.Fuzz(func(t *testing.T, input string) {
		var out strings.Builder
		if err := seat.Serve(bold{}, 1, strings.NewReader(input), &out); err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("error of several lines: %v", err)
		}
	})
}
