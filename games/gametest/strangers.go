package gametest

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// The number of members of a family that are measured, and how many of them are measured twice.
const (
	strangersDrawn = 200
	strangersTwice = 20
)

// strangerDeals is on how many deals each is looked at: fewer where games are long, and
// where there are more than two seats, whose players differ more.
func (s *suite) strangerDeals() uint64 {
	if s.Info().Seats > 2 {
		return 10
	}
	out := s.NewTable().Play(1, slices.Repeat([]engine.Player{s.def()}, 2))
	return uint64(min(1000, 2500/max(1, out.Choices)))
}

// strangers checks the family: each draw plays legal games, of which the table is the
// judge, and the same ones whether it was drawn fresh or into a player of before; and the
// family is wide.
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
		mean, se := s.against(table, reused, s.def(), 3)
		if seed < strangersTwice {
			if again, _ := s.against(table, s.Strangers(seed, nil), s.def(), 3); again != mean {
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
	strongest := func() { slices.SortFunc(all, func(a, b drawn) int { return cmp.Compare(b.mean, a.mean) }) }
	against := func(q engine.Player, stage uint64) {
		for i, d := range all {
			all[i].mean, _ = s.against(table, s.Strangers(d.seed, nil), q, stage)
		}
		strongest()
	}
	strongest()
	if len(s.Baselines) == 0 {
		return
	}
	middle := s.Baselines[len(s.Baselines)/2]
	beats := func(d drawn) bool { return s.ahead(table, s.Strangers(d.seed, nil), middle.Player) }
	if !slices.ContainsFunc(all[:10], beats) { // a stranger that is strong against the defaults need not be against others
		if against(middle.Player, 6); !slices.ContainsFunc(all[:10], beats) {
			t.Errorf("none of the ten strongest of %d strangers is ahead of %s", strangersDrawn, middle.Name)
		}
	}
	random, ok := engine.FindBaseline(s.Baselines, "random")
	if !ok {
		return
	}
	against(random.Player, 5) // a fool to a good player need not be one to Random
	if !slices.ContainsFunc(all[strangersDrawn-10:], func(d drawn) bool { return s.ahead(table, random.Player, s.Strangers(d.seed, nil)) }) {
		t.Errorf("none of the ten weakest of %d strangers against Random loses to it", strangersDrawn)
	}
}

// inPlace checks that games among strangers that are drawn into players of before allocate nothing.
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

// ahead reports whether p is clearly ahead of q in games of the two.
func (s *suite) ahead(table engine.Table, p, q engine.Player) bool {
	mean, se := s.over(s.deals*4, table, p, q, 4)
	return mean > s.Info().Mean+2*se
}

// against returns the points a game of a player at tables full of another one, with
// their standard error over deals.
func (s *suite) against(table engine.Table, p, q engine.Player, stage uint64) (mean, se float64) {
	return s.over(s.deals, table, p, q, stage)
}

func (s *suite) over(n uint64, table engine.Table, p, q engine.Player, stage uint64) (mean, se float64) {
	info := s.Info()
	seats := make([]engine.Player, info.Seats)
	var sum, squares float64
	deals := float64(n)
	for k := range n {
		points := 0.0
		for i := range seats {
			for j := range seats {
				seats[j] = q
			}
			seats[i] = p
			points += float64(table.Play(roll.Mix(k, stage), seats).Score[i])
		}
		points /= float64(info.ScoreUnit) * float64(info.Seats)
		sum, squares = sum+points, squares+points*points
	}
	mean = sum / deals
	return mean, math.Sqrt(max(0, squares/deals-mean*mean) / (deals - 1))
}
