package referee

import (
	"maps"
	"math"
	"slices"
	"time"
)

// Times counts durations by classes, each 5 % wider than the one before, so that quantiles
// of millions of moves cost little. The keys are classes.
type Times map[int]int

const classWidth = 1.05

func (t *Times) add(d time.Duration) {
	if *t == nil {
		*t = Times{}
	}
	(*t)[int(math.Ceil(math.Log(float64(max(d, 1)))/math.Log(classWidth)))]++
}

func (t *Times) merge(o Times) {
	if *t == nil && len(o) > 0 {
		*t = Times{}
	}
	for class, n := range o {
		(*t)[class] += n
	}
}

// Quantile returns the time that a share of all does not exceed, at most 5 % too long; 0
// where nothing was counted.
func (t Times) Quantile(share float64) time.Duration {
	all, below := 0, 0
	for _, n := range t {
		all += n
	}
	for _, class := range slices.Sorted(maps.Keys(t)) {
		if below += t[class]; float64(below) >= share*float64(all) {
			return time.Duration(math.Pow(classWidth, float64(class)))
		}
	}
	return 0
}
