package games_test

import (
	"fmt"

	"bloodline"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
)

func Example() {
	for _, g := range []bloodline.Game{coup.Game(), samurai.Game(), wojna.Game()} {
		info := g.Table.Info()
		fmt.Printf("%s: %d seats, %v moves, %d genes, %d baselines\n", info.Name, info.Seats, info.Dynamics, len(g.Genes), len(g.Baselines))
	}
	// Output:
	// coup: 2 seats, sequential moves, 1023 genes, 13 baselines
	// samurai: 4 seats, simultaneous moves, 71 genes, 13 baselines
	// wojna: 4 seats, sequential moves, 71 genes, 11 baselines
}
