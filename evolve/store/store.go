// Package store stores runs in SQLite: generations, every individual with its parents and measurements, the hall of
// fame after each generation, and the evidence for the champion.
//
// Any number of stores, of one process or of many, may write to a file and read it at the same time: transactions take
// milliseconds and wait for each other. A run is written by one store, which holds its lock file ([Store.Lock]). A
// [Recorder] is an evolve.Recorder: a generation is one transaction, so a process that is killed at any moment leaves
// whole generations behind, and [Store.Resume] returns the last of them to evolve.Run exactly as it was recorded. Only
// the newest generation keeps the distribution that children are drawn from.
//
// A generation of 100 individuals with 150 genes takes about 2 ms and 160 kB. Opening for writing checks the whole
// file, about a second for a gigabyte.
//
// The package knows no game and never breeds.
package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// Store is an open database. It may be used by many goroutines.
type Store struct {
	Now func() time.Time // when things are recorded; time.Now unless set

	Migrated *Migration // what Open has done to an older store; nil for nothing

	path     string
	identity string
	db       *sql.DB
	ctx      context.Context // of reads
	copied   string          // stamp of the older store that this is a migrated copy of, see openCopy
	older    *outdated       // version of that; nil for no copy
	lock     *lock           // shared by all writers; nil when open for reading
	file     os.FileInfo     // of the store that was opened for writing
	checked  os.FileInfo     // of the store whose header was checked; nil if there was none
	writable bool            // the user may write to the file
	behind   bool            // the header has an older version, unless the log has a newer one

	locking sync.Mutex
	runs    map[string]*lock // of this store
}

// writerDSN: WAL lets readers work beside the writer; immediate transactions take the write lock before they read, so
// none fails halfway but waits for the others, of which one may have been stopped by Ctrl-Z; NORMAL may lose the last
// generations when the power fails, but none of them in part.
const (
	writerDSN = "?_journal_mode=WAL&_busy_timeout=60000&_synchronous=NORMAL&_txlock=immediate"
	readerDSN = "?mode=ro&_busy_timeout=5000&_query_only=on"
	tidierDSN = "?mode=rw&_busy_timeout=5000&_query_only=on" // see [Store.openReader]
)

// Open opens a store for writing, and makes one if there is no file. The folder must exist. Errors name the path; see
// ErrLocked, ErrForeign, ErrOlder and ErrNewer: a file that is refused is left as it was, without a lock file. It ends
// with ctx while it checks the file, or migrates one that an older version of the program has written.
func Open(ctx context.Context, path string) (*Store, error) {
	s := &Store{Now: time.Now, path: path, ctx: context.Background(), runs: map[string]*lock{}}
	err := s.checkHeader()
	if err == nil {
		s.lock, err = acquire(ctx, path+".lock", system.Shared, compactionWait)
	}
	if err == nil {
		err = s.openWriter(ctx)
	}
	var held *heldError
	if errors.As(err, &held) {
		err = fmt.Errorf("%w by %w", ErrLocked, err)
	}
	if err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return s, nil
}

// compactionWait is how long Open waits for another process to make the store smaller, or to migrate it.
const compactionWait = 10 * time.Second

// OpenReadOnly opens a store that exists, also while another process writes to it. All reads end with ctx. Of an older
// store it reads a migrated copy, see [Store.Outdated].
func OpenReadOnly(ctx context.Context, path string) (*Store, error) {
	s := &Store{Now: time.Now, path: path, ctx: ctx}
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrMissing
	}
	if err == nil {
		err = inOrder(s.checkHeader, s.openReader)
	}
	if older, ok := errors.AsType[outdated](err); ok {
		if err = s.openCopy(older); err != nil && ctx.Err() == nil {
			err = older.fail(err)
		}
	}
	if err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return s, nil
}

func (s *Store) connect(dsn string) error {
	if err := Available(); err != nil {
		return err
	}
	full, err := filepath.Abs(s.path)
	if err != nil {
		return err
	}
	s.use("file:" + (&url.URL{Path: full}).EscapedPath() + dsn)
	return nil
}

// use opens a database in place of the one that is open.
func (s *Store) use(dsn string) {
	if s.db != nil {
		_ = s.db.Close()
	}
	s.db = openDatabase(dsn)
	s.db.SetMaxOpenConns(1)
}

