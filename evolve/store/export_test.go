package store

import (
	"database/sql"
	"errors"
	"net/url"

	"bloodline/evolve/store/door"
)

// NextVersion makes a version that has a column and a table more and other notes until restore is called.
func NextVersion() (restore func()) {
	before := tables.Formats
	tables.Formats = append(before[:len(before):len(before)], door.Format{
		Since: "v0.2.0",
		SQL: `ALTER TABLE tags ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';
			CREATE TABLE extras (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; -- takes a while
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO extras SELECT i, hex(i) FROM n`,
		Rows: func(tx *sql.Tx) error {
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
	return func() { tables.Formats = before }
}

// Version returns the version that a store's file has.
func Version(path string) (v int, err error) {
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath())
	if err == nil {
		err = errors.Join(db.QueryRow(`PRAGMA user_version`).Scan(&v), db.Close())
	}
	return v, err
}
