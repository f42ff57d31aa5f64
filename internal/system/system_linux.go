package system

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// LockHeldBy reports whether a process holds the exclusive lock of a file. Elsewhere the file's text is trusted.
func LockHeldBy(pid int, f *os.File) bool {
	dir := fmt.Sprintf("/proc/%d/", pid)
	open, _ := os.ReadDir(dir + "fd")
	mine, err := f.Stat()
	for _, o := range open {
		if theirs, failed := os.Stat(dir + "fd/" + o.Name()); err != nil || failed != nil || !os.SameFile(mine, theirs) {
			continue
		}
		if text, _ := os.ReadFile(dir + "fdinfo/" + o.Name()); locked().Match(text) {
			return true
		}
	}
	return false
}

// locked matches the line of the kernel about a lock that was taken through an open file.
var locked = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^lock:.*\bFLOCK\b.*\bWRITE\b`) })

// Nap stops this thread for a short time, at most a millisecond, on Linux. Unlike time.Sleep it doesn't tell the
// scheduler, whose switch to another thread and back would take longer than the nap saves.
func Nap(d time.Duration) {
	t := unix.NsecToTimespec(int64(min(d, time.Millisecond)))
	_, _, _ = unix.RawSyscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&t)), 0, 0)
}

// Self is the path of this program. On Linux it still names the running file when another one has taken its place.
func Self() string { return "/proc/self/exe" }

// EndWithParent makes the system end this process by SIGKILL when the thread that has started it ends. Linux can.
func EndWithParent() error {
	return os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0))
}

// ProcessesIn returns the command lines of processes with a folder in their environment or as working folder.
func ProcessesIn(dir string) map[int]string {
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
