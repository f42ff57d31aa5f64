package run

import (
	"errors"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
)

// The longest tag and note.
const (
	longestTag  = 30
	longestNote = 500
)

func checkTags(t store.Tags) error {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
	for _, tag := range t.Tags {
		if tag == "" || len(tag) > longestTag || strings.Trim(tag, letters) != "" {
			return setting.Usagef("TAG: must be of letters, digits, '-', '_' and '.', at most %d of them, have %q", longestTag, tag)
		}
	}
	if strings.ContainsFunc(t.Note, func(r rune) bool { return !unicode.IsGraphic(r) }) || utf8.RuneCountInString(t.Note) > longestNote {
		return setting.Usagef("--note: must be a line of at most %d printable characters", longestNote)
	}
	return nil
}

// Tag changes the tags of a run, if change says that there is something to write. They are sorted, each once.
func Tag(f *player.Finder, run string, change func(*store.Tags) bool) (t store.Tags, err error) {
	if _, err := os.Stat(f.Store); err != nil {
		return t, setting.Usagef("there is no store %s", f.Store)
	}
	if !slices.Contains(f.Runs(), run) {
		return t, f.NoRunError(run)
	}
	s, err := openStore(f)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	all, err := s.Tags()
	if err != nil {
		return t, err
	}
	if t = all[run]; change(&t) {
		slices.Sort(t.Tags)
		t.Tags = slices.Compact(t.Tags)
		if err = checkTags(t); err == nil {
			err = s.PutTags(run, t)
		}
	}
	return t, err
}
