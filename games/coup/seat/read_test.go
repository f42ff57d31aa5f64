package seat_test

import (
	"errors"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// even chooses evenly among what is legal.
type even struct{}

func (even) Act(v *seat.View, r uint64) seat.Action {
	return seat.Action(roll.Bit(r, uint64(v.Legal)))
}

// histories are the files of real games.
func histories(n int) (out []string) {
	tab := table.NewTable()
	for seed := range uint64(n) {
		var text []byte
		tab.Watch(func(inv *table.Invocation) { text = append(text, inv.Written...) })
		tab.Play(seed, []engine.Player{even{}, even{}})
		out = append(out, string(text))
	}
	return out
}

const alphabet = "IFETASCpqacsd_'<=0~^*!$\n"

func FuzzRead(f *testing.F) {
	for _, text := range histories(50) {
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	for _, text := range []string{"", "\n", "Fxp\n", "Fdp\n", "T\np\n", "TF", "Exp", "C\n<", "Tpq", "Fd\n\n", "I", "\x00\xff", "Tq0\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkRead(t, text) })
}

func checkRead(t *testing.T, text string) {
	pos, err := seat.Read(text)
	good := text
	if err != nil {
		var h *seat.HistoryError
		if !errors.As(err, &h) {
			t.Fatalf("%q: error %T", text, err)
		}
		good = accepted(t, text)
		if h.Line != 1+strings.Count(good, "\n") || h.Why == "" {
			t.Fatalf("%q: error at line %d (%s), accepted is %q", text, h.Line, h.Why, good)
		}
	}
	if again, err := seat.Read(good); err != nil || again != pos {
		t.Fatalf("%q: not the position after %q: %v", text, good, err)
	}
	for i, s := range pos.Sides {
		if s.Coins > 12 || int(s.Lives)+s.Lost.Size() != 2 && !pos.Over() {
			t.Fatalf("%q: seat %d has %d coins, %d lives, lost %v", text, i, s.Coins, s.Lives, s.Lost)
		}
	}
	if want := uint8(strings.Count(good, "\n") % 2); !pos.Over() && pos.Owner != want {
		t.Fatalf("%q: owner %d, want %d", text, pos.Owner, want)
	}
	line := good[strings.LastIndexByte(good, '\n')+1:]
	if !pos.Over() && !half(line) && pos.Mover() != (pos.Owner+uint8(len(line)))%2 {
		t.Fatalf("%q: seat %d is to move, parity says the other", text, pos.Mover())
	}
	for _, hand := range []seat.Hand{seat.HandOf(seat.Duke), seat.HandOf(seat.Captain, seat.Contessa)} {
		v := pos.View(hand)
		if v.Me != pos.Mover() || v.Legal == 0 && !pos.Over() && v.Ask != seat.AskKeep {
			t.Fatalf("%q: view %+v", text, v)
		}
	}
}

// half reports whether a line ends in the first half of a move of two characters: I or the owner's card, without their
// newline. No program is ever handed such a file.
func half(line string) bool {
	return len(line)%2 == 1 && strings.ContainsRune("I_'<=0", rune(line[len(line)-1]))
}

// accepted is the longest beginning that can be read.
func accepted(t *testing.T, text string) string {
	for n := range len(text) {
		if _, err := seat.Read(text[:n+1]); err != nil {
			return text[:n]
		}
	}
	t.Fatalf("%q: an error, but every beginning can be read", text)
	return ""
}

func TestRead_Errors(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		want string // part of the message
	}{
		{"x", 1, `'x' opens no turn`},
		{"Tp\n\n", 2, `'\n' opens no turn`},
		{"A", 1, "Assassinate with 1 coins against 1"},
		{"Tp\nC", 2, "Coup with 1 coins against 4"},
		{"Ip", 1, `'p' where the turn must end`},
		{"Fq", 1, `'q' does not answer Foreign Aid`},
		{"Fxp\n", 1, `'x' does not answer Foreign Aid`},
		{"T\np", 1, `'\n' does not answer Tax`},
		{"TF", 1, `'F' does not answer Tax`},
		{"Fdp\n", 1, `'p' does not answer a block`},
		{"Tq0\n", 1, "'0' neither shows a Duke nor gives up another card"},
		{"Tq^", 1, "'^' neither shows a Duke"},
		{"Saq_", 1, "'_' neither shows a Ambassador"},
		{"Tq$p", 1, "'p' gives up no card"},
		{"Tpp\n", 1, `'p' where the turn must end`},
		{"I\nI\nTpq", 3, `'q' where the turn must end`},
		{"Tq'\nI\nTq'\nI", 4, "the game is over already"},
		{"Tq$<\nI\nTq$<\n", 3, "the game is over already"},
	} {
		_, err := seat.Read(c.text)
		var h *seat.HistoryError
		if !errors.As(err, &h) {
			t.Errorf("%q: error %v, want one of line %d", c.text, err, c.line)
			continue
		}
		if h.Line != c.line || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "history line ") {
			t.Errorf("%q: %q, want line %d and %q", c.text, err, c.line, c.want)
		}
	}
}

// grammar collects the lines that Read accepts behind a beginning.
func grammar(begin, line string, complete, last, partial map[string]bool) {
	for _, c := range alphabet {
		next := line + string(c)
		pos, err := seat.Read(begin + next)
		switch {
		case err != nil:
		case c == '\n':
			complete[next] = true
		case pos.Over():
			last[next] = true
		default:
			if !half(next) {
				partial[next] = true
			}
			grammar(begin, next, complete, last, partial)
		}
	}
}

// The grammar has exactly the lines of the contest's arbiter, which were counted by enumerating it.
func TestRead_ExactCounts(t *testing.T) {
	complete, last, partial := map[string]bool{}, map[string]bool{}, map[string]bool{}
	rich := "Tp\nTp\nTp\nTp\n" // seven coins each
	for _, begin := range []string{rich, "Eq<\nEq=\n" + rich} {
		grammar(begin, "", complete, last, partial)
	}
	if len(complete) != 82 || len(last) != 46 || len(partial) != 67 {
		t.Errorf("%d complete lines, %d last lines, %d partial lines, want 82, 46, 67", len(complete), len(last), len(partial))
	}
	bare := map[string]bool{}
	for _, set := range []map[string]bool{complete, last} {
		for s := range set {
			bare[strings.TrimSuffix(s, "\n")] = true
		}
	}
	if len(bare) != 91 {
		t.Errorf("%d lines but for the newline, want 91", len(bare))
	}
}
