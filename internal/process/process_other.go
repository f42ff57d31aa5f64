//go:build !linux

package process

import "os"

// Self is the path of this program: on Linux of the very one that runs, even if another lies in its place by now.
func Self() string {
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}

// EndWithParent has the system end this process by SIGKILL when the thread that has started it ends. Linux can.
func EndWithParent() error { return nil }

// Around returns the processes, with their command lines, that have a folder in their environment or as
// their working folder. Only Linux tells.
func Around(string) map[int]string { return nil }
