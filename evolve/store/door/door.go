// Package door opens the database of a store and keeps everything else out of it, so that the store only stores.
//
// It promises: SQLite opens a file for writing only if the file is this program's, whole, of the newest format, and
// goes by one name; a file that is refused stays as it was. Any number of processes may read and write a database at
// once, and one that migrates it, or makes it smaller, has it alone. A reader leaves all files as it found them, and
// reads an older format by a migrated copy in memory. A run and its folder beside the database are of one process at a
// time; a folder that a user, another database or another run has made is never taken.
//
// Locks are lock files, which the kernel gives back however a process ends. Identities are random texts: of a database
// in its table store, of each run in the table runs. What the other tables are is in [Tables].
package door

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
	"strings"
	"sync"
	"time"

	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// Database is an open database. It may be used by many goroutines.
type Database struct {
	Path     string
	Migrated *Migration // what Open has done to an older database; nil for nothing

	tables   *Tables
	identity string
	db       *sql.DB
	ctx      context.Context // of reads
	copied   string          // stamp of the older database that this is a migrated copy of, see openCopy
	older    *outdated       // version of that; nil for no copy
	lock     *lock           // shared by all writers; nil when open for reading
	file     os.FileInfo     // of the database; nil before there is one
	writable bool            // the user may write to the file
	behind   bool            // the header has an older version, unless the log has a newer one
}

// writerDSN: WAL lets readers work beside the writer; immediate transactions take the write lock before they read, so
// none fails halfway but waits for the others, of which one may have been stopped by Ctrl-Z; NORMAL may lose the last
// generations when the power fails, but none of them in part.
const (
	writerDSN    = "?_journal_mode=WAL&_busy_timeout=60000&_synchronous=NORMAL&_txlock=immediate"
	readerDSN    = "?mode=ro&_busy_timeout=5000&_query_only=on"
	tidierDSN    = "?mode=rw&_busy_timeout=5000&_query_only=on" // see [Database.openReader]
	immutableDSN = readerDSN + "&immutable=1"
)

// openWait is how long Open waits for another process to make the database smaller, or to migrate it.
const openWait = 10 * time.Second

// Open opens a database for writing, and makes one if there is no file. The folder must exist. It ends with ctx while
// it checks the file, or migrates one of an older format.
func Open(ctx context.Context, path string, tables *Tables) (*Database, error) {
	d := &Database{Path: path, tables: tables, ctx: context.Background()}
	err := d.checkFile(true)
	if err == nil {
		d.lock, err = acquire(ctx, path+".lock", system.Shared, openWait)
	}
	if err == nil {
		err = d.openWriter(ctx)
	}
	if held, ok := errors.AsType[*heldError](err); ok && held != nil {
		err = fmt.Errorf("%w by %w", ErrLocked, err)
	}
	if err != nil {
		_ = d.close(true)
		return nil, err
	}
	return d, nil
}

