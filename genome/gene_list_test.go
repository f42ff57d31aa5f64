package genome_test

import (
	"fmt"

	"bloodline/genome/gene"
)

func ExampleList() {
	var l gene.List
	l.In("bluff", "probability", "when to bluff").
		Add("rate", 0, 0.1, 0.5, "Bluffs more often.").
		Add("again", 0, 0.2, 1, "Bluffs more often after a %s.", "bluff")
	l.In("call", "").
		LogOdds("low", 6, -1, "Calls more often with a low card.")
	for _, g := range l.Genes {
		fmt.Println(g.Name, g.Group, g.Unit, g.Min, g.Default, g.Max, g.Doc, g.Decides)
	}
	// Output:
	// bluff.rate bluff probability 0 0.1 0.5 Bluffs more often. when to bluff
	// bluff.again bluff probability 0 0.2 1 Bluffs more often after a bluff. when to bluff
	// call.low call log-odds -6 -1 6 Calls more often with a low card.
}
