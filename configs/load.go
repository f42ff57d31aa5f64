package configs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve/key"
)

// Load reads a shipped run file by its name, or the file at a path (./NAME if it has
// a shipped file's name), and lays the environment and the overrides over
// it. All findings are reported at once, each as an [Error].
func Load(path string, o Overrides, games game.Set) (*Config, error) {
	file, data, err := read(path, games)
	if err != nil {
		return nil, err
	}
	c, l, f := layered(parse(file, data), o, games)
	if c, err = finish(c, f, games); err != nil {
		return nil, err
	}
	return c, c.settle(file == path, filepath.Dir(file), l.source)
}

// settle makes paths independent of where the program runs: those of a file begin in
// its folder, those of flags and variables in the current one.
func (c *Config) settle(isFile bool, folder string, source func(key string) string) (err error) {
	relative := func(word string) bool { return isChampion(word) && !filepath.IsAbs(word) }
	for key, words := range map[string][]string{"field": c.Field, "holdout": c.Holdout} {
		for i, w := range words {
			if source(key) != "" && relative(w) && isFile {
				if words[i], err = filepath.Abs(w); err != nil {
					return err
				}
			}
		}
	}
	starts := c.Starts()
	for i, w := range starts {
		if source("start") != "" && relative(w) && isFile {
			if starts[i], err = filepath.Abs(w); err != nil {
				return err
			}
		}
	}
	c.Start = strings.Join(starts, " + ")
	needs := func(w string) bool {
		_, _, program := command.Program(w)
		return relative(w) || program
	}
	if !isFile || c.Folder == "" && c.Game != command.Name && !slices.ContainsFunc(slices.Concat(c.Field, c.Holdout, starts), needs) {
		return nil
	}
	if !filepath.IsAbs(c.Folder) {
		c.Folder, err = filepath.Abs(filepath.Join(folder, c.Folder))
	}
	return err
}

// Text checks a run file as [Load] does and returns it as it stands, with its comments.
// Values that the environment and the overrides bring replace those of the file, and
// keys that it lacks are added below their sentences.
func Text(path string, o Overrides, games game.Set) ([]byte, error) {
	path, data, err := read(path, games)
	if err != nil {
		return nil, err
	}
	c, l, f := layered(parse(path, data), o, games)
	said := *c // "all" stays what it is
	if _, err := finish(c, f, games); err != nil || len(l.over) == 0 {
		return data, err
	}
	return edited(data, &said, l.source)
}

// Parse reads a run file from its bytes alone: neither environment nor flags
// count. It is how a recorded run is read again. The path is used in messages.
func Parse(path string, data []byte, games game.Set) (*Config, error) {
	c, _, f := layered(parse(path, data), Overrides{alone: true}, games)
	return finish(c, f, games)
}

// read returns the bytes of a file, or of a shipped run file when there is no such
// file.
func read(path string, games game.Set) (name string, data []byte, err error) {
	// The program's own file often lies here under the name of its game, and so of its
	// run file: a shipped name is a shipped file.
	for _, f := range games.RunFiles() {
		if f.Name == path {
			return path + ".yaml", f.Data, nil
		}
	}
	file, err := os.Open(path)
	if err == nil {
		defer file.Close()
		data, err = io.ReadAll(io.LimitReader(file, maxBytes+1))
	}
	if err == nil {
		return path, data, nil
	}
	info, failed := os.Stat(path)
	return path, nil, unreadable(path, games, err, failed == nil && info.IsDir())
}

func unreadable(path string, games game.Set, err error, folder bool) error {
	switch {
	case errors.Is(err, fs.ErrNotExist) && key.Nearest(path, List(games)) != "":
		return &Error{Path: path, Rule: "there is no such file, did you mean " + key.Nearest(path, List(games)) + "?"}
	case errors.Is(err, fs.ErrNotExist):
		return &Error{Path: path, Rule: "must be a run file or a shipped one (" + strings.Join(List(games), ", ") + ")", Have: "no such file"}
	case folder:
		return &Error{Path: path, Rule: "must be a run file", Have: "a directory"}
	}
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return &Error{Path: path, Rule: "must be readable", Have: err.Error()}
}
