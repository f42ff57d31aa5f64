// Package results holds the champions that come with the program. The packages below
// it are what a run leaves behind: champion files and exported bots.
package results

import (
	"embed"
	"io/fs"
)

//go:embed champions/*.json
var files embed.FS

// Champions returns the shipped champion files.
func Champions() fs.FS {
	sub, err := fs.Sub(files, "champions")
	if err != nil {
		panic("results: embedded files: " + err.Error())
	}
	return sub
}
