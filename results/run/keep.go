package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// SummaryFile is the page of a run as a short text, in its folder; package page makes it.
const SummaryFile = "summary.md"

// runFiles are what a run writes into its folder, but for [store.LockFile].
var runFiles = []string{player.TargetFile, player.ChampionFile, player.CurvesFile, player.UnprovenFile, SummaryFile, ConfigFile}

// Removal is what [Remove] did.
type Removal struct {
	Removed []string `json:"removed"`           // runs
	Folders []string `json:"folders,omitempty"` // runs of which only the folder was left
	Kept    []string `json:"kept,omitempty"`    // folders with files that are not the run's
}

// Remove deletes runs: from the store, whose file it makes smaller unless another run is written to it, and then their
// files, if the folder is the run's ([store.Store.Lock]). Of a run whose removal was killed in between, it deletes the
// files. Runs that another run plays against or started from are refused unless forced.
func Remove(f *player.Finder, force bool, names ...string) (out Removal, err error) {
	s, rows, err := openLocked(f, force, names...)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, name := range names {
		if _, ok := rows[name]; ok {
			continue
		}
		if _, err := os.Lstat(f.RunDir(name)); err != nil || champion.CheckRunName(name) != nil {
			return out, f.NoRunError(name)
		}
		if err := s.Lock(name); err != nil {
			return out, setting.Usagef("%w: %w", f.NoRunError(name), err)
		}
		out.Folders = append(out.Folders, name)
	}
	if err := s.Remove(slices.Collect(maps.Keys(rows))...); err != nil {
		return out, err
	}
	for _, name := range names {
		left, err := removeFolder(s, name)
		if err != nil {
			return out, err
		}
		out.Removed = append(out.Removed, name)
		if left {
			out.Kept = append(out.Kept, f.RunDir(name))
		}
	}
	_, err = s.Compact()
	return out, err
}

// removeFolder removes a removed run's files, if its folder is locked, and the folder, unless it has others.
func removeFolder(s *store.Store, name string) (left bool, err error) {
	if s.CheckHeld(name) == nil {
		for _, file := range runFiles {
			err = errors.Join(err, disk.Remove(filepath.Join(s.Dir(name), file)))
		}
	}
	if err == nil {
		err = s.Unlock(name, true)
	}
	_, gone := os.Lstat(s.Dir(name))
	return gone == nil && champion.CheckRunName(name) == nil, err
}

// KeepCurves writes the curves of a run's champion into the run's folder, with those of other genes that are there.
func KeepCurves(f *player.Finder, p *player.Player, c report.Curves) (err error) {
	if before := view.KeptCurves(f, p); before != nil {
		for _, x := range before.Curves {
			if !slices.ContainsFunc(c.Curves, func(y report.Curve) bool { return y.Gene == x.Gene }) {
				c.Curves = append(c.Curves, x)
			}
		}
	}
	c.Checksum = c.Sum()
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	s, err := OpenStore(f)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Lock(p.Name); err != nil {
		return err
	}
	return disk.Write(filepath.Join(s.Dir(p.Name), player.CurvesFile), data, disk.Any)
}

