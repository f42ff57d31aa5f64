// Package bloodline breeds game bots. A bot is a genome of named, bounded genes,
// read by fixed rules; a genetic algorithm breeds genomes against a field of
// opponents; every individual and its parents stand in a store; a champion can be
// looked into and exported as a program of its own that speaks its contest's
// protocol.
//
// A program that breeds bots for a game of yours is one call of package cmd:
//
//	func main() { cmd.Main(mygame.Game()) }
//
// It has all the commands of bloodline: breed, inspect, tournament, exploit, export
// and the others. What the commands need of a game stands in a [Game]:
//
//   - Table, Genes and Rules, without which there is nothing to breed. A table is an
//     engine.Game, which engine/enginetest checks.
//   - Choices, or Baselines and a Portrait: whom to breed against, and what inspect
//     counts.
//   - Contest and Source: a referee for programs of others, and what an exported bot
//     consists of.
//   - RunFiles and Champions that come with the program.
//
// games/gametest checks a whole Game in one call of a test. `bloodline new NAME`
// writes a module with a small complete game to begin with.
//
// [Breed] breeds without a command line; this package links none.
package bloodline

// Note: there is no Main here. Where a module of before does not compile for want of
// bloodline.Main, import bloodline/cmd and call cmd.Main with the same games.