// OpenReadOnly opens a database that exists, also while another process writes to it. All reads end with ctx. Of an
// older one it reads a migrated copy, see [Database.Outdated].
func OpenReadOnly(ctx context.Context, path string, tables *Tables) (*Database, error) {
	d := &Database{Path: path, tables: tables, ctx: ctx}
	err := ErrMissing
	if _, gone := os.Stat(path); !errors.Is(gone, fs.ErrNotExist) {
		err = d.checkFile(false)
	}
	if err == nil {
		err = d.openReader()
	}
	if older, ok := errors.AsType[outdated](err); ok {
		if err = d.openCopy(older); err != nil && ctx.Err() == nil {
			err = older.fail(err)
		}
	}
	if err != nil {
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

// connect opens a database in place of the one that is open: that of the path for a DSN that is only options.
func (d *Database) connect(dsn string) error {
	if err := Available(); err != nil {
		return err
	}
	if options, ok := strings.CutPrefix(dsn, "?"); ok {
		full, err := filepath.Abs(d.Path)
		if err != nil {
			return err
		}
		dsn = "file:" + (&url.URL{Path: full}).EscapedPath() + "?" + options
	}
	if d.db != nil {
		_ = d.db.Close()
	}
	d.db = openDatabase(dsn)
	return nil
}

// enter connects, and reads the identity. A database without tables gets them, or is refused.
func (d *Database) enter(dsn string, create bool) error {
	if err := d.connect(dsn); err != nil {
		return err
	}
	done, err := d.tables.in(d.db)
	switch {
	case err == nil && !done && create:
		err = d.tables.upgrade(context.Background(), d.db)
	case err == nil && !done:
		err = fmt.Errorf("%w: the database is empty", ErrForeign)
	}
	if err != nil {
		return err
	}
	err = d.db.QueryRow(`SELECT max(identity) FROM store HAVING count(*) = 1`).Scan(&d.identity)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !IsIdentity(d.identity) {
		err = fmt.Errorf("%w: it has no identity", ErrForeign)
	}
	return err
}

// openWriter opens the database for writing, and checks its pages.
func (d *Database) openWriter(ctx context.Context) error {
	connect := func() error {
		if err := d.checkLog(); err != nil {
			return err
		}
		return d.enter(writerDSN, true)
	}
	err := connect()
	for begun := time.Now(); err != nil; err = connect() {
		if older, ok := errors.AsType[outdated](err); ok {
			err := d.lock.exclusively(ctx, openWait, func() error {
				err := d.migrate(ctx)
				if err != nil && ctx.Err() == nil {
					err = older.fail(err)
				}
				return err
			})
			if held, ok := errors.AsType[*heldError](err); ok {
				err = fmt.Errorf("%w: %v, and is migrated once no other process writes to it", held, older)
			}
			if err != nil {
				return err
			}
		} else if !isBusy(err) || time.Since(begun) > openWait {
			return err
		} else { // SQLite does not wait where two processes make one file at the same moment
			time.Sleep(5 * time.Millisecond)
		}
	}
	if err = d.checkPages(ctx, "quick_check"); err != nil {
		return err
	}
	opened.Lock()
	defer opened.Unlock()
	d.file, err = os.Stat(d.Path)
	return err
}

// checkLog checks the database together with the log that a killed process has left, before a writer folds the log into
// the file, and a database that may be older.
func (d *Database) checkLog() error {
	dsn := readerDSN
	if info, err := os.Stat(d.Path + "-wal"); err != nil || info.Size() == 0 {
		if !d.behind {
			return nil
		}
		dsn = tidierDSN
	}
	err := d.connect(dsn)
	if err == nil {
		_, err = d.tables.in(d.db)
	}
	return err
}

// checkPages reads the whole file for broken pages; integrity_check compares indexes with their tables, too.
func (d *Database) checkPages(ctx context.Context, pragma string) error {
	var found string
	if err := d.db.QueryRowContext(ctx, `PRAGMA `+pragma+`(1)`).Scan(&found); err != nil {
		return AsForeign(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: the file is damaged", ErrForeign)
	}
	return nil
}

// openReader opens the database for reading. SQLite makes two files that all connections share (-wal, -shm), and the
// last connection that closes removes them under its own exclusive lock, but only one that may write. So a reader opens
// the database as if to write, unless a killed process has left a log or a journal, which such a connection would fold
// into the file: that is left to writers. A user who may not write to the file makes no files beside it, which its
// owner's processes could not write to. Without the two files no process writes, and the file is read as immutable.
func (d *Database) openReader() error {
	size := func(end string) int64 {
		if info, err := os.Stat(d.Path + end); err == nil {
			return info.Size()
		}
		return -1
	}
	log, dsn := size("-wal"), tidierDSN
	switch {
	case !d.writable && log < 0:
		return d.enter(immutableDSN, false)
	case !d.writable:
		dsn = readerDSN + "&readonly_shm=1"
	case log > 0 || size("-journal") >= 0:
		dsn = readerDSN
	}
	err := d.enter(dsn, false)
	if !isUnshared(err) {
		return err
	}
	if size("-wal") > 0 {
		return fmt.Errorf("%w: what was written last is in %s-wal, which only who may write into the folder can read", err, filepath.Base(d.Path))
	}
	return d.enter(immutableDSN, false)
}

// Close releases the database and its lock.
func (d *Database) Close() error { return d.close(false) }

// close also removes a lock file that was made for a database that was refused.
func (d *Database) close(refused bool) error {
	var errs []error
	if d.db != nil {
		errs = append(errs, d.db.Close())
	}
	opened.Lock()
	opened.all = slices.DeleteFunc(opened.all, func(o *Database) bool { return o == d })
	opened.Unlock()
	if d.lock != nil {
		errs = append(errs, d.lock.release(refused && d.lock.created))
	}
	return errors.Join(errs...)
}

// opened are the databases that this process has open.
var opened struct {
	sync.Mutex
	all []*Database
}

// checkFile looks at a file before SQLite does, unless this process has it open already: whenever a process closes a
// file, it loses all its locks on it, also those of SQLite's connections, and another process would take their log for
// that of a killed one and remove it. A file that goes by several names is refused, at least for writing: its locks,
// its log and the folders of its runs go by one.
func (d *Database) checkFile(write bool) error {
	opened.Lock()
	defer opened.Unlock()
	d.file, _ = os.Lstat(d.Path)
	switch {
	case d.file == nil: // there is none yet
	case d.file.Mode()&fs.ModeSymlink != 0:
		to, err := filepath.EvalSymlinks(d.Path)
		if err != nil {
			return err
		}
		return fmt.Errorf("it is a link: name the store itself, %s", to)
	case write && d.file.Mode().IsRegular() && system.Links(d.file) > 1:
		return fmt.Errorf("the file has %d names (hard links): copy it to a file of its own", system.Links(d.file))
	}
	same := func(o *Database) bool { return os.SameFile(o.file, d.file) || o.file == nil && o.Path == d.Path }
	if i := slices.IndexFunc(opened.all, same); i >= 0 {
		d.writable, d.behind = opened.all[i].writable, opened.all[i].behind
	} else if err := d.readMarks(); err != nil {
		return err
	}
	opened.all = append(opened.all, d)
	return nil
}

// readMarks reads whose file it is in a way that changes nothing: SQLite takes an unreadable one for an encrypted one
// and says so, and changes the files of other programs when it opens them for writing.
func (d *Database) readMarks() error {
	f, err := disk.Own(d.Path, os.O_RDWR, 0)
	refused, other := errors.AsType[*disk.Refused](err)
	d.writable = err == nil || errors.Is(err, fs.ErrNotExist)
	if !d.writable && !other {
		f, err = disk.Open(d.Path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case other:
		return fmt.Errorf("%w: it %s, have %s", ErrForeign, refused.Rule, refused.Have)
	case err != nil:
		return err
	}
	defer f.Close()
	head := make([]byte, 100)
	switch n, err := f.ReadAt(head, 0); {
	case n == 0 && err == io.EOF:
		return nil // an empty file is an empty database
	case err != nil && err != io.EOF:
		return err
	case err != nil || !bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return fmt.Errorf("%w: the file is no SQLite database", ErrForeign)
	}
	// SQLite must not read an immutable file that another process writes.
	number := func(at int) int { return int(int32(binary.BigEndian.Uint32(head[at:]))) }
	const pages, version, application = 28, 60, 68 // where the header has them
	if number(pages) <= 1 && number(application) == 0 {
		return nil // empty, as far as it is not in its log
	}
	look := Database{Path: d.Path} // which needs no file beside the database
	if err := look.connect(immutableDSN); err != nil {
		return err
	}
	defer look.db.Close()
	err = d.tables.fit(look.db, number(application), number(version))
	if _, d.behind = errors.AsType[outdated](err); d.behind {
		return nil
	}
	return err
}

// Identity returns the random identity of the database.
func (d *Database) Identity() string { return d.identity }

// Bind makes all later reads end with the error of ctx when it is cancelled.
func (d *Database) Bind(ctx context.Context) { d.ctx = ctx }

// Read returns the database for queries that end with its context.
func (d *Database) Read() Querier { return bound{d.db, d.ctx} }

// Within reads in one transaction, so that all queries see the same state while a writer goes on writing.
func (d *Database) Within(read func(Querier) error) error {
	tx, err := d.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing was written
	return read(bound{tx, d.ctx})
}

// Transact runs f in a transaction: all of it happens, or nothing.
func (d *Database) Transact(f func(*sql.Tx) error) error {
	if d.lock == nil {
		return ErrReadOnly
	}
	if now, err := os.Stat(d.Path); err != nil || !os.SameFile(d.file, now) {
		return ErrGone // SQLite would write on into a deleted file
	}
	tx, err := d.db.Begin()
	if err != nil {
		return err
	}
	if err = f(tx); err == nil {
		err = tx.Commit()
	} else {
		_ = tx.Rollback() // SQLite has done so itself when the disk is full; err is the error to return
	}
	return asFull(err)
}

// asFull marks an error of SQLite as that of a disk without space, if it is one.
func asFull(err error) error {
	if isFull(err) {
		err = fmt.Errorf("%w: %w", err, system.ErrDiskFull)
	}
	return err
}

// Compact returns free space to the file system, unless another process has the database open for writing.
func (d *Database) Compact() (done bool, err error) {
	if d.lock == nil {
		return false, ErrReadOnly
	}
	err = d.lock.exclusively(d.ctx, 0, func() error {
		_, err := d.db.ExecContext(d.ctx, `VACUUM`)
		return asFull(err)
	})
	if _, held := errors.AsType[*heldError](err); held {
		return false, nil
	}
	return err == nil, err
}

var (
	// ErrMissing is returned by OpenReadOnly when there is no file.
	ErrMissing = errors.New("there is no such store")

	// ErrForeign is returned by Open and OpenReadOnly when the file is no lineage store, or a broken one.
	ErrForeign = errors.New("is not a lineage store")

	// ErrDamaged is returned when data does not match its checksum or cannot have been written.
	ErrDamaged = errors.New("the store is damaged here")

	// ErrGone is returned by a write when the file has been removed or replaced.
	ErrGone = errors.New("the file has been removed or replaced while it was written to")

	// ErrNewer is returned by Open and OpenReadOnly when a later version of the program wrote the file.
	ErrNewer = errors.New("needs a newer version of bloodline")

	// ErrOlder is returned by Open and OpenReadOnly when a program before v0.1 wrote the file.
	ErrOlder = errors.New("was written by a version before v0.1, whose stores cannot be read: move it away, or name another store")

	// ErrLocked is returned by Open while another process makes the file smaller, migrates it, or blocks its migration.
	ErrLocked = errors.New("the store is in use")

	// ErrRunLocked is returned by Lock while another process, or another Database, writes the run.
	ErrRunLocked = errors.New("is being bred by")

	// ErrFolder is returned by Lock when the run's folder has files that are not the run's.
	ErrFolder = errors.New("the folder isn't this run's")

	// ErrReadOnly is returned by a write to a database from OpenReadOnly.
	ErrReadOnly = errors.New("the store is open for reading only")
)
