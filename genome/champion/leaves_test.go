package champion_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"bloodline/engine/stats"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
)

// fill gives every value of a struct something else than its zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.Struct:
		for field, x := range v.Fields() {
			if field.Tag.Get("json") != "-" {
				fill(x)
			}
		}
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(0.5)
	default:
		v.Set(reflect.ValueOf(3).Convert(v.Type()))
	}
}

// changes calls f after each change of a number of decoded JSON, which it takes back.
func changes(at any, path string, f func(path string)) {
	each := func(key string, x any, set func(any)) {
		if n, ok := x.(float64); ok {
			set(n + 1)
			f(path + "." + key)
			set(n)
		}
		changes(x, path+"."+key, f)
	}
	switch at := at.(type) {
	case map[string]any:
		for key, x := range at {
			each(key, x, func(y any) { at[key] = y })
		}
	case []any:
		for i, x := range at {
			each("", x, func(y any) { at[i] = y })
		}
	}
}

// No number of evidence can be changed without a word: it is compared, or it is a claim; none may be negative.
func TestEvidence_Leaves(t *testing.T) {
	var e champion.Evidence
	fill(reflect.ValueOf(&e).Elem())
	data, err := json.Marshal(e)
	guard.Must(t, err)
	var decoded any
	guard.Must(t, json.Unmarshal(data, &decoded))
	read := func() (out champion.Evidence) {
		data, err := json.Marshal(decoded)
		guard.Must(t, err)
		guard.Must(t, json.Unmarshal(data, &out))
		return out
	}
	if same := read(); !e.Repeats(&same, stats.Figure.Repeats) || e.Check(0, 1) != nil {
		t.Fatalf("%+v doesn't repeat itself, %v", e, e.Check(0, 1))
	}
	numbers := 0
	changes(decoded, "", func(path string) {
		numbers++
		changed, claimed := read(), false
		was, now := e.Leaves(), changed.Leaves()
		for i := range was {
			claimed = claimed || was[i].Value != now[i].Value && was[i].Claim != ""
		}
		if e.Repeats(&changed, stats.Figure.Repeats) != claimed {
			t.Errorf("%s: repeats although another number, or differs although it is a claim", path)
		}
	})
	if claims := len(e.Claims()); numbers < 80 || claims != 5 {
		t.Errorf("have %d numbers and %d claims", numbers, claims)
	}
}
