package gametest

import (
	"slices"
	"testing"

	"bloodline/arena/clone"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// records plays games, and plays their records again: each seat must have been asked the same, and have answered the
// same.
func (s *suite) records(t *testing.T) {
	if s.Replay == nil || s.Clone == nil {
		t.Skip("the game has no records")
	}
	crowd := s.crowd()
	genes := s.Schema.Default()
	decisions := 0 // all seats together, because a game may never ask one of them
	for seed := range uint64(20) {
		names := make([]string, s.Info().Seats)
		live, again := make([]clone.Decisions, len(names)), make([]clone.Decisions, len(names))
		seats := make([]engine.Player, len(names))
		for i := range seats {
			names[i] = string(rune('a' + i))
			live[i], again[i] = s.Clone(), s.Clone()
			seats[i] = live[i].Watch(crowd[(seed+uint64(i))%uint64(len(crowd))])
		}
		r, err := s.Trace(names, seats, roll.Mix(seed, 7), 0)
		if err != nil {
			t.Fatal(err)
		}
		watch := func(seat int, scripted engine.Player) engine.Player { return again[seat].Watch(scripted) }
		if unknown, err := s.Replay(r.Trace, watch); err != nil || unknown > 0 {
			t.Fatalf("game %d: %v, %d decisions left out", seed, err, unknown)
		}
		for i := range seats {
			live[i].End(true)
			again[i].End(true)
			if have, want := figures(again[i], genes), figures(live[i], genes); !slices.Equal(have, want) {
				t.Fatalf("game %d, seat %d: %d decisions when it was played again, %d when it was played, or others", seed, i, again[i].Seen(), live[i].Seen())
			}
			decisions += live[i].Seen()
		}
	}
	if decisions == 0 {
		t.Error("the records of 20 games have no decision")
	}
}

// figures returns the kinds of decisions, and how well the rules of these genes agree with them.
func figures(d clone.Decisions, genes []float64) (out []any) {
	agrees := d.Agreement(genes)
	observe, _ := d.Observer(genes)
	for i := range d.Len() {
		out = append(out, d.Kind(i), agrees(i))
		if observe != nil {
			out = append(out, observe(i))
		}
	}
	return out
}
