// Command connectfour breeds, measures and exports players of Connect Four. Its commands are listed by: go run . help
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
