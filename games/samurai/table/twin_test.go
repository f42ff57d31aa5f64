package table

import (
	"math/big"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
	"bloodline/internal/guard"
)

// chancer plays evenly over all actions.
type chancer struct{}

func (chancer) Act(v *seat.View, r uint64) seat.Action {
	if v.Night() {
		return seat.Night(roll.Below(r, seat.NightActions))
	}
	return seat.Day(roll.Below(r, seat.DayActions))
}

// recorder notes what a policy did.
type recorder struct {
	seat.Policy
	acts [seat.Turns]seat.Action
}

func (p *recorder) Act(v *seat.View, r uint64) seat.Action {
	a := p.Policy.Act(v, r)
	p.acts[v.Turn-1] = a
	return a
}

// script plays a given list of moves.
type script [seat.Turns]seat.Action

func (p *script) Act(v *seat.View, _ uint64) seat.Action { return p[v.Turn-1] }

func players[P seat.Policy](ps [seat.Seats]P) []engine.Player {
	var out []engine.Player
	for _, p := range ps {
		out = append(out, p)
	}
	return out
}

// twin is the rules once more, as the pseudocode of the rule page has them, with
// lists and fractions and nothing shared with the engine.
func twin(strengths []int, acts [4][9][]int) [4]*big.Rat {
	var total [4]*big.Rat
	for d := range total {
		total[d] = new(big.Rat)
	}
	intimacy := make([][4]int, 6)
	for turn := 1; turn <= 9; turn++ {
		for d := range 4 {
			for _, lord := range acts[d][turn-1] {
				if turn%2 == 1 {
					intimacy[lord][d]++
				} else {
					intimacy[lord][d] += 2
				}
			}
		}
		if turn != 5 && turn != 9 {
			continue
		}
		for lord, s := range strengths {
			most, least := extremes(intimacy[lord])
			for _, d := range most {
				total[d].Add(total[d], big.NewRat(int64(s), int64(len(most))))
			}
			for _, d := range least {
				total[d].Sub(total[d], big.NewRat(int64(s), int64(len(least))))
			}
		}
	}
	return total
}

func extremes(row [4]int) (most, least []int) {
	for d := range 4 {
		above, below := 0, 0
		for e := range 4 {
			if row[e] > row[d] {
				above++
			}
			if row[e] < row[d] {
				below++
			}
		}
		if above == 0 {
			most = append(most, d)
		}
		if below == 0 {
			least = append(least, d)
		}
	}
	return most, least
}

func lords(a seat.Action) (out []int) {
	for l := range seat.Lords {
		for range a.Count(l) {
			out = append(out, l)
		}
	}
	return out
}

func TestPlay_TwinAgrees(t *testing.T) {
	t.Run("first", func(t *testing.T) { agree(t, 2000) })
	t.Run("many", func(t *testing.T) {
		guard.Slow(t)
		agree(t, 50_000)
	})
}

func agree(t *testing.T, games int) {
	t.Helper()
	var table Table
	var recs [seat.Seats]*recorder
	for s := range recs {
		recs[s] = &recorder{Policy: chancer{}}
	}
	seats := players(recs)
	draws := 0
	for seed := range uint64(games) {
		out := table.Play(seed, seats)
		var acts [4][9][]int
		for s, r := range recs {
			for i, a := range r.acts {
				acts[s][i] = lords(a)
			}
		}
		var strengths []int
		for _, m := range table.strength {
			strengths = append(strengths, int(m))
		}
		draws += compare(t, seed, out, table.Totals(), twin(strengths, acts))
		if t.Failed() {
			return
		}
	}
	if draws == 0 || draws > games/5 {
		t.Errorf("%d draws in %d games", draws, games)
	}
}

// compare holds a game against the twin's totals and returns 1 for a draw.
func compare(t *testing.T, seed uint64, out engine.Outcome, have [4]int32, want [4]*big.Rat) int {
	t.Helper()
	sum, wins := int32(0), int64(0)
	for s := range have {
		if big.NewRat(int64(have[s]), seat.Unit).Cmp(want[s]) != 0 {
			t.Errorf("seed %d, seat %d: total %d/12, twin has %v", seed, s, have[s], want[s])
		}
		sum += have[s]
		wins += out.Score[s]
		best := true
		for e := range want {
			best = best && (e == s || want[s].Cmp(want[e]) > 0)
		}
		if best != (out.Score[s] == 1) {
			t.Errorf("seed %d, seat %d: score %d with totals %v", seed, s, out.Score[s], want)
		}
	}
	if sum != 0 {
		t.Errorf("seed %d: totals sum to %d", seed, sum)
	}
	return int(1 - wins)
}
