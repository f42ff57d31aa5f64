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

func players() (out []engine.Player) {
	for _, b := range baselines.All() {
		out = append(out, b.Player)
	}
	return out
}

func TestGame_Conformance(t *testing.T) { enginetest.Run(t, table.Game{}, players) }

func TestGame_Playthrough(t *testing.T) { enginetest.Golden(t, table.Game{}, 4, players()[:2]) }

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
// what the seat did at the table. And who reads the lines as a bystander does finds
// the same winner by the rules [L2] and [L3].
func TestPlay_ParityAndTwin(t *testing.T) {
	p := hasher{maphash.MakeSeed()}
	var tab table.Table
	for seed := range uint64(2000) {
		var sent, answered [seat.Seats]string
		var dice string
		var count, face, last, caller int
		tab.Tap(func(line string) {
			s, text, ok := table.Sent(line)
			if ok {
				sent[s] += text + "\n"
				if hand, ok := strings.CutPrefix(text, fmt.Sprintf("roll %d ", s)); ok {
					dice += hand
				}
				return
			}
			answered[s] += text + "\n"
			if caller = s; text != "liar" {
				_, _ = fmt.Sscanf(text, "%dx%d", &count, &face)
				if count*10+face <= last || count > 10 || face < 1 || face > 6 {
					t.Errorf("seed %d: %s after %d", seed, text, last)
				}
				last = count*10 + face
			}
		})
		score := tab.Play(seed, []engine.Player{p, p}).Score
		if lie := strings.Count(dice, fmt.Sprint(face)) < count; lie != (score[caller] == 1) || score[0]+score[1] != 1 {
			t.Errorf("seed %d: %dx%d with%s, score %v", seed, count, face, dice, score)
		}
		for s := range sent {
			var out strings.Builder
			err := seat.Serve(p, roll.Mix(seed, 1+uint64(s)), strings.NewReader(sent[s]), &out)
			if err != nil || out.String() != answered[s] {
				t.Fatalf("seed %d, seat %d: the program says %q, %v, the player at the table %q", seed, s, out.String(), err, answered[s])
			}
		}
	}
}
