// Command liarsdice breeds, measures and exports players of Liar's Dice for two, on the short way and
// as a fast game:
// go run . help lists what it can do.
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
