package lineage

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// lock is a lock file that this process holds. It says which run is being written.
type lock struct {
	file *os.File
	mine bool // this process has made the file
}

// patience is for readers who look whether somebody writes.
const patience = 100 * time.Millisecond

// acquire takes an advisory lock that the kernel gives back when the process
// ends, however it ends.
func acquire(path string) (*lock, error) {
	for begun := time.Now(); ; {
		l := &lock{}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o644)
		if l.mine = err == nil; !l.mine {
			f, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
		}
		if err != nil {
			return nil, err
		}
		l.file = f
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil && l.current(path):
			return l, nil
		case err == nil: // somebody has removed the file
		case !errors.Is(err, syscall.EWOULDBLOCK):
			_ = f.Close()
			return nil, fmt.Errorf("lock %s: %w", path, err)
		case time.Since(begun) > patience:
			_ = f.Close()
			return nil, ErrLocked
		}
		_ = f.Close()
		time.Sleep(patience / 20)
	}
}

// current reports whether the file still has its name.
func (l *lock) current(path string) bool {
	now, err := os.Stat(path)
	mine, failed := l.file.Stat()
	return err == nil && failed == nil && os.SameFile(now, mine)
}

// release gives the lock back. The file is removed if the store was refused and there was
// none before.
func (l *lock) release(refused bool) error {
	if refused && l.mine {
		_ = os.Remove(l.file.Name())
	}
	return l.file.Close()
}

// name says which run is being written.
func (l *lock) name(run string) {
	if l.file.Truncate(0) == nil { // it only serves those who list runs
		_, _ = l.file.WriteAt([]byte(run), 0)
	}
}
