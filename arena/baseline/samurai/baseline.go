// Package samurai holds hand-written players of Negotiate and Conquer, from a
// random one to one that imagines futures: the yardstick against which genomes
// are bred and measured.
//
// All lists them with their characters; New makes one by name. They use what a
// genome may use: the view and one roll for each choice. All but monte-carlo cost
// well below a microsecond a choice, monte-carlo about 0.1 ms; none allocates.
//
// The package must not know the table or any genome.
package samurai

import "bloodline/engine/samurai/seat"

// Baseline is one hand-written player.
type Baseline struct {
	Name   string
	Doc    string  // what it is like, in a sentence or two
	Points float64 // share of games won in random quartets of the list, as measured
}

// player is a rule as a policy.
type player func(*seat.View, uint64) seat.Action

func (p player) Act(v *seat.View, r uint64) seat.Action { return p(v, r) }

type entry struct {
	Baseline
	play player
}

// list is in the order of strength, weakest first.
func list() []entry {
	return []entry{
		{Baseline{"random", "Takes any action, all alike.", 0}, random},
		{Baseline{"warlord", "Lives for the two strongest lords: four visits a day to one, one to the other, until the lead is five.", 0}, warlord},
		{Baseline{"greedy-top", "Takes every top within reach of this turn, the strongest lord first; last places do not bother it.", 0}, greedyTop},
		{Baseline{"copy-the-leader", "Goes where the best placed of the others went on its last day.", 0}, copyLeader},
		{Baseline{"balanced", "Keeps its intimacies in proportion to the strengths, whatever the others do.", 0}, balanced},
		{Baseline{"accountant", "Plays for the most points if the half ended after its own move and nobody else moved.", 0}, accountant},
		{Baseline{"rebel", "Minds the leader: points taken from the best placed of the others count like points gained.", 0}, rebel},
		{Baseline{"avoid-last", "First leaves every last place, strong lords first, then keeps two points away from it.", 0}, avoidLast},
		{Baseline{"forecaster", "An accountant who expects that the others repeat their last day.", 0}, forecaster},
		{Baseline{"quiet-cheap-lords", "Piles four visits a day on two weak lords that are left alone, and turns to the others only in the last night and day before a scoring.", 0}, quietCheap},
		{Baseline{"late-striker", "Spreads itself evenly and strikes in the last night and day before each scoring, aiming at margins of two.", 0}, lateStriker},
		{Baseline{"monte-carlo", "Imagines forty futures for each choice, secret visits dealt out as they may have been, and takes the action that comes first most often.", 0}, monteCarlo},
	}
}

// All returns the baselines, weakest first.
func All() []Baseline {
	var out []Baseline
	for _, e := range list() {
		out = append(out, e.Baseline)
	}
	return out
}

// New returns a baseline by name; ok is false if there is none of that name. A
// baseline is immutable and may sit at any number of tables.
func New(name string) (p seat.Policy, ok bool) {
	for _, e := range list() {
		if e.Name == name {
			return e.play, true
		}
	}
	return nil, false
}
