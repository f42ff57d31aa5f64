package bloodline

import (
	"bloodline/arena/baseline"
	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/engine"
)

// Game is everything that bloodline knows of a game. game.Definition lists its fields; Table, Genes
// and Rules are required. A field that is left out switches off the commands that need it, and
// they say so.
type Game = game.Definition

// Source says what an exported bot consists of.
type Source = game.Source

// Choices makes players of a game that need to know legal actions only.
type Choices = game.Choices

// ChoicesOf returns the Choices of a game whose players answer a view V and a roll
// with an action A that is a number from 0 to 63: Act(v *V, roll uint64) A.
//
// legal has bit a set where action a may be chosen; it is asked before every choice
// and at least one bit must be set. ask names the question, for tables: equal names
// are counted together. name names an action.
func ChoicesOf[V any, A baseline.Option](legal func(v *V) uint64, ask func(v *V) string, name func(A) string) Choices {
	return choices[V, A]{legal, ask, name}
}

type choices[V any, A baseline.Option] struct {
	legal func(*V) uint64
	ask   func(*V) string
	name  func(A) string
}

func (c choices[V, A]) Random() engine.Player { return baseline.Random[V, A]{Legal: c.legal} }

func (c choices[V, A]) Portrait(p engine.Player) portrait.Probe {
	inner := p.(interface{ Act(*V, uint64) A })
	return &portrait.Counts[V, A]{Inner: inner, Legal: c.legal, Ask: c.ask, Name: c.name}
}
