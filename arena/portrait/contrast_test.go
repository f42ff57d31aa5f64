package portrait_test

import (
	"slices"
	"testing"

	"bloodline/arena/portrait"
)

func TestAverage(t *testing.T) {
	got := portrait.Average([][]portrait.Habit{
		{{Name: "bluffs", Did: 100, Could: 100}, {Name: "waits", Did: 1, Could: 10}},
		{{Name: "bluffs", Did: 0, Could: 900}, {Name: "waits", Did: 0, Could: 10}},
	})
	// One always, one never: half of the time, although the second had most chances.
	want := []portrait.Habit{{Name: "bluffs", Did: 500, Could: 1000}, {Name: "waits"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestContrast(t *testing.T) {
	mine := []portrait.Habit{{"bluffs", 150, 200}, {"waits", 100, 200}, {"folds", 9, 10}, {"raises", 20, 200}}
	others := []portrait.Habit{{"bluffs", 50, 200}, {"waits", 99, 200}, {"folds", 1, 10}, {"raises", 180, 200}}
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
