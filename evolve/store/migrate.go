package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// format is a version of the tables.
type format struct {
	since string // the first release that reads it
	sql   string // makes it from the format before

	// rows, unless it is nil, changes what checksums are of, after sql, which must not. It compares the checksum of each
	// row before it makes another.
	rows func(tx *sql.Tx) error
}

//go:embed 001.sql
var firstTables string

// versions are all formats that stores of releases have: PRAGMA user_version counts them. None changes after its
// release, except in comments.
var versions = []format{{since: "v0.1.0", sql: firstTables}}

// outdated is the error for a store of an older format, which can be migrated.
type outdated struct{ version int }

func (o outdated) since() string { return versions[o.version-1].since }

func (o outdated) Error() string { return "it has the format of " + o.since() }

// fail explains why the store can't be migrated.
func (o outdated) fail(err error) error {
	help := ""
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrForeign) {
		help = fmt.Sprintf("; restore a backup, or read the rest of it with bloodline %s", o.since())
	}
	return fmt.Errorf("migrate it from the format of %s: %w%s", o.since(), err, help)
}

// newer returns the error for a store of a newer format. Its tables may be any, except that its row says what it needs.
func newer(q querier, schema int) error {
	var tables, major, minor, patch int
	var text string
	err := q.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'store' AND rootpage > 0`).Scan(&tables)
	if err == nil && tables == 1 {
		err = q.QueryRow(`SELECT substr(needs, 1, 20) FROM store LIMIT 1`).Scan(&text)
	}
	needs := fmt.Sprintf("it has schema %d", schema)
	if n, _ := fmt.Sscanf(text, "v%d.%d.%d", &major, &minor, &patch); err == nil && n == 3 {
		needs = fmt.Sprintf("v%d.%d.%d or later (schema %d)", major, minor, patch, schema)
	}
	return fmt.Errorf("%w: %s; this one reads up to schema %d, of %s", ErrNewer, needs, len(versions), versions[len(versions)-1].since)
}

// upgrade brings the tables of a database to the newest format in one transaction, those of an empty one, too.
func upgrade(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a commit it does nothing
	done, err := hasTables(tx)
	older, ok := errors.AsType[outdated](err)
	if !ok && (err != nil || done) { // done by another process, meanwhile
		return err
	}
	exec := func(text string, args ...any) {
		if err == nil {
			_, err = tx.ExecContext(ctx, text, args...)
		}
	}
	identity, needs, sum := rand.Text(), "", checksum("")
	if err = nil; ok {
		if err = tx.QueryRow(`SELECT identity, needs, checksum FROM store`).Scan(&identity, &needs, &sum); err == nil {
			err = compareSum("its identity", sum, checksum(identity, needs))
		}
	}
	for _, f := range versions[older.version:] {
		if exec(f.sql); err == nil && f.rows != nil {
			err = f.rows(tx)
		}
	}
	newest := versions[len(versions)-1].since
	if !ok {
		exec(`INSERT INTO store (identity, needs, checksum) VALUES (?, '', x'')`, identity)
	}
	exec(`UPDATE store SET needs = ?, checksum = ?`, newest, checksum(identity, newest))
	exec(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(versions)))
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		err = cmp.Or(ctx.Err(), err)
	}
	return err
}

// copies has the migrated copy of an older store that was made last: a page opens its store ten times, and a command
// some times.
var copies struct {
	sync.Mutex
	of  string // path and stamp
	dsn string
	db  *sql.DB // keeps it in memory
}

// openCopy opens a migrated copy in memory of an older store that is open for reading. It needs as much memory as the
// store's file is large.
func (s *Store) openCopy(older outdated) (err error) {
	copies.Lock()
	defer copies.Unlock()
	s.older, s.copied = &older, Stamp(s.path)
	if of := s.path + "\n" + s.copied; copies.of != of || s.copied == "" {
		dropCopy()
		if err := checkSchema(s.db, older.version); err != nil {
			return err
		}
		dsn := "file:" + rand.Text() + "?mode=memory&cache=shared"
		db := openDatabase(dsn)
		db.SetMaxOpenConns(1)
		if err = db.Ping(); err == nil { // VACUUM writes nothing to a store that is open for reading
			_, err = s.db.ExecContext(s.ctx, `PRAGMA query_only = off; VACUUM INTO ?`, dsn)
		}
		if err == nil {
			err = upgrade(s.ctx, db)
		}
		if err != nil {
			_ = db.Close()
			return asForeign(err)
		}
		copies.of, copies.dsn, copies.db = of, dsn, db
	}
	s.use(copies.dsn + "&_query_only=on")
	return s.requireTables()
}

// dropCopy gives the memory of the copy back, as soon as no store has it open.
func dropCopy() {
	if copies.db != nil {
		_ = copies.db.Close()
	}
	copies.of, copies.dsn, copies.db = "", "", nil
}

// Stamp tells states of a store apart by sizes and times of its files; empty if one of them was written within a second,
// since the next write may leave the same.
func Stamp(path string) (out string) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 {
			if time.Since(info.ModTime()).Abs() < time.Second {
				return ""
			}
			out += fmt.Sprintln(info.Size(), info.ModTime().UnixNano())
		}
	}
	return out
}

// Outdated reports whether the store has a copy of an older store that may have changed since, so that only another
// OpenReadOnly sees what it is now.
func (s *Store) Outdated() bool {
	now := Stamp(s.path)
	return s.older != nil && (now == "" || now != s.copied)
}

// Migration is what Open has done to a store of an older version.
type Migration struct {
	From, To string // the first releases that read its formats
	Copy     string // path of the store as it was
}

// migrate brings the store's file to the newest format while no other process has it open for writing. It checks the
// store first, and copies it beside itself.
func (s *Store) migrate(ctx context.Context, older outdated) error {
	created := s.lock.created
	_ = s.lock.release(false) // the shared one
	l, err := acquire(ctx, s.path+".lock", system.Exclusive, compactionWait)
	if s.lock = l; err != nil {
		return fmt.Errorf("%w: %v, and is migrated once no other process writes to it", err, older)
	}
	l.created = l.created || created
	_ = l.writeHolder() // for the messages of other processes only
	if err = s.migrateAlone(ctx); err != nil && ctx.Err() == nil {
		err = older.fail(err)
	}
	return errors.Join(err, system.WaitLock(l.file, system.Shared))
}

func (s *Store) migrateAlone(ctx context.Context) error {
	s.behind = true
	err := s.checkLog()
	older, ok := errors.AsType[outdated](err)
	if !ok { // another process has migrated it
		return err
	}
	checked := &Store{path: s.path, ctx: ctx, behind: true}
	defer checked.Close()
	if err = checkSchema(s.db, older.version); err == nil {
		err = s.checkPages(ctx, "integrity_check")
	}
	if _, ok := errors.AsType[outdated](checked.checkLog()); ok && err == nil {
		err = checked.openCopy(older)
	}
	var found []Damage
	if err == nil {
		found, err = checked.Check(ctx, func(string, int) {})
	}
	if len(found) > 0 {
		err = found[0].err()
	}
	if err != nil {
		return err
	}
	done := &Migration{From: older.since(), To: versions[len(versions)-1].since, Copy: fmt.Sprintf("%s.v%d", s.path, older.version)}
	_, missing := os.Lstat(done.Copy)
	if err := s.copyTo(ctx, done.Copy, checked.identity, older); err != nil {
		return fmt.Errorf("copy it to %s: %w", done.Copy, err)
	}
	if err = s.connect(writerDSN); err == nil {
		err = upgrade(ctx, s.db)
	}
	if err != nil {
		_, now := hasTables(s.db)
		if _, unchanged := errors.AsType[outdated](now); unchanged && missing != nil {
			_ = disk.Remove(done.Copy)
		}
		return err
	}
	s.Migrated = done
	copies.Lock()
	defer copies.Unlock()
	dropCopy()
	return nil
}

// copyTo copies the store to a file that does not exist or is an earlier copy.
func (s *Store) copyTo(ctx context.Context, path, identity string, older outdated) error {
	if err := checkCopy(path, identity, older); err != nil {
		return err
	}
	part, err := filepath.Abs(disk.Part(path))
	if err != nil {
		return err
	}
	for _, left := range []string{part, part + "-journal"} { // by a process that was killed
		if err := disk.Remove(left); err != nil {
			return err
		}
	}
	t, err := disk.Own(part, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `PRAGMA query_only = off; VACUUM INTO ?`, part)
	return disk.Finish(t, path, 0o600, err)
}

// checkCopy refuses to replace anything but an earlier copy.
func checkCopy(path, identity string, older outdated) error {
	for _, name := range []string{path, path + "-wal", path + "-journal"} {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		there := &Store{path: path}
		same := name == path && there.checkHeader() == nil && there.connect(readerDSN+"&immutable=1") == nil
		if same {
			_, err := hasTables(there.db)
			have, _ := errors.AsType[outdated](err)
			same = have == older && checkSchema(there.db, have.version) == nil && there.readIdentity() == nil && there.identity == identity
		}
		_ = there.Close()
		if !same {
			return fmt.Errorf("%s is no earlier copy of this store, or is in use: move it away", filepath.Base(name))
		}
	}
	return nil
}
