package samurai

import (
	"math"
	"strings"
	"testing"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

func shares(t *testing.T, p *probe) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	for _, h := range portrait.Habits(p) {
		out[h.Habit] = h.Ratio()
	}
	return out
}

// Four pilers, as in TestProbe_Piler: whatever their lord is, it is all they do.
func TestProbe_Habits(t *testing.T) {
	p := newProbe(piler(0))
	var tab table.Table
	for seed := range uint64(400) {
		tab.Play(seed, []engine.Player{piler(1), p, piler(2), piler(3)})
	}
	have := shares(t, p)
	for name, want := range map[string]float64{
		"piles further visits on its favourite on turn 1 day":      1,
		"piles further visits on its favourite on turn 8 night":    1,
		"sends visits to the three quiet lords on turn 9 day":      1,
		"sends visits to lords of the turn before on turn 2 night": 1,
	} {
		if got, ok := have[name]; !ok || got != want {
			t.Errorf("%s: %v (%t), want %v", name, got, ok, want)
		}
	}
	// The first lord of the deal has any strength; over all of them it is one lord
	// of six that the piler is first with, and all its visits go somewhere.
	for _, s := range []string{"3", "4", "5", "6"} {
		if x, ok := have["visits a lord of strength "+s+" on turn 5 day"]; !ok || math.Abs(x-1/6.) > 0.1 {
			t.Errorf("a lord of strength %s gets %v of the visits of turn 5, want about a sixth", s, x)
		}
		if _, ok := have["is last with a lord of strength "+s+" at the end"]; !ok {
			t.Errorf("nothing about last places with lords of strength %s", s)
		}
	}
}

// A piler stands out among chancers, in words that name what it does.
func TestProbe_HabitsContrast(t *testing.T) {
	mine, others := newProbe(piler(0)), newProbe(chancer{})
	var tab table.Table
	for seed := range uint64(100) {
		for _, p := range []*probe{mine, others} {
			tab.Play(seed, []engine.Player{p, chancer{}, chancer{}, chancer{}})
		}
	}
	lines := portrait.Contrast(portrait.Habits(mine), portrait.Habits(others), seat.Turns)
	if len(lines) != seat.Turns || !strings.Contains(strings.Join(lines, "\n"), "piles further visits on its favourite") {
		t.Errorf("have %q, want %d lines, one of the piles", lines, seat.Turns)
	}
	have := shares(t, others)
	// Exact: among the 252 multisets of five, the largest pile is 5 in 6, 4 in 30,
	// 3 in 90, 2 in 120 and 1 in 6 of them, so the mean of (pile-1)/4 is 0.411.
	const want = (4*6 + 3*30 + 2*90 + 1*120) / (4 * 252.0)
	if got := have["piles further visits on its favourite on turn 1 day"]; math.Abs(got-want) > 0.06 {
		t.Errorf("random piles: %v, want %v", got, want)
	}
}
