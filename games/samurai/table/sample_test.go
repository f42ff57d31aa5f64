package table

import (
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/games/samurai/seat"
)

// sampleSent is what seat 2 was sent in a game on the official server with seed 2014; sampleActs are its answers and
// the others' moves. Days are public; of the nights the server's report gives only sums, so theirs are one of the ways
// that agree with all of them.
const sampleSent = `9 4 6
3 5 4 5 4 3
1 D / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 0 0 / 0 0 0 0 0 0
2 N / 1 0 1 0 / 1 2 1 0 / 1 0 1 0 / 1 2 1 0 / 1 1 1 1 / 0 0 0 4 / 1 1 1 1 1 0
3 D / 1 0 1 0 / 1 2 1 0 / 1 0 1 0 / 1 2 1 0 / 1 1 1 1 / 0 0 0 4 / 1 3 1 1 3 0 / 0 3 0 3 2 0
4 N / 1 0 2 0 / 1 4 2 2 / 1 1 2 1 / 5 4 1 1 / 1 1 2 1 / 1 0 1 5 / 1 3 1 5 3 1
5 D / 1 0 2 0 / 1 4 2 2 / 1 1 2 1 / 5 4 1 1 / 1 1 2 1 / 1 0 1 5 / 1 5 3 5 3 1 / 0 2 2 3 0 1
6 N / 1 3 2 1 / 6 8 5 4 / 3 1 2 4 / 9 10 7 3 / 3 1 2 4 / 1 0 5 7 / 1 6 3 9 3 1
7 D / 1 3 2 1 / 6 8 5 4 / 3 1 2 4 / 9 10 7 3 / 3 1 2 4 / 1 0 5 7 / 3 6 3 11 3 1 / 2 2 1 3 0 0
8 N / 1 4 4 2 / 6 10 5 4 / 5 3 2 5 / 10 10 7 4 / 5 1 5 5 / 1 0 5 8 / 3 6 5 12 5 1
9 D / 1 4 4 2 / 6 10 5 4 / 5 3 2 5 / 10 10 7 4 / 5 1 5 5 / 1 0 5 8 / 5 6 5 12 7 1 / 1 1 3 0 2 1`

var sampleActs = [seat.Seats]string{
	"1 1 3 3 4/1 1/1 1 2 3 3/3 3/0 0 0 3 3/1 2/0 1 1 2 2/2 5/2 3 3 3 3",
	"0 1 2 3 4/3 3/0 1 2 4 5/1 3/1 5 5 5 5/3 3/0 0 4 4 4/2 2/4 5 5 5 5",
	"0 1 2 3 4/1 4/3 3 3 3 5/1 2/1 3 3 3 3/0 3/2 2 3 4 4/0 4/1 2 2 2 5",
	"4 5 5 5 5/3 4/1 1 2 3 5/2 5/0 1 1 2 4/0 1/0 2 3 4 5/1 4/0 0 1 2 4",
}

// sampleScripts returns the sample game's players.
func sampleScripts(t *testing.T) (ps [seat.Seats]*script) {
	for s, text := range sampleActs {
		ps[s] = new(script)
		for i, answer := range strings.Split(text, "/") {
			a, clean := ParseAnswer(answer, uint8(i+1))
			if !clean {
				t.Fatalf("seat %d, turn %d: %q is no answer", s, i+1, answer)
			}
			ps[s][i] = a
		}
	}
	return ps
}

func TestTable_SampleTranscript(t *testing.T) {
	var table Table
	var sent, answered []string
	totals := ""
	table.Trace(func(line string) {
		if s, text, ok := engine.Sent(line); ok && s == 2 {
			sent = append(sent, text)
		} else if s, text, ok := engine.Answered(line); ok && s == 2 {
			answered = append(answered, text)
		} else if strings.HasPrefix(line, "totals") {
			totals = line
		}
	})
	table.sit(0, players(sampleScripts(t)))
	strength := [seat.Lords]uint8{3, 5, 4, 5, 4, 3}
	table.start(&strength)
	for turn := uint8(1); turn <= seat.Turns; turn++ {
		table.turn(turn)
	}
	table.finish()

	if got, want := strings.Join(sent, "\n"), strings.ReplaceAll(sampleSent, " / ", "\n"); got != want {
		t.Errorf("seat 2 was sent\n%s\nwant\n%s", got, want)
	}
	if got := strings.Join(answered, "/"); got != sampleActs[2] {
		t.Errorf("seat 2 answered %s, want %s", got, sampleActs[2])
	}
	if totals != "totals 7 -5.5 -1 -0.5" {
		t.Errorf("totals: %s", totals)
	}
	truth := seat.Matrix{{4, 4, 5, 6}, {12, 5, 7, 9}, {8, 6, 8, 6}, {14, 11, 12, 4}, {1, 6, 7, 8}, {2, 9, 2, 8}}
	if table.truth != truth {
		t.Errorf("truth %v, want %v", table.truth, truth)
	}
	if w := seat.Winner(&table.totals); w != 0 {
		t.Errorf("winner %d, want seat 0", w)
	}
}
