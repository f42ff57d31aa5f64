package samurai

import (
	"testing"

	"bloodline/games/gametest"
)

func TestPerson(t *testing.T) { gametest.Person(t, Game()) }

func TestNarration(t *testing.T) {
	gametest.Narration(t, Game(), `^turn 1 day {4}(a|b|c|d) visits [A-F] \(strength [3-6]\)`, `^end        (a|b|c|d) has -?\d+\.\d\d points$`)
}
