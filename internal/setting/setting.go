// Package setting reads settings from struct tags, where each is stated once: its key, range, default and meaning.
// Checks, JSON schema and documents take them from here.
//
//	type Config struct {
//		Population int     `yaml:"population" range:"[4,100000]" default:"100" doc:"Genomes of a generation."`
//		Algorithm  string  `yaml:"algorithm" words:"genetic,distribution" default:"genetic" doc:"How to breed."`
//		League     League  `yaml:"league" doc:"Exploiters that join the field."`
//	}
//
// A field of a struct type is a group, and the keys of its fields are dotted: league.learning_rate. Other fields are
// *int, *uint64, *float64, *time.Duration, *bool, *string or *[]string to a reader, or a type of its own. A field
// without a yaml tag, or with "-", is no setting. An invalid tag panics, because it is a bug.
//
// It also has the errors of settings, [Error], and other mistakes of the user, [Usage]. [Wrap] and [Clip] fit texts.
//
// The package imports no other package of this module, so every package may declare its settings.
package setting

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/agnivade/levenshtein"
)

// Or returns the struct given, with its zero fields taken from otherwise.
func Or[T any](given, otherwise T) T {
	to, from := reflect.ValueOf(&given).Elem(), reflect.ValueOf(otherwise)
	for i := range to.NumField() {
		if to.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
		}
	}
	return given
}

// Key is one setting of a struct and the place of its value.
type Key struct {
	Name    string   // dotted: "league.learning_rate"
	At      any      // *int, *uint64, *float64, *time.Duration, *bool, *string or *[]string
	Range   Range    // of a number; the zero Range allows everything
	Words   []string // allowed words, nil for any
	Default string   // as it is written in a run file, a list with commas; empty for the zero value
	Doc     string   // a sentence
}

// Group is a field of a struct type.
type Group struct {
	Name string // dotted
	Doc  string // a sentence
}

// Of returns the settings of a struct, which is given by its pointer, in the order of its fields.
func Of(settings any) []Key {
	keys, _ := walk(reflect.ValueOf(settings).Elem(), "")
	return keys
}

// Groups lists the groups of a struct, which is given by its pointer, in the order of its fields.
func Groups(settings any) []Group {
	_, groups := walk(reflect.ValueOf(settings).Elem(), "")
	return groups
}

func walk(v reflect.Value, prefix string) (keys []Key, groups []Group) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, ok := f.Tag.Lookup("yaml")
		if !ok || name == "-" {
			continue
		}
		if f.Type.Kind() == reflect.Struct {
			below, nested := walk(v.Field(i), prefix+name+".")
			keys = append(keys, below...)
			groups = append(append(groups, Group{prefix + name, f.Tag.Get("doc")}), nested...)
			continue
		}
		k := Key{Name: prefix + name, At: v.Field(i).Addr().Interface(), Default: f.Tag.Get("default"), Doc: f.Tag.Get("doc")}
		if text, ok := f.Tag.Lookup("range"); ok {
			k.Range = parseRange(k.Name, text)
		}
		if text, ok := f.Tag.Lookup("words"); ok {
			k.Words = strings.Split(text, ",")
		}
		keys = append(keys, k)
	}
	return keys, groups
}

// Value returns the current value of the setting.
func (k Key) Value() any { return reflect.ValueOf(k.At).Elem().Interface() }

// Put stores a value of the setting's own type.
func (k Key) Put(v any) { reflect.ValueOf(k.At).Elem().Set(reflect.ValueOf(v)) }

// SetDefaults gives every setting of a struct, which is given by its pointer, its default.
func SetDefaults(settings any) {
	for _, k := range Of(settings) {
		if k.Default == "" {
			reflect.ValueOf(k.At).Elem().SetZero()
			continue
		}
		v, rule, ok := Parse(k.Default, k.At)
		if !ok || reflect.TypeOf(v) != reflect.TypeOf(k.At).Elem() {
			panic(fmt.Sprintf("key %s: default %q of %T: %s", k.Name, k.Default, k.At, rule))
		}
		k.Put(v)
	}
}

// Check reports every number out of its range and every word that is not allowed, in the order of the fields.
func Check(settings any) (out Errors) {
	for _, k := range Of(settings) {
		in := true
		switch at := k.At.(type) {
		case *int:
			in = k.Range.Has(float64(*at))
		case *float64:
			in = k.Range.Has(*at)
		case *time.Duration:
			if *at < 0 {
				out.Add(k.Name, RuleDuration, *at)
			}
		case *string:
			k.checkWord(k.Name, *at, &out)
		case *[]string:
			for i, word := range *at {
				k.checkWord(fmt.Sprintf("%s[%d]", k.Name, i), word, &out)
			}
		}
		if !in {
			out.Add(k.Name, k.RangeRule(), k.Value())
		}
	}
	return out
}

func (k Key) checkWord(name, word string, out *Errors) {
	if k.Words != nil && !slices.Contains(k.Words, word) {
		out.Add(name, "must be one of "+strings.Join(k.Words, ", "), strconv.Quote(word))
	}
}

