package report_test

import (
	"strings"
	"testing"
	"time"

	"bloodline/results/report"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one", 2, "  one"}, // a word is never broken
		{"one two  three\nfour", 9, "  one two\n  three\n  four"},
		{"one two", 8, "  one\n  two"},
	} {
		if got := report.Wrap(tt.text, "  ", tt.width); got != tt.want {
			t.Errorf("%q in %d columns: got %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
	long := strings.Repeat("word ", 40)
	if got := report.Bullet(long); !strings.HasPrefix(got, "- word ") || strings.Count(got, "\n  word") != 2 {
		t.Errorf("200 characters as a point: got\n%s", got)
	}
}

func TestShorten(t *testing.T) {
	for most, want := range map[int]string{1: "a +2 more", 2: "a b +1 more", 3: "a b c"} {
		if got := report.Shorten([]string{"a", "b", "c"}, most); got != want {
			t.Errorf("at most %d: got %q, want %q", most, got, want)
		}
	}
}

func TestBar(t *testing.T) {
	for shift, want := range map[float64]string{
		0: "           +0 %", 0.31: "+++        +31 %", -0.04: "           -4 %", -0.05: "-          -5 %", -1: "---------- -100 %", 2: "++++++++++ +200 %",
	} {
		if got := report.Bar(shift); got != want {
			t.Errorf("%v: got %q, want %q", shift, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{0, "0s"},
		{499 * time.Millisecond, "0s"},
		{45 * time.Second, "45s"},
		{59*time.Second + 600*time.Millisecond, "1m00s"},
		{80 * time.Second, "1m20s"},
		{time.Hour - time.Second, "59m59s"},
		{time.Hour - time.Millisecond, "1h00m"},
		{2*time.Hour + 5*time.Minute + 59*time.Second, "2h05m"},
		{100 * time.Hour, "100h00m"},
	} {
		if got := report.Duration(c.d); got != c.want {
			t.Errorf("%v: want %s, have %s", c.d, c.want, got)
		}
	}
}
