package configs_test

import (
	"fmt"

	"bloodline/configs"
)

// A shipped run file with a setting laid over it, and a mistake.
func ExampleLoad() {
	names := configs.Names{
		Games:     []string{"coup"},
		Opponents: func(string) []string { return []string{"Calculator", "Taxman", "Lawyer", "RandoAggroLawyer"} },
		Learns:    func(string) bool { return true },
		Strangers: func(string) bool { return true },
		Files:     files(),
	}
	c, err := configs.Load("coup-quick", configs.Overrides{Set: []string{"evolve.population=12"}}, names)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Game, c.Field, c.Evolve.Algorithm, c.Evolve.Population, c.Evolve.Generations)

	_, err = configs.Load("coup-quick", configs.Overrides{Set: []string{"evolve.populaton=12"}}, names)
	fmt.Println(err)
	// Output:
	// coup [strangers*11] memetic 12 250
	// --set: evolve.populaton: unknown key, did you mean evolve.population?
}
