package parttest

import (
	"io"
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// Lines is a program that speaks a protocol of lines, which are in its table's trace as [engine.Sent] reads it.
type Lines struct {
	Greeting string // output of a program before its first answer, line ends included
	// Serve is the program: it answers in as the player, with rolls of the seed.
	Serve func(seed uint64, in io.Reader, out io.Writer) error
}

// Parity checks that an exported bot plays as at the table: a program that gets the lines that the trace sends to a
// seat, and the seat's rolls, must give the player's answers. The player is tested in every seat. If its answers depend
// on the whole view and roll, the test also shows that the protocol has everything that is in a view.
func Parity(t *testing.T, g engine.Game, p engine.Player, l Lines) {
	t.Helper()
	table := g.NewTable()
	tracer := table.(engine.Tracer)
	seats := slices.Repeat([]engine.Player{p}, g.Info().Seats)
	answers := 0
	for seed := range uint64(1000) {
		var sent, answered [engine.MaxSeats]string
		tracer.Trace(func(line string) {
			if s, text, ok := engine.Sent(line); ok {
				sent[s] += text + "\n"
			}
			if s, text, ok := engine.Answered(line); ok {
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
