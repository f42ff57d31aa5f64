package command

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/setting"
)

// The distributions of genes, in the words of Optuna.
const (
	Float       = "float"
	Int         = "int"
	Categorical = "categorical"
)

// Gene is a parameter of a bot, as a run file has it.
type Gene struct {
	Name         string   `yaml:"-"`
	Distribution string   `yaml:"distribution"` // Float, Int or Categorical
	Log          bool     `yaml:"log"`          // of a number: searched by its logarithm
	Low          float64  `yaml:"low"`          // of a number
	High         float64  `yaml:"high"`
	Step         float64  `yaml:"step" json:",omitempty"`    // of a number: values are low + k*step; 0: any number, and 1 for an Int
	Choices      []string `yaml:"choices"`                   // of a categorical gene
	Ordered      bool     `yaml:"ordered" json:",omitempty"` // of choices: neighbours are alike
	Default      string   `yaml:"default"`                   // a number or a choice
	Fixed        string   `yaml:"fixed" json:",omitempty"`   // the value of a parameter that is not bred
	When         string   `yaml:"when" json:",omitempty"`    // a [condition] without which it is not handed over
	Group        string   `yaml:"group"`
	Doc          string   `yaml:"doc"`
}

var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{` + geneName + `\}`) })

// geneName is the form of a gene's name, such as KingAttackWeights[2].
const geneName = `[A-Za-z_][A-Za-z0-9_.\[\]-]*`

func isOneWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) })
}

// check returns the first rule that a gene breaks, and the key that it is about; no key if that is the name.
func (g Gene) check() (key, rule, have string) {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	n, x := g.number()
	switch {
	case placeholder().FindString("{"+g.Name+"}") != "{"+g.Name+"}":
		return "", "must be named by letters, digits, '_', '-', '.', '[' and ']', a letter first", strconv.Quote(g.Name)
	case g.Name == "parameters": // of a bot; p1 and seed stand in a referee alone
		return "", "must not be named as another placeholder", g.Name
	case g.Step != 0 && (g.Log || g.Distribution == Categorical):
		return "step", "must be left out with log or choices", number(g.Step)
	case g.Ordered && g.Distribution != Categorical:
		return "ordered", "must be left out without choices", "true"
	case g.Distribution == Categorical && len(g.Choices) < 2 && g.Fixed == "":
		return "choices", "must be two or more", fmt.Sprint(len(g.Choices))
	case g.Distribution == Categorical:
		seen := map[string]bool{}
		for _, c := range g.Choices {
			switch {
			case seen[c]:
				return "choices", "must differ from each other", c
			case !utf8.ValidString(c) || strings.ContainsFunc(c, unicode.IsControl):
				return "choices", "must be text without control characters", strconv.Quote(clipped(c))
			}
			seen[c] = true
		}
		if !slices.Contains(g.Choices, g.Default) {
			return "default", "must be one of " + strings.Join(g.Choices, ", "), cmp.Or(g.Default, "nothing")
		}
		return "", "", ""
	case g.Distribution != Float && g.Distribution != Int:
		return "distribution", "must be one of float, int, categorical", cmp.Or(g.Distribution, "nothing")
	case !(g.Low <= g.High), g.Low == g.High && x != g.Low: // equal ends are a value that is not bred
		return "high", "must be above low (" + number(g.Low) + ")", number(g.High)
	case math.IsInf(g.High-g.Low, 1):
		return "high", "must be above low (" + number(g.Low) + ") by less than 1.8e308", number(g.High)
	case g.Log && g.Low <= 0:
		return "low", "must be above 0 with log", number(g.Low)
	case g.Distribution == Int && (g.Low != math.Trunc(g.Low) || g.High != math.Trunc(g.High)):
		return "low", "must be a whole number, as high, of an int", number(g.Low) + " and " + number(g.High)
	}
	most := max(math.Abs(g.Low), math.Abs(g.High))
	switch {
	case g.Distribution == Int && (max(most, math.Abs(x)) > 1<<53 || math.Abs(x) == 1<<53 && g.Default != n.Text(x)):
		return "distribution", "must be float for numbers beyond 2^53 (9007199254740992), which would be rounded", g.Default
	case g.Step != 0 && g.Low < g.High && !(g.Step > 0 && g.Step <= g.High-g.Low):
		return "step", "must be above 0 and at most high - low (" + number(g.High-g.Low) + ")", number(g.Step)
	case g.Distribution == Int && g.Step != math.Trunc(g.Step):
		return "step", "must be a whole number of an int", number(g.Step)
	case g.Distribution == Float && g.Step > 0 && g.Step < float64(1e-14*most):
		return "step", "must be at least " + number(1e-14*most) + ", since values have fifteen digits", number(g.Step)
	case !(x >= g.Low && x <= g.High):
		return "default", "must be in [" + number(g.Low) + ", " + number(g.High) + "]", cmp.Or(g.Default, "nothing")
	case n.brokenRule(x) != "":
		return "default", n.brokenRule(x), g.Default
	}
	return "", "", ""
}

// LastStep returns the largest value of a number with steps that don't reach high; false where they do.
func (g Gene) LastStep() (last float64, short bool) {
	n, _ := g.number()
	return n.high, g.Step > 0 && g.Fixed == "" && n.high < g.High
}

// number returns the scale of a number, and its default: NaN for a text of another form.
func (g Gene) number() (*number, float64) {
	if g.Distribution == Int {
		g.Step = cmp.Or(g.Step, 1)
	}
	x, err := strconv.ParseFloat(g.Default, 64)
	if err != nil {
		x = math.NaN()
	}
	n := &number{g.Low, g.High, g.Step, g.Log}
	if n.brokenRule(g.High) != "" {
		n.high = math.Inf(1)
		n.high = n.nearest(g.Low + float64(math.Floor((g.High-g.Low)/g.Step)*g.Step))
	}
	return n, x
}

// pinned returns the gene with the value at which it is fixed for its default. A fixed one may be that value alone.
func (g Gene) pinned() Gene {
	if x, err := strconv.ParseFloat(g.Fixed, 64); err == nil {
		g.Low, g.High = x, x
	}
	if g.Default = cmp.Or(g.Fixed, g.Default); g.Distribution == "" && g.Fixed != "" {
		g.Distribution, g.Choices = Categorical, []string{g.Fixed}
	}
	return g
}

// IsBred reports whether a gene has more than one value.
func (g Gene) IsBred() bool {
	return g.Fixed == "" && (g.Distribution == Categorical || g.Low != g.High)
}

// Constants returns the names of the parameters that are not bred, and their values as JSON.
func (s Settings) Constants() (out [][2]string) {
	for _, g := range s.Genes {
		if x := g.pinned().gene(); !g.IsBred() {
			out = append(out, [2]string{g.Name, x.Text(x.Default)})
		}
	}
	return out
}

type parameter struct {
	name string
	gene int                    // its place in a genome; noGene: it is not bred
	text string                 // its default, or only value, as JSON
	when func(v []float64) bool // whether it is handed over; nil: always
}

const noGene = -1

// readGenes returns what the bot gets, in the order of the run file, and the schema of what of it is bred.
func (s Settings) readGenes() (all []parameter, schema *genome.Schema, problems setting.Errors) {
	schema = &genome.Schema{Game: Name, Version: 1}
	for _, g := range s.Genes {
		x, at := g.pinned().gene(), noGene
		if g.IsBred() {
			at = len(schema.Genes)
			schema.Genes = append(schema.Genes, x)
		}
		all = append(all, parameter{g.Name, at, x.Text(x.Default), nil})
	}
	r := &relations{Schema: schema}
	for i, line := range s.Relations {
		x, rule, have := s.relation(all, line)
		if rule == "" && r.breaks(x, schema.Default()) {
			rule, have = "must hold for the defaults", ""
			for _, k := range x.genes {
				have += ", " + schema.Genes[k].Name + " " + schema.Genes[k].Text(schema.Genes[k].Default)
			}
		}
		if rule != "" {
			problems.Add(fmt.Sprintf("relations[%d]", i), rule, strings.TrimPrefix(have, ", "))
			break
		}
		r.all = append(r.all, x)
	}
	if problems == nil && len(r.all) > 0 {
		schema.Relations = r // which the operators respect
	}
	for i, g := range s.Genes {
		if g.When == "" {
			continue
		}
		var rule string
		if all[i].when, rule = s.condition(all, i); rule != "" {
			problems.Add("genes."+g.Name+".when", rule, strconv.Quote(g.When))
		} else if k := all[i].gene; k != noGene {
			schema.Genes[k].When, schema.Genes[k].Else = all[i].when, schema.Genes[k].Default
		}
	}
	return all, schema, problems
}

// conditions matches "mode == search", "mode != rush" and "mode in [search, mixed]".
var conditions = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(` + geneName + `)\s*(==|!=|in\b)\s*\[?([^][]+)\]?\s*$`)
})

