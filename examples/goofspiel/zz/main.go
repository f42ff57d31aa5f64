package main

import (
	"encoding/json"
	"fmt"
	"os"

	"bloodline"
	"bloodline/cmd"
	"bloodline/genome/champion"
	"bloodline/small/exact"

	"goofspiel/rules"
)

func main() {
	g := rules.Of(5)
	if len(os.Args) > 1 && os.Args[1] == "exact" {
		d := make([]float64, len(g.Genes))
		for i, x := range g.Genes {
			d[i] = x.Default
		}
		fmt.Println("defaults", exact.BestResponse(g, g.Player(d)))
		for _, f := range os.Args[2:] {
			b, _ := os.ReadFile(f)
			var c champion.File
			json.Unmarshal(b, &c)
			fmt.Println(f)
			fmt.Println(exact.Champion(g, &c))
		}
		return
	}
	cmd.Main(bloodline.Small(g, os.DirFS(os.Getenv("GOOF"))))
}
