package parttest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"bloodline/engine"
)

// Policy is a player that passes a view and a roll for each choice. V and A are inferred if a policy is an argument.
type Policy[V, A any] interface {
	Act(v *V, roll uint64) A
}

type Question[V any] struct {
	View *V
	Roll uint64
}

// Questions plays games until their players were asked n questions and returns these, in order. deal seats the players
// of a game. There are fewer than n if n games have not as many.
//
// What exported fields of a view point to is copied with it, to any depth; unexported pointers and slices are shared.
func Questions[V, A any](g engine.Game, n int, deal func(game int) []engine.Player) []Question[V] {
	var out []Question[V]
	table := g.NewTable()
	for k := 0; k < n && len(out) < n; k++ {
		seats := slices.Clone(deal(k))
		for i, p := range seats {
			seats[i] = witness[V, A]{p.(Policy[V, A]), &out}
		}
		table.Play(uint64(k), seats)
	}
	return out[:min(n, len(out))]
}

type witness[V, A any] struct {
	Policy[V, A]
	asked *[]Question[V]
}

func (w witness[V, A]) Act(v *V, roll uint64) A {
	*w.asked = append(*w.asked, Question[V]{clone(v), roll})
	return w.Policy.Act(v, roll)
}

func clone[V any](v *V) *V {
	c := *v
	deepen(reflect.ValueOf(&c).Elem())
	return &c
}

func deepen(v reflect.Value) {
	if !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		c := reflect.New(v.Elem().Type())
		c.Elem().Set(v.Elem())
		deepen(c.Elem())
		if v.Kind() == reflect.Interface {
			c = c.Elem()
		}
		v.Set(c)
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(c, v)
		if !v.IsNil() {
			v.Set(c)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			deepen(v.Field(i))
		}
	}
}

// Pure checks what engine.Player asks of a policy: its answer depends on view and roll alone, and a choice allocates
// nothing and leaves the exported fields of the view as they are. twin is an equal player that has not played.
func Pure[V any, A comparable](t *testing.T, p, twin Policy[V, A], questions []Question[V]) {
	t.Helper()
	if len(questions) == 0 {
		t.Fatal("there are no questions to judge by")
	}
	first := make([]A, len(questions))
	for i, q := range questions {
		v := clone(q.View)
		first[i] = p.Act(v, q.Roll)
		if !sameFields(v, q.View) {
			t.Fatalf("question %d: the answer changes the view: %s", i, brief(q.View))
		}
	}
	for i, q := range slices.Backward(questions) {
		twin.Act(clone(q.View), ^q.Roll) // a player must not remember this
		if a := twin.Act(clone(q.View), q.Roll); a != first[i] {
			t.Fatalf("question %d: %v, then %v to an equal view and roll: %s", i, first[i], a, brief(q.View))
		}
	}
	some := questions[:min(len(questions), plays)]
	if n := testing.AllocsPerRun(1, func() {
		for _, q := range some {
			p.Act(q.View, q.Roll)
		}
	}); n != 0 {
		t.Errorf("%d choices allocate %g times", len(some), n)
	}
}

func brief[V any](v *V) string { return fmt.Sprintf("%.500s", fmt.Sprintf("%+v", *v)) }

// sameFields compares exported fields only. Others are caches of the seat, which players cannot write.
func sameFields[V any](a, b *V) bool {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for x.Kind() == reflect.Interface || x.Kind() == reflect.Pointer {
		x, y = x.Elem(), y.Elem()
	}
	if x.Kind() != reflect.Struct {
		return reflect.DeepEqual(a, b)
	}
	for i := range x.NumField() {
		if x.Type().Field(i).IsExported() && !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			return false
		}
	}
	return true
}
