package system

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// lock locks one byte far behind the text, since a locked byte can't be read by others.
func lock(f *os.File, how How, wait bool) error {
	flags := uint32(0)
	if how == Exclusive {
		flags = windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	if !wait {
		flags |= windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	h, at := windows.Handle(f.Fd()), windows.Overlapped{OffsetHigh: 1 << 30}
	_ = windows.UnlockFileEx(h, 0, 1, 0, &at) // it would wait for its own
	err := windows.LockFileEx(h, flags, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrHeld
	}
	return os.NewSyscallError("LockFileEx", err)
}

// Open is os.OpenFile of a file that others may rename and remove while it is open: os.Root lets
// them, where os.OpenFile doesn't.
func Open(path string, flag int, perm os.FileMode) (f *os.File, err error) {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	err = again(func() error {
		f, err = dir.OpenFile(filepath.Base(path), flag, perm)
		return err
	})
	return f, err
}

// Rename is os.Rename to a path that others may have open for a moment.
func Rename(from, to string) error { return again(func() error { return os.Rename(from, to) }) }

// again repeats for a second what a file forbids that is open for a moment, or removed and still open.
func again(do func() error) (err error) {
	for begun := time.Now(); time.Since(begun) < time.Second; time.Sleep(5 * time.Millisecond) {
		err = do()
		if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
			break
		}
	}
	return err
}