// condition reads when parameter i is handed over, or returns the rule that this breaks.
func (s Settings) condition(all []parameter, i int) (holds func(v []float64) bool, rule string) {
	parts := append(conditions().FindStringSubmatch(s.Genes[i].When), "", "")
	at := slices.Index(s.names(), parts[1])
	if at < 0 || s.Genes[at].When != "" || s.Genes[at].pinned().Distribution != Categorical {
		return nil, "must be GENE == CHOICE, GENE != CHOICE or GENE in [CHOICE, CHOICE], of a gene with choices and without when"
	}
	parent, words := s.Genes[at].pinned(), strings.Split(parts[3], ",")
	for k, w := range words {
		if words[k] = strings.TrimSpace(w); s.Genes[at].Choices != nil && !slices.Contains(parent.Choices, words[k]) {
			return nil, "must have choices of " + parent.Name + " (" + strings.Join(parent.Choices, ", ") + ")"
		}
	}
	return func(v []float64) bool {
		word := parent.Default
		if k := all[at].gene; k != noGene {
			word = (&choice{parent.Choices}).word(v[k])
		}
		return slices.Contains(words, word) == (parts[2] != "!=")
	}, ""
}

func (s Settings) names() (out []string) {
	for _, g := range s.Genes {
		out = append(out, g.Name)
	}
	return out
}

