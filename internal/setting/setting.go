// Package setting reads settings from struct tags, where each is stated once: its key,
// range, default and meaning. Checks, JSON schema and documents take them from here.
//
//	type Config struct {
//		Population int     `yaml:"population" range:"[4,100000]" default:"100" doc:"Genomes of a generation."`
//		Algorithm  string  `yaml:"algorithm" words:"genetic,distribution" default:"genetic" doc:"How to breed."`
//		League     League  `yaml:"league" doc:"Exploiters that join the field."`
//	}
//
// A field of a struct type is a group, and the keys of its fields are dotted:
// league.learning_rate. Other fields are *int, *uint64, *float64, *time.Duration, *bool,
// *string or *[]string to a reader, or a type of its own. A field without a yaml tag, or
// with "-", is no setting. An invalid tag panics, because it is a bug.
//
// It also has the errors of settings, [Error], and of all else that the person at the keyboard
// states, [Usage].
//
// The package imports no other package of this module, so every package may declare its
// settings.
package setting

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

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

// Of returns the settings of a struct, which is given by its pointer, in the order of its
// fields.
func Of(settings any) []Key {
	keys, _ := walk(reflect.ValueOf(settings).Elem(), "")
	return keys
}

// Groups lists the groups of a struct, which is given by its pointer, in the order of
// its fields.
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

// SetDefaults gives every setting of a struct, which is given by its pointer, its
// default.
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

// Check reports every number out of its range and every word that is not allowed, in
// the order of the fields.
func Check(settings any) (out Errors) {
	for _, k := range Of(settings) {
		k.check(&out)
	}
	return out
}

func (k Key) check(out *Errors) {
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
		k.checkWord(k.Name, *at, out)
	case *[]string:
		for i, word := range *at {
			k.checkWord(fmt.Sprintf("%s[%d]", k.Name, i), word, out)
		}
	}
	if !in {
		out.Add(k.Name, k.RangeRule(), k.Value())
	}
}

func (k Key) checkWord(name, word string, out *Errors) {
	if k.Words != nil && !slices.Contains(k.Words, word) {
		out.Add(name, "must be one of "+strings.Join(k.Words, ", "), strconv.Quote(word))
	}
}

// RangeRule says which numbers are allowed.
func (k Key) RangeRule() string {
	if _, ok := k.At.(*uint64); ok {
		return "must be in [0, 18446744073709551615]"
	}
	return "must be in " + k.Range.String()
}
