package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bloodline/engine"
	"bloodline/internal/guard"
)

// A program of jq is refused, or reads an output, or is given up within its time.
func FuzzSettings_reading(f *testing.F) {
	for _, program := range []string{".ranks", `[scan("(?m)^([0-9]+) ([0-9]+)$")] | map(.[1] | tonumber)`, "[.[[[[", ".??", "range(1e9)", "[limit(3; repeat(1))]", `def f: f; f`, "last(range(1e7))"} {
		f.Add(program, "text\n"+`{"ranks": [1, 2]}`)
	}
	f.Fuzz(func(t *testing.T, program, output string) {
		g := &contest{Settings: Settings{Ranks: program, Style: StyleJSON, Players: 2, GameTime: 100 * time.Millisecond}}
		if g.reading, _ = g.Settings.reading(true); g.reading.values == nil {
			return
		}
		begin := time.Now()
		r, err := g.result(t.Context(), []byte(output), 2)
		if err == nil && (len(r.Ranks) != 2 || slices.Min(r.Ranks) != 0) {
			t.Errorf("have %+v", r)
		}
		if d := time.Since(begin); d > 5*time.Second { // a busy machine
			t.Errorf("it took %v", d)
		}
	})
}

// Whatever a simulator answers, it is refused or has a score in range for each seat.
func FuzzSimulator_result(f *testing.F) {
	for _, line := range []string{"1 0", "error", "error seat 2 out of time", "error seat 9", "nan 1", "1e999 -5", "-3 7", "0x1p4 1"} {
		f.Add(line)
	}
	s := guard.Value(NewSimulator(Settings{Referee: "true", Style: StyleSimulator, Players: 2, Points: PointsScore, ScoreLow: -5, ScoreHigh: 10, Negative: true}, f.TempDir(), nil))(f)
	f.Fuzz(func(t *testing.T, line string) {
		o, _, err := s.result(engine.Seating{Seats: make([]engine.Player, 2)}, line)
		for _, score := range o.Score[:2] {
			if x := s.info.InPoints(float64(score)); err == nil && !(x >= -5 && x <= 10) {
				t.Errorf("%q: the score %v", line, x)
			}
		}
	})
}

// A file of maps is refused, or each of its maps is a line of it, and none is there twice.
func FuzzSettings_readMaps(f *testing.F) {
	for _, text := range []string{"one\ntwo\n", "a\r\n\r\nb", "same\nsame", "", "\xff\n\x00", "*\n?"} {
		f.Add(text)
	}
	path := filepath.Join(f.TempDir(), "maps.txt")
	f.Fuzz(func(t *testing.T, text string) {
		guard.Must(t, os.WriteFile(path, []byte(text), 0o600))
		maps, _, err := Settings{Maps: []string{path}}.readMaps("")
		for i, m := range maps {
			if err == nil && (m == "" || strings.Contains(m, "\n") || !strings.Contains(text, m) || slices.Contains(maps[:i], m)) {
				t.Errorf("%q of %q", m, text)
			}
		}
	})
}
