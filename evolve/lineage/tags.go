package lineage

import (
	"encoding/json"
	"errors"
	"strings"
)

// Tags are notes of the user about a run. They are no part of the run: they may be
// set while it is bred.
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

// TagsKey is the key under which they stand in evidence.
const TagsKey = "tags"

// PutTags sets the tags of a run.
func (s *Store) PutTags(run string, t Tags) error {
	return s.failed("tag run "+run, s.putEvidence(run, TagsKey, t))
}

// Tags returns the tags of the runs that have any, by their names.
func (s *Store) Tags() (map[string]Tags, error) {
	out := map[string]Tags{}
	err := query(s.reads(), func(scan scanner) error {
		var run, value string
		var kept []byte
		if err := scan(&run, &value, &kept); err != nil {
			return err
		}
		var t Tags
		err := errors.Join(compareSum("tags of "+run, kept, checksum(TagsKey, value)), json.Unmarshal([]byte(value), &t))
		if t.Any() {
			out[run] = t
		}
		return err
	}, `SELECT name, value, e.checksum FROM evidence e JOIN runs ON runs.key = e.run WHERE e.key = ?`, TagsKey)
	return out, s.failed("read tags", err)
}
