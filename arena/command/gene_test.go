package command

import (
	"strings"
	"testing"
)

// Choices that are all numbers, or all true or false, are written as such; a champion file of before has them as text.
// What a choice does is not that it is larger.
func TestGene_choices(t *testing.T) {
	for want, choices := range map[string][]string{
		`2`: {"0", "1", "2"}, `1.5`: {"1", "2", "1.5"}, `true`: {"false", "true"}, `"x"`: {"1", "x"}, `"01"`: {"1", "01"}, `"true"`: {"1", "true"}, `"null"`: {"no", "null"},
	} {
		g, err := New(Settings{
			Referee: "sh {p1} {p2}", Bot: "sh {level}", Players: 2, Style: StyleJSON,
			Genes: []Gene{{Name: "level", Distribution: Categorical, Choices: choices, Default: choices[0]}},
		}, "")
		if err != nil {
			t.Fatal(err)
		}
		one, at := g.Schema.Genes[0], float64(len(choices)-1)
		if have := one.Text(at); have != want {
			t.Errorf("%v: %s, want %s", choices, have, want)
		}
		for _, text := range []string{want, `"` + choices[len(choices)-1] + `"`} {
			if x, err := one.Scale.Value([]byte(text)); err != nil || x != at {
				t.Errorf("%v: %s is read as %v, %v", choices, text, x, err)
			}
		}
		if one.Doc != "One of "+strings.Join(choices, ", ")+"." {
			t.Errorf("%v: %s", choices, one.Doc)
		}
	}
}
