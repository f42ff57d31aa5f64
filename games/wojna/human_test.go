package wojna

import (
	"testing"

	"bloodline/games/gametest"
)

func TestPerson(t *testing.T) { gametest.Person(t, Game()) }

func TestNarration(t *testing.T) {
	gametest.Narration(t, Game(), `^deal  1  (a|b|c|d) has 25 cards, peeks a \d+, (checks|raises|folds)`, `^deal \d+`)
}
