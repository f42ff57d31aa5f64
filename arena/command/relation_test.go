package command

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bloodline/genome"
)

// related are settings with genes of all kinds.
func related(relations ...string) Settings {
	one := func(name, distribution string, low, high float64, standard string) Gene {
		return Gene{Name: name, Distribution: distribution, Step: map[string]float64{"b": 0.05}[name], Low: low, High: high, Default: standard, Log: name[0] == 'L'}
	}
	return Settings{Referee: "sh {p1} {p2}", Bot: "sh {parameters}", Players: 2, Style: StyleJSON, Relations: relations, Genes: []Gene{
		one("a", Float, 0, 1, "0.2"), one("b", Float, 0, 1, "0.4"), one("c", Float, -3, 0.9, "0.6"),
		one("i", Int, 0, 5, "1"), one("j", Int, 0, 5, "2"), one("k", Int, -9, 3, "3"),
		one("La", Float, 1e-6, 1, "0.001"), one("Lb", Float, 1e-5, 10, "0.01"), one("Li", Int, 1, 1000, "30"),
		{Name: "mode", Distribution: Categorical, Choices: []string{"x", "y"}, Default: "x"},
	}}
}

// Whatever genomes an operator makes, the bot is told values that follow the relations, and a genome that does so is left alone.
func TestRelations_Repair(t *testing.T) {
	for _, list := range [][]string{
		{"a < b"},
		{"b<c"},
		{"a < b", "b < c"},
		{"b < c", "a < b", "a < c"},
		{"i < j"},
		{"j < k", "i < j"},
		{"i <= k", "j <= k"},
		{"La < Lb"},
		{"La < a", "a < i"},
		{"i < a"},
		{"a<=i", "i<=Li", "La < Li"},
		{"a < b", "i < j", "j <= Li", "b <= i"},
	} {
		s := related(list...)
		if list[0] == "i < a" { // the only whole number below 1
			s.Genes[0].Default, s.Genes[3].Default = "0.5", "0"
		}
		if problems := s.Check(); problems != nil {
			t.Fatal(list, problems)
		}
		schema, free, rng := s.schema(), related().schema(), rand.New(rand.NewPCG(1, 2))
		follows := func(v genome.Vector) bool {
			told := func(name string) float64 {
				i, _ := schema.Index(name)
				x, _ := strconv.ParseFloat(schema.Genes[i].Text(v[i]), 64)
				return x
			}
			return !slices.ContainsFunc(list, func(line string) bool {
				low, high, _ := strings.Cut(line, "<")
				high, equal := strings.CutPrefix(high, "=")
				a, b := told(strings.TrimSpace(low)), told(strings.TrimSpace(high))
				return a > b || a == b && !equal
			})
		}
		for n := range 1000 {
			point := schema.Point(free.Random(rng))
			if n%3 == 0 { // many are equal, or at the bounds
				for i := range point {
					point[i] = float64(rng.IntN(5)) / 4
				}
			}
			loose := free.AtPoint(point)
			v := schema.AtPoint(point)
			if follows(loose) && !slices.Equal(loose, v) {
				t.Fatalf("%v: %v was moved to %v", list, loose, v)
			}
			back, genes := schema.AtDefaults(v, n%len(v))
			for name, v := range map[string]genome.Vector{
				"expressed": v, "drawn": schema.Random(rng), "varied": schema.Vary(v, 0.5, rng), "started at": schema.WithDefaults(loose).Default(), "set back": back,
			} {
				if err := schema.Check(v); err != nil || !follows(v) {
					t.Fatalf("%v: %s %v, %v", list, name, v, err)
				}
			}
			for i, x := range back {
				if want := map[bool]float64{true: schema.Genes[i].Default, false: v[i]}[slices.Contains(genes, i)]; x != want {
					t.Fatalf("%v: gene %d of %v set back to %v", list, i, v, back)
				}
			}
		}
	}
}

// Even draws are even among those that are allowed: half of all pairs, so their means are 1/3 and 2/3.
func TestRelations_even(t *testing.T) {
	s, rng, sum := related("a < b").schema(), rand.New(rand.NewPCG(1, 2)), 0.0
	const n = 20_000
	for range n {
		sum += s.Random(rng)[0] / n
	}
	if sum < 0.32 || sum > 0.345 { // five standard errors
		t.Errorf("mean of the lower one: %v", sum)
	}
}

func TestSettings_Check_relations(t *testing.T) {
	for line, want := range map[string]string{
		"a > b":          `relations[0]: must be GENE < GENE or GENE <= GENE, have "a > b"`,
		"a < b < c":      `relations[0]: must be GENE < GENE or GENE <= GENE, have "a < b < c"`,
		"a <":            `relations[0]: must be of genes of the bot, have ""`,
		"a < b; a < bb":  `relations[1]: must be of genes of the bot, have "bb"`,
		"mode < a":       "relations[0]: must be of numbers, have mode, which is categorical",
		"a < a":          "relations[0]: must hold for the defaults, have a 0.2, a 0.2",
		"b < a":          "relations[0]: must hold for the defaults, have b 0.4, a 0.2",
		"i < j; j <= Lb": "relations[1]: must hold for the defaults, have j 2, Lb 0.01",
	} {
		problems := related(strings.Split(line, "; ")...).Check()
		if len(problems) != 1 || problems[0].Error() != want {
			t.Errorf("%s: have %v, want %s", line, problems, want)
		}
	}
}
