package parttest

import (
	"io"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// Lines says how a program that speaks a protocol of lines is fed with what a table's
// trace says.
type Lines struct {
	Sent     func(line string) (seat int, text string, ok bool) // what a line of the trace sends to a seat
	Answered func(line string) (seat int, text string, ok bool) // what it says that a seat answered
	Greeting string                                             // what programs say before the first answer, line ends included
	// Serve is the program: it answers in as the player, with rolls of the seed.
	Serve func(seed uint64, in io.Reader, out io.Writer) error
}

// Parity says that an exported bot is the player of the table: a program that is told
// what the trace sends to a seat, and has the seat's rolls, answers what the player
// answered there. The player sits on every seat. A player whose answers depend on all of
// the view and of the roll shows that a view holds nothing that the protocol does not
// tell.
func Parity(t *testing.T, g engine.Game, p engine.Player, l Lines) {
	t.Helper()
	table := g.NewTable()
	tracer, ok := table.(engine.Tracer)
	if !ok {
		t.Fatal("the table is no engine.Tracer")
	}
	seats := make([]engine.Player, g.Info().Seats)
	for i := range seats {
		seats[i] = p
	}
	answers := 0
	for seed := range uint64(1000) {
		var sent, answered [engine.MaxSeats]string
		tracer.Trace(func(line string) {
			if s, text, ok := l.Sent(line); ok {
				sent[s] += text + "\n"
			}
			if s, text, ok := l.Answered(line); ok {
				answered[s] += text + "\n"
				answers++
			}
		})
		table.Play(seed, seats)
		for s := range seats {
			var out strings.Builder
			if err := l.Serve(roll.Mix(seed, 1+uint64(s)), strings.NewReader(sent[s]), &out); err != nil {
				t.Fatalf("seed %d seat %d: %v", seed, s, err)
			}
			if have, want := out.String(), l.Greeting+answered[s]; have != want {
				t.Fatalf("seed %d seat %d: %s", seed, s, firstDifference(want, have))
			}
		}
	}
	if answers == 0 {
		t.Error("no answer is in any transcript")
	}
}
