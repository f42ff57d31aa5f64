package command

import (
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bloodline/genome"
	"bloodline/internal/guard"
)

// Choices that are all numbers, or all true or false, are written as such; a champion file of before has them as text.
// Words that only look like numbers are words. Choices are in no order, but for ascending numbers and where the run
// file says that they are ordered; a champion file of either has the same genes.
func TestGene_choices(t *testing.T) {
	hash := ""
	for _, c := range []struct {
		choices []string
		ordered bool
		last    string // as text
		words   int    // in no order
	}{
		{[]string{"0", "1", "2"}, false, `2`, 0},
		{[]string{"1", "2", "1.5"}, false, `1.5`, 3},
		{[]string{"1", "2.5", "1e1"}, false, `1e1`, 0},
		{[]string{"false", "true"}, false, `true`, 2},
		{[]string{"1", "x"}, false, `"x"`, 2},
		{[]string{"1", "01"}, false, `"01"`, 2},
		{[]string{"1", "true"}, false, `"true"`, 2},
		{[]string{"no", "null"}, false, `"null"`, 2},
		{[]string{"2", " 1"}, false, `" 1"`, 2},
		{[]string{"<", `\n`}, false, `"\\n"`, 2},
		{[]string{"slow", "wild", "sly"}, false, `"sly"`, 3},
		{[]string{"slow", "wild", "sly"}, true, `"sly"`, 0},
		{[]string{"1", "2", "x"}, false, `"x"`, 3},
	} {
		g, err := New(Settings{
			Referee: "sh {p1} {p2}", Bot: "sh {level}", Players: 2, Style: StyleJSON,
			Genes: []Gene{{Name: "level", Distribution: Categorical, Choices: c.choices, Ordered: c.ordered, Default: c.choices[0]}},
		}, "", nil)
		guard.Must(t, err)
		one := g.Schema.Genes[0]
		for k, word := range c.choices {
			text := one.Text(float64(k))
			quoted, _ := json.Marshal(word)
			if genome.Word(text) != word || k == len(c.choices)-1 && text != c.last {
				t.Errorf("%v: %s, want %s", c.choices, text, c.last)
			}
			for _, text := range []string{text, string(quoted)} {
				if x, err := one.Scale.Value([]byte(text)); err != nil || x != float64(k) {
					t.Errorf("%v: %s is read as %v, %v", c.choices, text, x, err)
				}
			}
		}
		if one.Words != c.words || one.Doc != "One of "+strings.Join(c.choices, ", ")+"." {
			t.Errorf("%v, ordered %v: %d words in no order, want %d; %s", c.choices, c.ordered, one.Words, c.words, one.Doc)
		}
		if len(c.choices) == 3 {
			if hash = cmp.Or(hash, g.Schema.Hash()); g.Schema.Hash() != hash {
				t.Errorf("%v, ordered %v: another schema", c.choices, c.ordered)
			}
		}
	}
}

// Values with a step are low + k*step, written as decimal fractions, each drawn equally often; Optuna has the same
// ones.
func TestGene_step(t *testing.T) {
	for want, g := range map[string]Gene{
		"0 0.05 0.1 0.15 0.2": {Distribution: Float, High: 0.2, Step: 0.05, Default: "0.15"},
		"-0.3 -0.2 -0.1 0":    {Distribution: Float, Low: -0.3, Step: 0.1, Default: "-0.1"},
		"1000000 1000000.5":   {Distribution: Float, Low: 1e6, High: 1e6 + 0.5, Step: 0.5, Default: "1000000"},
		"16 48 80":            {Distribution: Int, Low: 16, High: 80, Step: 32, Default: "48"},
		"9007199254740990 9007199254740991 9007199254740992": {Distribution: Int, Low: 1<<53 - 2, High: 1 << 53, Default: "9007199254740991"},
		"-1 0 1":        {Distribution: Int, Low: -1, High: 1, Default: "0"},
		"25 35 45 55":   {Distribution: Int, Low: 25, High: 60, Step: 10, Default: "35"}, // 65 is above high
		"0 0.3 0.6 0.9": {Distribution: Float, High: 1, Step: 0.3, Default: "0.3"},
	} {
		g.Name = "a"
		if key, rule, have := g.check(); rule != "" {
			t.Fatal(want, key, rule, have)
		}
		x, values := g.gene(), strings.Fields(want)
		for k, text := range values { // from the middle of its share of the range
			have := x.Text(x.Min + (float64(k)+0.5)/float64(len(values))*(x.Max-x.Min))
			if v, err := x.Scale.Value([]byte(text)); have != text || err != nil || x.Text(v) != text {
				t.Errorf("%s: %s is written %s and read as %v, %v", want, text, have, v, err)
			}
		}
		if x.Text(x.Default) != g.Default || x.Text(x.Min) != values[0] || x.Text(x.Max) != values[len(values)-1] {
			t.Errorf("%s: from %s to %s, by default %s", want, x.Text(x.Min), x.Text(x.Max), x.Text(x.Default))
		}
		if v, err := x.Scale.Value([]byte("0.07")); err == nil {
			t.Errorf("%s: 0.07 is read as %v", want, v)
		}
	}
}

