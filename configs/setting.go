package configs

import (
	"reflect"

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
