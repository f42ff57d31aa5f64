package seat_test

import (
	"bytes"
	"strings"
	"testing"

	"bloodline/games/wojna/seat"
)

// raiser raises by one whenever it may.
type raiser struct{}

func (raiser) Act(v *seat.View, _ uint64) seat.Action {
	if v.Legal().Has(seat.Raise1) {
		return seat.Raise1
	}
	return seat.Check
}

const deck = "setdeck 104" +
	" 1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13" +
	" 1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13" +
	" 1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13" +
	" 1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13"

// talk feeds lines to a new program and returns its replies, one per line.
func talk(lines ...string) []string {
	p := seat.NewProgram("test", raiser{}, 1)
	var out []string
	for _, l := range lines {
		reply, _ := p.Do(l)
		out = append(out, reply)
	}
	return out
}

// opening brings a program to the first bidding as player 2.
func opening(lines ...string) []string {
	return append([]string{
		"your_number 2", deck, "time_settings 30000 1000 3000 100", "setstate 4 4 25 25 25 25", "topcard 2 9",
	}, lines...)
}

// TestProgram_Do checks the reply to the last line, and that it ends with an empty line.
func TestProgram_Do(t *testing.T) {
	war := []string{
		"play 1 pass", "play 2 check", "play 3 check", "play 4 pass", "topcard 2 9", "topcard 3 9",
		"setstate 8 4 25 23 23 25", "topcard 2 4",
	}
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"name", []string{"name"}, "= test"},
		{"help", []string{"help"}, "=\ngenmove\nhelp\nlist_commands\nname\nplay\nquit\nsetdeck\nsetstate\ntime_left\ntime_settings\ntopcard\nundo\nyour_number"},
		{"quit", []string{"quit"}, "= 0 deals, 0 biddings, 0 moves, 0 errors reported"},
		{"your_number", []string{"your_number 4"}, "="},
		{"setdeck", []string{deck}, "="},
		{"setdeck in any order [A13]", []string{strings.Replace(deck, "104 1 2 3", "104 3 1 2", 1)}, "="},
		{"setstate [A14]", opening()[:4], "="},
		{"time_left", opening("time_left 30000 1000"), "="},
		{"genmove at once", opening("genmove 2"), "= raise 1"},
		{"genmove does not play", opening("genmove 2", "genmove 2"), "= raise 1"},
		{"genmove in turn", opening("play 4 raise 1", "play 1 pass", "genmove 2"), "= raise 1"},
		{"spacing, case of moves, ids, comments", opening("  17\tplay   4  RAISE 1  # so what"), "=17"},
		{"an id is echoed", opening("17 genmove 2"), "=17 raise 1"},
		{"carriage return", opening("genmove 2\r"), "= raise 1"},
		{"next bidding", opening("play 2 check", "play 3 pass", "play 4 pass", "play 1 pass", "topcard 2 9", "setstate 4 4 24 27 24 24"), "? setstate: cards must add up to 104 with some in the pot, have 103"},
		{"next bidding, right", opening("play 3 pass", "play 4 pass", "play 1 pass", "topcard 2 9", "setstate 4 4 24 28 24 24"), "="},
		{"next bidding, contradiction", opening("play 3 pass", "play 4 pass", "play 1 pass", "topcard 2 9", "setstate 4 4 28 24 24 24"), "? setstate: want 4 in the pot and stacks [24 28 24 24]"},
		{"and it lives on", opening("play 3 pass", "play 4 pass", "play 1 pass", "topcard 2 9", "setstate 4 4 28 24 24 24", "topcard 2 3", "genmove 2"), "= raise 1"},
		{"war", opening(war...), "="},
		{"war: who takes part is known", opening(append(war, "play 1 check")...), "? play: player 1 has passed or takes no part"},
		{"war: asked", opening(append(war, "genmove 2")...), "= raise 1"},
		{"sole survivor shows [A12]", opening("play 2 pass", "play 3 pass", "play 4 pass", "topcard 1 3"), "="},
		{"undo", opening("play 1 raise 1", "undo", "play 1 check", "genmove 2"), "= raise 1"},
		{"undo after the showdown", opening("play 3 pass", "play 4 pass", "play 1 pass", "topcard 2 9", "undo", "play 1 check", "genmove 2"), "= raise 1"},
		{"undo nothing", opening("undo"), "? undo: no move of this bidding to take back"},
		{"eliminated players still hear", []string{"your_number 2", deck, "setstate 4 4 25 25 25 25", "play 1 check"}, "="},

		{"unknown command", []string{"frobnicate now"}, "? unknown command frobnicate"},
		{"binary", []string{"\x00\x01\xff\xfe play"}, "? play: wants a player and a move"},
		{"your_number 5", []string{"your_number 5"}, "? your_number: player must be in [1, 4], have 5"},
		{"your_number -1", []string{"your_number -1"}, "? your_number: player must be in [1, 4], have -1"},
		{"your_number without", []string{"your_number"}, "? your_number: wants a number"},
		{"other decks", []string{"setdeck 4 1 2 3 4"}, "? setdeck: wants eight copies of 1 to 13"},
		{"nine of one kind", []string{strings.Replace(deck, " 1 ", " 2 ", 1)}, "? setdeck: wants eight copies of 1 to 13"},
		{"a false count", []string{"setdeck 5 1 2 3"}, "? setdeck: wants a count and as many cards"},
		{"words for cards", []string{"setdeck 2 ace king"}, "? setdeck: must be a number, have ace"},
		{"three players", []string{"setstate 3 3 33 34 34"}, "? setstate: wants a pot, the number 4 and four stacks"},
		{"huge numbers", []string{"setstate 99999999999999999999 4 1 1 1 1"}, "? setstate: must be a number, have 99999999999999999999"},
		{"topcard 14", opening("topcard 2 14"), "? topcard: card must be in [1, 13], have 14"},
		{"topcard of no player", opening("topcard 0 4"), "? topcard: player must be in [1, 4], have 0"},
		{"topcard of another before the moves", opening("topcard 3 4"), "? topcard: player 3 has no card to be seen now"},
		{"topcard during the moves", opening("play 1 check", "topcard 2 9"), "? topcard: no card is to be seen now"},
		{"topcard of a player who passed", opening("play 1 pass", "play 2 check", "play 3 check", "play 4 pass", "topcard 1 2"), "? topcard: player 1 has passed or takes no part"},
		{"own card changes", opening("play 1 pass", "play 2 check", "play 3 check", "play 4 pass", "topcard 2 8"), "? topcard: card must be 9, have 8"},
		{"topcard twice", opening("play 1 pass", "play 2 check", "play 3 check", "play 4 pass", "topcard 2 9", "topcard 2 9"), "? topcard: the card of player 2 is known"},
		{"play before a deal", []string{"play 1 check"}, "? play: no bidding is going on"},
		{"play out of turn", opening("play 4 check", "play 2 check"), "? play: player 1 is to move, not 2"},
		{"play of no player", opening("play 9 check"), "? play: player must be in [1, 4], have 9"},
		{"play of nonsense", opening("play 1 raise 4"), "? play: must be pass, check or raise 1 to 3"},
		{"play without a move", opening("play 1"), "? play: wants a player and a move"},
		{"raise without cards", []string{"your_number 2", deck, "setstate 4 4 0 50 25 25", "play 1 raise 1"}, "? play: player 1 has no cards for raise 1"},
		{"genmove before a deal", []string{"your_number 1", "genmove 1"}, "? genmove: no bidding is going on"},
		{"genmove without a number told", []string{deck, "setstate 4 4 25 25 25 25", "genmove 1"}, "? genmove: the card of player 1 is not known"},
		{"genmove of another [A30]", opening("genmove 3"), "? genmove: the card of player 3 is not known"},
		{"genmove out of turn", opening("play 2 check", "genmove 2"), "? genmove: player 3 is to move, not 2"},
		{"setstate during a bidding", opening("play 2 check", "setstate 4 4 25 25 25 25"), "? setstate: the bidding before has not ended"},
		{"time without numbers", []string{"time_left soon"}, "? time: wants 2 numbers, have 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			replies := talk(c.lines...)
			got, ok := strings.CutSuffix(replies[len(replies)-1], "\n\n")
			if !ok || got != c.want {
				t.Errorf("have %q, want %q and an empty line", got, c.want)
			}
		})
	}
}

