package bloodline

import "bloodline/engine"

// Untyped is a player whose view and action are of any type: v holds a pointer to a view.
type Untyped interface {
	Act(v *any, roll uint64) any
}

// Untyper is an optional interface of [Choices], by which tests of a game ask its players
// without knowing their types.
type Untyper interface {
	Untyped(p engine.Player) Untyped
	Typed(p Untyped) engine.Player
}

var (
	_ Untyper = choices[int, int]{}
	_ Untyper = typed[int, int]{}
)

func (choices[V, A]) Untyped(p engine.Player) Untyped { return typed[V, A]{}.Untyped(p) }

func (choices[V, A]) Typed(p Untyped) engine.Player { return typed[V, A]{}.Typed(p) }

// typed is the Untyper of players that answer a view V and a roll with an action A.
type typed[V any, A comparable] struct{}

func (typed[V, A]) Untyped(p engine.Player) Untyped {
	return untyped[V, A]{p.(interface{ Act(*V, uint64) A }), map[A]any{}}
}

func (typed[V, A]) Typed(p Untyped) engine.Player { return retyped[V, A]{p} }

type untyped[V any, A comparable] struct {
	inner interface{ Act(*V, uint64) A }
	known map[A]any // so that an answer is allocated once
}

func (u untyped[V, A]) Act(v *any, x uint64) any {
	a := u.inner.Act((*v).(*V), x)
	out, ok := u.known[a]
	if !ok {
		out = a
		u.known[a] = out
	}
	return out
}

type retyped[V any, A comparable] struct{ inner Untyped }

func (r retyped[V, A]) Act(v *V, x uint64) A {
	var view any = v
	return r.inner.Act(&view, x).(A)
}
