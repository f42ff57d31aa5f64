package configs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/arena/baseline"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/evolve"
)

func TestSettings_Documented(t *testing.T) {
	c := Default()
	seen := make(map[string]bool)
	for _, s := range c.settings() {
		if !strings.HasSuffix(s.Doc, ".") || len(s.Doc) < 10 {
			t.Errorf("%s: no sentence: %q", s.Name, s.Doc)
		}
		if seen[s.Name] {
			t.Errorf("%s: twice", s.Name)
		}
		seen[s.Name] = true
	}
	for _, key := range []string{"seed", "holdout", "fitness.deals", "verdict.max_rounds", "evidence.deals", "evolve.population", "league.round", "evolve.averaging", "evolve.sigma", "evolve.half_life"} {
		if !seen[key] {
			t.Errorf("no key %s", key)
		}
	}
}

// Every key must be reachable from the environment, and change nothing else.
// fake is a game whose rules have a gradient.
func fake(name string) *game.Game {
	return &game.Game{Definition: game.Definition{
		Table: onlyNamed(name), Gradient: func([]float64) engine.Player { return nil },
		Baselines: []baseline.Baseline{{Name: "Taxman"}, {Name: "Random"}},
	}}
}

type onlyNamed string

func (n onlyNamed) Info() engine.Info      { return engine.Info{Name: string(n)} }
func (n onlyNamed) NewTable() engine.Table { panic("nobody plays") }

func TestVariable_EveryKey(t *testing.T) {
	names := game.Set{fake("coup"), fake("wojna")}
	defaults := Default()
	for i, s := range defaults.settings() {
		if section(s.Name) == command.Name {
			continue // a game of its own
		}
		t.Run(s.Name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "run.yaml")
			if err := os.WriteFile(path, []byte("game: coup\nleague:\n  share: 0.2\n  round: 16\nevolve:\n  follow: gradient\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			base, err := Load(path, Overrides{}, names)
			if err != nil {
				t.Fatal(err)
			}
			want := *base
			s := want.settings()[i]
			switch p := s.At.(type) {
			case *int:
				*p++
			case *uint64:
				*p++
			case *float64:
				*p = 0.9**p + 0.01 // stays within every range, and steps in their order
			case *time.Duration:
				*p += time.Minute
			case *[]string:
				*p = []string{"Taxman"}
				if s.Words != nil {
					*p = s.Words[1:]
				}
			case *string:
				*p = map[string]string{"game": "wojna", "folder": "/elsewhere", "start": "coup", "evolve.algorithm": evolve.AlgorithmDistribution, "evolve.follow": evolve.FollowRanks, "evolve.champion": evolve.ChampionAveraged}[s.Name]
			}
			t.Setenv(variableOf(s.Name), strings.ReplaceAll(strings.Trim(fmt.Sprint(s.value()), "[]"), " ", ","))
			if s.Name == "evolve.proximal" { // needs a tail, which forbids patience
				want.Evolve.Tail = 0.5
				t.Setenv(variableOf("evolve.tail"), "0.5")
			}
			got, err := Load(path, Overrides{}, names)
			if err != nil {
				t.Fatal(err)
			}
			if s.Name == "holdout" {
				want.Field = []string{"Random"}
			}
			want.Evolve.Seed = want.Seed
			if a, b := string(got.YAML()), string(want.YAML()); a != b {
				t.Errorf("have\n%s\nwant\n%s", a, b)
			}
		})
	}
}

func TestOutward(t *testing.T) {
	for key, want := range map[string]string{"seed": "seed ", "field[2]": "field[2] ", "verdict.alpha": "verdict.alpha verdict ", "evolve.genetic.step": "evolve.genetic.step evolve.genetic evolve "} {
		if have := strings.Join(outward(key), " "); have != want {
			t.Errorf("%s: have %q, want %q", key, have, want)
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
