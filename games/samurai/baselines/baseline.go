// Package baselines has hand-written players of Negotiate and Conquer, from Monte Carlo search to random moves.
//
// All lists them with their characters; one may sit at any number of tables. Like genomes, they get the view and one
// roll for each choice. Most cost 0.2 to 2 µs a choice, monte-carlo about 0.1 ms; none allocates.
package baselines

import (
	"bloodline/engine"
	"bloodline/games/samurai/seat"
)

type player func(*seat.View, uint64) seat.Action

func (p player) Act(v *seat.View, r uint64) seat.Action { return p(v, r) }

// All returns the baselines, strongest first, with the share won of 10,400 games of random quartets, in four rotations.
func All() []engine.Baseline {
	return []engine.Baseline{
		{Name: "monte-carlo", Doc: "Imagines forty futures for each choice, secret visits dealt out as they may have been, and takes the action that comes first most often.", Points: 0.662, Player: player(monteCarlo)},
		{Name: "actuary", Doc: "Reckons with chances: how likely tops and last places are at the scorings to come, if the others go by strength and all later visits fall anywhere.", Points: 0.657, Player: player(actuary)},
		{Name: "forecaster", Doc: "An accountant who expects that the others repeat their last day.", Points: 0.474, Player: player(forecaster)},
		{Name: "late-striker", Doc: "Spreads itself evenly and strikes in the last night and day before each scoring, aiming at margins of two.", Points: 0.296, Player: player(lateStriker)},
		{Name: "rebel", Doc: "Minds the leader: points taken from the best placed of the others count like points gained.", Points: 0.182, Player: player(rebel)},
		{Name: "avoid-last", Doc: "First leaves every last place, strong lords first, then keeps two points away from it.", Points: 0.173, Player: player(avoidLast)},
		{Name: "accountant", Doc: "Plays for the most points if the half ended after its own move and nobody else moved.", Points: 0.166, Player: player(accountant)},
		{Name: "quiet-cheap-lords", Doc: "Piles four visits a day on two weak lords that are left alone, and turns to the others only in the last night and day before a scoring.", Points: 0.144, Player: player(quietCheap)},
		{Name: "copy-the-leader", Doc: "Goes where the best placed of the others went on its last day.", Points: 0.140, Player: player(copyLeader)},
		{Name: "greedy-top", Doc: "Takes every top within reach of this turn, the strongest lord first; last places do not bother it.", Points: 0.125, Player: player(greedyTop)},
		{Name: "balanced", Doc: "Keeps its intimacies in proportion to the strengths, whatever the others do.", Points: 0.101, Player: player(balanced)},
		{Name: "random", Doc: "Takes any action with equal probability.", Points: 0.047, Player: player(random)},
		{Name: "warlord", Doc: "Lives for the two strongest lords: four visits a day to one, one to the other, until the lead is five.", Points: 0.003, Player: player(warlord)},
	}
}
