// Command kuhn breeds, measures and exports players of the game of this module. Its commands: go run . help
package main

import (
	"embed"

	"bloodline"
	"bloodline/cmd"

	"kuhn/rules"
)

//go:embed *.yaml rules/*.go
var files embed.FS

func main() { cmd.Main(bloodline.Small(rules.Game, files)) }
