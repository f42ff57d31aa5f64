package roll_test

import (
	"fmt"

	"bloodline/engine/roll"
)

// The seed of a game is a coordinate: here run 1, generation 12, deal 7.
func ExampleMix() {
	seed := roll.Mix(1, 12, 7)
	table, seat := roll.Stream(seed, 0), roll.Stream(seed, 1)
	fmt.Println("a card of 15:", table.N(15))
	fmt.Println("a choice of 3:", seat.N(3))
	// Output:
	// a card of 15: 13
	// a choice of 3: 1
}
