package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// LockFile is the file in a run's folder that says which run of which store the folder belongs to, and which process
// breeds the run. A run writes and removes nothing in a folder that has another identity.
const LockFile = "run.lock"

// owner identifies the owner of a run's folder: the random identities of its store and of the run, and the name of the
// store's file, by which a copy of the store in the same folder knows that the folder is not its own.
type owner struct{ store, run, name string }

// head is the first line of a run's lock file; empty in the file of a store, and in one that was not written to its
// end.
func (o owner) head() string {
	if o.store == "" {
		return ""
	}
	return o.store + " " + o.run + " " + o.name + "\n"
}

// Dir returns the folder of a run, beside the store.
func (s *Store) Dir(run string) string { return filepath.Join(filepath.Dir(s.path), run) }

func (s *Store) lockPath(run string) string { return filepath.Join(s.Dir(run), LockFile) }

// ownerOf returns the owner that the lock file of a run must name. The identity of a run that is not in the store is
// empty.
func (s *Store) ownerOf(run string) (o owner, err error) {
	o = owner{s.identity, "", url.PathEscape(filepath.Base(s.path))}
	err = s.readDB().QueryRow(`SELECT identity FROM runs WHERE name = ?`, run).Scan(&o.run)
	if errors.Is(err, sql.ErrNoRows) {
		return o, nil
	}
	if err == nil && !identityForm(o.run) {
		err = fmt.Errorf("%w: run %s has no identity", ErrFolder, run)
	}
	return o, err
}

// checkOwner returns an error if a run's folder has another owner than it must have. A run that is not in the store
// takes over the folder that a killed process has left of another run that is not in the store either.
func (s *Store) checkOwner(have, want owner) error {
	rows := 0
	if want.run == "" {
		if err := s.readDB().QueryRow(`SELECT count(*) FROM runs WHERE identity = ?`, have.run).Scan(&rows); err != nil {
			return err
		}
		want.run = have.run
	}
	_, gone := os.Lstat(filepath.Join(filepath.Dir(s.path), unescaped(have.name)))
	switch {
	case have.store == want.store && have.name != want.name && gone == nil:
		return fmt.Errorf("it belongs to %s, of which this store is a copy", unescaped(have.name))
	case have.store != want.store:
		return fmt.Errorf("it belongs to another store, %s", unescaped(have.name))
	case have.run != want.run || rows > 0:
		return errors.New("it belongs to another run of this store")
	}
	return nil
}

func unescaped(name string) string {
	plain, err := url.PathUnescape(name)
	if err != nil || filepath.Base(plain) != plain {
		return name
	}
	return plain
}

// Lock takes a run, or the name of a new run, and its folder for this store alone, until it is closed. It makes the
// folder of a run that has none. The error is ErrRunLocked, and names the holder, while another process breeds the run,
// and ErrFolder for a folder with files that are not this run's.
func (s *Store) Lock(run string) error {
	if s.lock == nil {
		return ErrReadOnly
	}
	s.locking.Lock()
	defer s.locking.Unlock()
	if s.runs[run] != nil {
		return nil
	}
	l, err := s.lockFolder(run)
	var held *heldError
	if errors.As(err, &held) {
		return fmt.Errorf("run %s %w %v%s", run, ErrRunLocked, held, held.remedy())
	} else if err != nil {
		return err
	}
	s.runs[run] = l
	return nil
}

func (s *Store) lockFolder(run string) (l *lock, err error) {
	if err := champion.CheckRunName(run); err != nil {
		return nil, fmt.Errorf("%w: its name %w", ErrFolder, err)
	}
	want, err := s.ownerOf(run)
	if err != nil {
		return nil, err
	}
	dir := s.Dir(run)
	if err := os.Mkdir(dir, 0o700); err == nil {
		defer func() {
			if l == nil {
				_ = os.Remove(dir) // empty
			}
		}()
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	other, known, err := inside(dir)
	if err == nil && other != "" && !known {
		err = mustBeEmpty(dir, "it has "+other)
	}
	if err != nil {
		return nil, err
	}
	if l, err = acquire(context.Background(), s.lockPath(run), system.Exclusive, readerWait); err != nil {
		return nil, err
	}
	have := l.owner
	switch {
	case have.store != "":
		if err = s.checkOwner(have, want); err != nil {
			err = fmt.Errorf("%w: %s: %w", ErrFolder, dir, err)
		}
	case other != "":
		err = mustBeEmpty(dir, "it has "+other)
	}
	if err != nil {
		return nil, errors.Join(err, l.file.Close())
	}
	l.inStore, l.owner = want.run != "", want
	l.run = cmp.Or(want.run, have.run, rand.Text())
	if err = l.writeHolder(); err == nil && l.owner != have {
		err = l.file.Sync() // without its owner the folder would be nobody's
	}
	if err != nil {
		return nil, errors.Join(err, l.file.Close())
	}
	return l, nil
}

func mustBeEmpty(dir, have string) error {
	return fmt.Errorf("%w: %s must not exist or be empty, %s", ErrFolder, dir, have)
}

// inside returns the name of a file in a folder beside the lock file, empty for none, and whether the lock file is
// there.
func inside(dir string) (other string, locked bool, err error) {
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return "", false, cmp.Or(err, mustBeEmpty(dir, "it is a file"))
	}
	entries, err := os.ReadDir(dir)
	for _, e := range slices.Backward(entries) {
		if e.Name() == LockFile {
			locked = true
		} else {
			other = e.Name()
		}
	}
	return other, locked, err
}

