//go:build !linux

package flock

import "os"

// HeldBy reports whether a process holds the exclusive lock of a file, as far as this system
// can tell: Linux can. Elsewhere the word of the locked file is taken for it.
func HeldBy(int, *os.File) bool { return true }
