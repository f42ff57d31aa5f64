// Package baselines is the field of two-player Coup: thirteen opponents in the style of the contest's leaderboard.
//
// They are leaderboard-style, not the originals, because the sources of the contest's entries are not public. Each
// opponent plays as its name suggests, by a few plain rules, and its free parameters are fitted so that the round robin
// of the thirteen reproduces the published points. Each file states what its characters do.
//
//   - [All] lists them with their published points.
//   - [Parameters] are the free parameters of the whole field, [Fitted] their
//     shipped values, [Field] the thirteen opponents for any values.
//
// Every opponent is a stateless function of a view and a roll and is shared by all workers. A choice costs about 10 to
// 60 ns and no allocation.
//
// The package imports the standard library, the game's seat, engine, engine/roll and genome/gene only, since its
// opponents are exported as standalone bots too. It must not know the table, the arena, or its opponent.
package baselines

import (
	"strings"

	"bloodline/engine"
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// character is a baseline with its free parameters.
type character struct {
	name   string  // as on the leaderboard
	doc    string  // what it does
	points float64 // published: wins in ten rounds of every ordered pair, of 240

	taste  taste
	blocks bool                    // makes every block that its hand allows
	genes  []gene.Gene             // the defaults are the fitted values
	style  func(p []float32) style // from the values of its genes in their order; nil for moves by chance alone
}

// style is how a character plays.
type style interface {
	turn(v *seat.View, x uint64) seat.Action
	reply(v *seat.View, x uint64) seat.Action // to an action; Pass after an Assassinate gives up a card
	doubts(v *seat.View, x uint64) bool       // whether it challenges a block
}

// player plays a style.
type player struct {
	style
	taste
	blocks bool
}

func (p *player) Act(v *seat.View, x uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
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

// characters is the field in the leaderboard's order.
var characters = []character{
	theCalculator, theTaxman, theStatistician, theSolver, theAggressor, theGambler, theTurncoat, theLawyer, theMurderer,
	theBandit, theChallenger, theMask, theRandom,
}

// All lists the field in the leaderboard's order, with its fitted parameters.
func All() []engine.Baseline {
	var list []engine.Baseline
	players := Field(Fitted())
	for i, c := range characters {
		list = append(list, engine.Baseline{
			Name: c.name, Doc: "Leaderboard-style, not the original entry. " + c.doc, Points: c.points, Player: players[i],
		})
	}
	return list
}

// Parameters returns the free parameters of the whole field, those of the first opponent of [All] first. Their groups
// are the names of the opponents in lower case. Their defaults are the shipped values, with which this field of
// leaderboard-style opponents reproduces the published points. The pattern search that found them is fit_test.go of
// commit c71774ef.
func Parameters() []gene.Gene {
	var list []gene.Gene
	for _, c := range characters {
		for _, g := range c.genes {
			g.Group = strings.ToLower(c.name)
			g.Name = g.Group + "." + g.Name
			list = append(list, g)
		}
	}
	return list
}

// Fitted returns the shipped values of [Parameters].
func Fitted() []float64 {
	var list []float64
	for _, g := range Parameters() {
		list = append(list, g.Default)
	}
	return list
}

// Field returns the opponents in the order of [All] for values of [Parameters], whose number they must have.
func Field(params []float64) []seat.Policy {
	var list []seat.Policy
	at := 0
	for _, c := range characters {
		var own []float32
		for range c.genes {
			own = append(own, float32(params[at]))
			at++
		}
		if c.style == nil {
			list = append(list, random{})
		} else {
			list = append(list, &player{c.style(own), c.taste, c.blocks})
		}
	}
	return list
}

// share describes a parameter that is a share of occasions or a probability.
func share(name string, low, fitted, high float64, doc string) gene.Gene {
	return gene.Gene{Name: name, Unit: "probability", Min: low, Max: high, Default: fitted, Doc: doc}
}

// factor describes a parameter that multiplies.
func factor(name string, low, fitted, high float64, doc string) gene.Gene {
	return gene.Gene{Name: name, Unit: "factor", Min: low, Max: high, Default: fitted, Doc: doc}
}

// lives describes a parameter that is a worth, counted in lives.
func lives(name string, low, fitted, high float64, doc string) gene.Gene {
	return gene.Gene{Name: name, Unit: "lives", Min: low, Max: high, Default: fitted, Doc: doc}
}
