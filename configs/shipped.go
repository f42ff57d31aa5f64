package configs

import "embed"

// Files holds the run files of the shipped games.
//
//go:embed *.yaml
var Files embed.FS
