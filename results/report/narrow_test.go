package report_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bloodline/arena/portrait"
	"bloodline/results/report"
)

func widest(t *testing.T, table *report.Table) (most int) {
	t.Helper()
	var b strings.Builder
	if err := table.Write(&b); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		most = max(most, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
	}
	return most
}

// A table is as wide as it may be, and no narrower than it must be.
func TestTable_Fit(t *testing.T) {
	table := func() *report.Table {
		return &report.Table{Columns: []string{"name", ">a", ">b"}, Rows: [][]string{{"żółw of a long name", "12345", "1"}, {"x", "1", "12345"}}}
	}
	for width, want := range map[int]int{200: 33, 33: 33, 32: 31, 31: 31, 30: 30, 20: 20} {
		one := table()
		one.Fit(width)
		if got := widest(t, one); got != want {
			t.Errorf("%d columns: %d wide, want %d", width, got, want)
		}
	}
	one := table()
	one.Fit(20)
	if got := one.Rows[0]; !slices.Equal(got, []string{"żółw of…", "12345", "1"}) {
		t.Errorf("cut to %q", got)
	}
}

func TestTable_Without(t *testing.T) {
	table := &report.Table{Columns: []string{"a", ">b", "c"}, Rows: [][]string{{"1", "2", "3"}}}
	got := table.Without(func(i int, name string) bool { return name == ">b" || i == 2 })
	if !slices.Equal(got.Columns, []string{"a"}) || !slices.Equal(got.Rows[0], []string{"1"}) {
		t.Errorf("%+v", got)
	}
}

func TestPortraitTable(t *testing.T) {
	from := portrait.Table{Columns: []string{"action", "a", "b", "c", "d", "e"}}
	from.Add([]string{"Tax"}, portrait.Share(383, 1234), portrait.Share(39, 40), portrait.Share(1, 3), portrait.Mean(25, 10), portrait.Count(12345))
	for chances, want := range map[bool][]string{
		false: {"Tax", "31 %", "98 %", "-", "2.50", "12,345"}, true: {"Tax", "31 % of 1,234", "98 % of 40", "- of 3", "2.50", "12,345"},
	} {
		if got := report.PortraitTable(from, chances).Rows[0]; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSpark(t *testing.T) {
	for want, xs := range map[string][]float64{"": nil, "▁": {3}, "▁▁": {3, 3}, "▁█": {-1, 5}, "█▁▄": {1, 0, 0.5}} {
		if got := report.Spark(xs); got != want {
			t.Errorf("%v: %s, want %s", xs, got, want)
		}
	}
}