func (g Gene) gene() gene.Gene {
	out := gene.Gene{Name: g.Name, Group: cmp.Or(g.Group, "bot"), Unit: g.Distribution, Doc: cmp.Or(g.Doc, "A larger "+g.Name+".")}
	if g.Log {
		out.Unit += ", log"
	}
	if g.Distribution == Categorical {
		out.Doc = cmp.Or(g.Doc, "One of "+strings.Join(g.Choices, ", ")+".")
		c := &choice{g.Choices}
		if len(g.Choices) == 0 {
			c.words = []string{""} // of settings that break a rule
		}
		out.Scale, out.Min, out.Max = c, -0.5, float64(len(g.Choices))-0.5
		out.Default = float64(slices.Index(g.Choices, g.Default))
		last, ascends := math.Inf(-1), true // numbers, each larger than the one before
		for _, word := range c.words {
			x, err := strconv.ParseFloat(word, 64)
			ascends, last = ascends && err == nil && x > last, x
		}
		if !g.Ordered && !ascends {
			out.Words = len(g.Choices)
		}
		return out
	}
	n, x := g.number()
	half := float64(n.step / 2) // so that the values at the ends are drawn as often as others
	out.Scale, out.Min, out.Max, out.Default = n, n.toScale(g.Low-half), n.toScale(n.high+half), n.toScale(x)
	return out
}

// number is the scale of a number. It is written with six significant digits, with more where values that breeding
// tells apart would look alike, or the text would be out of range, and with fifteen if it has steps.
type number struct {
	low, high, step float64 // values are low + k*step; 0: any
	log             bool
}

func (n *number) toScale(x float64) float64 {
	if n.log {
		return math.Log(x)
	}
	return x
}

func (n *number) nearest(x float64) float64 {
	if x = max(n.low, min(n.high, x)); n.step > 0 {
		if x = n.low + float64(math.Round((x-n.low)/n.step)*n.step); math.Abs(x) < 1e-9*n.step {
			return 0 // rounding error: 0 approached in steps from below
		}
	}
	return x
}

// brokenRule returns the rule that a number between the steps breaks; empty for a number on a step, within rounding.
func (n *number) brokenRule(x float64) string {
	switch {
	case n.step == 0 || math.Abs(x-n.nearest(x)) <= float64(1e-9*n.step)+float64(1e-14*math.Abs(x)):
		return ""
	case n.step == 1 && n.low == math.Trunc(n.low):
		return "must be a whole number"
	}
	return fmt.Sprintf("must be %v plus a multiple of %v", n.low, n.step)
}

func (n *number) Text(x float64) string {
	if n.log {
		x = math.Exp(x)
	}
	digits, apart := 6, float64((n.high-n.low)/(1<<17)) // half of what [evolve] tells apart
	if n.log {
		apart = float64(x * float64(math.Log(n.high/n.low)) / (1 << 17))
	}
	switch x = n.nearest(x); {
	case n.step > 0 && x == math.Trunc(x):
		return strconv.FormatFloat(x, 'f', 0, 64)
	case n.step > 0:
		digits = 15 // 0.15 for 0.15000000000000002
	}
	text := strconv.FormatFloat(x, 'g', digits, 64)
	short, _ := strconv.ParseFloat(text, 64) // it was just written
	for ; n.step == 0 && digits < 17 && short != x && !(math.Abs(short-x) < apart && short >= n.low && short <= n.high); digits++ {
		text = strconv.FormatFloat(x, 'g', digits+1, 64)
		short, _ = strconv.ParseFloat(text, 64)
	}
	if a := math.Abs(short); n.step > 0 || a == 0 || a >= 1e-4 && a < 1e9 {
		return strconv.FormatFloat(short, 'f', -1, 64)
	}
	return text
}

