package table_test

import (
	"fmt"
	"hash/maphash"
	"io"
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

func TestServe_Parity(t *testing.T) {
	p := hasher{maphash.MakeSeed()}
	enginetest.Parity(t, table.Game{}, p, enginetest.Lines{
		Sent: table.Sent, Answered: table.Answered,
		Serve: func(seed uint64, in io.Reader, out io.Writer) error { return seat.Serve(p, seed, in, out) },
	})
}

// Who reads the lines and counts the dice finds the winner by [L3].
func TestPlay_Winner(t *testing.T) {
	p := hasher{maphash.MakeSeed()}
	for seed := range uint64(2000) {
		var dice [seat.Seats]string
		var count, face, caller int
		var tab table.Table
		tab.Tap(func(line string) {
			if s, text, sent := table.Sent(line); !sent {
				_, _ = fmt.Sscanf(text, "%dx%d", &count, &face)
				caller = s
			} else if hand, ok := strings.CutPrefix(text, fmt.Sprintf("roll %d ", s)); ok {
				dice[s] = hand
			}
		})
		score := tab.Play(seed, []engine.Player{p, p}).Score
		lie := strings.Count(dice[0]+dice[1], fmt.Sprint(face)) < count
		if lie != (score[caller] == 1) || score[0]+score[1] != 1 {
			t.Errorf("seed %d: %dx%d with %s, score %v", seed, count, face, dice, score)
		}
	}
}

func TestPlay_Golden(t *testing.T) {
	b := baselines.All()
	enginetest.Golden(t, table.Game{}, 4, []engine.Player{b[0].Player, b[1].Player})
}
