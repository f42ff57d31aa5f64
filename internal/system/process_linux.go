package system

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Self is the path of this program. On Linux it still names the running file when another one has taken its place.
func Self() string { return "/proc/self/exe" }

// EndWithParent has the system end this process by SIGKILL when the thread that has started it ends. Linux can.
func EndWithParent() error {
	return os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0))
}

// Around returns the processes, with their command lines, that have a folder in their environment or as
// their working folder. Only Linux tells.
func Around(dir string) map[int]string {
	out := map[int]string{}
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, proc := range all {
		environ, _ := os.ReadFile(proc + "/environ")
		cwd, _ := os.Readlink(proc + "/cwd")
		if bytes.Contains(environ, []byte(dir)) || strings.HasPrefix(cwd, dir) {
			pid, _ := strconv.Atoi(filepath.Base(proc))
			words, _ := os.ReadFile(proc + "/cmdline")
			out[pid] = strings.ReplaceAll(string(words), "\x00", " ")
		}
	}
	return out
}
