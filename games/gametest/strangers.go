package gametest

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
)

// The number of members of a family that are measured, and how many of them are measured twice.
const (
	strangersDrawn = 200
	strangersTwice = 20
)

// strangerDeals is how many deals each plays: fewer of long games, and with more seats, as players differ more.
func (s *suite) strangerDeals() uint64 {
	if s.Info().Seats > 2 {
		return 10
	}
	out := s.NewTable().Play(1, slices.Repeat([]engine.Player{s.def()}, 2))
	return uint64(min(1000, 2500/max(1, out.Choices)))
}

// strangers checks that each draw plays legal games, which the table judges; that a draw plays the same whether it is a
// new player or reuses an earlier one; and that the strangers differ in strength.
func (s *suite) strangers(t *testing.T) {
	if s.Strangers == nil {
		t.Skip("the game has none")
	}
	table := s.NewTable()
	s.deals = s.strangerDeals()
	var reused engine.Player
	type drawn struct {
		seed uint64
		mean float64
	}
	var all []drawn
	var within float64
	for seed := range uint64(strangersDrawn) {
		reused = s.Strangers(seed, reused)
		mean, se := s.points(s.deals, table, reused, s.def(), 3)
		if seed < strangersTwice {
			if again, _ := s.points(s.deals, table, s.Strangers(seed, nil), s.def(), 3); again != mean {
				t.Fatalf("stranger:%d has %v drawn into another player, %v drawn fresh", seed, mean, again)
			}
		}
		all, within = append(all, drawn{seed, mean}), within+se*se
	}
	var sum, squares float64
	for _, d := range all {
		sum, squares = sum+d.mean, squares+d.mean*d.mean
	}
	mean := sum / strangersDrawn
	between := squares/strangersDrawn - mean*mean
	spread := math.Sqrt(max(0, between-within/strangersDrawn))
	t.Logf("against the defaults strangers have %.3f points a game, with a standard deviation of %.3f between them", mean, spread)
	if between < 2*within/strangersDrawn {
		t.Errorf("strangers play alike: the variance of their points is %.5f, chance alone gives %.5f", between, within/strangersDrawn)
	}
	if len(s.Baselines) == 0 {
		return
	}
	strongest := func() { slices.SortFunc(all, func(a, b drawn) int { return cmp.Compare(b.mean, a.mean) }) }
	strongest()
	against := func(q engine.Player, stage uint64) {
		for i, d := range all {
			all[i].mean, _ = s.points(s.deals, table, s.Strangers(d.seed, nil), q, stage)
		}
		strongest()
	}
	middle := s.Baselines[len(s.Baselines)/2]
	beats := func(d drawn) bool { return s.ahead(table, s.Strangers(d.seed, nil), middle.Player) }
	if !slices.ContainsFunc(all[:10], beats) { // a stranger that is strong against the defaults need not be strong against others
		if against(middle.Player, 6); !slices.ContainsFunc(all[:10], beats) {
			t.Errorf("none of the ten strongest of %d strangers is ahead of %s", strangersDrawn, middle.Name)
		}
	}
	random, ok := engine.FindBaseline(s.Baselines, "random")
	if !ok {
		return
	}
	against(random.Player, 5) // a stranger that is weak against the defaults need not be weak against Random
	if !slices.ContainsFunc(all[strangersDrawn-10:], func(d drawn) bool { return s.ahead(table, random.Player, s.Strangers(d.seed, nil)) }) {
		t.Errorf("none of the ten weakest of %d strangers against Random loses to it", strangersDrawn)
	}
}

// inPlace checks that strangers allocate nothing if they are drawn into earlier players.
func (s *suite) inPlace(t *testing.T) {
	if s.Strangers == nil {
		return
	}
	if first := s.Strangers(0, nil); s.Strangers(1, first) != first {
		return
	}
	table, seats := s.NewTable(), make([]engine.Player, s.Info().Seats)
	seed := uint64(0)
	play := func() {
		for i := range seats {
			seed++
			seats[i] = s.Strangers(seed, seats[i])
		}
		table.Play(seed, seats)
	}
	if n := testing.AllocsPerRun(20, play); n != 0 { // it plays once before it counts
		t.Errorf("a game among strangers allocates %v times", n)
	}
}

func (s *suite) ahead(table engine.Table, p, q engine.Player) bool {
	mean, se := s.points(s.deals*4, table, p, q, 4)
	return mean > s.Info().Mean+2*se
}

// points returns the mean points a game of p at tables where all others are q, with the standard error over n deals.
func (s *suite) points(n uint64, table engine.Table, p, q engine.Player, stage uint64) (mean, se float64) {
	seats := slices.Repeat([]engine.Player{q}, s.Info().Seats)
	var tally stats.Tally
	for k := range n {
		points := int64(0)
		for i := range seats {
			seats[i] = p
			points += int64(table.Play(roll.Mix(k, stage), seats).Score[i])
			seats[i] = q
		}
		tally.Add(points)
	}
	f := tally.Figure(s.Info().ScoreUnit*float64(len(seats)), 0)
	return f.Mean, f.SE
}
