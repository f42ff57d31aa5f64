package report_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"bloodline/evolve"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

func TestTable_Write(t *testing.T) {
	for _, c := range []struct {
		name  string
		table report.Table
		want  string
	}{
		{"empty", report.Table{}, ""},
		{"no heads, no head line", report.Table{Columns: []string{"", ">"}, Rows: [][]string{{"LLR", "1.5"}, {"games", "20"}}}, "LLR    1.5\ngames   20\n"},
		{"head only", report.Table{Columns: []string{"player", ">win %"}}, "player  win %\n"},
		{
			"numbers to the right, no blanks at the ends",
			report.Table{Columns: []string{"player", ">games", "note"}, Rows: [][]string{
				{"Calculator", "7", "x"}, {"Bob", "1,234,567", ""}, {"", "", "longer than its head"},
			}},
			"player          games  note\n" +
				"Calculator          7  x\n" +
				"Bob         1,234,567\n" +
				"                       longer than its head\n",
		},
		{
			"letters count, not bytes",
			report.Table{Columns: []string{"név", ">±"}, Rows: [][]string{{"Żółw", "±1.5"}, {"ab", "2"}}},
			"név      ±\nŻółw  ±1.5\nab       2\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			if err := c.table.Write(&b); err != nil {
				t.Fatal(err)
			}
			if b.String() != c.want {
				t.Errorf("want\n%s\nhave\n%s", c.want, b.String())
			}
		})
	}
}

func TestTable_Add(t *testing.T) {
	table := report.Table{Columns: []string{"a", "b"}}
	table.Add("1", "2")
	table.Add("3", "4")
	var b strings.Builder
	if err := table.Write(&b); err != nil || b.String() != "a  b\n1  2\n3  4\n" {
		t.Errorf("have %q (%v)", b.String(), err)
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWrite_error(t *testing.T) {
	table := report.Table{Columns: []string{"a"}}
	if err := table.Write(full{}); !errors.Is(err, errFull) {
		t.Errorf("Table: want %v, have %v", errFull, err)
	}
	if err := report.JSON(full{}, 1); !errors.Is(err, errFull) {
		t.Errorf("JSON: want %v, have %v", errFull, err)
	}
	if err := report.JSON(&strings.Builder{}, math.Inf(1)); err == nil {
		t.Error("JSON has no infinity: want an error")
	}
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	if err := report.JSON(&b, map[string]any{"doc": "a < b & c", "n": []int{1}}); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"doc\": \"a < b & c\",\n  \"n\": [\n    1\n  ]\n}\n"; b.String() != want {
		t.Errorf("want %q, have %q", want, b.String())
	}
}

func TestPercent(t *testing.T) {
	for x, want := range map[float64]string{0: "0.0", 1: "100.0", 0.723: "72.3", 0.72349: "72.3", 0.9996: "100.0", -0.05: "-5.0"} {
		if got := report.Percent(x); got != want {
			t.Errorf("%v: want %s, have %s", x, want, got)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 999_999: "999,999", 1234567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", -123456: "-123,456", -1234567: "-1,234,567",
		math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := report.Count(n); got != want {
			t.Errorf("%d: want %s, have %s", n, want, got)
		}
	}
}

// A test whose blocks were all equal has an infinite ratio, which JSON cannot express.
func TestGeneration_infinite(t *testing.T) {
	for llr, want := range map[float64]float64{math.Inf(-1): -report.MostLLR, math.Inf(1): report.MostLLR, 2.5: 2.5} {
		g := report.NewGeneration(lineage.Summary{Challenger: "g001-001", Verdict: &evolve.Verdict{LLR: llr}})
		if text, err := json.Marshal(g); err != nil || g.Challenge.LLR != want {
			t.Errorf("%v: %s, %v", llr, text, err)
		}
	}
}
