package stats_test

import (
	"math/rand/v2"
	"testing"

	"bloodline/engine/stats"
)

// Two honest measurements meet, however few their blocks are and however sure the result; one of ten points less does
// not, nor does an interval of which one end was moved.
func TestFigure_Meets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	measured := func(blocks int, p float64) stats.Figure {
		var all stats.Tally
		for range blocks {
			won := int64(0)
			for range 2 {
				if rng.Float64() < p {
					won++
				}
			}
			all.Add(won)
		}
		f := all.Figure(2, stats.Level)
		f.Games = int64(2 * blocks)
		return f.Share(2, stats.Level)
	}
	level := stats.BonferroniLevel(0.9999, 40)
	for _, blocks := range []int{2, 3, 5, 10, 30, 100, 1000} {
		for _, p := range []float64{0.01, 0.1, 0.5, 0.9, 0.99} {
			failed, tries := 0, 2000
			for range tries {
				if !measured(blocks, p).Meets(measured(blocks, p), level) {
					failed++
				}
			}
			t.Logf("%d blocks of %v: %d of %d", blocks, p, failed, tries)
			if failed > 2 {
				t.Errorf("%d blocks of %v: %d of %d honest figures fail", blocks, p, failed, tries)
			}
		}
	}
	m, far := measured(1000, 0.5), measured(1000, 0.6)
	wide := m
	wide.Low -= 0.2
	if m.Meets(far, level) || m.Meets(wide, level) {
		t.Errorf("%+v meets %+v or %+v", m, far, wide)
	}
}
