package stats_test

import (
	"fmt"

	"bloodline/engine/stats"
)

// Blocks of two games whose scores are half points: 0 to 4 a block.
func ExampleTally() {
	var t stats.Tally
	for _, halves := range []int64{4, 2, 3, 1, 4, 2, 3, 4} {
		t.Add(halves)
	}
	e := t.Figure(4, 0.95) // in shares of the four half points
	fmt.Printf("%.3f, 95 %% interval %.3f to %.3f, %d blocks\n", e.Mean, e.Low, e.High, e.N)
	// Output:
	// 0.719, 95 % interval 0.483 to 0.954, 8 blocks
}

// Is a player that wins three games of four at least 50 Elo stronger, or none?
func ExampleSPRT() {
	test := stats.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	walk, err := test.Start(stats.Steps(1)) // a block is a game, lost or won
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := 0; walk.Decision() == stats.Continue; i++ {
		walk.Add(min(1, i%4)) // a loss, then three wins
	}
	fmt.Printf("%v after %d games, LLR %.2f\n", walk.Decision(), walk.N(), walk.LLR())
	// Output:
	// accept H1 after 48 games, LLR 2.96
}
