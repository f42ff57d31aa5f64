package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/key"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
)

// SummaryFile is the page of a run, in its folder.
const SummaryFile = "summary.md"

// files are what a run writes into its folder. The settings, by which a folder is known, are removed last.
var files = []string{player.TargetFile, player.ChampionFile, SummaryFile, ConfigFile}

// Remove deletes runs: from the store, whose file it makes smaller unless another run is
// written to it, and their files. A folder with other files stays, and is returned. Runs
// that another run plays against or started from are refused unless forced.
func Remove(f *player.Finder, force bool, names ...string) (left []string, err error) {
	s, err := change(f, force, names...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if left, err = remove(f, s, names...); err == nil {
		_, err = s.Compact()
	}
	return left, err
}

// remove deletes runs from the store and then their files.
func remove(f *player.Finder, s *lineage.Store, names ...string) (left []string, err error) {
	changes, err := s.Remove(names...)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		stays, err := removeFiles(f.RunDir(c.Run))
		if err == nil {
			err = s.Settle(c)
		}
		if err != nil {
			return left, err
		}
		if stays {
			left = append(left, f.RunDir(c.Run))
		}
	}
	return left, nil
}

// Prune deletes all individuals of runs but champions, challengers and their ancestors, see
// [lineage.Store.Prune], and makes the store's file smaller.
func Prune(f *player.Finder, names ...string) (out []lineage.Pruned, err error) {
	s, err := change(f, true, names...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if out, err = s.Prune(names...); err == nil {
		_, err = s.Compact()
	}
	return out, err
}

// Rename gives a run another name: in the store, to its folder, in its champion file and
// in settings that name a file of its folder. The new folder must not exist or be empty.
func Rename(f *player.Finder, force bool, name, to string) (err error) {
	s, err := change(f, force, name)
	if err != nil {
		return err
	}
	r := &Run{finder: f, store: s}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := r.checkName("NAME", to); err != nil {
		return err
	}
	row, err := s.Run(name)
	if err != nil {
		return err
	}
	from, dir := f.RunDir(name), f.RunDir(to)
	if _, err := renamedChampion(from, to); err != nil {
		return err
	}
	c, err := s.Rename(name, to, strings.ReplaceAll(row.Config, from+string(filepath.Separator), dir+string(filepath.Separator)))
	if err != nil {
		return err
	}
	if row, err = s.Run(to); err != nil {
		return err
	}
	if info, err := os.Stat(from); err == nil && info.IsDir() {
		if err := move(from, dir); err != nil {
			return errors.Join(fmt.Errorf("rename run %s: %w", name, err), s.Undo(c))
		}
		if err := renamed(dir, to, row.Config); err != nil {
			return err
		}
	}
	return s.Settle(c)
}

// renamed writes the files of a run's folder that tell its name.
func renamed(dir, name, config string) error {
	data, err := renamedChampion(dir, name)
	if err == nil && data != nil {
		err = champion.WriteFile(filepath.Join(dir, player.ChampionFile), data)
	}
	if err == nil { // last: by the old settings the folder is known to be on its way
		err = champion.WriteFile(filepath.Join(dir, ConfigFile), []byte(config))
	}
	return err
}

// renamedChampion returns the champion file of a run's folder under another name; nil where there is none yet.
func renamedChampion(dir, name string) ([]byte, error) {
	path := filepath.Join(dir, player.ChampionFile)
	data, err := champion.ReadFile(path, champion.MaxSize)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	file, err := champion.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	file.Name, file.Origin.Run = name, name
	return file.Encode()
}

// ErrNeeded is the error for a run that another run needs.
var ErrNeeded = errors.New("and could not be resumed or verified")

// change opens the store to change runs, which must be there and, unless forced, which no
// other run needs.
func change(f *player.Finder, force bool, names ...string) (*lineage.Store, error) {
	if _, err := os.Stat(f.Store); err != nil {
		return nil, key.Usagef("there is no store %s", f.Store)
	}
	s, err := open(f)
	if err != nil {
		return nil, err
	}
	rows, err := s.Runs()
	for _, name := range names {
		there := slices.ContainsFunc(rows, func(r lineage.RunRow) bool { return r.Name == name })
		switch {
		case err != nil:
		case there:
			err = s.Lock(name)
		default:
			err = f.NoRun(name)
		}
		for _, row := range rows {
			if err == nil && !force && !slices.Contains(names, row.Name) && needs(row.Config, name, f.RunDir(name)) {
				err = key.Usagef("run %s plays against %s or began with it, %w", row.Name, name, ErrNeeded)
			}
		}
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
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
		found, err := filepath.Glob(filepath.Join(f.RunDir(row.Name), champion.Unfinished))
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	return paths, nil
}