func (k Key) RangeRule() string {
	if _, ok := k.At.(*uint64); ok {
		return "must be in [0, 18446744073709551615]"
	}
	return "must be in " + k.Range.String()
}

// Nearest returns the word that is at most two letters from another, whatever the case; empty if none is, or the word
// is too short to tell. A word of up to four letters that begins differently means something else.
func Nearest(word string, among []string) (near string) {
	const short = 4
	best := min(3, (len(word)+1)/2)
	for _, w := range among {
		a, b := strings.ToLower(word), strings.ToLower(w)
		if len(a) <= short && (a == "" || !strings.HasPrefix(b, a[:1])) {
			continue
		}
		if d := levenshtein.ComputeDistance(a, b); d < best {
			near, best = w, d
		}
	}
	return near
}

// DidYouMean returns the end of a message that refuses an unknown word: the nearest of the known ones, if any is near.
func DidYouMean(word string, among []string) string {
	if near := Nearest(word, among); near != "" {
		return ", did you mean " + near + "?"
	}
	return ""
}

// Range is a range of numbers with open or closed ends. The zero Range is without bounds.
type Range struct {
	Low, High         float64
	OpenLow, OpenHigh bool
	text              string // of the tag
}

// parseRange reads "[0,1]", "(0,1]", "[0,1)" or "(0,1)".
func parseRange(name, text string) Range {
	low, high, ok := strings.Cut(strings.Trim(text, "[]()"), ",")
	a, err := strconv.ParseFloat(low, 64)
	b, err2 := strconv.ParseFloat(high, 64)
	if !ok || err != nil || err2 != nil || a > b || !strings.ContainsAny(text[:1], "[(") || !strings.ContainsAny(text[len(text)-1:], "])") {
		panic(fmt.Sprintf("key %s: range %q", name, text))
	}
	return Range{a, b, text[0] == '(', text[len(text)-1] == ')', text}
}

// Has reports whether a number is in the range; NaN is in none but the zero one.
func (r Range) Has(x float64) bool {
	switch {
	case r == Range{}:
		return true
	case x == r.Low:
		return !r.OpenLow
	case x == r.High:
		return !r.OpenHigh
	}
	return x > r.Low && x < r.High
}

// String writes the range as messages do: "(0, 1]".
func (r Range) String() string { return strings.Replace(r.text, ",", ", ", 1) }

// RuleDuration is the form of a duration's text.
const RuleDuration = "must be a duration of 0s or more, such as 90s, 30m or 2h"

// Underscores may group thousands. Whole numbers have no leading zero, since YAML reads them as octal.
var (
	whole  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*|[1-9][0-9]{0,2}(_[0-9]{3})+)$`) })
	number = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[-+]?(([0-9]+|[0-9]{1,3}(_[0-9]{3})+)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
	})
)

// IsNumber reports whether text is a number as [Parse] reads it.
func IsNumber(text string) bool { return number().MatchString(text) }

// Parse reads the text of a flag, an environment variable or a file, and returns a value of the type that at points to:
// *int, *uint64, *float64, *time.Duration, *bool, *string, or *[]string, with commas between words. If ok is false,
// rule says what the text must be, as "must be true or false"; empty: a whole number too large for its type.
func Parse(text string, at any) (value any, rule string, ok bool) {
	plain := strings.ReplaceAll(text, "_", "")
	switch at.(type) {
	case *int:
		x, err := strconv.Atoi(plain)
		return x, wholeRule(text, err), err == nil && whole().MatchString(text)
	case *uint64:
		x, err := strconv.ParseUint(strings.TrimPrefix(plain, "+"), 10, 64)
		return x, wholeRule(text, err), err == nil && whole().MatchString(text)
	case *float64:
		x, err := strconv.ParseFloat(plain, 64)
		return x, "must be a number in decimal digits", err == nil && IsNumber(text)
	case *time.Duration:
		d, err := time.ParseDuration(text)
		return d, RuleDuration, err == nil && d >= 0
	case *bool:
		x, err := strconv.ParseBool(strings.ToLower(text))
		return x, "must be true or false", err == nil
	case *[]string:
		return words(text), "", true
	}
	return text, "must be text", true
}

func wholeRule(text string, err error) string {
	if err != nil && whole().MatchString(text) {
		return ""
	}
	return "must be a whole number in decimal digits"
}

func words(text string) (list []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for word := range strings.SplitSeq(text, ",") {
		list = append(list, strings.TrimSpace(word))
	}
	return list
}

// Wrap breaks text into lines of at most width columns behind an indent.
func Wrap(text, indent string, width int) string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines) - 1; n >= 0 && len(lines[n])+1+len(word) <= width {
			lines[n] += " " + word
		} else {
			lines = append(lines, indent+word)
		}
	}
	return strings.Join(lines, "\n")
}

// Clip cuts a text behind so many characters.
func Clip(text string, most int) string {
	if all := []rune(text); len(all) > most {
		return string(all[:most]) + "..."
	}
	return text
}
