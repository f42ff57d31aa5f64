package run

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/key"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/results/export"
)

// SummaryFile is the page of a run, in its folder.
const SummaryFile = "summary.md"

// files are what a run writes into its folder. The settings, by which a folder is known, are removed last.
var files = []string{player.TargetFile, player.ChampionFile, SummaryFile, ConfigFile}

// Removal is what [Remove] did.
type Removal struct {
	Removed []string `json:"removed"`           // runs
	Folders []string `json:"folders,omitempty"` // those of which only the folder was left
	Left    []string `json:"left,omitempty"`    // folders with files that are not the run's
}

// Remove deletes runs: from the store, whose file it makes smaller unless another run is
// written to it, and then their files. Of a run whose removal was killed in between, it deletes the
// files. Runs that another run plays against or started from are refused unless forced.
func Remove(f *player.Finder, force bool, names ...string) (out Removal, err error) {
	s, rows, err := change(f, force, names...)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, name := range names {
		if _, ok := rows[name]; ok {
			continue
		}
		if err := abandoned(f, name); err != nil {
			return out, err
		}
		out.Folders = append(out.Folders, name)
	}
	if err := s.Remove(slices.Collect(maps.Keys(rows))...); err != nil {
		return out, err
	}
	for _, name := range names {
		left, err := removeFolder(f, name, rows[name].Config)
		if err != nil {
			return out, err
		}
		out.Removed = append(out.Removed, name)
		if left {
			out.Left = append(out.Left, f.RunDir(name))
		}
	}
	_, err = s.Compact()
	return out, err
}

// abandoned returns an error unless the folder of this name is what a killed removal has left: an empty folder, or that
// of a run which no store beside it has.
func abandoned(f *player.Finder, name string) error {
	dir := f.RunDir(name)
	if lineage.CheckName(name) != nil {
		return f.NoRun(name)
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return f.NoRun(name)
	}
	if free(dir) == nil {
		return nil
	}
	text, err := disk.Read(filepath.Join(dir, ConfigFile), champion.MaxSize)
	if err != nil {
		return f.NoRun(name)
	}
	if !bytes.Equal(configs.Recorded(string(text)).YAML(), text) {
		return key.Usagef("no run %q in %s, and %s in its folder isn't as bloodline writes it: remove %s yourself", name, f.Store, ConfigFile, dir)
	}
	beside, err := os.ReadDir(filepath.Dir(f.Store))
	for _, e := range beside {
		if !e.Type().IsRegular() || e.Name() == filepath.Base(f.Store) {
			continue
		}
		other, failed := lineage.OpenReadOnly(filepath.Join(filepath.Dir(f.Store), e.Name()))
		if failed == nil {
			_, failed = other.Run(name)
			_ = other.Close()
		}
		if !errors.Is(failed, lineage.ErrForeign) && !errors.Is(failed, lineage.ErrNotFound) {
			return key.Usagef("no run %q in %s: its folder %s may be of %s", name, f.Store, dir, e.Name())
		}
	}
	return err
}

// removeFolder removes the files of a run that had these settings, none for a folder that is [abandoned], and the folder
// unless others are in it. It touches no folder that is another run's.
func removeFolder(f *player.Finder, name, config string) (left bool, err error) {
	dir := f.RunDir(name)
	if lineage.CheckName(name) != nil {
		return false, nil // no run of this program; no folder is its own
	}
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || !info.IsDir() {
		return true, err // a link to a folder elsewhere stays as it is
	}
	text, err := disk.Read(filepath.Join(dir, ConfigFile), champion.MaxSize)
	if err != nil && !errors.Is(err, fs.ErrNotExist) || err == nil && config != "" && string(text) != config && abandoned(f, name) != nil {
		return true, nil
	}
	for _, name := range files {
		for _, path := range []string{disk.Part(filepath.Join(dir, name)), filepath.Join(dir, name)} {
			if info, err := os.Lstat(path); err != nil || info.IsDir() {
				continue // not there, or no file of ours
			}
			if err := os.Remove(path); err != nil {
				return true, err
			}
		}
	}
	return export.RemoveEmpty(dir) != nil, nil
}

// Prune deletes all individuals of runs but champions, challengers and their ancestors, see
// [lineage.Store.Prune], and makes the store's file smaller.
func Prune(f *player.Finder, names ...string) (out []lineage.Pruned, err error) {
	s, rows, err := change(f, true, names...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, name := range names {
		if _, ok := rows[name]; !ok {
			return nil, f.NoRun(name)
		}
	}
	if out, err = s.Prune(names...); err == nil {
		_, err = s.Compact()
	}
	return out, err
}

// ErrNeeded is the error for a run that another run needs.
var ErrNeeded = errors.New("and could not be resumed or verified")

// change opens the store to change runs, which it locks and, unless forced, no other run needs. It returns those
// that the store has.
func change(f *player.Finder, force bool, names ...string) (s *lineage.Store, rows map[string]lineage.RunRow, err error) {
	if _, err := os.Stat(f.Store); err != nil {
		return nil, nil, key.Usagef("there is no store %s", f.Store)
	}
	if s, err = open(f); err != nil {
		return nil, nil, err
	}
	rows = map[string]lineage.RunRow{}
	all, err := s.Runs()
	for _, row := range all {
		if err == nil && slices.Contains(names, row.Name) {
			rows[row.Name] = row
			err = s.Lock(row.Name)
			continue
		}
		for _, name := range names {
			if err == nil && !force && needs(row.Config, name, f.RunDir(name)) {
				err = key.Usagef("run %s plays against %s or began with it, %w", row.Name, name, ErrNeeded)
			}
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, rows, nil
}

// open opens the store to write.
func open(f *player.Finder) (*lineage.Store, error) {
	ctx := f.Context
	if ctx == nil {
		ctx = context.Background()
	}
	return lineage.OpenContext(ctx, f.Store)
}

// needs reports whether settings name a run or a file of its folder.
func needs(config, name, dir string) bool {
	c := configs.Recorded(config)
	below := filepath.ToSlash(dir) + "/"
	return slices.ContainsFunc(slices.Concat(c.Starts(), c.Field, c.Holdout), func(word string) bool {
		return word == name || strings.Contains(filepath.ToSlash(word), below)
	})
}

// UnfinishedFiles returns what processes that were killed have left in the folders of a store's
// runs.
func UnfinishedFiles(f *player.Finder, s *lineage.Store) (paths []string, err error) {
	rows, err := s.Runs()
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if row.State == lineage.Running || lineage.CheckName(row.Name) != nil {
			continue
		}
		found, err := filepath.Glob(filepath.Join(f.RunDir(row.Name), disk.Unfinished))
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	return paths, nil
}
