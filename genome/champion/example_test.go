package champion_test

import (
	"fmt"

	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
)

func Example() {
	schema := &genome.Schema{Game: "kuhn", Version: 1, Genes: []gene.Gene{
		{Name: "bluff.rate", Group: "bluff", Unit: "probability", Min: 0, Max: 1, Default: 0.1, Doc: "Bluffs more often."},
	}}
	f, err := champion.New(schema, "kuhn-1", "v1.0.0", genome.Vector{0.33}, champion.Origin{Run: "kuhn-1", ID: "g004-002", Seed: 1, Generation: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := f.Encode()
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := champion.Decode(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := again.Vector(schema)
	fmt.Println(again.Name, again.Origin.ID, v, err)

	schema.Genes[0].Max = 0.3
	_, err = again.Vector(schema)
	fmt.Println(err)
	// Output:
	// kuhn-1 g004-002 [0.33] <nil>
	// champion kuhn-1 was bred by bloodline v1.0.0 under schema 1 (a9d504f4531669fe) of kuhn, this program reads schema 1 (6ceb0c66373cdc7f): the genes have changed since: use that version, or breed again
}
