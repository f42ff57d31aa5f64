// Package rules is what is bred: the parameters of a bot ([Genes]) and the fixed rules
// that read them ([New]).
//
// It is written out with every exported bot, so it imports the standard library,
// package seat, bloodline/engine/roll and bloodline/genome/gene only.
package rules

import (
	"bloodline/engine/roll"
	"bloodline/genome/gene"

	"kuhn/seat"
)

// Genes are the parameters, in the order of [seat.View.Situation]. Replace: the genes
// of your game. Take ranges in which a small step is a small change of play, and
// defaults that play well: breeding begins there.
var Genes = genes()

func genes() []gene.Gene {
	bet := func(name string, p float64, doc string) gene.Gene {
		return gene.Gene{Name: "bet." + name, Group: "bet", Unit: "probability", Max: 1, Default: p, Doc: doc}
	}
	call := func(name string, p float64, doc string) gene.Gene {
		return gene.Gene{Name: "call." + name, Group: "call", Unit: "probability", Max: 1, Default: p, Doc: doc}
	}
	return []gene.Gene{
		bet("first.jack", 0, "Bluffs more often as the first player, with the lowest card."),
		bet("first.queen", 0, "Bets the middle card more often as the first player."),
		bet("first.king", 1, "Bets the highest card more often as the first player, instead of waiting for a bluff."),
		call("first.jack", 0, "Calls more often with the lowest card after a check."),
		call("first.queen", 0.5, "Calls more often with the middle card after a check."),
		call("first.king", 1, "Calls more often with the highest card after a check."),
		bet("second.jack", 0, "Bluffs more often after a check of the other, with the lowest card."),
		bet("second.queen", 0, "Bets the middle card more often after a check of the other."),
		bet("second.king", 1, "Bets the highest card more often after a check of the other."),
		call("second.jack", 0, "Calls an opening bet more often with the lowest card."),
		call("second.queen", 0.5, "Calls an opening bet more often with the middle card."),
		call("second.king", 1, "Calls an opening bet more often with the highest card."),
	}
}

// Rules is a genome as a player. It has no state, so every worker shares it.
type Rules struct {
	bold [seat.Situations]float64 // probability of a bet or a call
}

// New compiles a genome. The genes are as many as [Genes] and in their ranges.
func New(genes []float64) *Rules {
	r := new(Rules)
	copy(r.bold[:], genes)
	return r
}

// Act draws an action with the roll. Replace: how the genes decide; keep it free of
// allocations and of chance other than the roll.
func (r *Rules) Act(v *seat.View, x uint64) seat.Action {
	return v.Answer(roll.Unit(x) < r.bold[v.Situation()])
}
