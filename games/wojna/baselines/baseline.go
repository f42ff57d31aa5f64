// Package baselines has eleven opponents of Wojna deklarowana, from random moves to a player that remembers every card.
//
// [All] lists them, strongest first, with their points a deal in 400 random quartets of the field, each played in four
// rotations over a run of 40 deals (about ±1; the mean of all seats is 21).
//
// Each has one idea. Reader and Veteran learn during a run, the others don't. A move takes at most half a microsecond.
package baselines

import (
	"bloodline/engine"
	"bloodline/games/wojna/seat"
)

type player func(v *seat.View, x uint64) seat.Action

func (p player) Act(v *seat.View, x uint64) seat.Action { return p(v, x) }

// All lists the field, strongest first.
func All() []engine.Baseline {
	return []engine.Baseline{
		{Name: "Veteran", Doc: "Reads the others as Reader does, counts cards as Counter does, and plays for places: the last cards of a short stack are dear to it, the extra cards of a big one are not.", Points: 36.7, Player: newLearner(true, true)},
		{Name: "Reader", Doc: "Reads the others over the run: from the cards that each showed after checking, paying and raising, and from how often each folds to which price, it works out what every move is worth in cards.", Points: 35.1, Player: newLearner(false, false)},
		{Name: "Counter", Doc: "Counts: a stack is a queue of pots whose shown cards it remembers, so it often knows what a rival's card may be. It plays pot odds with that, and takes everybody who has put in cards of his own for the better of two.", Points: 30.0, Player: player(counter)},
		{Name: "Trapper", Doc: "Checks its best cards as long as somebody behind it may raise, and raises the raiser by three; with the cards below it plays tight and small.", Points: 26.0, Player: player(trapper)},
		{Name: "Bully", Doc: "Raises by three into players who have fewer cards than it has, with anything from the middle of the deck; against bigger stacks it plays few cards and no games.", Points: 25.4, Player: player(bully)},
		{Name: "Tight", Doc: "Plays by its own card alone: the more rivals and the higher the price, the higher a card it wants; it raises with the two highest, and gives everything else away.", Points: 22.9, Player: tight{8}},
		{Name: "Odds", Doc: "Pays if its chance of the highest card, against cards as good as the deck's, is worth the price in cards of the pot; raises by one when it is the favourite and by three when it hardly can lose.", Points: 19.8, Player: player(odds)},
		{Name: "Bluffer", Doc: "Plays tight, but one bidding in six it raises by three on a card that it would have given away, and raises once more if it is not believed.", Points: 16.6, Player: bluffer{1.0 / 6}},
		{Name: "Loose", Doc: "Aggressive with anything above the middle: raises by as much as it may with an 8 or better, pays nearly any price with a 5, and does not ask who has raised before.", Points: 10.3, Player: player(loose)},
		{Name: "Checker", Doc: "Checks whatever it costs and never raises: the plain game of war.", Points: 5.9, Player: checker{}},
		{Name: "Random", Doc: "Picks one of the legal moves, each as likely as the others.", Points: 4.8, Player: random{}},
	}
}

// stay checks if that costs nothing or is worth it, and passes otherwise.
func stay(v *seat.View, worthIt bool) seat.Action {
	if worthIt || v.Price() == 0 {
		return seat.Check
	}
	return seat.Pass
}