// Values that breeding tells apart have different texts, which are in range; usual ones have six digits, as before.
func TestGene_texts(t *testing.T) {
	for _, g := range []Gene{
		{Low: 1000000.1, High: 1000000.9, Default: "1000000.5"},
		{Low: 1000000.1, High: 1000000.9, Default: "1000000.5", Log: true},
		{Low: 0.1234567, High: 0.7654321, Default: "0.5"},
		{Low: -1e-9, High: 1e-9, Default: "0"},
		{Low: 99, High: 100, Default: "99.5"},
		{Low: 1e-300, High: 1e300, Default: "1", Log: true},
		{Low: 4.00000000000001, High: 4.0000001, Default: "4.00000005"},
	} {
		g.Name, g.Distribution = "a", Float
		if key, rule, have := g.check(); rule != "" {
			t.Fatal(key, rule, have)
		}
		x, seen := g.gene(), map[string]bool{}
		const steps = 1 << 16 // as many as evolve tells apart
		for k := range steps + 1 {
			if k%(steps/4) > 2000 && k < steps-2000 {
				continue // it takes its time
			}
			text := x.Text(x.Min + float64(k)/steps*(x.Max-x.Min))
			if y, err := strconv.ParseFloat(text, 64); err != nil || y < g.Low || y > g.High || seen[text] {
				t.Fatalf("[%v, %v]: %s is out of range or a text of two values: %v", g.Low, g.High, text, seen[text])
			}
			seen[text] = true
			if v, err := x.Scale.Value([]byte(text)); err != nil || x.Text(v) != text {
				t.Fatalf("[%v, %v]: %s is read as %v, %v", g.Low, g.High, text, v, err)
			}
		}
	}
	usual := Gene{Distribution: Float, Low: 0.1, High: 3, Default: "1"}.gene()
	for x, want := range map[float64]string{0.35: "0.35", 1.0 / 3: "0.333333", 2.718281828: "2.71828", 3: "3"} {
		if have := usual.Text(x); have != want {
			t.Errorf("%v is written %s, want %s", x, have, want)
		}
	}
}

// Values come to the genes of another run file by name: those out of range, off the grid or of another type become the
// nearest.
func TestSettings_Carry(t *testing.T) {
	s := Settings{Genes: []Gene{
		{Name: "narrowed", Distribution: Float, Low: 0.5, High: 1, Default: "0.6"},
		{Name: "retyped", Distribution: Int, Low: 0, High: 9, Default: "4"},
		{Name: "logged", Distribution: Float, Low: 0.01, High: 1, Log: true, Default: "0.1"},
		{Name: "stepped", Distribution: Float, Low: 0, High: 1, Step: 0.25, Default: "0.5"},
		{Name: "word", Distribution: Categorical, Choices: []string{"turtle", "rush"}, Default: "turtle"},
		{Name: "level", Fixed: "7"},
		{Name: "spread", Distribution: Float, Low: 0.5, High: 0.5, Default: "0.5"},
	}}
	for text, want := range map[string]string{
		`{"narrowed": 0.75, "retyped": 3, "logged": 0.5, "stepped": 0.25, "word": "rush"}`: `0.75 3 0.5 0.25 "rush"`,
		`{"narrowed": 0.2, "retyped": 2.6, "logged": -1, "stepped": 0.9, "word": "hide"}`: `0.5 3 0.01 1 "turtle"; ` +
			`narrowed: must be in [0.5, 1], have 0.2; retyped: must be a whole number, have 2.6; logged: must be in [0.01, 1], have -1; ` +
			`stepped: must be 0 plus a multiple of 0.25, have 0.9; word: must be one of turtle, rush, have "hide"`,
		`{"narrowed": "x", "retyped": null, "logged": 7, "stepped": 1e9, "word": 1}`: `0.6 4 1 1 "turtle"; ` +
			`narrowed: must be a number, have "x"; retyped: must be a number, have null; logged: must be in [0.01, 1], have 7; ` +
			`stepped: must be in [0, 1], have 1e9; word: must be one of turtle, rush, have 1`,
		`{"narrowed": 0.6, "retyped": 4, "logged": 0.1, "steped": 1, "word": "rush", "level": 3, "spread": 0.5}`: `0.6 4 0.1 0.5 "rush"; no stepped; ` +
			`level: must be 7, at which it is fixed, have 3; steped: must be a gene of the bot, did you mean stepped?, have 1`,
		`{"word": "rush", "old": 3, "gone": 0}`: `0.6 4 0.1 0.5 "rush"; no narrowed, retyped, logged, stepped; ` +
			`gone: must be a gene of the bot, have 0; old: must be a gene of the bot, have 3`,
		`[1]`: `; must be {GENE: value, ...}, have "[1]"`,
	} {
		v, missing, problems := s.Carry(text)
		var values []string
		for i, x := range v {
			values = append(values, s.schema().Genes[i].Text(x))
		}
		parts := []string{strings.Join(values, " ")}
		if missing != nil {
			parts = append(parts, "no "+strings.Join(missing, ", "))
		}
		for _, p := range problems {
			parts = append(parts, p.Error())
		}
		if have := strings.Join(parts, "; "); have != want {
			t.Errorf("%s: have\n%s\nwant\n%s", text, have, want)
		}
	}
}

