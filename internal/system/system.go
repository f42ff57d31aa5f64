// Package system has what operating systems do differently: processes, pipes, command lines and locks of files.
package system

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
)

// A lock of a file keeps other processes out, until the file is closed or the process ends in any way.
//
// It is advisory: others can read and write the file, so it can say which process holds it. github.com/gofrs/flock
// locks the first byte, which others can't read on Windows, and waits there for its own shared lock.

// ErrHeld is returned by [TryLock] when another open file has a lock in the way.
var ErrHeld = errors.New("locked by another process")

// LockKind is the kind of a lock.
type LockKind int

// A file has one lock: taking another kind gives up the one that it has, also if that fails.
const (
	Shared LockKind = iota
	Exclusive
)

// TryLock takes a lock, or fails at once with [ErrHeld].
func TryLock(f *os.File, kind LockKind) error { return lock(f, kind, false) }

// WaitLock takes a lock as soon as it is free.
func WaitLock(f *os.File, kind LockKind) error { return lock(f, kind, true) }

// RemoveAll removes a folder that programs could write to, if need be after making it fit to be removed.
func RemoveAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// ErrDiskFull is the error of a disk without space.
const ErrDiskFull = syscall.ENOSPC

var remedies = []struct {
	text  string
	kinds []error
}{
	{"free some disk space", []error{ErrDiskFull, syscall.EDQUOT}},
	// EBADF: a new process copies its files to numbers beyond the limit.
	{"allow more open files (ulimit -n), or take fewer --workers", []error{syscall.EMFILE, syscall.ENFILE, syscall.EBADF}},
	{"allow more processes and memory, or take fewer --workers", []error{syscall.EAGAIN, syscall.ENOMEM}},
	{"give the permission", []error{fs.ErrPermission}},
	{"bring the file back", []error{fs.ErrNotExist, exec.ErrNotFound}},
}

// Remedy says what ends an error of the machine; empty for other errors, such as those of the words of a program.
func Remedy(err error) string {
	for _, r := range remedies {
		if slices.ContainsFunc(r.kinds, func(kind error) bool { return errors.Is(err, kind) }) {
			return r.text
		}
	}
	return ""
}