// openWriter opens the store for writing, and checks its pages.
func (s *Store) openWriter(ctx context.Context) error {
	err := s.connectWriter()
	for begun := time.Now(); err != nil; err = s.connectWriter() {
		if older, ok := errors.AsType[outdated](err); ok {
			if err := s.migrate(ctx, older); err != nil {
				return err
			}
		} else if !isBusy(err) || time.Since(begun) > compactionWait {
			return err
		} else { // SQLite does not wait where two processes make one file at the same moment
			time.Sleep(5 * time.Millisecond)
		}
	}
	if err = s.checkPages(ctx, "quick_check"); err == nil {
		s.file, err = os.Stat(s.path)
	}
	return err
}

// connectWriter connects a writer, and makes the tables if there are none.
func (s *Store) connectWriter() error {
	return inOrder(s.checkLog, func() error { return s.connect(writerDSN) }, s.createTables, s.readIdentity)
}

// inOrder calls functions up to the first error.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// readIdentity reads the store's own row.
func (s *Store) readIdentity() error {
	err := s.db.QueryRow(`SELECT max(identity) FROM store HAVING count(*) = 1`).Scan(&s.identity)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !identityForm(s.identity) {
		err = fmt.Errorf("%w: it has no identity", ErrForeign)
	}
	return err
}

// checkLog checks the store together with the log that a killed process has left, before a writer folds the log into
// the file, and a store that may be older.
func (s *Store) checkLog() error {
	dsn := readerDSN
	if info, err := os.Stat(s.path + "-wal"); err != nil || info.Size() == 0 {
		if !s.behind {
			return nil
		}
		dsn = tidierDSN
	}
	err := s.connect(dsn)
	if err == nil {
		_, err = hasTables(s.db)
	}
	return err
}

func (s *Store) createTables() error {
	if done, err := hasTables(s.db); err != nil || done {
		return err
	}
	return upgrade(context.Background(), s.db)
}

// requireTables refuses a store without tables.
func (s *Store) requireTables() error {
	done, err := hasTables(s.db)
	switch {
	case err != nil:
		return err
	case !done:
		return fmt.Errorf("%w: the database is empty", ErrForeign)
	}
	return s.readIdentity()
}

// openReader opens the store for reading. SQLite makes two files that all connections share (-wal, -shm), and the last
// connection that closes removes them under its own exclusive lock, but only one that may write. So a reader opens the
// store as if to write, unless a killed process has left a log or a journal, which such a connection would fold into
// the store: that is left to writers. A user who may not write to the store makes no files beside it, which its owner's
// processes could not write to. Without the two files no process writes, and the store is read as immutable.
func (s *Store) openReader() error {
	size := func(end string) int64 {
		if info, err := os.Stat(s.path + end); err == nil {
			return info.Size()
		}
		return -1
	}
	read := func(dsn string) error { return inOrder(func() error { return s.connect(dsn) }, s.requireTables) }
	log, dsn := size("-wal"), tidierDSN
	switch {
	case !s.writable && log < 0:
		return read(readerDSN + "&immutable=1")
	case !s.writable:
		dsn = readerDSN + "&readonly_shm=1"
	case log > 0 || size("-journal") >= 0:
		dsn = readerDSN
	}
	err := read(dsn)
	if !isUnshared(err) {
		return err
	}
	if size("-wal") > 0 {
		return fmt.Errorf("%w: what was written last is in %s-wal, which only who may write into the folder can read", err, filepath.Base(s.path))
	}
	return read(readerDSN + "&immutable=1")
}

// Close releases the store, and the locks that it has.
func (s *Store) Close() error {
	var errs []error
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	stores.Lock()
	stores.open = slices.DeleteFunc(stores.open, func(o *Store) bool { return o == s })
	stores.Unlock()
	for run := range s.runs {
		errs = append(errs, s.Unlock(run))
	}
	if s.lock != nil {
		errs = append(errs, s.lock.release(s.file == nil && s.lock.created))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close store %s: %w", s.path, err)
	}
	return nil
}

// stores are those that this process has open.
var stores struct {
	sync.Mutex
	open []*Store
}

// checkHeader looks at a file before SQLite does, unless this process has it open already: whenever a process closes a
// file, it loses all its locks on it, also those of SQLite's connections, and another process would take their log for
// that of a killed one and remove it.
func (s *Store) checkHeader() error {
	if err := s.checkNames(); err != nil {
		return err
	}
	stores.Lock()
	defer stores.Unlock()
	s.checked, _ = os.Stat(s.path)
	same := func(o *Store) bool { return os.SameFile(o.checked, s.checked) || o.checked == nil && o.path == s.path }
	if i := slices.IndexFunc(stores.open, same); i >= 0 {
		s.writable, s.behind = stores.open[i].writable, stores.open[i].behind
	} else if err := s.readHeader(); err != nil {
		return err
	}
	stores.open = append(stores.open, s)
	return nil
}

