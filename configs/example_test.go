package configs

import (
	"fmt"

	"bloodline/arena/game"
)

// A shipped run file with a setting laid over it, and a mistake.
func ExampleLoad() {
	coup := fake("coup", true, "Calculator", "Taxman", "Lawyer", "RandoAggroLawyer")
	coup.Shipped.RunFiles = files()
	names := game.Set{coup}
	c, err := Load("coup-quick", Overrides{Set: []string{"evolve.population=12"}}, names)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Game, c.Field, c.Evolve.Algorithm, c.Evolve.Population, c.Evolve.Generations)

	_, err = Load("coup-quick", Overrides{Set: []string{"evolve.populaton=12"}}, names)
	fmt.Println(err)
	// Output:
	// coup [strangers*22 Calculator Taxman] genetic 12 250
	// --set: evolve.populaton: unknown key, did you mean evolve.population?
}
