package small_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bloodline"
	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/gametest/sticks"
)

// played seats a person that always takes one stick, and returns the state at every question and at the end.
func played(t *testing.T, public bool) (states []human.State) {
	t.Helper()
	g := sticks.Game
	g.Public = public
	game := human.Sit(bloodline.Small(g, nil).Human, human.Sitting{Bot: g.Player([]float64{1, 0}), Genes: []float64{1, 0}, Seat: 1}, g.Info, 7)
	for {
		s, err := game.State()
		if err != nil {
			t.Fatal(err)
		}
		if states = append(states, s); s.Question == nil {
			return states
		}
		game.Answer(s.Asked, 0)
	}
}

// A person reads all moves as they are played where they are public, else the own ones, and sees
// the position after the last.
func TestOf_person(t *testing.T) {
	for _, public := range []bool{true, false} {
		states := played(t, public)
		last := states[len(states)-1]
		for k, s := range states {
			if ofBot := slices.ContainsFunc(s.News, func(l string) bool { return strings.HasPrefix(l, "The bot plays ") }); ofBot != public {
				t.Errorf("question %d, public %v: %q", k, public, s.News)
			}
			if own := strings.Count(strings.Join(s.News, "\n"), "You play "); s.Question != nil && own != k {
				t.Errorf("question %d: %d own moves in %q", k, own, s.News)
			}
		}
		if len(states) < 3 || len(last.Thoughts) < 2 || len(last.Sides) != 1 || last.Sides[0].Name != "Left" || last.Sides[0].Text != "0" {
			t.Errorf("%d questions, %d thoughts, and at last %+v", len(states)-1, len(last.Thoughts), last.Sides)
		}
	}
}

// A watcher sees the position before every move, and the last one.
func TestOf_narrate(t *testing.T) {
	var moves []human.Move
	table := bloodline.Small(sticks.Game, nil).Narrate([]string{"a", "b"}, func(m human.Move) { moves = append(moves, m) })
	p := sticks.Game.Player([]float64{1, 0})
	table.Play(7, []engine.Player{p, p})
	left := 0
	for k, m := range slices.Backward(moves) {
		if have := m.Sides[0].Text; have != fmt.Sprint(left) {
			t.Fatalf("move %d, %q: %s sticks are drawn, want %d", k, m.Short, have, left)
		}
		if k > 0 {
			took, _ := strconv.Atoi(moves[k-1].Short[len("a plays "):])
			left += took
		}
	}
	if last := moves[len(moves)-1]; last.Short != "The end" || last.Text != "The end: a knows Left = 0, b knows Left = 0" {
		t.Errorf("at last: %+v", last)
	}
}
