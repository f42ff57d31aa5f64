package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"bloodline/evolve/store/door"
)

// lockAll locks runs that could be bred meanwhile; one whose folder belongs to another run can't.
func (s *Store) lockAll(runs []string) error {
	for _, run := range runs {
		if err := s.Lock(run); err != nil && !errors.Is(err, ErrFolder) {
			return err
		}
	}
	return nil
}

// Remove deletes runs with all their rows. The file gets no smaller before [Store.Compact].
func (s *Store) Remove(runs ...string) error {
	if err := s.lockAll(runs); err != nil {
		return s.wrapError("remove runs", err)
	}
	return s.change("remove runs", runs, func(tx *sql.Tx, _ string, key int64) error {
		for _, table := range []string{
			"generations", "measurements", "distributions", "centres", "games", "exploiters", "league_rounds", "evidence", "statuses", "tags",
		} {
			if _, err := tx.Exec(`DELETE FROM `+table+` WHERE run = ?`, key); err != nil {
				return err
			}
		}
		if err := deleteBorn(tx, key, 0); err != nil {
			return err
		}
		_, err := tx.Exec(`DELETE FROM runs WHERE key = ?`, key)
		return err
	})
}

// change changes runs, by their keys, in one transaction.
func (s *Store) change(act string, runs []string, f func(tx *sql.Tx, run string, key int64) error) error {
	return s.wrapError(act, s.db.Transact(func(tx *sql.Tx) error {
		for _, run := range runs {
			key, err := runKey(tx, run)
			if err == nil {
				err = f(tx, run, key)
			}
			if err != nil {
				return fmt.Errorf("run %s: %w", run, err)
			}
		}
		return nil
	}))
}

// deleteBorn deletes the individuals that a run bears from a generation on.
func deleteBorn(tx *sql.Tx, run int64, generation int) error {
	_, err := tx.Exec(`DELETE FROM individuals WHERE key >= ? AND key < ?`, firstKey(run, generation), firstKey(run+1, 0))
	return err
}

// keptByPrune selects champions, challengers, the last generation, its hall of fame, and all their ancestors.
const keptByPrune = `WITH RECURSIVE kept (key) AS (
	SELECT champion FROM generations WHERE run = ?1
	UNION SELECT challenger FROM generations WHERE run = ?1 AND challenger IS NOT NULL
	UNION SELECT individual FROM measurements WHERE run = ?1 AND generation = (SELECT max(number) FROM generations WHERE run = ?1)
	UNION SELECT value FROM generations, json_each(hall_of_fame) WHERE run = ?1 AND number = (SELECT max(number) FROM generations WHERE run = ?1)
	UNION SELECT p.value FROM kept JOIN individuals i ON i.key = kept.key JOIN json_each(i.parents) p)`

// PruneResult is the result of [Store.Prune] for one run.
type PruneResult struct {
	Run     string `json:"run"`
	Removed int64  `json:"removed"` // individuals
	Kept    int64  `json:"kept"`
}

// Prune deletes all individuals of runs but champions, challengers, the last generation and all their ancestors. The
// summaries of the generations stay, and a run can still be resumed; of its other generations, the deleted individuals
// are missing. Games of programs go too. The file gets no smaller before [Store.Compact]. A run that [Store.Check]
// finds damaged is refused: it takes as long to find out.
func (s *Store) Prune(runs ...string) (out []PruneResult, err error) {
	if err := s.lockAll(runs); err != nil {
		return nil, s.wrapError("prune", err)
	}
	reading, err := OpenReadOnly(context.Background(), s.db.Path) // others may write meanwhile
	if err != nil {
		return nil, s.wrapError("prune", err)
	}
	defer reading.Close()
	for _, run := range runs { // pruning recomputes checksums, which would hide existing damage
		var damage []Damage
		err := reading.within(run, func(r *reader) (err error) {
			damage, _, err = checkRun(context.Background(), r, run)
			return err
		})
		if len(damage) > 0 {
			err = damage[0].err()
		}
		if err != nil {
			return nil, s.wrapError("prune run "+run, err)
		}
	}
	err = s.change("prune", runs, func(tx *sql.Tx, run string, key int64) error {
		pruned := PruneResult{Run: run}
		err := pruned.prune(tx, key)
		out = append(out, pruned)
		return err
	})
	return out, err
}

func (p *PruneResult) prune(tx *sql.Tx, run int64) error {
	first, end := firstKey(run, 0), firstKey(run+1, 0)
	for _, statement := range []string{
		`CREATE TEMP TABLE gone AS ` + keptByPrune + ` SELECT key FROM individuals WHERE key >= ?2 AND key < ?3 AND key NOT IN (SELECT key FROM kept)`,
		`DELETE FROM measurements WHERE run = ?1 AND individual IN (SELECT key FROM gone)`,
		`DELETE FROM games WHERE run = ?1`,
		`DELETE FROM centres WHERE run = ?1 AND NOT EXISTS (SELECT 1 FROM individuals WHERE key >> 20 = run << 20 | generation AND key NOT IN (SELECT key FROM gone))`,
		`DELETE FROM individuals WHERE key IN (SELECT key FROM gone)`,
	} {
		if _, err := tx.Exec(statement, run, first, end); err != nil {
			return err
		}
	}
	err := tx.QueryRow(`SELECT (SELECT count(*) FROM gone), count(*) FROM individuals WHERE key >= ? AND key < ?`, first, end).Scan(&p.Removed, &p.Kept)
	if err == nil {
		_, err = tx.Exec(`DROP TABLE gone`)
	}
	var numbers []int
	if err == nil {
		numbers, err = column[int](tx, `SELECT number FROM generations WHERE run = ?`, run)
	}
	r := newReader(tx, run)
	for i := 0; i < len(numbers) && err == nil; i++ { // checksums of generations, whose individuals are fewer now
		var sum []byte
		if _, sum, _, err = r.summed(numbers[i]); err == nil {
			_, err = tx.Exec(`UPDATE generations SET checksum = ? WHERE run = ? AND number = ?`, sum, run, numbers[i])
		}
	}
	return err
}

// Compact returns the space of deleted rows to the file system, in some seconds a gigabyte and with the store's size of
// room. While another process has the store open for writing, it does nothing and done is false.
func (s *Store) Compact() (done bool, err error) {
	done, err = s.db.Compact()
	return done, s.wrapError("compact", err)
}

// Size is the space that a run needs in the store.
type Size struct {
	Run         string `json:"run"`
	Individuals int64  `json:"individuals"`
	GeneBytes   int64  `json:"gene_bytes"` // of their genomes; the rest of the store is measurements, parents and indexes
}

// Sizes returns the bytes of the store's files and of each run, by a page of every individual: a second a gigabyte.
func (s *Store) Sizes() (bytes int64, runs []Size, err error) {
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(s.db.Path + end); err == nil {
			bytes += info.Size()
		}
	}
	runs, err = door.List(s.db.Read(), func(scan door.Scanner) (x Size, err error) {
		err = scan(&x.Run, &x.Individuals, &x.GeneBytes)
		return x, err
	}, `SELECT name, count(i.key), coalesce(sum(length(i.genes)), 0)
		FROM runs LEFT JOIN individuals i ON i.key >= runs.key << 40 AND i.key < (runs.key + 1) << 40 GROUP BY runs.key ORDER BY runs.key`)
	return bytes, runs, s.wrapError("measure", err)
}
