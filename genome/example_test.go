package genome_test

import (
	"fmt"

	"bloodline/genome"
	"bloodline/genome/gene"
)

func ExampleSchema() {
	var l gene.List
	l.In("bluff", "probability").Add("rate", 0, 0.1, 0.5, "Bluffs more often.")
	l.In("call", "").LogOdds("low", 6, -1, "Calls more often with a low card.")
	s := &genome.Schema{Game: "kuhn", Version: 1, Genes: l.Genes}

	text, err := s.Format(s.Default())
	fmt.Print(string(text), err, "\n")
	_, err = s.Parse([]byte(`{"bluff.rate": 0.7}`))
	fmt.Println(err)
	// Output:
	// {
	//   "bluff.rate": 0.1,
	//   "call.low": -1
	// }
	// <nil>
	// parse kuhn genome: gene bluff.rate: must be in [0, 0.5], have 0.7
	// gene call.low: is missing
}
