//go:build !linux

package system

import "os"

// LockHeldBy reports whether a process holds the exclusive lock of a file, as far as this system
// can tell: Linux can. Elsewhere the word of the locked file is taken for it.
func LockHeldBy(int, *os.File) bool { return true }
