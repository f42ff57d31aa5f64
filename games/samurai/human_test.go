package samurai

import (
	"regexp"
	"testing"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/gametest"
	"bloodline/games/samurai/baselines"
	"bloodline/games/samurai/table"
)

func TestPerson(t *testing.T) {
	g := Game()
	var bots []engine.Player
	for _, b := range g.Baselines[:4] {
		bots = append(bots, b.Player)
	}
	gametest.Person(t, g.Human, g.Table.Info(), bots)
}

// A narrated game is the game that is played, from its first move to its
// last.
func TestNarrate(t *testing.T) {
	var seats []engine.Player
	for _, b := range baselines.All()[:4] {
		seats = append(seats, b.Player)
	}
	var lines []string
	told := Game().Narrate([]string{"a", "b", "c", "d"}, func(m human.Move) { lines = append(lines, m.Text) })
	plain := table.Game{}.NewTable()
	for seed := range uint64(3) {
		lines = nil
		if have, want := told.Play(seed, seats), plain.Play(seed, seats); have != want {
			t.Errorf("deal %d: %+v when told, else %+v", seed, have, want)
		}
		if len(lines) < 40 {
			t.Fatalf("deal %d: %d lines", seed, len(lines))
		}
		first, last := regexp.MustCompile(`^turn 1 day {4}(a|b|c|d) visits [A-F] \(strength [3-6]\)`), regexp.MustCompile(`^end        (a|b|c|d) has -?\d+\.\d\d points$`)
		if !first.MatchString(lines[0]) || !last.MatchString(lines[len(lines)-1]) {
			t.Errorf("deal %d begins %q and ends %q", seed, lines[0], lines[len(lines)-1])
		}
	}
}
