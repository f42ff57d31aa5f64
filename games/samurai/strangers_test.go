package samurai_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/games/samurai/strangers"
	"bloodline/games/samurai/table"
)

// A game among strangers allocates nothing, drawing them included.
func TestPlayer_allocations(t *testing.T) {
	tab := table.Game{}.NewTable()
	var players [4]*strangers.Player
	seats := make([]engine.Player, len(players))
	for i := range players {
		players[i] = strangers.New(uint64(i))
		seats[i] = players[i]
	}
	seed := uint64(0)
	n := testing.AllocsPerRun(200, func() {
		seed++
		for i, p := range players {
			p.Draw(seed*4 + uint64(i))
		}
		tab.Play(seed, seats)
	})
	if n != 0 {
		t.Errorf("a game allocates %v times", n)
	}
}
