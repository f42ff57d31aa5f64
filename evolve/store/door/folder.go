package door

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
	"sync"
	"time"

	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// LockFile is the file in a run's folder that says which run of which store the folder belongs to, and which process
// breeds the run. A run writes and removes nothing in a folder that has another identity.
const LockFile = "run.lock"

// Folders are the folders of a database's runs, beside it, and the locks of those that this process breeds or changes.
type Folders struct {
	db    *Database
	mutex sync.Mutex
	held  map[string]*lock
}

// Folders returns the folders of the runs.
func (d *Database) Folders() *Folders { return &Folders{db: d, held: map[string]*lock{}} }

// owner identifies the owner of a run's folder: the random identities of its store and of the run, and the name of the
// store's file, by which a copy of the store in the same folder knows that the folder is not its own.
type owner struct{ store, run, name string }

// head is the first line of a run's lock file; empty in a store's, and in one that was not written to its end.
func (o owner) head() string {
	if o.store == "" {
		return ""
	}
	return o.store + " " + o.run + " " + o.name + "\n"
}

// Dir returns the folder of a run, beside the store.
func (f *Folders) Dir(run string) string { return filepath.Join(filepath.Dir(f.db.Path), run) }

func (f *Folders) lockPath(run string) string { return filepath.Join(f.Dir(run), LockFile) }

// ownerOf returns the owner that a run's lock file must name, with an empty run for one that is not in the store.
func (f *Folders) ownerOf(run string) (o owner, err error) {
	o = owner{f.db.identity, "", url.PathEscape(filepath.Base(f.db.Path))}
	err = f.db.Read().QueryRow(`SELECT identity FROM runs WHERE name = ?`, run).Scan(&o.run)
	if errors.Is(err, sql.ErrNoRows) {
		return o, nil
	}
	if err == nil && !IsIdentity(o.run) {
		err = fmt.Errorf("%w: run %s has no identity", ErrFolder, run)
	}
	return o, err
}

// checkOwner returns an error if a run's folder has another owner than it must have. A run that is not in the store
// takes over the folder that a killed process has left of another run that is not in the store either.
func (f *Folders) checkOwner(have, want owner) error {
	rows := 0
	if want.run == "" {
		if err := f.db.Read().QueryRow(`SELECT count(*) FROM runs WHERE identity = ?`, have.run).Scan(&rows); err != nil {
			return err
		}
		want.run = have.run
	}
	name, err := url.PathUnescape(have.name)
	if err != nil || filepath.Base(name) != name {
		name = have.name
	}
	_, gone := os.Lstat(filepath.Join(filepath.Dir(f.db.Path), name))
	switch {
	case have.store == want.store && have.name != want.name && gone == nil:
		return fmt.Errorf("it belongs to %s, of which this store is a copy", name)
	case have.store != want.store:
		return fmt.Errorf("it belongs to another store, %s", name)
	case have.run != want.run || rows > 0:
		return errors.New("it belongs to another run of this store")
	}
	return nil
}

