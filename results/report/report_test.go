package report

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"bloodline/arena/portrait"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// printed returns what a table prints in the given number of columns.
func printed(t *testing.T, table *Table, width int) string {
	t.Helper()
	var b strings.Builder
	guard.Must(t, table.Print(&b, width))
	return b.String()
}

func TestTable_Print(t *testing.T) {
	for _, c := range []struct {
		name  string
		table Table
		want  string
	}{
		{"empty", Table{}, ""},
		{"no heads, no head line", Table{Columns: []string{"", ">"}, Rows: [][]string{{"LLR", "1.5"}, {"games", "20"}}}, "LLR    1.5\ngames   20\n"},
		{"head only", Table{Columns: []string{"player", ">win %"}}, "player  win %\n"},
		{
			"numbers to the right, no blanks at the ends",
			Table{Columns: []string{"player", ">games", "note"}, Rows: [][]string{
				{"Calculator", "7", "x"}, {"Bob", "1,234,567", ""}, {"", "", "longer than its head"},
			}},
			"player          games  note\n" +
				"Calculator          7  x\n" +
				"Bob         1,234,567\n" +
				"                       longer than its head\n",
		},
		{
			"letters count, not bytes",
			Table{Columns: []string{"név", ">±"}, Rows: [][]string{{"Żółw", "±1.5"}, {"ab", "2"}}},
			"név      ±\nŻółw  ±1.5\nab       2\n",
		},
		{
			"parts",
			*(&Table{Title: "one", Columns: []string{"a"}, Rows: [][]string{{"1"}}, Notes: []string{"x", "y"}}).Then(NotesTable("z")).Then(nil),
			"one\n\na\n1\n\nx\ny\n\nz\n",
		},
	} {
		if have := printed(t, &c.table, 0); have != c.want {
			t.Errorf("%s: want\n%s\nhave\n%s", c.name, c.want, have)
		}
	}
}

