// Command goofspiel breeds, measures and exports players of Goofspiel. Its commands are listed by: go run . help
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
