// Package contests is the list of contests whose protocols the referee speaks, one
// line each.
package contests

import (
	"bloodline/arena/referee"

	"bloodline/arena/referee/coup"
	"bloodline/arena/referee/samurai"
	"bloodline/arena/referee/wojna"
)

// All returns the contests, by name of their games.
func All() []referee.Contest {
	return []referee.Contest{
		coup.Contest{},
		samurai.Contest{},
		wojna.New(),
	}
}

// ByName finds the contest of a game.
func ByName(game string) (referee.Contest, bool) {
	for _, c := range All() {
		if c.Info().Name == game {
			return c, true
		}
	}
	return nil, false
}
