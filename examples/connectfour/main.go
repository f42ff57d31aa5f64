// Command connectfour breeds, measures and exports players of Connect Four: go run . help lists
// what it can do.
package main

import (
	"embed"

	"bloodline"
	"bloodline/cmd"

	"connectfour/rules"
)

//go:embed *.yaml rules/*.go
var files embed.FS

func main() { cmd.Main(bloodline.Small(rules.Game, files)) }