// Unlock gives a run back before the store is closed. It removes the folder of a run that is not in the store, if only
// the lock file is in it.
func (s *Store) Unlock(run string) error {
	other, _, err := inside(s.Dir(run))
	return s.unlock(run, other == "" && err == nil)
}

// UnlockRemoved is [Store.Unlock] of a run that was removed and whose files are gone: it removes the lock file also
// from a folder with other files.
func (s *Store) UnlockRemoved(run string) error { return s.unlock(run, true) }

func (s *Store) unlock(run string, disown bool) error {
	s.locking.Lock()
	defer s.locking.Unlock()
	l := s.runs[run]
	if l == nil {
		return nil
	}
	delete(s.runs, run)
	disown = disown && !l.inStore && l.hasName(s.lockPath(run))
	err := l.release(disown)
	if disown {
		_ = os.Remove(s.Dir(run)) // fails for one with other files
	}
	return err
}

// heldLock returns the lock of a run that this store holds; nil if it holds none.
func (s *Store) heldLock(run string) *lock {
	s.locking.Lock()
	defer s.locking.Unlock()
	return s.runs[run]
}

// setInStore notes in their locks whether runs are in the store now.
func (s *Store) setInStore(rows bool, runs ...string) {
	s.locking.Lock()
	defer s.locking.Unlock()
	for _, run := range runs {
		if l := s.runs[run]; l != nil {
			l.inStore = rows
		}
	}
}

// CheckHeld returns an error unless this store has locked a run, and the run's folder is still the folder that it has
// locked.
func (s *Store) CheckHeld(run string) error {
	if l := s.heldLock(run); l == nil || !l.hasName(s.lockPath(run)) {
		return fmt.Errorf("%w: %s is no longer there, or is another one", ErrFolder, s.lockPath(run))
	}
	return nil
}

// Owns reports whether the folder of a run that the store has is this run's.
func (s *Store) Owns(run string) bool {
	f, text, ours := s.openLockFile(run)
	if f == nil {
		return false
	}
	defer f.Close()
	want, err := s.ownerOf(run)
	return ours && err == nil && want.run != "" && s.checkOwner(text.owner, want) == nil
}

// openLockFile opens the lock file of a run to read it; nil if there is none.
func (s *Store) openLockFile(run string) (f *os.File, text lockText, ours bool) {
	if champion.CheckRunName(run) != nil {
		return nil, text, false
	}
	f, err := disk.Own(s.lockPath(run), os.O_RDONLY, 0)
	if err != nil {
		return nil, text, false
	}
	text, ours = readLock(f)
	return f, text, ours
}

// Holder reports whether a process breeds a run, and which one; 0 where it is not known, as of another machine.
func (s *Store) Holder(run string) (held bool, pid int) {
	if s.heldLock(run) != nil {
		return true, os.Getpid()
	}
	f, text, ours := s.openLockFile(run)
	if f == nil {
		return false, 0
	}
	defer f.Close()
	if !ours || !errors.Is(system.TryLock(f, system.Shared), system.ErrHeld) {
		return false, 0
	}
	if want, err := s.ownerOf(run); err != nil || s.checkOwner(text.owner, want) != nil {
		return false, 0
	}
	return true, text.holder(f)
}

// AskToStop asks the process that breeds a run, on this machine or another one, to stop it as Ctrl-C does. held is
// false where there is none.
func (s *Store) AskToStop(run string) (held bool, err error) {
	if held, _ = s.Holder(run); !held {
		return false, nil
	}
	f, err := disk.Own(s.lockPath(run), os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // it has ended by now
	} else if err != nil {
		return true, err
	}
	if text, ours := readLock(f); ours && !text.stop {
		_, err = f.WriteString(stopWord)
	}
	return true, errors.Join(err, f.Close())
}

// MustStop reports whether the lock file of a run that this store holds has a request to stop it.
func (s *Store) MustStop(run string) bool {
	l := s.heldLock(run)
	if l == nil {
		return false
	}
	text, _ := readLock(l.file)
	return text.stop
}
