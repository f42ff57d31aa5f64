package configs

import (
	"fmt"
	"reflect"
	"strconv"

	"bloodline/configs/key"
	"bloodline/evolve"
)

// setting is one key of a run file and the place of its value.
type setting struct {
	key string
	at  any      // *uint64, *int, *float64, *string or *[]string
	in  span     // of a number; the zero span allows everything
	of  []string // the allowed words, nil for any
	doc string   // a sentence for the user
}

// value returns what the setting holds now.
func (s setting) value() any { return reflect.ValueOf(s.at).Elem().Interface() }

// put stores a value of the setting's own type.
func (s setting) put(v any) { reflect.ValueOf(s.at).Elem().Set(reflect.ValueOf(v)) }

// rule says in words which numbers are allowed.
func (s setting) rule() string {
	if _, ok := s.at.(*uint64); ok {
		return "must be in [0, 18446744073709551615]"
	}
	return "must be in " + s.in.String()
}

// span is a range of numbers with open or closed ends.
type span struct {
	low, high         float64
	openLow, openHigh bool
}

func closed(low, high float64) span { return span{low: low, high: high} }

// has is false for NaN.
func (r span) has(x float64) bool {
	if x == r.low {
		return !r.openLow
	}
	if x == r.high {
		return !r.openHigh
	}
	return x > r.low && x < r.high
}

func (r span) String() string {
	left, right := "[", "]"
	if r.openLow {
		left = "("
	}
	if r.openHigh {
		right = ")"
	}
	return left + plain(r.low) + ", " + plain(r.high) + right
}

// plain writes a number as a person would.
func plain(x float64) string {
	if x == float64(int64(x)) {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// outside reports the numbers that are out of their spans.
func outside(settings []setting) (f faults) {
	for _, s := range settings {
		var x float64
		switch p := s.at.(type) {
		case *int:
			x = float64(*p)
		case *float64:
			x = *p
		default:
			continue
		}
		if !s.in.has(x) {
			f.add(s.key, s.rule(), fmt.Sprint(s.value()))
		}
	}
	return f
}

// evolveSettings lists the settings of an evolve.Config, which states them.
func evolveSettings(c *evolve.Config) []setting {
	var all []setting
	for _, k := range key.Of(c) {
		r := k.Range
		all = append(all, setting{key: k.Name, at: k.At, in: span{r.Low, r.High, r.OpenLow, r.OpenHigh}, of: k.Words, doc: k.Doc})
	}
	return all
}
