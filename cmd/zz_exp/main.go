package main

import (
	"context"
	"fmt"
	"os"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/baseline"
	"bloodline/engine"
	"bloodline/games/coup"
	"bloodline/genome/champion"
)

func main() {
	set, _ := bloodline.Resolve(coup.Game())
	g := set[0]
	_ = baseline.Find
	for _, path := range os.Args[1:] {
		data, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		f, err := champion.Decode(data)
		if err != nil {
			panic(err)
		}
		v, err := f.Vector(g.Schema)
		if err != nil {
			panic(err)
		}
		for _, x := range []float64{1, 1.5, 2, 3, 4, 6} {
			w := make([]float64, len(v))
			for i := range v {
				w[i] = v[i] * x
			}
			a := arena.New(g, 0)
			var line string
			for _, field := range [][]engine.Player{g.Field(), {g.Strangers}} {
				e := arena.Evaluator{Arena: a, Field: field, Blocks: 26000, Seed: 77, Stage: arena.StageShow}
				got, _ := e.Measure(context.Background(), []engine.Player{g.Rules(w)})
				line += fmt.Sprintf("  %.2f ±%.2f", 100*got[0].Total.Mean, 196*got[0].Total.SE)
			}
			fmt.Printf("%-40s x%.1f  13: strangers: %s\n", path, x, line)
		}
	}
}
