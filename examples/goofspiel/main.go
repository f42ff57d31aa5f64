// Command goofspiel breeds, measures and exports players of Goofspiel: go run . help lists
// what it can do.
package main

import (
	"embed"

	"bloodline"
	"bloodline/cmd"

	"goofspiel/rules"
)

//go:embed *.yaml rules/*.go
var files embed.FS

func main() { cmd.Main(bloodline.Small(rules.Game, files)) }
