// Package baselines is the field of two-player Coup: thirteen opponents in the style of the contest's leaderboard.
//
// They are leaderboard-style, not the originals, because the sources of the contest's entries are not public. Each
// opponent plays as its name suggests, by a few plain rules, and its free parameters are fitted so that the round robin
// of the thirteen reproduces the published points. Each file states what its characters do.
//
// [All] lists them with their published points. Commit c71774ef has the search that fitted the parameters.
//
// Every opponent is a stateless function of a view and a roll, shared by all workers; a choice costs 10 to 60 ns.
package baselines

import (
	"bloodline/engine"
	"bloodline/games/coup/seat"
)

type character struct {
	name   string  // as on the leaderboard
	doc    string  // what it does
	points float64 // published: wins in ten rounds of every ordered pair, of 240

	taste
	style       // with its fitted parameters; nil for moves by chance alone
	buys   bool // buys a Coup as soon as it may
	blocks bool // makes every block that its hand allows
}

type style interface {
	turn(v *seat.View, x uint64) seat.Action
	reply(v *seat.View, x uint64) seat.Action // to an action; Pass after an Assassinate gives up a card
	doubts(v *seat.View, x uint64) bool       // whether it challenges a block
}

func (p *character) Act(v *seat.View, x uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		if p.buys && v.Legal.Has(seat.Coup) {
			return seat.Coup
		}
		return p.turn(v, x)
	case seat.AskReply:
		if p.blocks {
			if a := honestBlock(v); a != seat.NoAction {
				return a
			}
		}
		if a := p.reply(v, x); a != seat.Pass || v.Action != seat.Assassinate {
			return a
		}
		return p.give(v)
	case seat.AskBlock:
		return challengeIf(p.doubts(v, x))
	case seat.AskKeep:
		return p.keep(v)
	}
	return p.give(v)
}

var characters = []character{
	theCalculator, theTaxman, theStatistician, theSolver, theAggressor, theGambler, theTurncoat, theLawyer, theMurderer,
	theBandit, theChallenger, theMask, theRandom,
}

// All lists the field in the leaderboard's order.
func All() (list []engine.Baseline) {
	for _, c := range characters {
		b := engine.Baseline{Name: c.name, Doc: "Leaderboard-style, not the original entry. " + c.doc, Points: c.points, Player: random{}}
		if c.style != nil {
			b.Player = &c
		}
		list = append(list, b)
	}
	return list
}
