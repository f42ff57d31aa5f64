package kit_test

import (
	"slices"
	"testing"

	"bloodline/arena/portrait"
)

func habit(name string, did, could int) portrait.Cell {
	return portrait.Cell{Kind: portrait.IsShare, Did: int64(did), Could: int64(could), Habit: name}
}

func TestAverage(t *testing.T) {
	got := portrait.Average([][]portrait.Cell{
		{habit("bluffs", 100, 100), habit("waits", 1, 10)},
		{habit("bluffs", 0, 900), habit("waits", 0, 10)},
	})
	// One always, one never: half of the time, although the second had most chances.
	want := []portrait.Cell{habit("bluffs", 500, 1000), habit("waits", 0, 0)}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestContrast(t *testing.T) {
	mine := []portrait.Cell{habit("bluffs", 150, 200), habit("waits", 100, 200), habit("folds", 9, 10), habit("raises", 20, 200)}
	others := []portrait.Cell{habit("bluffs", 50, 200), habit("waits", 99, 200), habit("folds", 1, 10), habit("raises", 180, 200)}
	// The widest gap in log-odds first; no word of equal habits or of few cases.
	want := []string{
		"raises 10 % of the time, the others 90 %",
		"bluffs 75 % of the time, the others 25 %",
	}
	if got := portrait.Contrast(mine, others, 5); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := portrait.Contrast(mine, others, 1); !slices.Equal(got, want[:1]) {
		t.Errorf("the first: got %q, want %q", got, want[:1])
	}
}