// readHeader reads the header of a file, since SQLite takes an unreadable one for an encrypted one and says so, and
// changes the files of other programs when it opens them for writing.
func (s *Store) readHeader() error {
	f, err := disk.Own(s.path, os.O_RDWR, 0)
	var refused *disk.Refused
	s.writable = err == nil || errors.Is(err, fs.ErrNotExist)
	if !s.writable && !errors.As(err, &refused) {
		f, err = disk.Open(s.path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.As(err, &refused):
		return fmt.Errorf("%w: it %s, have %s", ErrForeign, refused.Rule, refused.Have)
	case err != nil:
		return err
	}
	defer f.Close()
	head := make([]byte, 100)
	n, err := io.ReadFull(f, head)
	switch {
	case err == io.EOF:
		return nil // an empty file is an empty database
	case err != nil && err != io.ErrUnexpectedEOF:
		return err
	case n < len(head) || !bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return fmt.Errorf("%w: the file is no SQLite database", ErrForeign)
	}
	number := func(at int) int { return int(int32(binary.BigEndian.Uint32(head[at:]))) }
	const pages, version, application = 28, 60, 68 // where the header has them
	if number(pages) <= 1 && number(application) == 0 {
		return nil // empty, as far as it is not in its log
	}
	look := Store{path: s.path} // which needs no file beside the store
	if err := look.connect(readerDSN + "&immutable=1"); err != nil {
		return err
	}
	defer look.db.Close()
	err = checkMarks(look.db, number(application), number(version))
	if _, s.behind = errors.AsType[outdated](err); s.behind {
		return nil
	}
	return err
}

// checkNames refuses a store that goes by several names: its locks, its log and the folders of its runs go by one.
func (s *Store) checkNames() error {
	info, err := os.Lstat(s.path)
	switch {
	case err != nil:
		return nil // there is none yet
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := filepath.EvalSymlinks(s.path)
		if err != nil {
			return err
		}
		return fmt.Errorf("it is a link: name the store itself, %s", to)
	case s.runs != nil && info.Mode().IsRegular() && system.Links(info) > 1: // to write
		return fmt.Errorf("the file has %d names (hard links): copy it to a file of its own", system.Links(info))
	}
	return nil
}

// checkPages reads the whole file for broken pages: better now than in generation 80. integrity_check compares indexes
// with their tables, too.
func (s *Store) checkPages(ctx context.Context, pragma string) error {
	var found string
	if err := s.db.QueryRowContext(ctx, `PRAGMA `+pragma+`(1)`).Scan(&found); err != nil {
		return asForeign(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: the file is damaged", ErrForeign)
	}
	return nil
}

// transact runs f in a transaction: all of it happens, or nothing.
func (s *Store) transact(f func(*sql.Tx) error) error {
	if err := s.checkWritable(); err != nil {
		return err
	}
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		_ = tx.Rollback() // SQLite has done so itself when the disk is full; err is what to tell
		return err
	}
	return tx.Commit()
}

// exec runs a statement in a transaction of its own.
func (s *Store) exec(text string, args ...any) error {
	return s.transact(func(tx *sql.Tx) error {
		_, err := tx.Exec(text, args...)
		return err
	})
}

// checkWritable tells why nothing can be written; nil if it can.
func (s *Store) checkWritable() error {
	if s.lock == nil {
		return ErrReadOnly
	}
	if now, err := os.Stat(s.path); s.file != nil && (err != nil || !os.SameFile(s.file, now)) {
		return ErrGone // SQLite would write on into a deleted file
	}
	return nil
}

// state returns the state of a run for a reader: a run whose lock is free has stopped, whether its process has recorded
// that or not.
func (s *Store) state(run, recorded string) string {
	if held, _ := s.Holder(run); recorded == Running && !held {
		return Stopped
	}
	return recorded
}

func (s *Store) wrapError(act string, err error) error {
	if err == nil {
		return nil
	}
	if isFull(err) {
		err = fmt.Errorf("%w: %w", err, system.ErrDiskFull)
	}
	return fmt.Errorf("%s in %s: %w", act, s.path, err)
}
