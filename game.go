package bloodline

import (
	"bloodline/arena/game"
)

// Game is everything that bloodline knows of a game. game.Definition lists its fields; Table, Genes
// and Rules are required. A field that is left out switches off the commands that need it, and
// they say so.
type Game = game.Definition

// Source says what an exported bot consists of.
type Source = game.Source
