package run

import (
	"testing"

	"bloodline/genome/champion"
	"bloodline/internal/guard"
)

// Of 200 runs of pure noise that are resumed four times, each time with twice the games, at most 5 % ever say that the
// champion is better than the defaults. Without an account of the looks it is more of them. The first look is the same.
func TestChampion_looks(t *testing.T) {
	guard.Slow(t)
	const runs, looks = 200, 5
	f := formula{logit: func([]float64) float64 { return 0 }, ownLuck: 1}
	count := func(account bool) (first, any int) {
		for seed := range uint64(runs) {
			var earlier *champion.Evidence
			better := false
			for look := range looks {
				c, e := f.run(seed, 1000<<look, number("a", 0, 1, 0.5), number("b", 0, 1, 0.5))
				e.Settings, e.Earlier = c.Settings(), earlier
				_, file := bred(t, c, e)
				better = better || file.Evidence.Defaults != nil // it is handed in
				if look == 0 && better {
					first++
				}
				if account {
					earlier = file.Evidence
				}
			}
			if better {
				any++
			}
		}
		return first, any
	}
	first, any := count(true)
	plainFirst, plainAny := count(false)
	t.Logf("of %d runs of noise %d say better, %d at the first look; without an account %d", runs, any, first, plainAny)
	if any > runs*5/100 || plainAny <= runs*5/100 || first != plainFirst {
		t.Errorf("of %d runs of noise %d say better, %d at the first look; without an account %d, %d", runs, any, first, plainAny, plainFirst)
	}
}
