package table_test

import (
	"fmt"
	"hash/maphash"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/enginetest"
	"bloodline/engine/roll"

	"liarsdice/baselines"
	"liarsdice/seat"
	"liarsdice/table"
)

// hasher acts on everything that it is shown, so that views or rolls that differ
// anywhere lead to different actions. Most bids are low, so that games are long.
type hasher struct{ seed maphash.Seed }

func (h hasher) Act(v *seat.View, x uint64) seat.Action {
	x ^= maphash.Comparable(h.seed, *v)
	if last, ok := v.Last(); ok && roll.Unit(x) < 0.8 {
		return last + 1
	}
	return seat.Action(roll.Bit(roll.Next(x), v.Legal()))
}

// A program that is told what the tap sends to a seat, and has the seat's rolls, does
// what the seat did at the table. And who reads the lines finds the winner by [L3].
func TestPlay_ParityAndWinner(t *testing.T) {
	p := hasher{maphash.MakeSeed()}
	var tab table.Table
	for seed := range uint64(2000) {
		var sent, answered [seat.Seats]string
		var count, face, caller int
		tab.Tap(func(line string) {
			s, text := line[0]-'0', line[3:]
			if line[1] == '<' {
				answered[s] += text + "\n"
				_, _ = fmt.Sscanf(text, "%dx%d", &count, &face)
				caller = int(s)
			} else {
				sent[s] += text + "\n"
			}
		})
		score := tab.Play(seed, []engine.Player{p, p}).Score
		dice := sent[0][len("roll 0 "):12] + sent[1][len("roll 1 "):12]
		if lie := strings.Count(dice, fmt.Sprint(face)) < count; lie != (score[caller] == 1) || score[0]+score[1] != 1 {
			t.Errorf("seed %d: %dx%d with %s, score %v", seed, count, face, dice, score)
		}
		for s := range sent {
			var out strings.Builder
			err := seat.Serve(p, roll.Mix(seed, 1+uint64(s)), strings.NewReader(sent[s]), &out)
			if err != nil || out.String() != answered[s] {
				t.Fatalf("seed %d, seat %d: the program says %q, %v, the player %q", seed, s, out.String(), err, answered[s])
			}
		}
	}
}

func TestPlay_Golden(t *testing.T) {
	b := baselines.All()
	enginetest.Golden(t, table.Game{}, 4, []engine.Player{b[0].Player, b[1].Player})
}
