package bloodline

import "bloodline/arena/game"

// Game is everything that bloodline knows of a game. game.Definition lists its fields.
type Game = game.Definition

// Source says what an exported bot consists of.
type Source = game.Source
