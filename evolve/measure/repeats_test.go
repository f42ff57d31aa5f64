package measure

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// programmed is an opponent that counts as a program.
type programmed struct{ engine.Program }

// The programs whose games with themselves differ are named; where all differ, it is the referee.
func TestEvaluator_NameUnrepeatable(t *testing.T) {
	e := New(coup(t), tiny(), 1, []Opponent{{Name: "calm", Player: programmed{}}, {Name: "wild", Player: programmed{}}}, nil)
	first := make([]arena.BlockResult, 3*aloneDeals) // of the bot, calm and wild
	for _, c := range []struct {
		changed []int
		want    string
	}{
		{nil, "the referee or a bot"},
		{[]int{2*aloneDeals + 7}, "wild"},
		{[]int{0, aloneDeals - 1}, "the bot"},
		{[]int{5, aloneDeals, 3*aloneDeals - 1}, "the referee"},
	} {
		again := slices.Clone(first)
		for _, k := range c.changed {
			again[k].Score[0]++
		}
		if got := e.NameUnrepeatable(first, again); got != c.want {
			t.Errorf("changed %v: %q, want %q", c.changed, got, c.want)
		}
	}
}

// Deals of a contest of one or of four maps are counted; those of a game of chance are many, and where most pairs are
// unequal nothing is said. So it is with the numbers of a simulator.
func TestDealResults(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials = 1000
	for _, n := range []dealCount{programDeals, simulatorDeals} {
		found := map[string]int{}
		for range trials {
			maps, salt := make([]int, n.deals), rng.Uint64()
			for k := range maps {
				maps[k] = rng.IntN(4)
			}
			wins := func(in int) string { return fmt.Sprint(rng.IntN(in) / (in - 1)) }
			for name, result := range map[string]func(pair, deal int) string{
				"four maps": func(pair, deal int) string { return fmt.Sprint(roll.Mix(uint64(pair), uint64(maps[deal]), salt) % 2) },
				"one map":   func(pair, _ int) string { return fmt.Sprint(pair % 2) },
				"chance":    func(int, int) string { return wins(2) },
				"one in 5":  func(int, int) string { return wins(5) },
				"one in 20": func(int, int) string { return wins(20) },
				"unequal": func(pair, _ int) string { // all but two pairs are decided by strength
					if pair > 1 {
						return "1"
					}
					return wins(2)
				},
				"scores": func(int, int) string { return fmt.Sprint(rng.IntN(1000)) },
			} {
				d := DealResults{dealCount: n}
				for pair := 0; pair < n.pairs && !d.Many() && d.told < n.telling; pair++ {
					results := make([]string, n.deals)
					for k := range results {
						results[k] = result(pair, k)
					}
					d.Add(results)
				}
				if d.Few() > 0 {
					found[name]++
				}
			}
		}
		t.Logf("%+v: %v", n, found)
		for name, want := range map[string][2]int{
			"one map": {trials, trials}, "four maps": {trials * 85 / 100, trials}, "chance": {0, 1}, "one in 5": {0, trials / 50},
			"one in 20": {0, trials / 50}, "unequal": {0, 0}, "scores": {0, 0},
		} {
			if k := found[name]; k < want[0] || k > want[1] {
				t.Errorf("%+v: %s: few deals found in %d of %d trials, want %v", n, name, k, trials, want)
			}
		}
	}
}
