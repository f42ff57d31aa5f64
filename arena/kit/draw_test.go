package kit_test

import (
	"reflect"
	"testing"

	"bloodline/arena/human"
	"bloodline/arena/kit"
)

type (
	written  string
	fields   struct{ Left, Right, hidden int }
	listed   struct{ Row [3]int }
	pointing struct{}
)

func (w written) String() string { return string(w) }
func (*pointing) String() string { return "card: king" }
func cards(words ...string) (out []human.Card) {
	for _, w := range words {
		out = append(out, human.Card{Name: w})
	}
	return out
}

// Behind a label and a colon stand cards, behind an equals sign text; other lines are rows of a board, and a view that says
// nothing of itself is drawn by its fields.
func TestDrawn(t *testing.T) {
	for _, c := range []struct {
		view any
		want []human.Side
	}{
		{written("own: 1 12\nto come:\n"), []human.Side{{Name: "own", Cards: cards("1", "12")}, {Name: "to come"}, {Text: ""}}},
		{written(". x\no .\nnext: x"), []human.Side{{Text: ". x\no ."}, {Name: "next", Cards: cards("x")}}},
		{fields{1, 2, 3}, []human.Side{{Name: "Left", Text: "1"}, {Name: "Right", Text: "2"}}},
		{written("chips = 12 of 20\nown: 1"), []human.Side{{Name: "chips", Text: "12 of 20"}, {Name: "own", Cards: cards("1")}}},
		{listed{[3]int{4, 0, 5}}, []human.Side{{Name: "Row", Cards: cards("4", "0", "5")}}},
		{pointing{}, []human.Side{{Name: "card", Cards: cards("king")}}},
		{7, []human.Side{{Text: "7"}}},
	} {
		if have := kit.Drawn(kit.Lines(c.view)); !reflect.DeepEqual(have, c.want) {
			t.Errorf("%#v: have %+v, want %+v", c.view, have, c.want)
		}
	}
}
