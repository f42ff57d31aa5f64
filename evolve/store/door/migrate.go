package door

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"bloodline/internal/disk"
)

// outdated is the error for a database of an older format, which can be migrated.
type outdated struct {
	version int
	since   string // the first release that reads the format
}

func (o outdated) Error() string { return "it has the format of " + o.since }

// fail explains why the database can't be migrated.
func (o outdated) fail(err error) error {
	help := ""
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrForeign) {
		help = "; restore a backup, or read the rest of it with bloodline " + o.since
	}
	return fmt.Errorf("migrate it from the format of %s: %w%s", o.since, err, help)
}

func (t *Tables) newest() Format { return t.Formats[len(t.Formats)-1] }

// newer returns the error for a newer format. Its tables may be any, except that its row says what it needs.
func (t *Tables) newer(q Querier, schema int) error {
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
	return fmt.Errorf("%w: %s; this one reads up to schema %d, of %s", ErrNewer, needs, len(t.Formats),
		t.newest().Since)
}

// upgrade brings the tables of a database to the newest format in one transaction, those of an empty one, too.
func (t *Tables) upgrade(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a commit it does nothing
	done, err := t.in(tx)
	older, ok := errors.AsType[outdated](err)
	if !ok && (err != nil || done) { // done by another process, meanwhile
		return err
	}
	exec := func(text string, args ...any) {
		if err == nil {
			_, err = tx.ExecContext(ctx, text, args...)
		}
	}
	identity, needs, sum := rand.Text(), "", []byte(nil)
	if err = nil; ok {
		err = tx.QueryRow(`SELECT identity, needs, checksum FROM store`).Scan(&identity, &needs, &sum)
		if err == nil && !bytes.Equal(sum, t.Sum(identity, needs)) {
			err = fmt.Errorf("its identity: %w", ErrDamaged)
		}
	}
	for _, f := range t.Formats[older.version:] {
		if exec(f.SQL); err == nil && f.Rows != nil {
			err = f.Rows(tx)
		}
	}
	if !ok {
		exec(`INSERT INTO store (identity, needs, checksum) VALUES (?, '', x'')`, identity)
	}
	exec(`UPDATE store SET needs = ?, checksum = ?`, t.newest().Since, t.Sum(identity, t.newest().Since))
	exec(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(t.Formats)))
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		err = cmp.Or(ctx.Err(), err)
	}
	return err
}

// copies has the migrated copy that was made last: a page opens its database ten times.
var copies struct {
	sync.Mutex
	of  string // path and stamp
	dsn string
	db  *sql.DB // keeps it in memory
}

// openCopy opens a migrated copy of an older database in memory, which takes as much as the file.
func (d *Database) openCopy(older outdated) (err error) {
	copies.Lock()
	defer copies.Unlock()
	d.older, d.copied = &older, Stamp(d.Path)
	if of := d.Path + "\n" + d.copied; copies.of != of || d.copied == "" {
		dropCopy()
		if err := d.tables.checkSchema(d.db, older.version); err != nil {
			return err
		}
		dsn := "file:" + rand.Text() + "?mode=memory&cache=shared"
		db := openDatabase(dsn)
		if err = db.Ping(); err == nil { // VACUUM writes nothing to a database that is open for reading
			_, err = d.db.ExecContext(d.ctx, `PRAGMA query_only = off; VACUUM INTO ?`, dsn)
		}
		if err == nil {
			err = d.tables.upgrade(d.ctx, db)
		}
		if err != nil {
			_ = db.Close()
			return AsForeign(err)
		}
		copies.of, copies.dsn, copies.db = of, dsn, db
	}
	return d.enter(copies.dsn+"&_query_only=on", false)
}

// dropCopy gives the memory of the copy back, as soon as no database has it open.
func dropCopy() {
	if copies.db != nil {
		_ = copies.db.Close()
	}
	copies.of, copies.dsn, copies.db = "", "", nil
}

// Stamp identifies a state by sizes and times of files; empty within a second of a write, which the next may equal.
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

// Outdated reports whether this is a copy of an older database that may have changed: OpenReadOnly gives a newer one.
func (d *Database) Outdated() bool {
	now := Stamp(d.Path)
	return d.older != nil && (now == "" || now != d.copied)
}

// Migration is what Open has done to a database of an older version.
type Migration struct {
	From, To string // the first releases that read its formats
	Copy     string // path of the database as it was
}

// migrate checks, copies and upgrades the database, while no other process has it open for writing.
func (d *Database) migrate(ctx context.Context) error {
	d.behind = true
	err := d.checkLog()
	older, ok := errors.AsType[outdated](err)
	if !ok { // another process has migrated it
		return err
	}
	checked := &Database{Path: d.Path, tables: d.tables, ctx: ctx, behind: true}
	defer checked.Close()
	if err = d.tables.checkSchema(d.db, older.version); err == nil {
		err = d.checkPages(ctx, "integrity_check")
	}
	if _, ok := errors.AsType[outdated](checked.checkLog()); ok && err == nil {
		err = checked.openCopy(older)
	}
	if err == nil {
		err = d.tables.Check(ctx, checked)
	}
	if err != nil {
		return err
	}
	done := &Migration{From: older.since, To: d.tables.newest().Since, Copy: fmt.Sprintf("%s.v%d", d.Path, older.version)}
	_, missing := os.Lstat(done.Copy)
	if err := d.copyTo(ctx, done.Copy, checked.identity, older); err != nil {
		return fmt.Errorf("copy it to %s: %w", done.Copy, err)
	}
	if err = d.connect(writerDSN); err == nil {
		err = d.tables.upgrade(ctx, d.db)
	}
	if err != nil {
		_, now := d.tables.marked(d.db)
		if _, unchanged := errors.AsType[outdated](now); unchanged && missing != nil {
			_ = disk.Remove(done.Copy)
		}
		return err
	}
	d.Migrated = done
	copies.Lock()
	defer copies.Unlock()
	dropCopy()
	return nil
}

// copyTo copies the database to a file that does not exist or is an earlier copy.
func (d *Database) copyTo(ctx context.Context, path, identity string, older outdated) error {
	for _, name := range []string{path, path + "-wal", path + "-journal"} {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if name != path || !d.isCopy(path, identity, older) {
			return fmt.Errorf("%s is no earlier copy of this store, or is in use: move it away", filepath.Base(name))
		}
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
	_, err = d.db.ExecContext(ctx, `PRAGMA query_only = off; VACUUM INTO ?`, part)
	return disk.Finish(t, path, 0o600, err)
}

// isCopy reports whether a file is an earlier copy of the database.
func (d *Database) isCopy(path, identity string, older outdated) bool {
	there := &Database{Path: path, tables: &Tables{Formats: d.tables.Formats[:older.version]}}
	defer there.Close()
	return there.checkFile(false) == nil && there.enter(immutableDSN, false) == nil && there.identity == identity
}
