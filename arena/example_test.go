package arena_test

import (
	"context"
	"fmt"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/table"
)

// The strongest baseline of Coup against the others: 240 deals, each in both seatings.
func ExampleMeasurement_Measure() {
	var field []engine.Player
	all := baselines.All()
	for _, b := range all[1:] {
		field = append(field, b.Player)
	}
	e := arena.Measurement{Arena: arena.New(table.Game{}, 0), Field: field, Blocks: 240, Seed: 1, Stage: arena.StageShow}
	results, err := e.Measure(context.Background(), []engine.Player{all[0].Player})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := results[0]
	fmt.Printf("%s wins %.3f ± %.3f of %d games\n", all[0].Name, r.Total.Mean, r.Total.SE, r.Total.Games)
	fmt.Printf("against %s %.3f\n", all[1].Name, r.ByOpponent[0].Mean)
	// Output:
	// Calculator wins 0.640 ± 0.019 of 480 games
	// against Taxman 0.325
}
