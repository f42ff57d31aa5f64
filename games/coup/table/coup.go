// Package table is the table of two-player Coup as the contest's arbiter plays it: one coin each, forced Coup at ten,
// challenge or block but not both, a shown Ambassador kept through its Exchange, a draw after 200 invocations.
//
// A [Table] deals, holds the two hands and the deck, asks the players, and reports to the public record
// (seat.PublicState) what happened; coins, lives and claims live in the record, which the history file's parser drives
// with the same calls. States that only an ill-behaved program can cause are the arbiter's and do not occur here.
//
// A game costs no allocation. docs/rules-coup.md numbers the rules; tests name them by these numbers.
package table

import "bloodline/engine"

// MaxInvocations is the number of invocations of programs after which a game is a draw.
const MaxInvocations = 200

type Game struct{}

// Info describes the game. A win is one point, a draw none.
func (Game) Info() engine.Info {
	return engine.Info{
		Name: "coup", Title: "Coup for two players", Seats: 2,
		Dynamics: engine.Sequential, ZeroSum: true,
		Unit: "game", ScoreUnit: 1, Points: "win", Mean: 0.5, Max: 1,
	}
}

func (Game) NewTable() engine.Table { return NewTable() }
