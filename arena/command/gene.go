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

	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/setting"
	"bloodline/internal/system"
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
	Group        string   `yaml:"group"`
	Doc          string   `yaml:"doc"`
}

// placeholder finds the {names} in a command.
var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[A-Za-z_][A-Za-z0-9_.-]*\}`) })

func isOneWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' })
}

// check returns the first rule that a gene breaks, and the key that it is about; no key if that is the name.
func (g Gene) check() (key, rule, have string) {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	switch {
	case placeholder().FindString("{"+g.Name+"}") != "{"+g.Name+"}":
		return "", "must be named by letters, digits, '_', '-' and '.', a letter first", strconv.Quote(g.Name)
	case slices.Contains(strings.Fields("parameters seed players log p1 p2 p3 p4 p5 p6 p7 p8"), g.Name):
		return "", "must not be named as another placeholder", g.Name
	case g.Step != 0 && (g.Log || g.Distribution == Categorical):
		return "step", "must be left out with log or choices", number(g.Step)
	case g.Ordered && g.Distribution != Categorical:
		return "ordered", "must be left out without choices", "true"
	case g.Distribution == Categorical && len(g.Choices) < 2:
		return "choices", "must be two or more", fmt.Sprint(len(g.Choices))
	case g.Distribution == Categorical:
		for i, c := range g.Choices {
			if slices.Contains(g.Choices[:i], c) {
				return "choices", "must differ from each other", c
			}
		}
		if !slices.Contains(g.Choices, g.Default) {
			return "default", "must be one of " + strings.Join(g.Choices, ", "), cmp.Or(g.Default, "nothing")
		}
		return "", "", ""
	case g.Distribution != Float && g.Distribution != Int:
		return "distribution", "must be one of float, int, categorical", cmp.Or(g.Distribution, "nothing")
	case !(g.Low < g.High):
		return "high", "must be above low (" + number(g.Low) + ")", number(g.High)
	case g.Log && g.Low <= 0:
		return "low", "must be above 0 with log", number(g.Low)
	case g.Distribution == Int && (g.Low != math.Trunc(g.Low) || g.High != math.Trunc(g.High)):
		return "low", "must be a whole number, as high, of an int", number(g.Low) + " and " + number(g.High)
	}
	n, x := g.number()
	switch {
	case g.Step != 0 && !(g.Step > 0 && g.Step <= g.High-g.Low):
		return "step", "must be above 0 and at most high - low (" + number(g.High-g.Low) + ")", number(g.Step)
	case g.Distribution == Int && g.Step != math.Trunc(g.Step):
		return "step", "must be a whole number of an int", number(g.Step)
	case n.brokenRule(g.High) != "":
		return "high", "must be low plus whole steps, such as " + n.Text(g.High-float64(g.Step/2)), number(g.High)
	case !(x >= g.Low && x <= g.High):
		return "default", "must be in [" + number(g.Low) + ", " + number(g.High) + "]", cmp.Or(g.Default, "nothing")
	case n.brokenRule(x) != "":
		return "default", n.brokenRule(x), g.Default
	}
	return "", "", ""
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
	return &number{g.Low, g.High, g.Step, g.Log}, x
}

func (g Gene) gene() gene.Gene {
	out := gene.Gene{Name: g.Name, Group: cmp.Or(g.Group, "bot"), Unit: g.Distribution, Doc: cmp.Or(g.Doc, "A larger "+g.Name+".")}
	if g.Log {
		out.Unit += ", log"
	}
	if g.Distribution == Categorical {
		out.Doc = cmp.Or(g.Doc, "One of "+strings.Join(g.Choices, ", ")+".")
		c := &choice{g.Choices}
		out.Scale, out.Min, out.Max = c, -0.5, float64(len(g.Choices))-0.5
		out.Default = float64(slices.Index(g.Choices, g.Default))
		if !g.Ordered && !c.ascends() {
			out.Words = len(g.Choices)
		}
		return out
	}
	n, x := g.number()
	half := float64(n.step / 2) // so that the values at the ends are drawn as often as others
	out.Scale, out.Min, out.Max, out.Default = n, n.toScale(g.Low-half), n.toScale(g.High+half), n.toScale(x)
	return out
}

// number is the scale of a number, written with six significant digits, or fifteen if it has steps.
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

// nearest returns the value of the parameter that is nearest to a number.
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
	digits := 6
	switch x = n.nearest(x); {
	case n.step > 0 && x == math.Trunc(x):
		return strconv.FormatFloat(x, 'f', 0, 64)
	case n.step > 0:
		digits = 15 // 0.15 for 0.15000000000000002
	}
	text := strconv.FormatFloat(x, 'g', digits, 64)
	short, _ := strconv.ParseFloat(text, 64) // it was just written
	if a := math.Abs(short); n.step > 0 || a == 0 || a >= 1e-4 && a < 1e9 {
		return strconv.FormatFloat(short, 'f', -1, 64)
	}
	return text
}

func (n *number) Value(text []byte) (float64, error) {
	x, err := strconv.ParseFloat(string(text), 64)
	const digits = 1e-5 // six of them
	switch {
	case err != nil:
		return 0, errors.New("must be a number")
	case !(x >= n.low-float64(digits*math.Abs(n.low)) && x <= n.high+float64(digits*math.Abs(n.high))):
		return 0, fmt.Errorf("must be in [%v, %v]", n.low, n.high)
	case n.brokenRule(x) != "":
		return 0, errors.New(n.brokenRule(x))
	}
	return n.toScale(n.nearest(x)), nil
}

type choice struct{ words []string }

func (c *choice) Text(x float64) string {
	i := max(0, min(len(c.words)-1, int(math.Round(x))))
	if c.hasJSONTypes() {
		return c.words[i]
	}
	text, _ := json.Marshal(c.words[i]) // a word is always JSON
	return string(text)
}

// hasJSONTypes reports whether all choices are numbers, or all are true or false, which a bot then reads as such.
func (c *choice) hasJSONTypes() bool {
	kind := func(word string) string {
		var x any
		if json.Unmarshal([]byte(word), &x) != nil {
			return ""
		}
		return fmt.Sprintf("%T", x)
	}
	first := kind(c.words[0])
	return (first == "float64" || first == "bool") && !slices.ContainsFunc(c.words, func(w string) bool { return kind(w) != first })
}

// ascends reports whether the choices are numbers, each larger than the one before.
func (c *choice) ascends() bool {
	last := math.Inf(-1)
	for _, word := range c.words {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || !(x > last) {
			return false
		}
		last = x
	}
	return true
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

func unquoted(text string) string {
	var word string
	if json.Unmarshal([]byte(text), &word) == nil {
		return word
	}
	return text
}

// fill puts values into the placeholders of a word; those without one stay.
func fill(word string, values map[string]string) string {
	return placeholder().ReplaceAllStringFunc(word, func(p string) string {
		if v, ok := values[p[1:len(p)-1]]; ok {
			return v
		}
		return p
	})
}

// Genes returns the genome of a command line of the run file's bot; false for another program.
func (g *Game) Genes(line string) (v []float64, ok bool) {
	words, err := system.Words(line)
	if err != nil || len(words) != len(g.bot) {
		return nil, false
	}
	const between = "\x00" // words, which are as many in the form, so that no value holds it
	form := strings.Join(g.bot, between)
	parts := placeholder().Split(form, -1)
	for k := range parts {
		parts[k] = regexp.QuoteMeta(parts[k])
	}
	values := regexp.MustCompile("^(?s:" + strings.Join(parts, "(.*?)") + ")$").FindStringSubmatch(strings.Join(words, between))
	if values == nil {
		return nil, false
	}
	found := map[string]string{}
	for k, name := range placeholder().FindAllString(form, -1) {
		found[name[1:len(name)-1]] = values[k+1]
	}
	var file map[string]json.RawMessage
	_ = json.Unmarshal([]byte(found["parameters"]), &file) // none without {parameters}
	for _, x := range g.Schema.Genes {
		text, ok := file[x.Name]
		if word, given := found[x.Name]; given {
			text, ok = json.RawMessage(word), true
			if _, number := x.Scale.(*number); !number {
				text, _ = json.Marshal(word)
			}
		}
		value, err := x.Scale.Value(text)
		if !ok || err != nil {
			return nil, false
		}
		v = append(v, value)
	}
	return v, g.Bot(v).line == line
}

// relation says that the value of gene low is below that of gene high, or not above it, as the bot gets them.
type relation struct {
	low, high int // genes
	strict    bool
}

type relations struct {
	*genome.Schema
	all []relation
}

// relate makes the operators of a schema respect the relations of the settings, or reports a broken rule.
func (s Settings) relate(schema *genome.Schema) setting.Errors {
	r := &relations{Schema: schema}
	for i, line := range s.Relations {
		problem := func(rule, have string) setting.Errors {
			return setting.Errors{{Key: fmt.Sprintf("relations[%d]", i), Rule: rule, Have: have}}
		}
		a, b, ok := strings.Cut(line, "<")
		b, equal := strings.CutPrefix(b, "=")
		if !ok || strings.Contains(b, "<") {
			return problem("must be GENE < GENE or GENE <= GENE", strconv.Quote(line))
		}
		var at [2]int
		for k, name := range []string{strings.TrimSpace(a), strings.TrimSpace(b)} {
			if at[k], ok = schema.Index(name); !ok {
				return problem("must be of genes of the bot", strconv.Quote(name))
			}
			if s.Genes[at[k]].Distribution == Categorical {
				return problem("must be of numbers", name+", which is "+Categorical)
			}
		}
		r.all = append(r.all, relation{at[0], at[1], !equal})
		if low, high, broken := r.Broken(schema.Default()); broken {
			low, high := s.Genes[low], s.Genes[high]
			return problem("must hold for the defaults", low.Name+" "+low.Default+", "+high.Name+" "+high.Default)
		}
	}
	if len(r.all) > 0 {
		schema.Relations = r
	}
	return nil
}

// valueForBot returns the value of a gene as the bot gets it, which is rounded.
func (r *relations) valueForBot(v genome.Vector, gene int) float64 {
	x, _ := strconv.ParseFloat(r.Genes[gene].Text(v[gene]), 64) // it was just written
	return x
}

func (r *relations) Broken(v genome.Vector) (low, high int, broken bool) {
	for _, x := range r.all {
		if a, b := r.valueForBot(v, x.low), r.valueForBot(v, x.high); a > b || a == b && x.strict {
			return x.low, x.high, true
		}
	}
	return 0, 0, false
}

// Repair implements [genome.Relations]. Values in the wrong order are swapped, so that genomes drawn evenly from the
// ranges are drawn evenly from the allowed ones. Equal values, and values out of the other gene's range, move towards
// the defaults, no further than necessary.
func (r *relations) Repair(v genome.Vector) {
	for range r.all { // a chain is sorted, as by bubbles
		for _, x := range r.all {
			if a, b := r.valueForBot(v, x.low), r.valueForBot(v, x.high); a > b {
				low, high := r.Genes[x.low].Scale.(*number), r.Genes[x.high].Scale.(*number)
				v[x.low], v[x.high] = low.toScale(low.nearest(b)), high.toScale(high.nearest(a))
			}
		}
	}
	for share := 1e-5; ; share = min(1, 1.5*share) {
		low, high, broken := r.Broken(v)
		if !broken {
			return
		}
		for _, i := range []int{low, high} {
			v[i] = float64(share*r.Genes[i].Default) + float64((1-share)*v[i])
		}
	}
}

// Genome returns the genome of the values of genes behind a simulator's player, nil for a word. A problem's key is a
// gene or empty.
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
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		return nil, nil, setting.Errors{{Rule: "must be {GENE: value, ...}", Have: strconv.Quote(clipped(text))}}
	}
	schema := s.schema()
	for _, g := range schema.Genes {
		value, given := values[g.Name]
		if delete(values, g.Name); !given {
			v, missing = append(v, g.Default), append(missing, g.Name)
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
	for _, name := range slices.Sorted(maps.Keys(values)) {
		problems.Add(name, "must be a gene of the bot", string(values[name]))
	}
	return v, missing, problems
}
