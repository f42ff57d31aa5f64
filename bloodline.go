// Package bloodline tunes the parameters of game bots by playing millions of games. A bot is a genome of named, bounded
// genes and fixed rules that read them. Evolution or a policy gradient breeds genomes against a field of opponents, and
// a store keeps every individual with its parents. A champion can be inspected, and exported as a standalone program
// that speaks its contest's protocol.
//
// To breed bots for your own game, call package cmd:
//
//	func main() { cmd.Main(mygame.Game()) }
//
// This program has all commands of bloodline: breed, inspect, tournament, exploit, export
// and the others. A [Game] holds what they need. games/gametest checks a whole Game in one call of a
// test. `bloodline new NAME` writes a module with a small complete game to begin with.
//
// [Breed] breeds without a command line; this package links none.
package bloodline

import "bloodline/arena/game"

// Game is everything that bloodline knows of a game. game.Definition lists its fields.
type Game = game.Definition

// Source says what an exported bot consists of.
type Source = game.Source
