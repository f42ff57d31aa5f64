package command

import (
	"go/constant"
	"go/token"
	"go/types"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

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
		{Name: "five", Fixed: "5"},
		{Name: "word", Fixed: "fast"},
	}}
}

// holds reports whether a rule holds for values as the bot gets them, by exact arithmetic that is not bloodline's.
func holds(t interface{ Fatal(...any) }, s *genome.Schema, rule string, v genome.Vector) bool {
	code := regexp.MustCompile(`[A-Za-z]+`).ReplaceAllStringFunc(rule, func(name string) string {
		i, ok := s.Index(name)
		if !ok {
			return name
		}
		return "(" + s.Genes[i].Text(v[i]) + "+0.0)"
	})
	x, err := types.Eval(token.NewFileSet(), nil, token.NoPos, code)
	if err != nil {
		t.Fatal(code, err)
	}
	return constant.BoolVal(x.Value)
}

// Whatever relations there are, and whatever an operator makes: they hold, and all values are in range and on their
// grid.
func TestRelations_sums(t *testing.T) {
	free := related()
	names := free.names()[:9]
	rapid.Check(t, func(t *rapid.T) {
		var rules []string
		standard := free.schema().Default()
		for range rapid.IntRange(1, 4).Draw(t, "rules") {
			told := func(name string) float64 {
				at, _ := free.schema().Index(name)
				y, _ := strconv.ParseFloat(free.schema().Genes[at].Text(standard[at]), 64)
				return y
			}
			pair := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 2, 2, rapid.ID[string]).Draw(t, "pair")
			if rapid.Bool().Draw(t, "order") && told(pair[0]) < told(pair[1]) {
				rules = append(rules, pair[0]+rapid.SampledFrom([]string{" < ", "<="}).Draw(t, "than")+pair[1])
				continue
			}
			// A sum, whose bound is somewhat above its value for the defaults.
			sum, value := "", 0.0
			for k, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 4, rapid.ID[string]).Draw(t, "genes") {
				times := rapid.SampledFrom([]string{"1", "2", "0.5", "3"}).Draw(t, "times")
				sign := rapid.SampledFrom([]string{"+", "-"}).Draw(t, "sign")
				if k > 0 || sign == "-" {
					sum += " " + sign + " "
				}
				sum += strings.TrimPrefix(times+"*", "1*") + name
				x, _ := strconv.ParseFloat(sign+times, 64)
				value += x * told(name)
			}
			bound := value + rapid.SampledFrom([]float64{0.001, 0.1, 2}).Draw(t, "room")
			rules = append(rules, sum+rapid.SampledFrom([]string{" < ", "<="}).Draw(t, "than")+strconv.FormatFloat(bound, 'f', 6, 64))
		}
		s := related(rules...)
		if problems := s.Check(true); problems != nil {
			t.Fatal(rules, problems)
		}
		schema, rng := s.schema(), rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		sd := slices.Repeat([]float64{0.3}, len(schema.Genes))
		mutate := func(point []float64) genome.Vector {
			schema.Mutate(point, sd, rng)
			return schema.AtPoint(point)
		}
		loose := free.schema().Random(rng)
		a, b := schema.Random(rng), schema.AtPoint(free.schema().Point(loose))
		back, _ := schema.AtDefaults(a, rng.IntN(len(a)), rng.IntN(len(a)))
		for name, v := range map[string]genome.Vector{
			"drawn": a, "sampled": b, "crossed": schema.AtPoint(schema.Recombine(a, b, rng)), "mutated": mutate(schema.Point(a)), "set back": back,
			"varied": schema.Vary(b, 0.5, rng), "averaged": schema.AtPoint(genome.Mean(schema, [][]float64{schema.Point(a), schema.Point(b)})),
			"started at": schema.WithDefaults(loose).Default(),
		} {
			if err := schema.Check(v); err != nil {
				t.Fatalf("%v: %s: %v", rules, name, err)
			}
			for _, rule := range rules {
				if !holds(t, schema, rule, v) {
					t.Fatalf("%s is broken by the %s %s", rule, name, s.parametersOf(v))
				}
			}
			for i, g := range schema.Genes {
				if _, err := g.Scale.Value([]byte(g.Text(v[i]))); err != nil {
					t.Fatalf("%v: %s: %s %s %v", rules, name, g.Name, g.Text(v[i]), err)
				}
			}
		}
		if !slices.ContainsFunc(rules, func(rule string) bool { return !holds(t, schema, rule, loose) }) && !slices.Equal(schema.AtPoint(schema.Point(loose)), free.schema().AtPoint(schema.Point(loose))) {
			t.Fatalf("%v: a genome was moved that follows them", rules)
		}
	})
}

