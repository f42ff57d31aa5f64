package lineage

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Remove deletes runs with all that the store has of them. The file gets no smaller before
// [Store.Compact].
func (s *Store) Remove(runs ...string) error {
	// Every parent would be looked for among all children; what is deleted is whole runs.
	if _, err := s.db.Exec(`PRAGMA foreign_keys = OFF`); err != nil {
		return s.failed("remove runs", err)
	}
	err := s.change(func(tx *sql.Tx) error {
		tables, err := tablesOfRuns(tx)
		if err != nil {
			return err
		}
		for _, run := range runs {
			key, err := runKey(tx, run)
			if err != nil {
				return fmt.Errorf("run %s: %w", run, err)
			}
			if _, err := tx.Exec(`DELETE FROM parents WHERE child IN (SELECT key FROM individuals WHERE run = ?)`, key); err != nil {
				return err
			}
			for _, table := range tables {
				if _, err := tx.Exec(`DELETE FROM `+table+` WHERE run = ?`, key); err != nil {
					return err
				}
			}
			if _, err := tx.Exec(`DELETE FROM runs WHERE key = ?`, key); err != nil {
				return err
			}
		}
		return nil
	})
	_, on := s.db.Exec(`PRAGMA foreign_keys = ON`)
	return s.failed("remove runs", errors.Join(err, on))
}

// tablesOfRuns lists the tables whose rows belong to a run.
func tablesOfRuns(q querier) (names []string, err error) {
	err = each(q, func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		names = append(names, name)
		return err
	}, `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c ON c.name = 'run' WHERE m.type = 'table'`)
	return names, err
}

// Rename gives a run another name, and settings in place of those recorded.
func (s *Store) Rename(run, name, config string) error {
	err := s.change(func(tx *sql.Tx) error {
		if _, err := runKey(tx, name); !errors.Is(err, ErrNotFound) {
			return errors.Join(err, ErrExists)
		}
		key, err := runKey(tx, run)
		if err != nil {
			return err
		}
		rows, damaged, err := readRuns(tx, run)
		if err = errors.Join(err, damaged); err != nil {
			return err
		}
		info := rows[0].Info
		info.Name, info.Config = name, config
		_, err = tx.Exec(`UPDATE runs SET name = ?, config = ?, checksum = ? WHERE key = ?`, name, config, info.sum(), key)
		return err
	})
	return s.failed("rename run "+run, err)
}

// Compact gives the space of what was removed back to the disk. It needs as much again
// while it works, and takes some seconds for a gigabyte.
func (s *Store) Compact() error {
	_, err := s.db.Exec(`VACUUM`)
	return s.failed("compact", err)
}

// Size says what a run takes up.
type Size struct {
	Run         string
	Individuals int64
	GeneBytes   int64 // of their genomes
}

// Sizes returns the bytes of the store's files, and what each run takes up. It reads a
// page or more of every individual: about a second for a gigabyte.
func (s *Store) Sizes() (bytes int64, runs []Size, err error) {
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path + end); err == nil {
			bytes += info.Size()
		}
	}
	err = each(s.db, func(scan func(...any) error) error {
		var x Size
		err := scan(&x.Run, &x.Individuals, &x.GeneBytes)
		runs = append(runs, x)
		return err
	}, `SELECT name, count(i.key), coalesce(sum(length(i.genes)), 0) FROM runs LEFT JOIN individuals i ON i.run = runs.key GROUP BY runs.key ORDER BY runs.key`)
	return bytes, runs, s.failed("measure", err)
}
