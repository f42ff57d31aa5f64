// Command liarsdice breeds, measures and exports players of Liar's Dice for two. It has the game twice: in the short
// form of package small, and written for speed. go run . help lists its commands.
package main

import (
	"embed"

	"bloodline"
	"bloodline/cmd"

	"liarsdice/fast"
	"liarsdice/rules"
)

//go:embed *.yaml rules/*.go
var files embed.FS

func main() { cmd.Main(bloodline.Small(rules.Game, files), fast.Game()) }
