package lineage

import (
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// migrations are applied in the order of their names; PRAGMA user_version counts
// the ones that were.
//
//go:embed migration/*.sql
var migrations embed.FS

// applicationID marks a database file as ours: "blng".
const applicationID = 0x626c6e67

// version reads how far the store has been migrated, and refuses what is not ours.
func (s *Store) version(known int) (int, error) {
	var application, version, tables int
	for query, into := range map[string]*int{
		`PRAGMA application_id`:              &application,
		`PRAGMA user_version`:                &version,
		`SELECT count(*) FROM sqlite_schema`: &tables,
	} {
		if err := s.db.QueryRow(query).Scan(into); err != nil {
			return 0, unreadable(err)
		}
	}
	switch {
	case tables > 0 && application != applicationID:
		return 0, fmt.Errorf("%w: the database belongs to another program", ErrForeign)
	case version < 0 || tables == 0 && version > 0:
		return 0, fmt.Errorf("%w: it has schema %d and %d tables", ErrForeign, version, tables)
	case version > known:
		return 0, fmt.Errorf("%w: it has schema %d, known is %d", ErrNewer, version, known)
	}
	return version, nil
}

// unreadable tells whether it is the file's fault that it cannot be read.
func unreadable(err error) error {
	if broken(err) {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	return err
}

// accept lets a reader in.
func (s *Store) accept() error {
	names, err := fs.Glob(migrations, "migration/*.sql")
	if err != nil {
		return err
	}
	version, err := s.version(len(names))
	switch {
	case err != nil:
		return err
	case version == 0:
		return fmt.Errorf("%w: the database is empty", ErrForeign)
	case version < len(names):
		return ErrOlder
	}
	return nil
}

// migrate brings the store up to date in one transaction.
func (s *Store) migrate() error {
	names, err := fs.Glob(migrations, "migration/*.sql") // sorted
	if err != nil {
		return err
	}
	version, err := s.version(len(names))
	if err != nil || version == len(names) {
		return err
	}
	if version > 0 {
		if err := s.backup(version); err != nil {
			return fmt.Errorf("keep a copy of the store before it is migrated: %w", err)
		}
	}
	return s.change(func(tx *sql.Tx) error {
		for _, name := range names[version:] {
			text, err := migrations.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(string(text)); err != nil {
				return fmt.Errorf("migrate: %s: %w", name, err)
			}
		}
		_, err := tx.Exec(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(names)))
		return err
	})
}

// backup copies the store to PATH.schema-N, as it is under that schema.
func (s *Store) backup(version int) error {
	path := fmt.Sprintf("%s.schema-%d", s.path, version)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // of an earlier try that failed later
	}
	_, err := s.db.Exec(`VACUUM INTO ?`, path)
	if err != nil {
		_ = os.Remove(path)
	}
	return err
}

// change runs f in a transaction: all of it happens, or nothing.
func (s *Store) change(f func(*sql.Tx) error) error {
	if err := s.writable(); err != nil {
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

// writable tells why nothing can be written; nil if it can.
func (s *Store) writable() error {
	if s.lock == nil {
		return ErrReadOnly
	}
	if now, err := os.Stat(s.path); s.file != nil && (err != nil || !os.SameFile(s.file, now)) {
		return ErrGone // SQLite would write on into a file that nobody sees
	}
	return nil
}
