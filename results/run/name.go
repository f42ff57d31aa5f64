package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
)

// DefaultName is the name of a run without --name, before a number makes it unique: run file, seed and settings of the
// command line, as coup-quick-1-generations-2. A budget is no part of it, since a larger one continues the run.
func DefaultName(config string, seed uint64, o configs.Overrides) string {
	const longestName = 60 // how many letters a default name has at most
	name := fmt.Sprintf("%s-%d", config, seed)
	changed := o.Set
	for _, f := range o.Flags {
		if f.Key != "seed" && f.Key != "workers" && !strings.HasPrefix(f.Key, "budget.") {
			changed = append(changed, f.Key+"="+f.Text)
		}
	}
	for _, c := range changed {
		key, value, _ := strings.Cut(strings.ReplaceAll(c, " ", ""), "=")
		name += "-" + key[strings.LastIndexByte(key, '.')+1:] + "-" + strings.TrimSuffix(filepath.Base(value), ".json")
	}
	if r := []rune(name); len(r) > longestName {
		name = string(r[:longestName])
	}
	return name
}

// chooseName locks and returns the name that the user gave, checked, or else a free one.
func (r *Run) chooseName(name, defaultName string) (string, error) {
	if name = norm.NFC.String(name); name != "" { // a shell may complete it from a name of a file with its accents apart
		return name, r.lockNewName(name)
	}
	name = champion.PlainRunName(defaultName)
	if champion.CheckRunName(name) != nil {
		name = "run"
	}
	for n, try := 2, name; ; n++ { // name, name-2, name-3, ...: the first that neither a run nor a folder has
		if _, err := os.Lstat(r.finder.RunDir(try)); errors.Is(err, fs.ErrNotExist) {
			err := r.store.Lock(try)
			used := false
			if err == nil {
				used, err = r.hasRun(try)
			}
			switch {
			case err == nil && !used:
				return try, nil
			case err == nil:
				err = r.store.Unlock(try, false)
			}
			if err != nil && !errors.Is(err, store.ErrRunLocked) && !errors.Is(err, store.ErrFolder) {
				return "", err
			}
		}
		try = fmt.Sprintf("%s-%d", name, n)
	}
}

// lockNewName locks a new run's name, unless it is none, that of a run, or of a folder that is not empty.
func (r *Run) lockNewName(name string) error {
	if err := checkRunName(r.finder, name); err != nil {
		return setting.Usagef("--name: %w", err)
	}
	if err := r.store.Lock(name); err != nil {
		return setting.Usagef("--name: %w", err)
	}
	used, err := r.hasRun(name)
	switch {
	case err != nil:
		return err
	case used:
		return setting.Usagef("--name: there is a run %[1]s already: go on with it by --resume=%[1]s, take another name, or remove it by runs rm %[1]s", name)
	}
	// Of an exploit that was killed before its run was in the store.
	if err := disk.Remove(filepath.Join(r.finder.RunDir(name), player.TargetFile)); err != nil {
		return err
	}
	entries, err := os.ReadDir(r.finder.RunDir(name))
	for _, e := range entries {
		if e.Name() != store.LockFile {
			return setting.Usagef("--name: the run's folder %s must not exist or be empty, it has %s", r.finder.RunDir(name), e.Name())
		}
	}
	return err
}

// checkRunName reports why a name can't be a run's: it must be a word that no other PLAYER has.
func checkRunName(f *player.Finder, name string) error {
	if err := champion.CheckRunName(name); err != nil {
		return err
	}
	if _, shipped := f.Games.Champion(name); shipped != nil || len(f.FindBaselines(name, nil)) > 0 {
		return fmt.Errorf("must not be the name of a shipped champion or a baseline, have %q", name)
	}
	return nil
}

func (r *Run) hasRun(name string) (bool, error) {
	_, err := r.store.Run(name)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if errors.Is(err, store.ErrDamaged) {
		return true, nil
	}
	return err == nil, err
}

// Unfinished returns the latest run that has not reached its end and that no other process breeds.
func Unfinished(f *player.Finder) (row store.RunRow, err error) {
	s, err := f.OpenStore()
	if errors.Is(err, store.ErrMissing) {
		return row, setting.Usagef("--resume: there is no store %s to resume from", f.Store)
	} else if err != nil {
		return row, err
	}
	defer s.Close()
	rows, err := s.Runs()
	if err != nil {
		return row, err
	}
	if len(rows) == 0 {
		return row, setting.Usagef("--resume: nothing was recorded in %s", f.Store)
	}
	running := 0
	for _, row := range slices.Backward(rows) {
		switch row.State {
		case store.Running:
			running++
		case store.Stopped:
			return row, nil
		}
	}
	if running > 0 {
		return row, setting.Usagef("--resume: every run of %s is finished or being bred; --resume=RUN with a larger --max-games continues a finished one", f.Store)
	}
	return row, setting.Usagef("--resume: every run of %s is finished; --resume=RUN with a larger --max-games continues one", f.Store)
}