// TestProgram_emptyLines: the referee's empty lines get no reply.
func TestProgram_emptyLines(t *testing.T) {
	for _, line := range []string{"", "  ", "\t\r", "# a comment"} {
		if got := talk(line)[0]; got != "" {
			t.Errorf("%q: reply %q", line, got)
		}
	}
}

func TestMain_streams(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		name string
		args []string
		in   string
		out  string
		code int
	}{
		{"end of input", nil, "", "", 0},
		{"last line without its end", nil, "name", "= bot\n\n", 0},
		{"quit ends", nil, "quit\nname\n", "= 0 deals, 0 biddings, 0 moves, 0 errors reported\n\n", 0},
		{"a line of 1 MB, and on", nil, long + "\nname\n", "? line: must have at most 65536 bytes\n\n= bot\n\n", 0},
		{"1 MB without an end", nil, long, "? line: must have at most 65536 bytes\n\n", 0},
		{"zero bytes", nil, "\x00\x00\nname\n", "= bot\n\n", 0},
		{"arguments", []string{"-x"}, "name\n", "", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := seat.Main("bot", raiser{}, c.args, strings.NewReader(c.in), &out, &errs)
			if code != c.code || out.String() != c.out {
				t.Errorf("code %d, out %.80q, err %q; want %d, %q", code, out.String(), errs.String(), c.code, c.out)
			}
			if (code == 0) != (errs.Len() == 0) {
				t.Errorf("code %d with errors %q", code, errs.String())
			}
		})
	}
}

// FuzzProgram: no line makes a program panic, and every line that is not empty
// gets exactly one reply, which begins with = or ? and ends with an empty line.
func FuzzProgram(f *testing.F) {
	f.Add(strings.Join(opening("genmove 2", "play 3 pass", "play 4 raise 3", "play 1 check", "genmove 2", "play 2 check",
		"topcard 1 9", "topcard 2 9", "topcard 4 9", "setstate 16 4 19 19 25 19", "undo"), "\n"))
	f.Add("setstate 104 4 0 0 0 0\nplay 1 check\nplay 2 pass\nplay 3 check")
	f.Add("setstate 4 4 100 0 0 0\nplay 1 raise 3\ntopcard 1 13\nsetstate 1 4 103 0 0 0")
	f.Fuzz(func(t *testing.T, text string) {
		p := seat.NewProgram("fuzz", raiser{}, 1)
		p.Do("your_number 2")
		for line := range strings.SplitSeq(text, "\n") {
			reply, _ := p.Do(line)
			if reply == "" {
				continue
			}
			body, ok := strings.CutSuffix(reply, "\n\n")
			if !ok || strings.Contains(body, "\n\n") || body[0] != '=' && body[0] != '?' {
				t.Fatalf("%q: reply %q", line, reply)
			}
		}
	})
}
