// Package bloodline tunes the numbers in a game bot, its genes, by playing millions of games, and proves on games that
// no selection has seen how strong the result is.
//
// # A game
//
// A [Game] has a table that deals, asks the seats for moves and scores; named and bounded genes; and rules that compile
// the values of the genes (a genome) into a player. [Small] makes one of a state with five methods and a view that lists
// the legal moves. The file example_small_test.go has a whole game, Take the last stick:
//
//	var game = small.Game[heap, int]{ // heap: what a player knows; int: a move
//		Info: small.WinLose("sticks", "Take the last stick"),
//		New:  func() small.State[heap, int] { return new(sticks) },
//		Genes: new(gene.List).In("rest", "log-odds").
//			LogOdds("0", 8, 0, "Leaves a multiple of four more often.").
//			LogOdds("1", 8, 0, "Leaves one stick more than such a multiple more often.").
//			LogOdds("2", 8, 0, "Leaves two more than such a multiple more often.").Genes,
//		Features: func(h *heap, take int, x []float64) {
//			if rest := (h.Left - take) % 4; rest < 3 { // the others are compared with 3
//				x[rest] = 1
//			}
//		},
//	}
//
// A choice of such a game costs some 100 ns more than one of a table of your own. For the latter fill in a Game
// yourself, or let an arena/kit.Kit fill in most of it. games/gametest checks a whole Game in one call of a test.
//
// # Breeding
//
// [Breed] returns a champion: genes, and evidence of their strength.
//
//	champion, err := bloodline.Breed(ctx, bloodline.Small(game, nil), nil, bloodline.Options{})
//	f := champion.Evidence.Field // points a game against the opponents: f.Mean, 95 % interval f.Low to f.High
//
// A program with all commands of bloodline (inspect, tournament, exploit, export, serve and others) takes one call, of
// package cmd. `bloodline new NAME` writes a module with such a program.
//
//	func main() { cmd.Main(bloodline.Small(game, nil)) }
//
// # What stays
//
// Later versions read every store, champion file, run file and record of games that a release has written. They also
// keep the Go API of this package, of small and of arena/kit, with the types that these name; other packages may change
// in any release. The same run file breeds the same genes on every system and with any number of workers, but another
// version may breed others. docs/compatibility.md has the details.
package bloodline

import "bloodline/arena/game"

// Game is everything that bloodline knows of a game. Its fields Table, Genes and Rules are required; a command that
// needs another one refuses a game without it. `go doc bloodline/arena/game.Definition` lists them all.
type Game = game.Definition

// Source says which Go packages an exported bot consists of. [Small] finds them by itself.
type Source = game.Source
