// Command liarsdice breeds, measures and exports players of Liar's Dice for two:
// go run . help lists what it can do.
package main

import (
	"embed"

	"bloodline"
	"bloodline/cmd"

	"liarsdice/rules"
)

//go:embed *.yaml rules/*.go
var files embed.FS

func main() { cmd.Main(bloodline.Small(rules.Game, files)) }
