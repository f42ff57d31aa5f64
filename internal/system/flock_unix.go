//go:build unix

package system

import (
	"errors"
	"os"
	"syscall"
)

func lock(f *os.File, how How, wait bool) error {
	op := syscall.LOCK_SH
	if how == Exclusive {
		op = syscall.LOCK_EX
	}
	if !wait {
		op |= syscall.LOCK_NB
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), op); {
		case errors.Is(err, syscall.EINTR): // macOS doesn't go on by itself
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrHeld
		default:
			return os.NewSyscallError("flock", err)
		}
	}
}

// Open is os.OpenFile of a file that others may rename and remove while it is open.
func Open(path string, flag int, perm os.FileMode) (*os.File, error) {
	return os.OpenFile(path, flag, perm)
}

// Rename is os.Rename to a path that others may have open for a moment.
func Rename(from, to string) error { return os.Rename(from, to) }
