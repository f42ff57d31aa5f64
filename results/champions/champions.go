// Package champions has the shipped champions.
package champions

import "embed"

// Files are the champion files.
//
//go:embed *.json
var Files embed.FS
