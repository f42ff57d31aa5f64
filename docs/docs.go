// Package docs has the documents that the pages show.
package docs

import _ "embed"

//go:generate go test bloodline/cmd -run TestJSON_schema -count 1 -args -update

// The rules of the shipped games, as text.
var (
	//go:embed rules-coup.md
	Coup string
	//go:embed rules-samurai.md
	Samurai string
	//go:embed rules-wojna.md
	Wojna string
)
