package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// Files, links and pipes that have the name of a lock file stay as they are, and block no command.
func TestLock_taken(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"a file": func(path string) error { return os.WriteFile(path, []byte("mine"), 0o600) },
		"a link": func(path string) error {
			return errors.Join(os.WriteFile(path+".mine", []byte("mine"), 0o600), os.Symlink(path+".mine", path))
		},
		"a pipe": func(path string) error { return syscall.Mkfifo(path, 0o600) },
	} {
		for _, inside := range []bool{false, true} {
			path := temp(t)
			file := path + ".lock"
			if inside {
				file = filepath.Join(filepath.Dir(path), "run", store.LockFile)
			}
			s := mustOpen(t, path)
			guard.Value(s.Begin(info("run")))(t)
			guard.Must(t, s.Close())
			_ = os.Remove(file)
			guard.Must(t, make(file))
			s, err := store.Open(context.Background(), path)
			if err == nil {
				err = errors.Join(s.Lock("run"), s.Close())
			}
			if err == nil || !strings.Contains(err.Error(), file+" is no lock file of this program") {
				t.Errorf("%s: have %v", name, err)
			}
			reader := reading(t, path)
			if held, _ := reader.Holder("run"); held {
				t.Errorf("%s: it is held", name)
			}
			reader.Close()
			for _, at := range []string{file, file + ".mine"} {
				if i, err := os.Lstat(at); err == nil && i.Mode().IsRegular() {
					if text, err := os.ReadFile(at); err != nil || string(text) != "mine" {
						t.Errorf("%s: it has %q, %v", name, text, err)
					}
				}
			}
		}
	}
}

// A lock whose holder can't be seen, as of a process that was killed a moment ago, is waited for.
func TestLock_killedGrace(t *testing.T) {
	path := temp(t)
	s := mustOpen(t, path)
	guard.Must(t, os.Mkdir(s.Dir("run"), 0o755))
	f := guard.Value(os.Create(filepath.Join(s.Dir("run"), store.LockFile)))(t)
	guard.Must(t, syscall.Flock(int(f.Fd()), syscall.LOCK_EX))
	time.AfterFunc(50*time.Millisecond, func() { _ = f.Close() })
	guard.Must(t, s.Lock("run"))
}

// Another user of the machine can't open a lock file, so it can hold none.
func TestLock_private(t *testing.T) {
	s := mustOpen(t, temp(t))
	guard.Value(s.Begin(info("run")))(t)
	for path, want := range map[string]os.FileMode{s.Dir("run"): 0o700, filepath.Join(s.Dir("run"), store.LockFile): 0o600} {
		if i, err := os.Stat(path); err != nil || i.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v, want %v", filepath.Base(path), i.Mode().Perm(), err, want)
		}
	}
}

// A store that goes by a link or by two names would have two locks.
func TestOpen_names(t *testing.T) {
	path := temp(t)
	guard.Must(t, mustOpen(t, path).Close())
	link, twin := path+".link", path+".twin"
	guard.Must(t, os.Symlink(path, link))
	_, err := store.Open(context.Background(), link)
	_, err2 := store.OpenReadOnly(t.Context(), link)
	for _, err := range []error{err, err2} {
		if err == nil || !strings.HasSuffix(err.Error(), "it is a link: name the store itself, "+path) {
			t.Errorf("a link: %v", err)
		}
	}
	guard.Must(t, os.Link(path, twin))
	if _, err := store.Open(context.Background(), path); err == nil || !strings.Contains(err.Error(), "the file has 2 names (hard links)") {
		t.Errorf("two names: %v", err)
	}
	s := reading(t, path)
	guard.Must(t, s.Close())
}

// A process that reads a store while it writes to it keeps SQLite's lock, a read lock on the 510 bytes from 2^30+2 on
// (https://sqlite.org/src/file/src/os.h): else another program that opens and closes the store takes its log away.
func TestOpenReadOnly_locksStay(t *testing.T) {
	path := temp(t)
	s := mustOpen(t, path)
	bred(t, s, "run")
	r := reading(t, path)
	guard.Must(t, r.Close())
	f := guard.Value(os.OpenFile(path, os.O_RDWR, 0))(t)
	t.Cleanup(func() { f.Close() }) // after the store: it would take the lock away itself
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: 1<<30 + 2, Len: 510}
	// A lock of an open file, unlike that of a process, meets those of its own process.
	guard.Must(t, unix.FcntlFlock(f.Fd(), unix.F_OFD_GETLK, &lock))
	if lock.Type != unix.F_RDLCK || lock.Pid != int32(os.Getpid()) {
		t.Errorf("the store's lock is %+v", lock)
	}
}