// Sums leave values that differ, also where the defaults are at their bound, and of shares all have some.
func TestRelations_shares(t *testing.T) {
	s := related("a + b + c <= 1")
	s.Genes[0].Default, s.Genes[1].Default, s.Genes[2].Default, s.Genes[2].Low = "0.2", "0.3", "0.5", 0
	schema, rng, seen := s.schema(), rand.New(rand.NewPCG(1, 2)), map[string]bool{}
	below, first := 0, 0.0
	const n = 2000
	for range n {
		v := schema.Random(rng)
		seen[schema.Genes[0].Text(v[0])] = true
		if first += v[0] / n; holds(t, schema, "a + b + c < 0.95", v) {
			below++
		}
	}
	if len(seen) < 0.99*n || below < n/2 || first < 0.2 || first > 0.4 {
		t.Errorf("of %d draws %d differ, %d are inside; the first share has %v", n, len(seen), below, first)
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
	const relationRule = "must be a sum of genes and numbers below another, such as a < b, a <= 0.5, 2*a < b + 0.1 or a + b + c <= 1"
	for line, want := range map[string]string{
		"a > b":          `relations[0]: must hold for the defaults, have b 0.4, a 0.2`,
		"a < b < c":      `relations[0]: ` + relationRule + `, have "a < b < c"`,
		"a <":            `relations[0]: ` + relationRule + `, have "a <"`,
		"a b < c":        `relations[0]: ` + relationRule + `, have "a b < c"`,
		"(a + b) < c":    `relations[0]: ` + relationRule + `, have "(a + b) < c"`,
		"a != b":         `relations[0]: ` + relationRule + `; for values of a given sum breed weights that the bot divides by their sum, have "a != b"`,
		"a * b < c":      `relations[0]: ` + relationRule + `; breed the product or the quotient of two genes as a gene of its own, have "a * b < c"`,
		"a / b < c":      `relations[0]: ` + relationRule + `; breed the product or the quotient of two genes as a gene of its own, have "a / b < c"`,
		"a + b = 0.6":    `relations[0]: ` + relationRule + `; for values of a given sum breed weights that the bot divides by their sum, have "a + b = 0.6"`,
		"a + b + c <= 1": `relations[0]: must hold for the defaults, have a 0.2, b 0.4, c 0.6`,
		"a <= -1":        `relations[0]: must hold for the defaults, have a 0.2`,
		"a < word":       `relations[0]: must be of numbers, have word, which is "fast"`,
		"five*2 < a":     `relations[0]: ` + relationRule + `; breed the product or the quotient of two genes as a gene of its own, have "five*2 < a"`,
		"2*five < a":     `relations[0]: must hold for the defaults, have a 0.2`,
		"a - five < 0; 4*five - b >= 19.7; i <= five": "relations[1]: must hold for the defaults, have b 0.4",
		"2*mode < 1":     "relations[0]: must be of numbers, have mode, which is categorical",
		"a < b + LB":     `relations[0]: must be of genes of the bot, did you mean Lb?, have "LB"`,
		"a < b; a < bb":  `relations[1]: must be of genes of the bot, have "bb"`,
		"mode < a":       "relations[0]: must be of numbers, have mode, which is categorical",
		"a < a":          "relations[0]: must hold for the defaults, have a 0.2, a 0.2",
		"b < a":          "relations[0]: must hold for the defaults, have b 0.4, a 0.2",
		"i < j; j <= Lb": "relations[1]: must hold for the defaults, have j 2, Lb 0.01",
	} {
		problems := related(strings.Split(line, "; ")...).Check(true)
		if len(problems) != 1 || problems[0].Error() != want {
			t.Errorf("%s: have %v, want %s", line, problems, want)
		}
	}
}

// A rule means the same in other words, with values that are fixed, too; and only where the bot gets all of its values.
func TestRelations_words(t *testing.T) {
	for rule, same := range map[string]string{
		"b > a": "a < b", "b >= a": "a<=b", "0.7 >= a + b": "a + b <= 0.7", "a - b < 0": "a < b",
		"0.1*five >= a + 0.10": "a <= 0.4", "1e1*a + 0*b < .5 * five * 1": "", "10*a < 0.5*five": "10*a<2.5",
	} {
		if same == "" {
			if problems := related(rule).Check(true); len(problems) != 1 {
				t.Errorf("%s: %v", rule, problems)
			}
			continue
		}
		one, other := related(rule), related(same)
		if problems := append(one.Check(true), other.Check(true)...); problems != nil {
			t.Fatal(rule, problems)
		}
		a, b := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
		for range 100 {
			if v, w := one.schema().Random(a), other.schema().Random(b); one.parametersOf(v) != other.parametersOf(w) {
				t.Fatalf("%s: %s, %s: %s", rule, one.parametersOf(v), same, other.parametersOf(w))
			}
		}
	}
	s := related("a + b <= 0.6")
	s.Genes[1].When = "mode == y"
	schema, rng, above := s.schema(), rand.New(rand.NewPCG(1, 2)), 0
	for range 1000 {
		v := schema.Random(rng)
		if given := v[9] == 1; given && !holds(t, schema, "a + b <= 0.6", v) || !given && schema.Genes[1].Text(v[1]) != "0.4" {
			t.Fatal(s.parametersOf(v))
		} else if !given && v[0] > 0.3 {
			above++
		}
	}
	if above < 200 {
		t.Errorf("%d of 500 free values are above 0.3", above)
	}
}