// Prune deletes all individuals of runs but champions, challengers and ancestors ([store.Store.Prune]), and compacts.
func Prune(f *player.Finder, names ...string) (out []store.PruneResult, err error) {
	s, rows, err := openLocked(f, true, names...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, name := range names {
		if _, ok := rows[name]; !ok {
			return nil, f.NoRunError(name)
		}
	}
	if out, err = s.Prune(names...); err == nil {
		_, err = s.Compact()
	}
	return out, err
}

// ErrNeeded is the error for a run that another run needs.
var ErrNeeded = errors.New("and could not be resumed or verified")

// openLocked opens the store and locks the runs that it has. Unless forced, it refuses runs that another needs.
func openLocked(f *player.Finder, force bool, names ...string) (s *store.Store, rows map[string]store.RunRow, err error) {
	if _, err := os.Stat(f.Store); err != nil {
		return nil, nil, setting.Usagef("there is no store %s", f.Store)
	}
	if s, err = OpenStore(f); err != nil {
		return nil, nil, err
	}
	rows = map[string]store.RunRow{}
	all, err := s.Runs()
	for _, row := range all {
		if err == nil && slices.Contains(names, row.Name) {
			rows[row.Name] = row
			if err = s.Lock(row.Name); errors.Is(err, store.ErrFolder) {
				err = nil // then no process breeds it
			}
			continue
		}
		if err != nil || force {
			continue
		}
		c := configs.ParseForDisplay(row.Config)
		needed := slices.Concat(c.Starts(), c.Field, c.Holdout)
		for _, name := range names {
			below := filepath.ToSlash(f.RunDir(name)) + "/"
			refers := func(word string) bool { return word == name || strings.Contains(filepath.ToSlash(word), below) }
			if err == nil && slices.ContainsFunc(needed, refers) {
				err = setting.Usagef("run %s plays against %s or began with it, %w", row.Name, name, ErrNeeded)
			}
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, rows, nil
}

// OpenStore opens the store to write, and makes it and its folder if there is none.
func OpenStore(f *player.Finder) (*store.Store, error) {
	if err := os.MkdirAll(filepath.Dir(f.Store), 0o700); err != nil {
		return nil, fmt.Errorf("make the store's folder: %w", err)
	}
	s, err := store.Open(cmp.Or(f.Context, context.Background()), f.Store)
	if err == nil && s.Migrated != nil && f.Migrated != nil {
		f.Migrated(s.Migrated)
	}
	return s, err
}

// CheckFolders finds what killed processes have left in folders of runs, and runs whose champion file or curves are
// damaged or not of the store's champion, by genes too where the run's game can be played here.
func CheckFolders(f *player.Finder, s *store.Store) (left []string, damage []store.Damage, err error) {
	rows, err := s.Runs()
	for _, row := range rows {
		path, file, wrong := f.ReadChampion(s, row)
		if file != nil {
			if g, unknown := f.GameOf(row); unknown == nil {
				if _, wrong = file.Vector(g.Schema); wrong != nil {
					wrong = fmt.Errorf("%s: %w", path, wrong)
				}
			}
		}
		var edited error
		if s.Owns(row.Name) {
			_, edited = view.ReadCurves(f, row.Name)
			if row.State != store.Running {
				found, failed := filepath.Glob(filepath.Join(f.RunDir(row.Name), disk.Unfinished))
				left, err = append(left, found...), cmp.Or(err, failed)
			}
		}
		for _, err := range []error{wrong, edited} {
			if err != nil {
				damage = append(damage, store.Damage{Run: row.Name, What: err.Error()})
			}
		}
	}
	return left, damage, err
}

// Tag changes the tags of a run, if change says that there is something to write. They are sorted, each once.
func Tag(f *player.Finder, run string, change func(*store.Tags) bool) (t store.Tags, err error) {
	if _, err := os.Stat(f.Store); err != nil {
		return t, setting.Usagef("there is no store %s", f.Store)
	}
	if !slices.Contains(f.Runs(), run) {
		return t, f.NoRunError(run)
	}
	s, err := f.OpenStore() // to write only if there is something
	if err != nil {
		return t, err
	}
	all, err := s.Tags()
	if t = all[run]; errors.Join(err, s.Close()) != nil || !change(&t) {
		return t, err
	}
	slices.Sort(t.Tags)
	t.Tags = slices.Compact(t.Tags)
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
	const longestTag = 30
	for _, tag := range t.Tags {
		if tag == "" || len(tag) > longestTag || strings.Trim(tag, letters) != "" {
			return t, setting.Usagef("TAG: must be of letters, digits, '-', '_' and '.', at most %d of them, have %q", longestTag, tag)
		}
	}
	if err := CheckNote(t.Note); err != nil {
		return t, err
	}
	if s, err = OpenStore(f); err == nil {
		err = errors.Join(s.PutTags(run, t), s.Close())
	}
	return t, err
}

// CheckNote refuses a note that is no line of text.
func CheckNote(note string) error {
	const longestNote = 500
	if strings.ContainsFunc(note, func(r rune) bool { return !unicode.IsGraphic(r) }) || utf8.RuneCountInString(note) > longestNote {
		return setting.Usagef("--note: must be a line of at most %d printable characters", longestNote)
	}
	return nil
}
