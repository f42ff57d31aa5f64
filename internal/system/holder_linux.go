package system

import (
	"fmt"
	"os"
	"regexp"
)

// LockHeldBy reports whether a process holds the exclusive lock of a file, as far as this system
// can tell: Linux can. Elsewhere the word of the locked file is taken for it.
func LockHeldBy(pid int, f *os.File) bool {
	dir := fmt.Sprintf("/proc/%d/", pid)
	open, _ := os.ReadDir(dir + "fd")
	mine, err := f.Stat()
	for _, o := range open {
		if theirs, failed := os.Stat(dir + "fd/" + o.Name()); err != nil || failed != nil || !os.SameFile(mine, theirs) {
			continue
		}
		if text, _ := os.ReadFile(dir + "fdinfo/" + o.Name()); locked.Match(text) {
			return true
		}
	}
	return false
}

// locked matches the line of the kernel about a lock that was taken through an open file.
var locked = regexp.MustCompile(`(?m)^lock:.*\bFLOCK\b.*\bWRITE\b`)
