package human

import "bloodline/engine"

// Observed returns a table whose players are wrapped, so that they report their moves. It serves a
// [Narrator] of a game whose table has no hook for moves.
func Observed(t engine.Table, wrap func(seat int, p engine.Player) engine.Player) engine.Table {
	return observed{t, wrap}
}

type observed struct {
	engine.Table
	wrap func(int, engine.Player) engine.Player
}

func (t observed) Play(seed uint64, seats []engine.Player) engine.Outcome {
	all := make([]engine.Player, len(seats))
	for i, p := range seats {
		all[i] = t.wrap(i, p)
	}
	return t.Table.Play(seed, all)
}