// A table is as wide as it may be, and no narrower than it must be.
func TestTable_Print_width(t *testing.T) {
	table := &Table{Columns: []string{"name", ">a", ">b"}, Rows: [][]string{{"żółw of a long name", "12345", "1"}, {"x", "1", "12345"}}}
	for width, want := range map[int]int{200: 33, 33: 33, 32: 31, 31: 31, 30: 30, 28: 28} {
		widest := 0
		for line := range strings.Lines(printed(t, table, width)) {
			widest = max(widest, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
		}
		if widest != want {
			t.Errorf("%d columns: %d wide, want %d", width, widest, want)
		}
	}
}

// A table that is too wide loses the columns that it can spare, and says so; a text goes on in the line below, and so does a row
// if names are too long. No name and no text is cut.
func TestTable_Print_narrow(t *testing.T) {
	const name = "a-name-of-a-run-that-somebody-copies-60"
	for _, c := range []struct {
		table Table
		width int
		want  string
	}{
		{
			Table{Columns: []string{"opponent", ">win %", "how it plays"}, Rows: [][]string{{"stranger:7", "43.9", "hardly ever challenges, steals with two coins"}, {"x", "5.0", ""}}},
			38,
			"opponent   win % how it plays\nstranger:7  43.9 hardly ever\n                 challenges, steals\n                 with two coins\nx            5.0\n",
		},
		{
			Table{Columns: []string{"run", "state", ">games", "fitness"}, Rows: [][]string{{name, "finished", "8,736", "abc"}}, Spare: []string{"fitness", "games"}},
			55,
			"run                                     state    games\n" + name + " finished 8,736\n\n--wide adds: fitness\n",
		},
		{
			Table{Columns: []string{"run", "state", ">games"}, Rows: [][]string{{name, "finished", "8,736"}}},
			45,
			"run\n    state    games\n" + name + "\n    finished 8,736\n",
		},
		{
			Table{Columns: []string{"player", ">first ahead by", ">b"}, Rows: [][]string{{"x", "1.0", "2"}}},
			16,
			"player   first b\n         ahead\n            by\nx          1.0 2\n",
		},
	} {
		if have := printed(t, &c.table, c.width); have != c.want {
			t.Errorf("%d columns: want\n%s\nhave\n%s", c.width, c.want, have)
		}
	}
}

func TestPortraitTable(t *testing.T) {
	from := portrait.CountTable{Columns: []string{"action", "a", "b", "c", "d", "e"}}
	from.Add([]string{"Tax"}, portrait.Share(383, 1234), portrait.Share(39, 40), portrait.Share(1, 3), portrait.Cell{Kind: portrait.IsMean, Did: 25, Could: 10}, portrait.Cell{Kind: portrait.IsCount, Did: 12345})
	for chances, want := range map[bool][]string{
		false: {"Tax", "31 %", "98 %", "-", "2.50", "12,345"}, true: {"Tax", "31 % of 1,234", "98 % of 40", "- of 3", "2.50", "12,345"},
	} {
		if got := portraitTable(from, chances).Rows[0]; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Few games that all ended alike have no interval, rather than one of no width.
func TestGenerationTable_alike(t *testing.T) {
	var alike, known store.GenerationSummary
	alike.Champion.Pooled = stats.Fitness{Mean: 1, Games: 8}
	known.Champion.Pooled = stats.Fitness{Mean: 0.5, SE: 0.1, Games: 8}
	show := func(x float64) string { return Count(int(math.Round(1000 * x))) }
	table := GenerationTable([]store.GenerationSummary{alike, known}, "", show)
	if rows := table.Rows; !slices.Equal(rows[0][2:4], []string{"1,000", ""}) || !slices.Equal(rows[1][2:4], []string{"500", "196"}) {
		t.Errorf("have %q", rows)
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWrite_error(t *testing.T) {
	table := Table{Columns: []string{"a"}}
	if err := table.Print(full{}, 0); !errors.Is(err, errFull) {
		t.Errorf("Table: want %v, have %v", errFull, err)
	}
	if err := JSON(full{}, 1); !errors.Is(err, errFull) {
		t.Errorf("JSON: want %v, have %v", errFull, err)
	}
	if err := JSON(&strings.Builder{}, math.Inf(1)); err == nil {
		t.Error("JSON has no infinity: want an error")
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 999_999: "999,999", 1234567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", -123456: "-123,456", -1234567: "-1,234,567",
		math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Count(n); got != want {
			t.Errorf("%d: want %s, have %s", n, want, got)
		}
	}
}

// Digits are left where they say something, and those of values are grouped as those of counts.
func TestRate(t *testing.T) {
	for x, want := range map[float64]string{0.034: "0.034", 0.3449: "0.34", 3.44: "3.4", 9.96: "10", 97846.6: "97,847"} {
		if got := Rate(x); got != want {
			t.Errorf("%v a second: want %s, have %s", x, want, got)
		}
	}
	for x, want := range map[float64]string{0.12345: "0.123", 999.4: "999", 999.6: "1,000", -128121.7: "-128,122"} {
		if got := ValueOf(&gene.Gene{}, x).Short(); got != want {
			t.Errorf("the value %v: want %s, have %s", x, want, got)
		}
	}
}

// A test whose blocks were all equal has an infinite ratio, which JSON cannot express.
func TestGeneration_infinite(t *testing.T) {
	for llr, want := range map[float64]float64{math.Inf(-1): -MostLLR, math.Inf(1): MostLLR, 2.5: 2.5} {
		g := NewGeneration(store.GenerationSummary{Generation: evolve.Generation{Challenger: "g001-001", Verdict: &stats.Verdict{LLR: llr}}})
		if text, err := json.Marshal(g); err != nil || g.Challenge.LLR != want {
			t.Errorf("%v: %s, %v", llr, text, err)
		}
	}
}

func TestBullet(t *testing.T) {
	long := strings.Repeat("word ", 40)
	if got := Bullet(long); !strings.HasPrefix(got, "- word ") || strings.Count(got, "\n  word") != 2 {
		t.Errorf("200 characters as a point: got\n%s", got)
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", -time.Hour: "0s", 499 * time.Millisecond: "0s", 45 * time.Second: "45s", 59*time.Second + 600*time.Millisecond: "1m00s", 80 * time.Second: "1m20s",
		time.Hour - time.Second: "59m59s", time.Hour - time.Millisecond: "1h00m", 2*time.Hour + 5*time.Minute + 59*time.Second: "2h05m", 100 * time.Hour: "100h00m",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v: want %s, have %s", d, want, got)
		}
	}
}

// Programs read the rows alone, and numbers without separators.
func TestTable_CSV(t *testing.T) {
	table := &Table{Title: "title", Columns: []string{"name", ">games"}, Rows: [][]string{{"a, b", "1,234,567"}, {"c", "1,2"}}, Notes: []string{"note"}}
	table.Then(NotesTable("more")).Then(&Table{Columns: []string{"x"}, Rows: [][]string{{"-1,000.5"}}})
	var b strings.Builder
	want := "name,games\n\"a, b\",1234567\nc,\"1,2\"\n\nx\n-1000.5\n"
	if err := table.CSV(&b); err != nil || b.String() != want {
		t.Errorf("%v: have %q, want %q", err, b.String(), want)
	}
	if err := NotesTable("more").CSV(&b); !errors.Is(err, ErrNoRows) {
		t.Errorf("no rows: %v", err)
	}
}
