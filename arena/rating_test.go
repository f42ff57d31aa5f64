package arena_test

import (
	"context"
	"math"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/table"
)

// The ratings of a round robin are mean 0 and order the players as their shares do
// when all meet all; a pair's rating difference is that of its own games.
func TestCrosstable_Ratings(t *testing.T) {
	var players []engine.Player
	for _, name := range []string{"Calculator", "Mask", "Random"} {
		p, _ := baselines.New(name)
		players = append(players, p)
	}
	a := arena.New(table.Game{}, 2)
	s := arena.RoundRobin{Players: 3, Seats: 2, Rounds: 400, Seed: 5}
	results, err := a.Play(context.Background(), players, s)
	if err != nil {
		t.Fatal(err)
	}
	st := a.Crosstable(3, s, results)
	r, err := st.Ratings()
	if err != nil {
		t.Fatal(err)
	}
	if sum := r.Elo[0] + r.Elo[1] + r.Elo[2]; math.Abs(sum) > 1e-6 {
		t.Errorf("ratings %v add up to %v", r.Elo, sum)
	}
	for i := range st.Order[1:] {
		if x, y := st.Order[i].Player, st.Order[i+1].Player; r.Elo[x] <= r.Elo[y] {
			t.Errorf("player %d leads player %d by share, not by rating: %v", x, y, r.Elo)
		}
	}
}
