// Package auction holds the files of a contest that is played by commands, in Python, and
// its bot in C++ too: what `bloodline new NAME --command` writes.
package auction

import "embed"

// Files are the run file auction.yaml, the programs that it names, and a README.
//
//go:embed *.py *.yaml README.md
var Files embed.FS

// Cpp is bot.py in C++.
//
//go:embed cpp/bot.cpp
var Cpp []byte
