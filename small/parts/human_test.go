package parts_test

import (
	"strings"
	"testing"

	"bloodline/arena/human"
	"bloodline/games/gametest/sticks"
	"bloodline/small/parts"
)

// A person at a small game reads the own moves and the position after the last one, and in the
// end what the bot did with what; nothing of the bot's before.
func TestOf_person(t *testing.T) {
	g := parts.Of(sticks.Game, nil)
	game := human.Sit(g.Human, human.Sitting{Bot: sticks.Game.Player([]float64{1, 0}), Genes: []float64{1, 0}, Seat: 1}, sticks.Game.Info, 7)
	asked := 0
	for {
		s, ok := game.State()
		if !ok {
			t.Fatal("the game broke off")
		}
		if s.Question == nil {
			last := s.News[len(s.News)-1]
			if last != "The game is over: {Left:0}" || len(s.Thoughts) < asked {
				t.Errorf("%d thoughts, and at last %q", len(s.Thoughts), last)
			}
			break
		}
		for _, line := range s.News {
			if !strings.HasPrefix(line, "You play ") {
				t.Errorf("before the end: %q", line)
			}
		}
		asked++
		game.Answer(s.Asked, 0)
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
}
