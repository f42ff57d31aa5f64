package human_test

import (
	"testing"

	"bloodline/arena/human"
	"bloodline/games/samurai/baselines"
	samurai "bloodline/games/samurai/human"
	"bloodline/games/samurai/table"
)

// A person in any seat gets to the end of a game and is told of it; what the rivals thought
// comes after the end.
func TestNew(t *testing.T) {
	for me := range 4 {
		bot := baselines.All()[me].Player
		g := human.Sit(samurai.New, human.Sitting{Bot: bot, Seat: me}, table.Game{}.Info(), uint64(me))
		asked := 0
		for {
			s, ok := g.State()
			if !ok {
				t.Fatalf("seat %d: the game broke off", me)
			}
			if s.Question == nil {
				if asked == 0 || len(s.News) < 10 || len(s.Thoughts) < 10 || s.Score < 0 || s.Score > 1 {
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
