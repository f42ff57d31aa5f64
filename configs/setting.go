package configs

import (
	"reflect"
	"strings"

	"bloodline/evolve/key"
)

// setting is one key of a run file and the place of its value.
type setting struct{ key.Key }

// value returns what the setting holds now.
func (s setting) value() any { return reflect.ValueOf(s.At).Elem().Interface() }

// put stores a value of the setting's own type.
func (s setting) put(v any) { reflect.ValueOf(s.At).Elem().Set(reflect.ValueOf(v)) }

// rule says in words which numbers are allowed.
func (s setting) rule() string {
	if _, ok := s.At.(*uint64); ok {
		return "must be in [0, 18446744073709551615]"
	}
	return "must be in " + s.Range.String()
}

// outward lists a key, the groups that it stands in, the inner one first, and "".
func outward(key string) []string {
	out := []string{key}
	for key != "" {
		key = key[:max(0, strings.LastIndexByte(key, '.'))]
		out = append(out, key)
	}
	return out
}

// section is the part of a key before the first dot.
func section(key string) string {
	before, _, ok := strings.Cut(key, ".")
	if !ok {
		return ""
	}
	return before
}

// last is the part of a key behind the last dot.
func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

// base is a key without its place in a list.
func base(key string) string {
	key, _, _ = strings.Cut(key, "[")
	return key
}
