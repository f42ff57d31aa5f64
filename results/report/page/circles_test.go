package page_test

import (
	"fmt"
	"strings"
	"testing"

	"bloodline/results/report"
	"bloodline/results/report/page"
)

// A tournament with more circles than are named says how many there are.
func TestSet_circles(t *testing.T) {
	s := &report.Standings{Versus: [][]float64{{0}}, Places: []report.Place{{Rank: 1}}, Found: 12}
	for i := range 10 {
		s.Circles = append(s.Circles, fmt.Sprint("circle ", i))
	}
	var b strings.Builder
	if err := page.Set.ExecuteTemplate(&b, "tournament", s); err != nil {
		t.Fatal(err)
	}
	if want := "12 circles in which each beats the next beyond chance, the widest 10 of them:"; !strings.Contains(b.String(), want) {
		t.Errorf("no %q in %s", want, b.String())
	}
}
