// Package results has the shipped champions, the version and usage errors. The packages
// below it make the results of a run: files, exported bots, reports.
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
