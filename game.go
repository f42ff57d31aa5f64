package bloodline

import (
	"io/fs"

	"bloodline/arena/game"
	"bloodline/small"
	"bloodline/small/parts"
)

// Game is everything that bloodline knows of a game. game.Definition lists its fields.
type Game = game.Definition

// Source says what an exported bot consists of.
type Source = game.Source

// Small makes a Game of a small.Game. It panics if a part of it is missing.
//
// files has the run files NAME.yaml and NAME-*.yaml in its root and champions in the folder
// champions, where there are any; and the Go files of the package of the game in the
// package's folder, if its bots are to be exported. That package has the small.Game in a
// variable Game. files may be nil.
func Small[V small.View[A], A comparable](g small.Game[V, A], files fs.FS) Game {
	return parts.Of(g, files)
}