// A value that is not bred is handed over, one whose condition does not hold is left out, with its option, but for one
// whose place counts; the command line still tells the genome.
func TestGame_Bot(t *testing.T) {
	genes := []Gene{
		{Name: "mode", Distribution: Categorical, Choices: []string{"rush", "search"}, Default: "rush"},
		{Name: "depth", Distribution: Int, Low: 1, High: 9, Default: "3", When: "mode == search"},
		{Name: "W[2]", Fixed: "0.50"},
		{Name: "same", Distribution: Int, Low: 5, High: 5, Default: "5"},
		{Name: "late", Distribution: Float, Low: 0, High: 1, Default: "0.5", When: "mode in [rush, wait]"},
	}
	genes[0].Choices = append(genes[0].Choices, "wait")
	for form, want := range map[string][2]string{
		"true {mode} {late} {depth} x={W[2]}{same}":           {"true rush 0.5 3 x=0.505", "true search 0.5 7 x=0.505"},
		"true {mode} {W[2]}{same} {late} {depth}":             {"true rush 0.505 0.5", "true search 0.505 0.5 7"},
		"true {mode} --depth {depth} -l {late} {W[2]} {same}": {"true rush -l 0.5 0.50 5", "true search --depth 7 0.50 5"},
		"true {mode} D={depth} -l{late} {W[2]} {same}":        {"true rush -l0.5 0.50 5", "true search D=7 0.50 5"},
		"true {mode},{depth},{late} {parameters}":             {`true rush,3,0.5 '{"mode":"rush","W[2]":0.50,"same":5,"late":0.5}'`, `true search,7,0.5 '{"mode":"search","depth":7,"W[2]":0.50,"same":5}'`},
	} {
		s := Settings{Referee: "true {p1} {p2}", Bot: form, Players: 2, Style: StyleJSON, Genes: genes}
		if problems := s.Check(true); problems != nil {
			t.Fatal(form, problems)
		}
		g := guard.Value(New(s, t.TempDir(), nil))(t)
		if n := len(g.Schema.Genes); n != 3 {
			t.Fatal(n, "genes")
		}
		for k, v := range []genome.Vector{{0, 7, 0.5}, {1, 7, 0.25}} { // of which depth, then late doesn't matter
			line := g.Bot(v).CommandLine()
			if have := strings.Replace(line, "/usr/bin/", "", 1); have != want[k] {
				t.Errorf("%s: have %s, want %s", form, have, want[k])
			}
			told, ok := g.Genes(line)
			g.Schema.Settle(v)
			if !ok || !slices.Equal(genome.Vector(told), v) {
				t.Errorf("%s: %s tells %v, want %v", form, line, told, v)
			}
		}
	}
}

// A command line of the bot tells its genome, and the line that plays a game again writes its file of parameters.
func TestGame_Genes(t *testing.T) {
	genes := []Gene{
		{Name: "a", Distribution: Float, Low: 0.001, High: 50, Log: true, Default: "1"},
		{Name: "b", Distribution: Int, Low: -9, High: 9, Default: "0"},
		{Name: "c", Distribution: Categorical, Choices: []string{"x y", "it's", "z"}, Default: "z"},
		{Name: "d", Distribution: Categorical, Choices: []string{"true", "false"}, Default: "true"},
	}
	for bot, again := range map[string]string{
		"true --a={a} {b},{c} {d}": " 'true --a=1 0,z true'",
		"true -p={parameters} {d}": `printf '%s\n' '{"a":1,"b":0,"c":"z","d":true}' > parameters-1.json && `,
	} {
		g := guard.Value(New(Settings{Referee: "true {p1}", Bot: bot, Players: 1, Style: StyleJSON, Genes: genes}, t.TempDir(), nil))(t)
		rng := rand.New(rand.NewPCG(1, 2))
		for range 50 {
			line := g.Bot(g.Schema.Random(rng)).CommandLine()
			if v, ok := g.Genes(line); !ok || g.Bot(v).CommandLine() != line {
				t.Errorf("%s: have %v, %v", line, v, ok)
			}
		}
		for _, line := range []string{"true", "false --a=1 0,z true", "true --a=1 10,z true", "true -p={} true", `true '`} {
			if v, ok := g.Genes(line); ok {
				t.Errorf("%s: have %v", line, v)
			}
		}
		if text := g.ReplayCommand(7, []string{g.Bot(g.Schema.Default()).CommandLine()}); !strings.Contains(strings.ReplaceAll(text, "/usr/bin/", ""), again) {
			t.Errorf("have %s, want %s", text, again)
		}
	}
}
