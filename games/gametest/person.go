package gametest

import (
	"testing"

	"bloodline/arena/human"
	"bloodline/engine"
)

// Person sits a person down in every seat of a game of several moves, against a bot each, and
// answers the options in turn. Every game ends with a possible score and is told; thoughts of
// the bots come after the end.
func Person(t *testing.T, at human.Maker, i engine.Info, bots []engine.Player) {
	t.Helper()
	for me := range i.Seats {
		g := human.Sit(at, human.Sitting{Bot: bots[me], Seat: me}, i, uint64(me))
		asked := 0
		for {
			s, err := g.State()
			if err != nil {
				t.Fatalf("seat %d: %v", me, err)
			}
			if s.Question == nil {
				if asked == 0 || len(s.News) < 3 || len(s.Thoughts) < 3 || s.Score < i.Min || s.Score > i.Max {
					t.Errorf("seat %d: %v after %d questions, %d lines and %d thoughts", me, s.Score, asked, len(s.News), len(s.Thoughts))
				}
				break
			}
			if len(s.Question.Options) < 2 || len(s.Question.Know) == 0 || len(s.Thoughts) > 0 {
				t.Fatalf("seat %d: question %+v, %d thoughts before the end", me, s.Question, len(s.Thoughts))
			}
			if asked++; !g.Answer(s.Asked, asked%len(s.Question.Options)) {
				t.Fatalf("seat %d: an answer was not taken", me)
			}
		}
	}
}
