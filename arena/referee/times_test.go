package referee

import (
	"testing"
	"time"
)

func TestTimes_Quantile(t *testing.T) {
	var a, b PlayerStats
	for i := 1; i <= 100; i++ {
		if i%2 == 0 {
			a.addMove(time.Duration(i) * time.Millisecond)
		} else {
			b.addMove(time.Duration(i) * time.Millisecond)
		}
	}
	a.Add(&b)
	for share, ms := range map[float64]float64{0.5: 50, 0.95: 95, 0.99: 99, 1: 100} {
		have := a.Times.Quantile(share).Seconds() * 1000
		if have < ms || have > ms*1.05 {
			t.Errorf("%v: have %v ms, want %v", share, have, ms)
		}
	}
	if have := Times(nil).Quantile(0.5); have != 0 {
		t.Errorf("of nothing: %v", have)
	}
}
