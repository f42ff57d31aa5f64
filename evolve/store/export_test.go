package store

import (
	"database/sql"
	"errors"
	"fmt"
)

// NextVersion makes a version that has a column and a table more and other notes until restore is called.
func NextVersion() (restore func()) {
	before := versions
	versions = append(versions[:len(versions):len(versions)], format{
		since: "v0.2.0",
		sql: `ALTER TABLE tags ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';
			CREATE TABLE extras (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; -- takes a while
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO extras SELECT i, hex(i) FROM n`,
		rows: func(tx *sql.Tx) error {
			all, err := readTags(tx, "")
			for run, t := range all {
				key, failed := runKey(tx, run)
				t.Note += "!"
				_, wrong := tx.Exec(`UPDATE tags SET note = ?, checksum = ? WHERE run = ?`, t.Note, checksum(key, t.Tags, t.Note), key)
				err = errors.Join(err, failed, wrong)
			}
			return err
		},
	})
	return func() { versions = before }
}

// Version returns the version that a store's file has.
func Version(path string) (v int, err error) {
	s := &Store{path: path}
	if err = s.connect(readerDSN); err == nil {
		err = errors.Join(s.db.QueryRow(`PRAGMA user_version`).Scan(&v), s.db.Close())
	}
	return v, err
}

// Needs writes that a store is of a version that a release reads.
func Needs(path string, version int, release string) error {
	s := &Store{path: path}
	err := s.connect(writerDSN)
	if err == nil {
		_, err = s.db.Exec(fmt.Sprintf(`UPDATE store SET needs = '%s'; PRAGMA user_version = %d; PRAGMA journal_mode = DELETE`, release, version))
		err = errors.Join(err, s.db.Close())
	}
	return err
}
