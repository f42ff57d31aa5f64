package door

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// lock is a lock file that this process holds. It says which process that is.
type lock struct {
	file    *os.File
	created bool // this process has made the file
	owner        // of the run's folder; empty in the lock of a database
}

// acquire takes an advisory lock that the kernel gives back when the process ends, however it ends.
func acquire(ctx context.Context, path string, kind system.LockKind, patience time.Duration) (*lock, error) {
	const killedGrace = 2 * time.Second // for an unknown holder: the kernel frees the locks of a killed process late
	for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		l := &lock{}
		f, err := disk.Own(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if l.created = err == nil; errors.Is(err, fs.ErrExist) {
			f, err = disk.Own(path, os.O_CREATE|os.O_RDWR, 0o600)
		}
		if _, refused := errors.AsType[*disk.Refused](err); refused {
			return nil, notOurs(path)
		} else if err != nil {
			return nil, err
		}
		l.file = f
		err = system.TryLock(f, kind)
		text, ours := readLock(f)
		held := errors.Is(err, system.ErrHeld)
		switch {
		case !ours:
			err = notOurs(path)
		case err == nil && l.hasName():
			l.owner = text.owner
			return l, nil
		case err != nil && !held:
			err = fmt.Errorf("lock %s: %w", path, err)
		case held && ctx.Err() != nil:
			err = ctx.Err()
		case held && time.Since(begun) > patience && (text.holder(f) != 0 || time.Since(begun) > killedGrace):
			err = &heldError{text.holder(f)}
		default: // it is held, or the file has been removed
			_ = f.Close()
			continue
		}
		_ = f.Close()
		return nil, err
	}
}

func notOurs(path string) error {
	return fmt.Errorf("%s is no lock file of this program: move it away", path)
}

// heldError is the failure to take a lock that another process, or another Database, holds.
type heldError struct{ by int } // 0 where it is not known

func (e *heldError) Error() string {
	if e.by == 0 {
		return "another process"
	}
	return fmt.Sprintf("process %d", e.by)
}

// remedy says what to do about a run that is being bred.
func (e *heldError) remedy() string {
	if e.by == 0 {
		return ""
	}
	kill := "kill"
	if runtime.GOOS == "windows" {
		kill = "taskkill /F /PID"
	}
	return fmt.Sprintf(": wait for it, or stop it by %s %d", kill, e.by)
}

func (l *lock) hasName() bool {
	now, err := os.Lstat(l.file.Name())
	mine, failed := l.file.Stat()
	return err == nil && failed == nil && os.SameFile(now, mine)
}

// exclusively calls f while no other process shares the lock; a [heldError] if one keeps it for so long.
func (l *lock) exclusively(ctx context.Context, patience time.Duration, f func() error) error {
	err := system.TryLock(l.file, system.Exclusive) // a lock that could not become exclusive is lost
	for begun := time.Now(); errors.Is(err, system.ErrHeld) && time.Since(begun) < patience && ctx.Err() == nil; {
		time.Sleep(5 * time.Millisecond)
		err = system.TryLock(l.file, system.Exclusive)
	}
	switch text, _ := readLock(l.file); {
	case errors.Is(err, system.ErrHeld) || err == nil && !l.hasName():
		err = cmp.Or[error](ctx.Err(), &heldError{text.holder(l.file)})
	case err == nil:
		_ = l.writeHolder() // for the messages of other processes only
		err = f()
	}
	return errors.Join(err, system.WaitLock(l.file, system.Shared))
}

// release gives the lock back, and removes its file unless another process needs it.
func (l *lock) release(remove bool) error {
	if remove && system.TryLock(l.file, system.Exclusive) == nil {
		_ = os.Remove(l.file.Name())
	} else if head := l.head(); head != "" {
		_ = l.file.Truncate(int64(len(head)))
	}
	return l.file.Close()
}

// writeHolder writes the owner of a run's folder, and the process that holds the lock. A process that is killed on the
// way leaves the folder's owner whole: blanks cover an older text first.
func (l *lock) writeHolder() error {
	text := strconv.AppendInt([]byte(l.head()), int64(os.Getpid()), 10)
	info, err := l.file.Stat()
	if err == nil {
		_, err = l.file.WriteAt(append(text, bytes.Repeat([]byte(" "), max(0, int(info.Size())-len(text)))...), 0)
	}
	if err == nil {
		err = l.file.Truncate(int64(len(text)))
	}
	return err
}

// stopWord stands behind the holder of a run's lock when the run is to stop. It is a request that bloodline alone
// reads: a signal could meet another process that has the number by now.
const stopWord = " stop"

// longestLock is the most bytes of a lock file. Several pages may write the request to stop at once.
const longestLock = 1000

// lockForm matches the text of a lock file: the owner of a run's folder; a process; requests to stop.
var lockForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:([A-Z2-7]{26}) ([A-Z2-7]{26}) (\S+)\n)?([0-9]{0,10})((?: stop)*) *$`)
})

// IsIdentity reports whether a text can be an identity.
func IsIdentity(text string) bool {
	return len(text) == 26 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// lockText is what a lock file says.
type lockText struct {
	owner
	pid  int
	stop bool
}

// readLock reads a lock file; ours is false for another file.
func readLock(f *os.File) (t lockText, ours bool) {
	text, err := io.ReadAll(io.NewSectionReader(f, 0, longestLock+1))
	m := lockForm().FindSubmatch(text)
	if err != nil || m == nil || len(text) > longestLock {
		return t, false
	}
	t.store, t.run, t.name = string(m[1]), string(m[2]), string(m[3])
	t.pid, _ = strconv.Atoi(string(m[4]))
	t.stop = len(m[5]) > 0
	return t, true
}

// holder returns the process that holds the lock of an open lock file; 0 where it is not known. The number alone tells
// nothing: it may come from another machine or from another namespace of processes.
func (t *lockText) holder(f *os.File) int {
	if t.pid <= 0 || !system.LockHeldBy(t.pid, f) {
		return 0
	}
	return t.pid
}
