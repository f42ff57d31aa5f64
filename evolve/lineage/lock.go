package lineage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"bloodline/internal/system"
)

// lock is a lock file that this process holds. It says which process that is.
type lock struct {
	file *os.File
	mine bool // this process has made the file
}

// patience is for readers, which hold a lock for a moment to see whether it is held.
const patience = 100 * time.Millisecond

// dying is for a holder that can't be seen: a killed process has its locks until the kernel has taken it down.
const dying = 2 * time.Second

// acquire takes an advisory lock that the kernel gives back when the process
// ends, however it ends.
func acquire(path string, how system.How, patience time.Duration) (*lock, error) {
	for begun := time.Now(); ; {
		if err := checkLockFile(path); err != nil {
			return nil, err
		}
		l := &lock{}
		f, err := system.Open(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o644)
		if l.mine = err == nil; !l.mine {
			f, err = system.Open(path, os.O_CREATE|os.O_RDWR, 0o644)
		}
		if err != nil {
			return nil, err
		}
		l.file = f
		err = system.TryLock(f, how)
		switch {
		case err == nil && l.hasName(path):
			if how == system.Exclusive {
				l.writeHolder()
			}
			return l, nil
		case err == nil: // the file has been removed
		case !errors.Is(err, system.ErrHeld):
			_ = f.Close()
			return nil, fmt.Errorf("lock %s: %w", path, err)
		case time.Since(begun) > patience && (readHolder(f) != 0 || time.Since(begun) > dying):
			defer f.Close()
			return nil, &heldError{readHolder(f)}
		}
		_ = f.Close()
		time.Sleep(5 * time.Millisecond)
	}
}

// heldError is the failure to take a lock that another process, or another Store, holds.
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

// hasName reports whether the file still has its name.
func (l *lock) hasName(path string) bool {
	now, err := os.Stat(path)
	mine, failed := l.file.Stat()
	return err == nil && failed == nil && os.SameFile(now, mine)
}

// release gives the lock back, and removes its file unless another process needs it.
func (l *lock) release(remove bool) error {
	if remove {
		_ = os.Remove(l.file.Name())
	}
	return l.file.Close()
}

// writeHolder writes the process that holds the lock.
func (l *lock) writeHolder() {
	if l.file.Truncate(0) == nil { // it only serves complaints
		_, _ = l.file.WriteAt(strconv.AppendInt(nil, int64(os.Getpid()), 10), 0)
	}
}

// readHolder reads the process that holds a lock; 0 where it is not known. The number alone tells nothing:
// it may come from another machine or from another namespace of processes.
func readHolder(f *os.File) int {
	text, _ := io.ReadAll(io.NewSectionReader(f, 0, longestHolder))
	first, _, _ := bytes.Cut(text, []byte(stopWord))
	pid, _ := strconv.Atoi(string(bytes.TrimSpace(first)))
	if pid <= 0 || !system.LockHeldBy(pid, f) {
		return 0
	}
	return pid
}

// stopWord stands behind the holder of a run's lock when the run is to stop. It is a request that
// bloodline alone reads: a signal could meet another process that has the number by now.
const stopWord = " stop"

// AskToStop asks the process that breeds a run, on this machine or another one, to stop it as Ctrl-C
// does. held is false where there is none.
func (s *Store) AskToStop(run string) (held bool, err error) {
	if held, _ = s.Holder(run); !held {
		return false, nil
	}
	f, err := system.Open(s.lockOf(run), os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // it has ended by now
	} else if err != nil {
		return true, err
	}
	if !mustStop(f) {
		_, err = f.WriteString(stopWord)
	}
	return true, errors.Join(err, f.Close())
}

// MustStop reports whether somebody has asked to stop a run that this store holds.
func (s *Store) MustStop(run string) bool {
	s.locking.Lock()
	defer s.locking.Unlock()
	l := s.runs[run]
	if l == nil {
		return false
	}
	return mustStop(l.file)
}

// mustStop reports whether a lock file has the request to stop.
func mustStop(f *os.File) bool {
	text, _ := io.ReadAll(io.NewSectionReader(f, 0, longestHolder))
	return bytes.Contains(text, []byte(stopWord))
}

// Lock takes a run, or the name of a new run, for this store alone, until it is closed. The
// error is ErrRunLocked, and names the holder, while another process breeds the run.
func (s *Store) Lock(run string) error {
	if s.lock == nil {
		return ErrReadOnly
	}
	s.locking.Lock()
	defer s.locking.Unlock()
	if s.runs[run] != nil {
		return nil
	}
	l, err := acquire(s.lockOf(run), system.Exclusive, patience)
	var held *heldError
	if errors.As(err, &held) {
		return fmt.Errorf("run %s %w %v%s", run, ErrRunLocked, held, held.remedy())
	} else if err != nil {
		return err
	}
	s.runs[run] = l
	return nil
}

// Unlock gives a run back before the store is closed.
func (s *Store) Unlock(run string) error {
	s.locking.Lock()
	defer s.locking.Unlock()
	l := s.runs[run]
	if l == nil {
		return nil
	}
	delete(s.runs, run)
	return l.release(true)
}

func (s *Store) lockOf(run string) string { return s.path + "." + url.PathEscape(run) + ".lock" }

// Holder reports whether a process breeds a run, and which one; 0 where it is not known, as of
// another machine.
func (s *Store) Holder(run string) (held bool, pid int) {
	s.locking.Lock()
	mine := s.runs[run] != nil
	s.locking.Unlock()
	if mine {
		return true, os.Getpid()
	}
	if checkLockFile(s.lockOf(run)) != nil {
		return false, 0
	}
	f, err := system.Open(s.lockOf(run), os.O_RDONLY, 0)
	if err != nil {
		return false, 0
	}
	defer f.Close()
	if held = errors.Is(system.TryLock(f, system.Shared), system.ErrHeld); held {
		pid = readHolder(f)
	}
	return held, pid
}

// exclusively runs f while no other process has the store open for writing. done is false, and f
// is not run, while one has.
func (s *Store) exclusively(f func() error) (done bool, err error) {
	if s.lock == nil {
		return false, ErrReadOnly
	}
	err = system.TryLock(s.lock.file, system.Exclusive)
	if done = err == nil; done {
		s.lock.writeHolder()
		err = f()
	} else if errors.Is(err, system.ErrHeld) {
		err = nil
	}
	// A lock that could not become exclusive is lost, and taken again.
	return done, errors.Join(err, system.WaitLock(s.lock.file, system.Shared))
}

// longestHolder is the most bytes of a lock file: the number of a process, and requests to stop, which several pages
// may write at once.
const longestHolder = 100

// checkLockFile returns an error if the path of a lock file is not a regular file, since the process that takes the
// lock writes its number there: a link would lead to another file, and a pipe would block.
func checkLockFile(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if info.Mode().IsRegular() && info.Size() <= longestHolder {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && strings.Trim(strings.ReplaceAll(string(text), stopWord, ""), "0123456789") == "" {
			return nil
		} else if err != nil {
			return err
		}
	}
	return fmt.Errorf("%s is no lock file of this program: move it away", path)
}
