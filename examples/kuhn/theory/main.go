// Command theory tells how far champions are from an equilibrium of the game, exactly.
//
//	go run ./theory [-max CHIPS] CHAMPION.json...
//
// The exploitability of a strategy is what a best response wins against it in chips a
// game, as the mean over both seats (NashConv/2): 0 for an equilibrium. The exit code
// is 1 if a champion has more than -max.
//
// Delete this package with the game: only a small one has such figures.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"kuhn/rules"
)

func main() {
	most := flag.Float64("max", 2, "most exploitability that is accepted, in chips a game")
	flag.Parse()
	code := 0
	for _, path := range flag.Args() {
		s, err := read(path)
		if err != nil {
			fmt.Fprintf(os.Stderr, "theory: %s: %v\n", path, err)
			os.Exit(1)
		}
		e := exploitability(s)
		fmt.Printf("exploitability %.4f  as first player against itself %+.4f  %s\n", e, value(s, s), path)
		if e > *most {
			code = 1
		}
	}
	os.Exit(code)
}

// read returns the strategy of a champion file.
func read(path string) (s strategy, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	var file struct{ Genes map[string]float64 }
	if err := json.Unmarshal(text, &file); err != nil {
		return s, err
	}
	genes := make([]float64, len(rules.Genes))
	for i, g := range rules.Genes {
		x, ok := file.Genes[g.Name]
		if !ok {
			return s, fmt.Errorf("gene %s: is missing", g.Name)
		}
		genes[i] = x
	}
	return strategyOf(rules.New(genes)), nil
}