func (n *number) Value(text []byte) (float64, error) {
	x, err := strconv.ParseFloat(string(text), 64)
	near := func(end float64) float64 { return float64(1e-5 * min(math.Abs(end), n.high-n.low)) } // six digits
	switch {
	case err != nil:
		return 0, errors.New("must be a number")
	case !(x >= n.low-near(n.low) && x <= n.high+near(n.high)):
		return 0, fmt.Errorf("must be in [%v, %v]", n.low, n.high)
	case n.brokenRule(x) != "":
		return 0, errors.New(n.brokenRule(x))
	}
	return n.toScale(n.nearest(x)), nil
}

type choice struct{ words []string }

func (c *choice) word(x float64) string {
	return c.words[max(0, min(len(c.words)-1, int(math.Round(x))))]
}

func (c *choice) Text(x float64) string {
	if c.hasJSONTypes() {
		return c.word(x)
	}
	text, _ := json.Marshal(c.word(x)) // a word is always JSON
	return string(text)
}

// hasJSONTypes reports whether all choices are numbers, or all are true or false, which a bot then reads as such.
func (c *choice) hasJSONTypes() bool {
	kind := func(word string) string {
		var x any
		if json.Unmarshal([]byte(word), &x) != nil || strings.TrimSpace(word) != word { // which a file of values would trim
			return ""
		}
		return fmt.Sprintf("%T", x)
	}
	first := kind(c.words[0])
	return (first == "float64" || first == "bool") && !slices.ContainsFunc(c.words, func(w string) bool { return kind(w) != first })
}

func (c *choice) Value(text []byte) (float64, error) {
	var word string
	if json.Unmarshal(text, &word) != nil && c.hasJSONTypes() {
		word = string(text)
	}
	i := slices.Index(c.words, word)
	if i < 0 {
		return 0, errors.New("must be one of " + strings.Join(c.words, ", "))
	}
	return float64(i), nil
}

// Genome returns the genome behind a simulator's player, nil for a word. A problem's key is a gene or empty.
func (s Settings) Genome(text string) (genome.Vector, *setting.Error) {
	if !strings.HasPrefix(text, "{") {
		if text == genesAre || !isOneWord(text) {
			return nil, &setting.Error{Rule: "must be a word that the simulator knows, or {GENE: value, ...}", Have: strconv.Quote(text)}
		}
		return nil, nil
	}
	v, _, problems := s.Carry(text)
	if len(problems) > 0 {
		return nil, problems[0]
	}
	return v, nil
}

// Carry converts values {GENE: value, ...} to the genes of this bot. For a value that a gene can't have it takes the
// nearest number or else the default, and reports a problem, as for each gene that the bot doesn't have, and for a text
// of another form, with a nil vector. Genes without a value are at their defaults, and in missing.
func (s Settings) Carry(text string) (v genome.Vector, missing []string, problems setting.Errors) {
	all, schema, _ := s.readGenes()
	return s.carry(all, schema, text)
}

func (s Settings) carry(all []parameter, schema *genome.Schema, text string) (v genome.Vector, missing []string, problems setting.Errors) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		return nil, nil, setting.Errors{{Rule: "must be {GENE: value, ...}", Have: strconv.Quote(clipped(text))}}
	}
	for _, g := range schema.Genes {
		value, given := values[g.Name]
		if delete(values, g.Name); !given {
			if v = append(v, g.Default); g.When == nil {
				missing = append(missing, g.Name)
			}
			continue
		}
		x, err := g.Scale.Value(value)
		if err != nil {
			problems.Add(g.Name, err.Error(), string(value))
			n, isNumber := g.Scale.(*number)
			y, err := strconv.ParseFloat(string(value), 64)
			if x = g.Default; isNumber && err == nil {
				x = n.toScale(n.nearest(y))
			}
		}
		v = append(v, x)
	}
	schema.Settle(v)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		k := slices.Index(s.names(), name)
		if k < 0 {
			problems.Add(name, "must be a gene of the bot"+setting.DidYouMean(name, s.names()), string(values[name]))
		} else if all[k].text != string(values[name]) && all[k].when == nil {
			problems.Add(name, "must be "+all[k].text+", at which it is fixed", string(values[name]))
		}
	}
	return v, missing, problems
}
