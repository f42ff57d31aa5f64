package configs

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/evolve"
)

// What users are told about evolve's settings must be what evolve says about them.
func TestEvolveNote_AgreesWithEvolve(t *testing.T) {
	refuses := func(c evolve.Config, key string) bool { return checkEvolve(c).has(key) }
	// The widest config: half of the population and both ends of a step leave room.
	wide := evolve.DefaultConfig()
	wide.Population, wide.StepMin, wide.StepMax = 100_000, math.SmallestNonzeroFloat64, 1
	for i := range evolveSettings(&wide) {
		c := wide
		s := evolveSettings(&c)[i]
		if s.key == "learning" || s.key == "tail" || s.key == "anchor" {
			c.Crossover = evolve.OpNormal // the only one that can
		}
		if s.key == "anchor" {
			c.Tail = 1 // which it needs
		}
		at := func(inside bool, v any) {
			t.Helper()
			s.put(v)
			if refuses(c, s.key) == inside {
				t.Errorf("%s: %v: evolve accepts %v, the note says %v", s.key, v, !inside, inside)
			}
		}
		switch s.at.(type) {
		case *int:
			low, high := int(s.in.low), int(s.in.high)
			at(true, low)
			at(true, high)
			at(false, low-1)
			at(false, high+1)
		case *float64:
			at(!s.in.openLow, s.in.low)
			at(!s.in.openHigh, s.in.high)
			at(true, math.Nextafter(s.in.low, 1))
			at(true, math.Nextafter(s.in.high, 0))
			at(false, math.Nextafter(s.in.low, -1))
			at(false, math.Nextafter(s.in.high, 3))
			at(false, math.NaN())
		case *string:
			for _, word := range s.of {
				at(true, word)
			}
			at(false, "")
		default:
			t.Errorf("%s: no reader for %T", s.key, s.at)
		}
	}
}

func TestSettings_Documented(t *testing.T) {
	c := Default()
	seen := make(map[string]bool)
	for _, s := range c.settings() {
		if !strings.HasSuffix(s.doc, ".") || len(s.doc) < 10 {
			t.Errorf("%s: no sentence: %q", s.key, s.doc)
		}
		if seen[s.key] {
			t.Errorf("%s: twice", s.key)
		}
		seen[s.key] = true
	}
	for _, key := range []string{"seed", "holdout", "fitness.blocks", "fitness.race", "verdict.max_rounds", "evidence.blocks", "evolve.population", "evolve.trend"} {
		if !seen[key] {
			t.Errorf("no key %s", key)
		}
	}
}

// Every key must be reachable from the environment, and change nothing else.
func TestVariable_EveryKey(t *testing.T) {
	names := Names{
		Games:     []string{"coup", "wojna"},
		Opponents: func(string) []string { return []string{"Taxman", "Random"} },
		Learns:    func(string) bool { return true },
	}
	path := filepath.Join(t.TempDir(), "run.yaml")
	if err := os.WriteFile(path, []byte("game: coup\nguard:\n  share: 0.2\nevolve:\n  round: 16\n  crossover: normal\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	base, err := Load(path, Overrides{}, names)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range base.settings() {
		t.Run(s.key, func(t *testing.T) {
			want := *base
			s := want.settings()[i]
			switch p := s.at.(type) {
			case *int:
				*p++
			case *uint64:
				*p++
			case *float64:
				*p = 0.9**p + 0.01 // stays within every range, and steps in their order
			case *[]string:
				*p = []string{"Taxman"}
				if s.of != nil {
					*p = s.of[1:]
				}
			case *string:
				*p = map[string]string{"game": "wojna", "start": "coup", "evolve.crossover": evolve.OpUniform}[s.key]
			}
			t.Setenv(Variable(s.key), strings.ReplaceAll(strings.Trim(fmt.Sprint(s.value()), "[]"), " ", ","))
			if s.key == "evolve.anchor" { // needs a tail, which forbids patience
				want.Evolve.Tail = 0.5
				t.Setenv(Variable("evolve.tail"), "0.5")
			}
			got, err := Load(path, Overrides{}, names)
			if err != nil {
				t.Fatal(err)
			}
			if s.key == "holdout" {
				want.Field = []string{"Random"}
			}
			want.Evolve.Seed = want.Seed
			if a, b := string(got.YAML()), string(want.YAML()); a != b {
				t.Errorf("have\n%s\nwant\n%s", a, b)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"", "abc", 3}, {"seed", "seed", 0}, {"a", "abcdefghij", 5},
	} {
		if d := distance(c.a, c.b, 5); d != c.want {
			t.Errorf("%s, %s: have %d, want %d", c.a, c.b, d, c.want)
		}
	}
}

func TestIsNumber(t *testing.T) {
	for _, text := range []string{"0", "1", "-1", "+1", "1.5", ".5", "5.", "1e3", "1E-3", "1_000.5"} {
		if !isNumber(text) {
			t.Errorf("%q is a number", text)
		}
	}
	for _, text := range []string{"", "-", ".", "e3", "1e", "1e+", "--1", "1__0", "_1", "1_", "0x1", "nan", "1,5", "1 ", "é"} {
		if isNumber(text) {
			t.Errorf("%q is no number", text)
		}
	}
}
