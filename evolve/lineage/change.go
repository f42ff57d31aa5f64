package lineage

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// Change is a run that is being renamed or removed. The store has it as it will be; its files, which
// the caller changes after the store, may be as they were when the process was killed.
type Change struct {
	Run    string // its name before
	To     string // its new name; empty where it is removed
	Config string // its settings before
}

// Names are the names of runs that a change is about.
func (c Change) Names() []string {
	if c.To == "" {
		return []string{c.Run}
	}
	return []string{c.Run, c.To}
}

// String says what happens to the run.
func (c Change) String() string {
	if c.To == "" {
		return "run " + c.Run + " is being removed"
	}
	return fmt.Sprintf("run %s is being renamed to %s", c.Run, c.To)
}

// Changes lists the changes that have begun and have not been settled.
func (s *Store) Changes() (out []Change, err error) {
	out, err = readChanges(s.reads())
	return out, s.failed("list changes", err)
}

func readChanges(q querier) (out []Change, err error) {
	err = query(q, func(scan scanner) error {
		var c Change
		if err := scan(&c.Run, &c.To, &c.Config); err != nil {
			return err
		}
		for _, name := range c.Names() {
			if CheckName(name) != nil {
				return fmt.Errorf("a change of run %.50q: %w", name, ErrDamaged)
			}
		}
		out = append(out, c)
		return nil
	}, `SELECT name, coalesce(renamed, ''), config FROM changes ORDER BY name`)
	return out, err
}

// Settle ends a change: the files of the run are as the store says.
func (s *Store) Settle(c Change) error {
	return s.failed("settle "+c.String(), s.exec(`DELETE FROM changes WHERE name = ?`, c.Run))
}

// Undo gives a run the name and the settings back that it had before a renaming.
func (s *Store) Undo(c Change) error {
	err := s.transact(func(tx *sql.Tx) error {
		if err := rename(tx, c.To, c.Run, c.Config); err != nil {
			return err
		}
		_, err := tx.Exec(`DELETE FROM changes WHERE name = ?`, c.Run)
		return err
	})
	return s.failed("undo that "+c.String(), err)
}

// Finish has settle end each change whose process was killed, with the names of its runs locked. What
// can't be ended stays for the next time.
func (s *Store) Finish(settle func(Change) error) error {
	changes, err := s.Changes()
	for _, c := range changes {
		err = errors.Join(err, s.finish(c, settle))
	}
	return err
}

func (s *Store) finish(c Change, settle func(Change) error) error {
	for _, name := range c.Names() {
		err := s.Lock(name)
		if errors.Is(err, ErrRunLocked) {
			return nil // its process lives
		}
		if err != nil {
			return err
		}
		defer s.Unlock(name) // its file is only a lock
	}
	now, err := s.Changes()
	if err != nil || !slices.Contains(now, c) {
		return err // its process ended it meanwhile
	}
	return settle(c)
}

// begin writes a change down, in the transaction that makes it.
func (c Change) begin(tx *sql.Tx) error {
	_, err := tx.Exec(`INSERT INTO changes (name, renamed, config) VALUES (?, nullif(?, ''), ?)`, c.Run, c.To, c.Config)
	return err
}

// Remove deletes runs with all that the store has of them. Each is a [Change], which the caller settles
// when its files are gone. The file of the store gets no smaller before [Store.Compact].
func (s *Store) Remove(runs ...string) (changes []Change, err error) {
	if err := s.lockAll(runs); err != nil {
		return nil, s.failed("remove runs", err)
	}
	err = s.transact(func(tx *sql.Tx) error {
		for _, run := range runs {
			c, err := remove(tx, run)
			if err != nil {
				return fmt.Errorf("run %s: %w", run, err)
			}
			if CheckName(run) != nil {
				continue // no run of this program; no folder is its own
			}
			if err := c.begin(tx); err != nil {
				return err
			}
			changes = append(changes, c)
		}
		return nil
	})
	return changes, s.failed("remove runs", err)
}

func remove(tx *sql.Tx, run string) (c Change, err error) {
	key, err := runKey(tx, run)
	if err != nil {
		return c, err
	}
	c.Run = run
	if err := tx.QueryRow(`SELECT config FROM runs WHERE key = ?`, key).Scan(&c.Config); err != nil {
		return c, err
	}
	if err := deleteRows(tx, key); err != nil {
		return c, err
	}
	_, err = tx.Exec(`DELETE FROM evidence WHERE run = ?`, key)
	if err == nil {
		_, err = tx.Exec(`DELETE FROM runs WHERE key = ?`, key)
	}
	return c, err
}

// Rename gives a run another name, and settings in place of those recorded. The caller settles the
// change when the files are renamed.
func (s *Store) Rename(run, name, config string) (c Change, err error) {
	if err := s.lockAll([]string{run, name}); err != nil {
		return c, s.failed("rename run "+run, err)
	}
	err = s.transact(func(tx *sql.Tx) error {
		rows, damaged, err := readRuns(tx, run)
		if err == nil && len(rows) == 0 {
			err = ErrNotFound
		}
		if err = cmp.Or(err, damaged); err != nil {
			return err
		}
		c = Change{run, name, rows[0].Config}
		if err := rename(tx, run, name, config); err != nil {
			return err
		}
		return c.begin(tx)
	})
	return c, s.failed("rename run "+run, err)
}

func rename(tx *sql.Tx, run, name, config string) error {
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
}
