//go:build linux

package cmd

import (
	"fmt"
	"testing"

	"bloodline/engine/stats"
	"bloodline/evolve"
)

// A mean of few games that ended alike is never shown as if it were certain: the estimate has an interval.
func TestChampionText(t *testing.T) {
	show := func(x float64) string { return fmt.Sprintf("%.1f", 100*x) }
	few := evolve.PosteriorOfFew(stats.Fitness{}, true)(stats.Fitness{Mean: 1, Games: 8})
	for _, c := range []struct {
		champion evolve.Individual
		alike    bool
		want     string
	}{
		{evolve.Individual{Pooled: stats.Fitness{Mean: 0.6, SE: 0.05}, Belief: evolve.Belief{Mean: 0.58, SE: 0.04}}, false, "champion 60.0 ±9.8"},
		{evolve.Individual{Pooled: stats.Fitness{Mean: 1, Games: 8}, Belief: few}, false, "champion 78.6 ±20.8"}, // 11 of 14 won
		{evolve.Individual{Pooled: stats.Fitness{Mean: 1, Games: 8}, Belief: evolve.Belief{Mean: 1}}, false, ""},
		{evolve.Individual{Pooled: stats.Fitness{Mean: 1, Games: 8}, Belief: evolve.Belief{Mean: 1}}, true, "champion 100.0"},
	} {
		if have := championText(c.champion, show, c.alike); have != c.want {
			t.Errorf("%+v: %q, want %q", c.champion, have, c.want)
		}
	}
}
