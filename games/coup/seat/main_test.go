package seat_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/games/coup/seat"
	"bloodline/internal/guard"
)

// first chooses the first legal action, last the last one.
type (
	first struct{}
	last  struct{}
)

func (first) Act(v *seat.View, _ uint64) seat.Action {
	for a := seat.Action(0); ; a++ {
		if v.Legal.Has(a) {
			return a
		}
	}
}

func (last) Act(v *seat.View, _ uint64) seat.Action {
	for a := seat.NoAction - 1; ; a-- {
		if v.Legal.Has(a) {
			return a
		}
	}
}

// run is one process of a bot named "bot".
type run struct {
	code        int
	file        string // the history file afterwards
	out, stderr string
}

func start(t *testing.T, p seat.Policy, history string, args ...string) run {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a_b_0_0.txt")
	guard.Must(t, os.WriteFile(path, []byte(history), 0o644))
	var out, stderr bytes.Buffer
	code := seat.Main("bot", p, append([]string{path}, args...), strings.NewReader(""), &out, &stderr)
	file, err := os.ReadFile(path)
	guard.Must(t, err)
	return run{code, string(file), out.String(), stderr.String()}
}

// A bot appends its move and nothing else; only an Exchange prints.
func TestMain_Moves(t *testing.T) {
	for _, c := range []struct {
		name, history string
		args          []string // opponent's coins, own coins, cards, moves
		p             seat.Policy
		file, out     string // appended, printed
	}{
		{"opens with income", "", []string{"1", "1", "!$", "I\n", "F", "E", "S", "T"}, first{}, "I\n", ""},
		{"opens with a steal", "", []string{"1", "1", "!$", "I\n", "F", "E", "S", "T"}, last{}, "S", ""},
		{"lets a tax pass", "T", []string{"1", "1", "!$", "p", "q"}, first{}, "p", ""},
		{"challenges a tax", "T", []string{"1", "1", "!$", "p", "q"}, last{}, "q", ""},
		{"blocks as a Duke", "F", []string{"1", "1", "!$", "d", "p"}, last{}, "d", ""},
		{"the rules' example", "Tp\nTp\nTp\nI\nS", []string{"7", "4", "~!", "a", "c", "p", "q"}, last{}, "c", ""},
		{"accepts a block", "Fd", []string{"1", "1", "!$", "q", "\n"}, first{}, "\n", ""},
		{"challenges a block", "Fd", []string{"1", "1", "!$", "q", "\n"}, last{}, "q", ""},
		{"must show", "Tq", []string{"1", "1", "!$", "$"}, last{}, "$", ""},
		{"gives up on its own turn", "Tq", []string{"1", "1", "!^", "=\n", "'\n"}, first{}, "'\n", ""},
		{"gives up on its own turn, otherwise", "Tq", []string{"1", "1", "!^", "=\n", "'\n"}, last{}, "=\n", ""},
		{"gives up on the other's turn", "Tq$", []string{"1", "1", "!^", "=", "'"}, first{}, "'", ""},
		{"two equal cards are no choice", "Tq$", []string{"1", "1", "!!", "=", "="}, first{}, "=", ""},
		{"ends its turn", "Tp", []string{"1", "1", "!^", "\n"}, last{}, "\n", ""},
		{"keeps two of four", "Ep", []string{"1", "1", "~$^!", "\n"}, first{}, "\n", "~^"},
		{"keeps two of four, otherwise", "Ep", []string{"1", "1", "~$^!", "\n"}, last{}, "\n", "!$"},
		{"keeps two equal ones", "Ep", []string{"1", "1", "$$^!", "\n"}, last{}, "\n", "$$"},
		{"keeps after a challenge", "Eq~<", []string{"1", "1", "^!~$", "\n"}, first{}, "\n", "~^"},
		{"keeps one of three", "Eq=\nEq<\nEp", []string{"1", "1", "*$^", "\n"}, first{}, "\n", "^"},
		{"has no choice of three", "Eq=\nEq<\nEp", []string{"1", "1", "$$$", "\n"}, last{}, "\n", "$"},
		{"a forced Coup", "Tp\nI\nTp\nI\nTp\nI\n", []string{"4", "10", "!^", "C"}, first{}, "C", ""},
		{"coins left over from a draw", "", []string{"-2", "3", "!$", "I\n", "F", "E", "S", "T"}, first{}, "I\n", ""},
		{"a first turn with twelve coins", "", []string{"1", "12", "!$", "I\n", "F", "E", "S", "T"}, first{}, "I\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := start(t, c.p, c.history, c.args...)
			if r.code != 0 || r.file != c.history+c.file || r.out != c.out {
				t.Errorf("code %d, file %q, prints %q (%s), want file %q, prints %q", r.code, r.file, r.out, r.stderr, c.history+c.file, c.out)
			}
		})
	}
}

