package bloodline_test

import (
	"context"
	"fmt"

	"bloodline"
	"bloodline/games/coup"
)

// Two generations of eight genomes. Equal run files give equal champions.
func ExampleBreed() {
	const config = `
game: coup
field: [Taxman, Random]
fitness: {deals: 20}
verdict: {min_rounds: 2, max_rounds: 4}
evidence: {deals: 200}
evolve: {population: 8, generations: 2}
`
	champion, err := bloodline.Breed(context.Background(), coup.Game(), []byte(config), bloodline.Options{Name: "small"})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := champion.Evidence
	fmt.Printf("%s, since generation %d\n", champion.Origin.ID, champion.Origin.Generation)
	fmt.Printf("%.3f %ss a game (%.3f to %.3f) over %d games\n", e.Field.Mean, e.Points, e.Field.Low, e.Field.High, e.Field.Games)
	// Output:
	// g000-000, since generation 0
	// 0.640 wins a game (0.600 to 0.677) over 400 games
}
