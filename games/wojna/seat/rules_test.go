package seat_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"bloodline/games/wojna/seat"
)

// deal runs a script on a record whose seats have the given stacks. Its words, by semicolons: "begin" takes the antes,
// "2 raise 1" is a move (seats from 1), "show 1=9 3=4" turns up cards and settles. Moves must be legal and in turn.
func deal(t *testing.T, stacks [4]int, script string) *seat.PublicState {
	t.Helper()
	r := new(seat.PublicState)
	r.Reset()
	r.Deal()
	r.Stack, r.Alive = stacks, 0
	for s, n := range stacks {
		if n > 0 {
			r.Alive |= 1 << s
		}
	}
	for line := range strings.SplitSeq(script, ";") {
		words := strings.Fields(line)
		switch words[0] {
		case "begin":
			r.Begin()
		case "show":
			for _, w := range words[1:] {
				c, _ := strconv.Atoi(w[2:])
				r.Show(int(w[0]-'1'), c)
			}
			r.Settle()
		default:
			s := int(words[0][0] - '1')
			a, err := seat.ParseAction(words[1:]...)
			switch {
			case err != nil:
				t.Fatal(err)
			case r.Over():
				t.Fatalf("%s: the bidding is over", line)
			case r.Active>>s&1 == 0, r.Turn() != seat.Nobody && r.Turn() != s:
				t.Fatalf("%s: not his turn", line)
			case !r.Legal(s).Has(a):
				t.Fatalf("%s: not legal", line)
			}
			r.Play(s, a)
		}
	}
	return r
}

// state writes down a record: pot, stacks, seats that stay, whose turn, or the end.
func state(r *seat.PublicState) string {
	end := "turn " + strconv.Itoa(r.Turn()+1)
	if r.Over() {
		end = "over"
	}
	return fmt.Sprintf("pot %d stacks %v in %04b level %d %s", r.Pot, r.Stack, r.Active, r.Level, end)
}

// result writes down what a showdown led to.
func result(r *seat.PublicState) string {
	return fmt.Sprintf("winner %d pot %d stacks %v out %v", r.Winner+1, r.Pot, r.Stack, r.Out)
}

