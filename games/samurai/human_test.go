package samurai

import (
	"testing"

	"bloodline/games/gametest"
	"bloodline/internal/guard"
)

func TestPerson(t *testing.T) {
	guard.Slow(t) // the bots think long; the dashboard's tests play a game in any case
	gametest.Person(t, Game())
}

func TestNarration(t *testing.T) {
	gametest.Narration(t, Game(), `^turn 1 day {4}(a|b|c|d) visits [A-F] \(strength [3-6]\)`, `^end        (a|b|c|d) has -?\d+\.\d\d points$`)
}
