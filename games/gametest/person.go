package gametest

import (
	"regexp"
	"testing"

	"bloodline"
	"bloodline/arena/human"
	"bloodline/engine"
)

// Person plays a game of several moves as a person in every seat, against baselines, and chooses the options in turn.
// Every game must end with a possible score and have news; the bots' thoughts must come after the end only.
func Person(t *testing.T, game bloodline.Game) {
	t.Helper()
	i := game.Table.Info()
	for me := range i.Seats {
		g := human.Sit(game.Human, human.Sitting{Bot: game.Baselines[me].Player, Seat: me}, i, uint64(me))
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

// Narration checks that a narrated game of baselines is the game that is played. first and last are regular expressions
// of its first line and of its last; names of players are a, b, c and d.
func Narration(t *testing.T, g bloodline.Game, first, last string) {
	t.Helper()
	var seats []engine.Player
	for _, b := range g.Baselines[:g.Table.Info().Seats] {
		seats = append(seats, b.Player)
	}
	var lines []string
	narrated := g.Narrate([]string{"a", "b", "c", "d"}[:len(seats)], func(m human.Move) { lines = append(lines, m.Text) })
	plain := g.Table.NewTable()
	for seed := range uint64(3) {
		lines = nil
		if have, want := narrated.Play(seed, seats), plain.Play(seed, seats); have != want {
			t.Errorf("deal %d: %+v when narrated, else %+v", seed, have, want)
		}
		if len(lines) < 40 {
			t.Fatalf("deal %d: %d lines", seed, len(lines))
		}
		if end := lines[len(lines)-1]; !regexp.MustCompile(first).MatchString(lines[0]) || !regexp.MustCompile(last).MatchString(end) {
			t.Errorf("deal %d begins %q and ends %q", seed, lines[0], end)
		}
	}
}