func TestBidding(t *testing.T) {
	for _, c := range []struct {
		rule, script string
		stacks       [4]int
		want         string
	}{
		{"1: the ante is one card of every player", "begin", [4]int{26, 26, 26, 26}, "pot 4 stacks [25 25 25 25] in 1111 level 0 turn 0"},
		{"1: eliminated players take no part", "begin", [4]int{50, 0, 4, 50}, "pot 3 stacks [49 0 3 49] in 1101 level 0 turn 0"},
		{"2: pass puts nothing in", "begin; 1 raise 2; 2 pass", [4]int{26, 26, 26, 26}, "pot 6 stacks [23 25 25 25] in 1101 level 2 turn 3"},
		{"2 [A3]: pass is legal where a check is free", "begin; 1 pass; 2 pass", [4]int{26, 26, 26, 26}, "pot 4 stacks [25 25 25 25] in 1100 level 0 turn 3"},
		{"2: a check may be free", "begin; 3 check", [4]int{26, 26, 26, 26}, "pot 4 stacks [25 25 25 25] in 1111 level 0 turn 4"},
		{"2: a check goes up to the level", "begin; 1 raise 3; 2 raise 2; 3 check", [4]int{26, 26, 26, 26}, "pot 17 stacks [22 20 20 25] in 1111 level 5 turn 4"},
		{"2: a check with too few cards puts in all", "begin; 1 raise 3; 2 check", [4]int{26, 3, 26, 26}, "pot 9 stacks [22 0 25 25] in 1111 level 3 turn 3"},
		{"2 [A4]: after a short all-in the level stays the largest", "begin; 1 raise 3; 2 check; 3 check", [4]int{26, 3, 26, 26}, "pot 12 stacks [22 0 22 25] in 1111 level 3 turn 4"},
		{"2 [A4]: amounts are totals of the bidding", "begin; 1 raise 1; 2 raise 3; 3 pass; 4 pass; 1 check", [4]int{26, 26, 26, 26}, "pot 12 stacks [21 21 25 25] in 0011 level 4 over"},
		{"2: a raise goes above the level", "begin; 1 raise 1; 2 raise 3", [4]int{26, 26, 26, 26}, "pot 9 stacks [24 21 25 25] in 1111 level 4 turn 3"},
		{"2: no limit on raises", "begin; 1 raise 3; 2 raise 3; 3 raise 3; 4 raise 3; 1 raise 3", [4]int{26, 26, 26, 26}, "pot 46 stacks [10 19 16 13] in 1111 level 15 turn 2"},
		{"2 [A5]: a raise may take the last card", "begin; 1 raise 2", [4]int{3, 26, 26, 26}, "pot 6 stacks [0 25 25 25] in 1111 level 2 turn 2"},
		{"2 [A7]: a raise is legal when all others are all-in", "begin; 1 raise 1; 2 check; 3 check; 4 raise 3", [4]int{2, 2, 2, 26}, "pot 11 stacks [0 0 0 21] in 1111 level 4 turn 1"},
		{"2(a): all but one have passed", "begin; 2 pass; 3 pass; 4 pass", [4]int{26, 26, 26, 26}, "pot 4 stacks [25 25 25 25] in 0001 level 0 over"},
		{"2(a): also after a raise", "begin; 2 raise 1; 3 pass; 4 pass; 1 pass", [4]int{26, 26, 26, 26}, "pot 5 stacks [25 24 25 25] in 0010 level 1 over"},
		{"2(b): back at the first who checked", "begin; 3 check; 4 check; 1 check; 2 check", [4]int{26, 26, 26, 26}, "pot 4 stacks [25 25 25 25] in 1111 level 0 over"},
		{"2(b): who passed before does not count", "begin; 3 pass; 4 check; 1 pass; 2 check", [4]int{26, 26, 26, 26}, "pot 4 stacks [25 25 25 25] in 1010 level 0 over"},
		{"2(b): a raise reopens", "begin; 3 check; 4 raise 1; 1 pass; 2 pass", [4]int{26, 26, 26, 26}, "pot 5 stacks [25 25 25 24] in 1100 level 1 turn 3"},
		{"2(c): back at the last raiser, who may not raise again", "begin; 3 check; 4 raise 1; 1 pass; 2 check; 3 check", [4]int{26, 26, 26, 26}, "pot 7 stacks [25 24 24 24] in 1110 level 1 over"},
		{"2: a player without cards is asked", "begin; 1 raise 1; 2 check; 3 raise 1; 4 pass; 1 check", [4]int{26, 2, 26, 26}, "pot 9 stacks [23 0 23 25] in 0111 level 2 turn 2"},
		{"2: also a player whose ante was his last card", "begin; 1 raise 1", [4]int{26, 1, 26, 26}, "pot 5 stacks [24 0 25 25] in 1111 level 1 turn 2"},
		{"2: and may check for nothing", "begin; 1 raise 1; 2 check; 3 pass; 4 pass", [4]int{26, 1, 26, 26}, "pot 5 stacks [24 0 25 25] in 0011 level 1 over"},
		{"[A16]: seats in turn, round the table", "begin; 4 check", [4]int{26, 26, 26, 26}, "pot 4 stacks [25 25 25 25] in 1111 level 0 turn 1"},
		{"[A17]: who has passed is not asked", "begin; 4 raise 1; 1 pass; 2 raise 1; 3 check; 4 raise 1", [4]int{26, 26, 26, 26}, "pot 11 stacks [25 23 23 22] in 1110 level 3 turn 2"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := state(deal(t, c.stacks, c.script)); got != c.want {
				t.Errorf("%s\nhave %s\nwant %s", c.script, got, c.want)
			}
		})
	}
}

