//go:build !linux

package system

import (
	"os"
	"time"
)

// LockHeldBy would report whether a process holds the lock of a file: the file's text is trusted here.
func LockHeldBy(int, *os.File) bool { return true }

// Nap stops this thread for a short time, at most a millisecond, on Linux. Elsewhere it returns at once.
func Nap(time.Duration) {}

// Self is the path of this program. On Linux it still names the running file when another one has taken its place.
func Self() string {
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}

// EndWithParent makes the system end this process by SIGKILL when the thread that has started it ends. Linux can.
func EndWithParent() error { return nil }

// ProcessesIn returns the processes in a folder, on Linux alone.
func ProcessesIn(string) map[int]string { return nil }