// Lines that no program should write, but an opponent's may: the answer is still a
// legal move, with a word on stderr where the history could not be followed.
func TestMain_Junk(t *testing.T) {
	turn := []string{"I\n", "F", "E", "T", "S"}
	for _, c := range []struct {
		name, history string
		moves         []string
		quiet         bool // the file itself is no junk yet
	}{
		{"fact 33: junk before a legal last character", "Fxp", []string{"\n"}, false},
		{"fact 33: the turn after", "Fxp\n", turn, false},
		{"fact 34: p after a block", "Fdp\n", turn, false},
		{"fact 34: p after a Captain's block", "Scp\n", turn, false},
		{"fact 34: p after a Contessa", "Tp\nTp\nAsp\n", turn, false},
		{"fact 35: a newline in reply", "T\np", []string{"\n"}, false},
		{"fact 35: the turn after", "T\np\n", turn, false},
		{"fact 36: two actions at once", "TF", []string{"d", "p"}, false},
		{"fact 37: junk before p", "Exp", []string{"\n"}, false},
		{"fact 38: a newline before the card", "Tp\nTp\nTp\nTp\nC\n<", []string{"\n"}, false},
		{"fact 39: two replies at once", "Tpq", []string{"$"}, false},
		{"fact 39: two newlines", "Fd\n\n", turn, false},
		{"a move after the end", "Tq'\nI\nTq'\nI", []string{"p", "q"}, false},
		{"no text at all", "\x00\xff\xfe", []string{"p", "q"}, false},
		{"blocked with what is not asked for", "Fd", []string{"d", "p"}, false},
		{"the arbiter knows better", "T", []string{"a", "c"}, false},
		{"cards that are no cards", "T", []string{"p", "q"}, false},
		{"a sound history", "T", []string{"p", "q"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, p := range []seat.Policy{first{}, last{}} {
				cards := "!^"
				if c.name == "cards that are no cards" {
					cards = "xy"
				}
				r := start(t, p, c.history, append([]string{"1", "1", cards}, c.moves...)...)
				written, ok := strings.CutPrefix(r.file, c.history)
				if r.code != 0 || !ok || !slices.Contains(c.moves, written) {
					t.Errorf("code %d, file %q, want %q and one of %q", r.code, r.file, c.history, c.moves)
				}
				if c.quiet != (r.stderr == "") || !c.quiet && !strings.HasPrefix(r.stderr, "bot: ") {
					t.Errorf("stderr %q", r.stderr)
				}
			}
		})
	}
}

// Fact 37: after Exp no cards are drawn, and the whole hand must be printed.
func TestMain_JunkExchange(t *testing.T) {
	for _, c := range []struct {
		history, cards, want string
	}{
		{"Exp", "!^", "!^"},
		{"Exp", "!", "!"},
		{"Fxp\nEp", "*~!^", "*~"},
		{"Fxp\nEp", "*~!", "*"},
		{"Fxp\nTp", "!^", ""},
	} {
		r := start(t, last{}, c.history, "1", "1", c.cards, "\n")
		if r.code != 0 || r.file != c.history+"\n" || r.out != c.want {
			t.Errorf("%q with %q: code %d, file %q, prints %q, want %q", c.history, c.cards, r.code, r.file, r.out, c.want)
		}
	}
}

func TestMain_Errors(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		code int
		want string // on stderr
	}{
		{"no arguments", nil, 2, "usage: bot FILE OPPONENT-COINS OWN-COINS CARDS MOVE..."},
		{"no moves", []string{"f", "1", "1", "!^"}, 2, "usage: bot FILE"},
		{"no number", []string{"", "one", "1", "!^", "p", "q"}, 2, `bot: coins: want a number, have "one"`},
		{"too many coins", []string{"", "1", "1000", "!^", "p", "q"}, 2, `have "1000"`},
		{"no file", []string{"/nonexistent/f.txt", "1", "1", "!^", "p", "q"}, 1, "bot: read history: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f.txt")
			guard.Must(t, os.WriteFile(path, []byte("T"), 0o644))
			if len(c.args) > 0 && c.args[0] == "" {
				c.args[0] = path
			}
			var out, stderr bytes.Buffer
			code := seat.Main("bot", first{}, c.args, strings.NewReader(""), &out, &stderr)
			if code != c.code || !strings.Contains(stderr.String(), c.want) || out.Len() != 0 {
				t.Errorf("code %d, stderr %q, stdout %q, want %d, %q", code, stderr.String(), out.String(), c.code, c.want)
			}
			if text, err := os.ReadFile(path); err != nil || string(text) != "T" {
				t.Errorf("the file is %q after an error (%v)", text, err)
			}
		})
	}
	t.Run("a directory", func(t *testing.T) {
		var out, stderr bytes.Buffer
		args := []string{t.TempDir(), "1", "1", "!^", "p", "q"}
		if code := seat.Main("bot", first{}, args, strings.NewReader(""), &out, &stderr); code != 1 {
			t.Errorf("code %d, want 1", code)
		}
	})
}
