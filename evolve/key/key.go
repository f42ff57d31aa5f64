// Package key reads settings from struct tags, where each is stated once: its key,
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
// The package imports no other package of this module, so every package may declare its
// settings.
package key

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

// RuleDuration is what a duration must be.
const RuleDuration = "must be a duration of 0s or more, such as 90s, 30m or 2h"

// Error is one setting that breaks a rule.
type Error struct {
	Field string // key as in a run file: "league.learning_rate"
	Rule  string // "must be in (0, 1]"
	Have  any
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s, have %v", e.Field, e.Rule, e.Have) }

// Of lists the settings of a struct, which is given by its pointer, in the order of its
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

// SetDefaults gives every setting of a struct, which is given by its pointer, its
// default.
func SetDefaults(settings any) {
	for _, k := range Of(settings) {
		if err := k.set(k.Default); err != nil {
			panic(fmt.Sprintf("key %s: default %q: %v", k.Name, k.Default, err))
		}
	}
}

func (k Key) set(text string) (err error) {
	if text == "" {
		reflect.ValueOf(k.At).Elem().SetZero()
		return nil
	}
	switch at := k.At.(type) {
	case *int:
		*at, err = strconv.Atoi(text)
	case *uint64:
		*at, err = strconv.ParseUint(text, 10, 64)
	case *float64:
		*at, err = strconv.ParseFloat(text, 64)
	case *time.Duration:
		*at, err = time.ParseDuration(text)
	case *string:
		*at = text
	case *[]string:
		*at = strings.Split(text, ",")
	case *bool:
		*at, err = strconv.ParseBool(text)
	default:
		panic(fmt.Sprintf("key %s: settings cannot be of type %T", k.Name, k.At))
	}
	return err
}

// Check reports every number out of its range and every word that is not allowed, in
// the order of the fields.
func Check(settings any) []*Error {
	var out []*Error
	for _, k := range Of(settings) {
		if e := k.check(); e != nil {
			out = append(out, e)
		}
	}
	return out
}

func (k Key) check() *Error {
	in := true
	switch at := k.At.(type) {
	case *int:
		in = k.Range.Has(float64(*at))
	case *float64:
		in = k.Range.Has(*at)
	case *time.Duration:
		if *at < 0 {
			return &Error{k.Name, RuleDuration, *at}
		}
	case *string:
		if k.Words != nil && !slices.Contains(k.Words, *at) {
			return &Error{k.Name, "must be one of " + strings.Join(k.Words, ", "), strconv.Quote(*at)}
		}
	case *[]string:
		for i, word := range *at {
			if k.Words != nil && !slices.Contains(k.Words, word) {
				return &Error{fmt.Sprintf("%s[%d]", k.Name, i), "must be one of " + strings.Join(k.Words, ", "), strconv.Quote(word)}
			}
		}
	}
	if in {
		return nil
	}
	return &Error{k.Name, "must be in " + k.Range.String(), reflect.ValueOf(k.At).Elem().Interface()}
}
