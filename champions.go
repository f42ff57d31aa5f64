package bloodline

import "embed"

// Champions holds the shipped champion files, under results/champions.
//
//go:embed results/champions
var Champions embed.FS
