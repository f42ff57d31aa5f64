// Package samurai holds hand-written players of Negotiate and Conquer, from one
// that imagines futures to one that rolls dice: the yardstick against which
// genomes are bred and measured.
//
// All lists them with their characters; New makes one by name. They use what a
// genome may use: the view and one roll for each choice. Most cost 0.2 to 2 µs a
// choice, monte-carlo about 0.1 ms; none allocates.
//
// The package must not know the table or any genome.
package samurai

import (
	"strings"

	"bloodline/engine/samurai/seat"
)

// Baseline is one hand-written player.
type Baseline struct {
	Name   string
	Doc    string  // what it is like, in a sentence or two
	Points float64 // share of games won: 10,400 games of quartets drawn from the list, four rotations of each deal
}

// player is a rule as a policy.
type player func(*seat.View, uint64) seat.Action

func (p player) Act(v *seat.View, r uint64) seat.Action { return p(v, r) }

type entry struct {
	Baseline
	play player
}

// list is in the order of strength, strongest first.
func list() []entry {
	return []entry{
		{Baseline{"monte-carlo", "Imagines forty futures for each choice, secret visits dealt out as they may have been, and takes the action that comes first most often.", 0.662}, monteCarlo},
		{Baseline{"actuary", "Reckons with chances: how likely tops and last places are at the scorings to come, if the others go by strength and all later visits fall anywhere.", 0.657}, actuary},
		{Baseline{"forecaster", "An accountant who expects that the others repeat their last day.", 0.474}, forecaster},
		{Baseline{"late-striker", "Spreads itself evenly and strikes in the last night and day before each scoring, aiming at margins of two.", 0.296}, lateStriker},
		{Baseline{"rebel", "Minds the leader: points taken from the best placed of the others count like points gained.", 0.182}, rebel},
		{Baseline{"avoid-last", "First leaves every last place, strong lords first, then keeps two points away from it.", 0.173}, avoidLast},
		{Baseline{"accountant", "Plays for the most points if the half ended after its own move and nobody else moved.", 0.166}, accountant},
		{Baseline{"quiet-cheap-lords", "Piles four visits a day on two weak lords that are left alone, and turns to the others only in the last night and day before a scoring.", 0.144}, quietCheap},
		{Baseline{"copy-the-leader", "Goes where the best placed of the others went on its last day.", 0.140}, copyLeader},
		{Baseline{"greedy-top", "Takes every top within reach of this turn, the strongest lord first; last places do not bother it.", 0.125}, greedyTop},
		{Baseline{"balanced", "Keeps its intimacies in proportion to the strengths, whatever the others do.", 0.101}, balanced},
		{Baseline{"random", "Takes any action, all alike.", 0.047}, random},
		{Baseline{"warlord", "Lives for the two strongest lords: four visits a day to one, one to the other, until the lead is five.", 0.003}, warlord},
	}
}

// All returns the baselines, strongest first.
func All() []Baseline {
	var out []Baseline
	for _, e := range list() {
		out = append(out, e.Baseline)
	}
	return out
}

// New returns a baseline by name, in upper or lower case; ok is false if there is none of that name. A
// baseline is immutable and may sit at any number of tables.
func New(name string) (p seat.Policy, ok bool) {
	for _, e := range list() {
		if strings.EqualFold(e.Name, name) {
			return e.play, true
		}
	}
	return nil, false
}
