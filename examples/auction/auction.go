// Package auction holds the files of a contest that is played by commands, in Python:
// what `bloodline new NAME --command` writes.
package auction

import "embed"

// Files are the run file auction.yaml, the programs that it names, and a README.
//
//go:embed *.py *.yaml README.md
var Files embed.FS
