package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"bloodline/evolve/store/door"
	"bloodline/genome/champion"
)

// PutEvidence keeps the evidence for the run's champion, also while the run is resumed.
func (r *Recorder) PutEvidence(e *champion.Evidence) error {
	return r.wrapError("put evidence of", r.putValue("evidence", e))
}

// PutStatus replaces the run's stored progress, which is JSON.
func (r *Recorder) PutStatus(status any) error {
	return r.wrapError("put status of", r.putValue("statuses", status))
}

// putValue keeps a run's value in a table that has one for each.
func (r *Recorder) putValue(table string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return r.store.exec(`INSERT OR REPLACE INTO `+table+` (run, value, checksum) VALUES (?, ?, ?)`, r.key, string(text), checksum(r.key, string(text)))
}

// Evidence returns the evidence for the champion of a run; nil before it was measured. That of a run that was resumed
// and isn't [Finished] is of its end before.
func (s *Store) Evidence(run string) (e *champion.Evidence, err error) {
	text, err := valueOf(s.db.Read(), "evidence", run)
	if err == nil && text != nil {
		err = json.Unmarshal(text, &e)
	}
	return e, s.wrapError("read evidence of run "+run, err)
}

// Status returns the JSON that was kept by [Recorder.PutStatus]; nil for none. It takes a tenth of a millisecond.
func (s *Store) Status(run string) (json.RawMessage, error) {
	text, err := valueOf(s.db.Read(), "statuses", run)
	return text, s.wrapError("read status of run "+run, err)
}

// valueOf returns what putValue has kept in a table; nil for nothing.
func valueOf(q door.Querier, table, run string) (json.RawMessage, error) {
	var key int64
	var text, sum []byte
	err := q.QueryRow(`SELECT run, value, checksum FROM `+table+` WHERE run = (SELECT key FROM runs WHERE name = ?)`, run).Scan(&key, &text, &sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = compareSum(table, sum, checksum(key, string(text)))
	}
	return text, err
}

// Tags are notes of the user about a run. They are no part of the run: they may be set while it is bred.
type Tags struct {
	Tags []string `json:"tags,omitempty"`
	Note string   `json:"note,omitempty"`
}

// Any reports whether there are tags or a note.
func (t Tags) Any() bool { return len(t.Tags) > 0 || t.Note != "" }

// Text writes the tags and the note in a line.
func (t Tags) Text() string {
	text := strings.Join(t.Tags, ", ")
	if text != "" && t.Note != "" {
		text += "; "
	}
	return text + t.Note
}

// PutTags sets the tags of a run.
func (s *Store) PutTags(run string, t Tags) error {
	return s.wrapError("tag run "+run, s.db.Transact(func(tx *sql.Tx) error {
		key, err := runKey(tx, run)
		if err == nil {
			_, err = tx.Exec(`INSERT OR REPLACE INTO tags (run, tags, note, checksum) VALUES (?, ?, ?, ?)`, key, jsonList(t.Tags), t.Note, checksum(key, t.Tags, t.Note))
		}
		return err
	}))
}

// Tags returns the tags of the runs that have any, by their names.
func (s *Store) Tags() (map[string]Tags, error) {
	out, err := readTags(s.db.Read(), "")
	return out, s.wrapError("read tags", err)
}

// readTags reads the tags of the runs of a name, of all runs for the empty one.
func readTags(q door.Querier, name string) (map[string]Tags, error) {
	out := map[string]Tags{}
	return out, door.Query(q, func(scan door.Scanner) error {
		var key int64
		var run, tags string
		var t Tags
		var kept []byte
		if err := scan(&key, &run, &tags, &t.Note, &kept); err != nil {
			return err
		}
		err := json.Unmarshal([]byte(tags), &t.Tags)
		if t.Any() {
			out[run] = t
		}
		return compareRead("tags of "+run, err, kept, checksum(key, t.Tags, t.Note))
	}, `SELECT run, name, tags, note, t.checksum FROM tags t JOIN runs ON runs.key = t.run WHERE ?1 = '' OR name = ?1`, name)
}
