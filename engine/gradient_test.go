package engine_test

import (
	"testing"

	"bloodline/engine"
)

func TestFixed(t *testing.T) {
	const unit = 1 << engine.FixedBits
	for x, want := range map[float64]int64{
		0: 0, 1: unit, -0.25: -unit / 4, 1000.5: 1000*unit + unit/2,
		0.5 / unit: 0, 1.5 / unit: 2, -0.5 / unit: 0, -1.5 / unit: -2, 0.6 / unit: 1, // halves go to even
	} {
		if got := engine.Fixed(x); got != want {
			t.Errorf("Fixed(%v): want %d, have %d", x, want, got)
		}
	}
}

func TestFixedMean(t *testing.T) {
	if got := engine.FixedMean(engine.Fixed(3)+engine.Fixed(-0.5), 4); got != 0.625 {
		t.Errorf("want 0.625, have %v", got)
	}
}
