package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bloodline/configs/player"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
	"bloodline/results/export"
)

// A renaming or removal changes the store and a folder. The store is first, and notes the change in the same
// transaction; then come the files, and then the note is deleted. A process that is killed in between leaves the note,
// and whatever opens the store next ends the change.

// open opens the store to write, and ends what killed processes have begun. What can't be ended keeps no other run
// from being bred; [lineage.Store.Check] names it.
func open(f *player.Finder) (*lineage.Store, error) {
	ctx := f.Context
	if ctx == nil {
		ctx = context.Background()
	}
	s, err := lineage.OpenContext(ctx, f.Store)
	if err == nil {
		_ = s.Finish(func(c lineage.Change) error { return settle(f, s, c) })
	}
	return s, err
}

// Mend ends the renamings and removals of killed processes, for commands that only read. Where the store can't be
// written, the next command that can does it.
func Mend(f *player.Finder) {
	s, err := lineage.OpenReadOnly(f.Store)
	if err != nil {
		return // the command says so, if it needs the store
	}
	changes, err := s.Changes()
	_ = s.Close()
	if err == nil && len(changes) > 0 {
		if s, err = open(f); err == nil {
			_ = s.Close()
		}
	}
}

// settle ends a change that another process has begun. It touches a folder only if its run file is the run's: the
// store may be from elsewhere, or the user may have been there since.
func settle(f *player.Finder, s *lineage.Store, c lineage.Change) error {
	from := f.RunDir(c.Run)
	if c.To == "" {
		if isOf(from, c.Config) {
			if _, err := removeFiles(from); err != nil {
				return err
			}
		} else if free(from) == nil {
			_ = removeEmpty(from)
		}
		return s.Settle(c)
	}
	row, err := s.Run(c.To)
	if errors.Is(err, lineage.ErrNotFound) {
		return s.Settle(c) // it was removed since
	} else if err != nil {
		return err
	}
	to := f.RunDir(c.To)
	switch _, missing := os.Lstat(from); {
	case isOf(from, c.Config) && move(from, to) == nil:
	case missing == nil:
		return s.Undo(c) // its folder can't be moved, or isn't its own
	}
	if isOf(to, c.Config) || isOf(to, row.Config) {
		if err := renamed(to, c.To, row.Config); err != nil {
			return err
		}
	}
	return s.Settle(c)
}

// isOf reports whether a folder is that of a run with these settings.
func isOf(dir, config string) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return false
	}
	text, err := champion.ReadFile(filepath.Join(dir, ConfigFile), champion.MaxSize)
	return err == nil && string(text) == config
}

// free reports why a folder can't become a run's: it must not exist, or be an empty folder.
func free(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("the run's folder %s must not exist or be empty, it is a file", dir)
	}
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("the run's folder %s must not exist or be empty, it has %s", dir, entries[0].Name())
	}
	return err
}

// removeEmpty removes an empty folder, if there is one.
func removeEmpty(dir string) error {
	err := export.RemoveEmpty(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// move renames a folder to a name that is free.
func move(from, to string) error {
	err := free(to)
	if err == nil {
		err = removeEmpty(to) // the system renames no folder over another one
	}
	if err == nil {
		err = os.Rename(from, to)
	}
	return err
}

// removeFiles removes the files of a run, its settings last, and their folder, unless others are in it. A link to a
// folder elsewhere stays as it is.
func removeFiles(dir string) (left bool, err error) {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || !info.IsDir() {
		return true, err
	}
	for _, name := range files {
		for _, path := range []string{champion.Part(filepath.Join(dir, name)), filepath.Join(dir, name)} {
			if info, err := os.Lstat(path); err != nil || info.IsDir() {
				continue // not there, or no file of ours
			}
			if err := os.Remove(path); err != nil {
				return true, err
			}
		}
	}
	return removeEmpty(dir) != nil, nil
}