func TestSettle(t *testing.T) {
	check := "begin; 1 check; 2 check; 3 check; 4 check; "
	tied := "begin; 1 pass; 2 check; 3 check; 4 pass; "
	for _, c := range []struct {
		rule, script string
		stacks       [4]int
		want         string
	}{
		{"3: the highest card takes the pot", check + "show 1=3 2=11 3=10 4=1", [4]int{26, 26, 26, 26}, "winner 2 pot 0 stacks [25 29 25 25] out [0 0 0 0]"},
		{"3: passed cards do not count", "begin; 1 raise 1; 2 pass; 3 check; 4 pass; show 1=3 3=2", [4]int{26, 26, 26, 26}, "winner 1 pot 0 stacks [30 25 24 25] out [0 0 0 0]"},
		{"2(a): who is left wins with any card", "begin; 1 pass; 2 pass; 3 pass; show 4=1", [4]int{26, 26, 26, 26}, "winner 4 pot 0 stacks [25 25 25 29] out [0 0 0 0]"},
		{"2 [A6]: an all-in winner takes everything", "begin; 1 raise 3; 2 check; 3 check; 4 pass; show 1=2 2=9 3=8", [4]int{26, 1, 26, 26}, "winner 2 pot 0 stacks [22 10 22 25] out [0 0 0 0]"},
		{"3: a tie makes war, the pot waits", tied + "show 2=7 3=7", [4]int{26, 26, 26, 26}, "winner 0 pot 4 stacks [25 25 25 25] out [0 0 0 0]"},
		{"3 [A20]: two cards each, contributions before the war do not count", tied + "show 2=7 3=7; begin", [4]int{26, 26, 26, 26}, "winner 0 pot 8 stacks [25 23 23 25] out [0 0 0 0]"},
		{"3 [A19]: only the new cards decide the war, it takes all", tied + "show 2=7 3=7; begin; 3 raise 1; 2 check; show 2=1 3=2", [4]int{26, 26, 26, 26}, "winner 3 pot 0 stacks [25 22 32 25] out [0 0 0 0]"},
		{"3: wars repeat", tied + "show 2=7 3=7; begin; 3 check; 2 check; show 2=1 3=1; begin", [4]int{26, 26, 26, 26}, "winner 0 pot 12 stacks [25 21 21 25] out [0 0 0 0]"},
		{"3: passing in a war loses it", tied + "show 2=7 3=7; begin; 3 raise 1; 2 pass; show 3=2", [4]int{26, 26, 26, 26}, "winner 3 pot 0 stacks [25 23 31 25] out [0 0 0 0]"},
		{"3 [A8] [A21]: one card in a war, full rights", tied + "show 2=7 3=7; begin; 3 check; 2 check; show 2=9 3=2", [4]int{26, 2, 26, 26}, "winner 2 pot 0 stacks [25 7 23 25] out [0 0 0 0]"},
		{"3: tied without a card loses, the only one with cards wins", tied + "show 2=7 3=7", [4]int{26, 1, 26, 26}, "winner 3 pot 0 stacks [25 0 29 25] out [0 1 0 0]"},
		{"3: none of the tied has cards, the pot stays", tied + "show 2=7 3=7", [4]int{26, 1, 1, 26}, "winner 0 pot 4 stacks [25 0 0 25] out [0 1 1 0]"},
		{"3 [A9]: the next bidding is an ordinary one of all with cards", tied + "show 2=7 3=7; begin; 4 check; 1 check; show 1=3 4=2", [4]int{26, 1, 1, 26}, "winner 1 pot 0 stacks [30 0 0 24] out [0 1 1 0]"},
		{"3 [A22]: some of the tied have cards, the rest is out before the war", check + "show 1=7 2=7 3=7 4=1", [4]int{26, 1, 26, 26}, "winner 0 pot 4 stacks [25 0 25 25] out [0 1 0 0]"},
		{"4: out with the number of the bidding", check + "show 1=1 2=9 3=1 4=1; begin; 2 check; 3 check; 4 check; show 2=9 3=1 4=1", [4]int{1, 26, 2, 26}, "winner 2 pot 0 stacks [0 31 0 24] out [1 0 2 0]"},
		{"4 [A23]: who passed with nothing is out before the war of others", "begin; 1 pass; 2 check; 3 check; 4 check; show 2=7 3=7 4=1", [4]int{1, 26, 26, 26}, "winner 0 pot 4 stacks [0 25 25 25] out [1 0 0 0]"},
		{"4: losing the last card counts at the end of the war only", tied + "show 2=7 3=7; begin; 3 check; 2 check; show 2=1 3=2", [4]int{26, 2, 26, 26}, "winner 3 pot 0 stacks [25 0 30 25] out [0 2 0 0]"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := result(deal(t, c.stacks, c.script)); got != c.want {
				t.Errorf("%s\nhave %s\nwant %s", c.script, got, c.want)
			}
		})
	}
}