// Lock takes a run, or the name of a new run, and its folder for this process and this database alone, until it is
// closed. It makes the folder of a run that has none. The error is ErrRunLocked, and names the holder, while another
// process breeds the run, and ErrFolder for a folder with files that are not this run's.
func (f *Folders) Lock(run string) error {
	if f.db.lock == nil {
		return ErrReadOnly
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.held[run] != nil {
		return nil
	}
	l, err := f.take(run)
	if held, ok := errors.AsType[*heldError](err); ok {
		return fmt.Errorf("run %s %w %v%s", run, ErrRunLocked, held, held.remedy())
	} else if err != nil {
		return err
	}
	f.held[run] = l
	return nil
}

func (f *Folders) take(run string) (l *lock, err error) {
	// readerWait is how long a run's lock is waited for, since readers hold it for a moment to see whether it is held.
	const readerWait = 100 * time.Millisecond
	if err := champion.CheckRunName(run); err != nil {
		return nil, fmt.Errorf("%w: its name %w", ErrFolder, err)
	}
	want, err := f.ownerOf(run)
	if err != nil {
		return nil, err
	}
	dir := f.Dir(run)
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
	taken, err := acquire(context.Background(), f.lockPath(run), system.Exclusive, readerWait)
	if err != nil {
		return nil, err
	}
	have := taken.owner
	switch {
	case have.store != "":
		if err = f.checkOwner(have, want); err != nil {
			err = fmt.Errorf("%w: %s: %w", ErrFolder, dir, err)
		}
	case other != "":
		err = mustBeEmpty(dir, "it has "+other)
	}
	if err == nil {
		taken.owner = want
		taken.run = cmp.Or(want.run, have.run, rand.Text())
		err = taken.writeHolder()
	}
	if err == nil && taken.owner != have {
		err = taken.file.Sync() // without its owner the folder would be nobody's
	}
	if err != nil {
		return nil, errors.Join(err, taken.file.Close())
	}
	return taken, nil
}

func mustBeEmpty(dir, have string) error {
	return fmt.Errorf("%w: %s must not exist or be empty, %s", ErrFolder, dir, have)
}

// inside returns the name of a file in a folder beside the lock file, if any, and whether the lock file is there.
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

// Unlock gives a run back before the database is closed. It removes the folder of a run that is not in the store, if
// only the lock file is in it; of a run that was removed, the lock file also from a folder with other files.
func (f *Folders) Unlock(run string, removed bool) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	l := f.held[run]
	if l == nil {
		return nil
	}
	delete(f.held, run)
	other, _, err := inside(f.Dir(run))
	disown := (removed || other == "" && err == nil) && l.hasName()
	if disown {
		row, err := f.ownerOf(run)
		disown = err == nil && row.run == ""
	}
	err = l.release(disown)
	if disown {
		_ = os.Remove(f.Dir(run)) // fails for one with other files
	}
	return err
}

// Close gives all runs back.
func (f *Folders) Close() (err error) {
	for run := range f.held {
		err = errors.Join(err, f.Unlock(run, false))
	}
	return err
}

// Identity returns the identity of a run that this process holds; empty if it holds none of the name.
func (f *Folders) Identity(run string) string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if l := f.held[run]; l != nil {
		return l.run
	}
	return ""
}

// CheckHeld returns an error unless this process has locked a run, and its folder is still the locked one.
func (f *Folders) CheckHeld(run string) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if l := f.held[run]; l == nil || !l.hasName() {
		return fmt.Errorf("%w: %s is no longer there, or is another one", ErrFolder, f.lockPath(run))
	}
	return nil
}

// MustStop reports whether the lock file of a run that this process holds has a request to stop it.
func (f *Folders) MustStop(run string) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if l := f.held[run]; l != nil {
		text, _ := readLock(l.file)
		return text.stop
	}
	return false
}

// Owns reports whether the folder of a run that the store has is this run's.
func (f *Folders) Owns(run string) bool {
	file, _, known := f.openOwn(run)
	return file != nil && file.Close() == nil && known
}

// openOwn opens the lock file of a run whose folder is this run's, else nil. known: the run is in the store.
func (f *Folders) openOwn(run string) (file *os.File, text lockText, known bool) {
	if champion.CheckRunName(run) != nil {
		return nil, text, false
	}
	file, err := disk.Own(f.lockPath(run), os.O_RDONLY, 0)
	if err != nil {
		return nil, text, false
	}
	text, ours := readLock(file)
	want, err := f.ownerOf(run)
	if !ours || err != nil || f.checkOwner(text.owner, want) != nil {
		_ = file.Close()
		return nil, text, false
	}
	return file, text, want.run != ""
}

// Holder reports whether a process breeds a run, and which one; 0 where it is not known, as of another machine.
func (f *Folders) Holder(run string) (held bool, pid int) {
	if f.Identity(run) != "" {
		return true, os.Getpid()
	}
	file, text, _ := f.openOwn(run)
	if file == nil {
		return false, 0
	}
	defer file.Close()
	if held = errors.Is(system.TryLock(file, system.Shared), system.ErrHeld); held {
		pid = text.holder(file)
	}
	return held, pid
}

// AskToStop asks the process that breeds a run, here or on another machine, to stop it as Ctrl-C does, if there is one.
func (f *Folders) AskToStop(run string) (held bool, err error) {
	if held, _ = f.Holder(run); !held {
		return false, nil
	}
	file, err := disk.Own(f.lockPath(run), os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // it has ended by now
	} else if err != nil {
		return true, err
	}
	if text, ours := readLock(file); ours && !text.stop {
		_, err = file.WriteString(stopWord)
	}
	return true, errors.Join(err, file.Close())
}
