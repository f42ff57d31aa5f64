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
	"bloodline/evolve/key"
)

// Overrides are what the command line lays over a run file and the environment.
type Overrides struct {
	Flags []Flag   // stronger than Set
	Set   []string // "key=value", as a --set flag has them; the last one of a key holds
}

// Flag is the value of a flag that the user gave.
type Flag struct {
	Name  string // as it is typed: "--generations"
	Key   string // of a run file: "evolve.generations"
	Value string // as it was typed; lists with commas
}

// Load reads a shipped run file by its name, or the file at a path (./NAME for one
// that has a shipped file's name), and lays the environment and the overrides over
// it. All findings are reported at once, each as an [Error].
func Load(path string, o Overrides, n Names) (*Config, error) {
	file, data, err := n.read(path)
	if err != nil {
		return nil, err
	}
	c, l, f := layered(parse(file, data), o, n)
	if c, err = finish(c, f, n); err != nil {
		return nil, err
	}
	return c, c.settle(file == path, filepath.Dir(file), l.source)
}

// settle makes paths independent of where the program runs: those of a file begin in
// its folder, those of flags and variables in the current one.
func (c *Config) settle(isFile bool, folder string, source map[string]string) (err error) {
	relative := func(word string) bool { return isChampion(word) && !filepath.IsAbs(word) }
	for key, words := range map[string][]string{"field": c.Field, "holdout": c.Holdout} {
		for i, w := range words {
			if source[key] != "" && relative(w) && isFile {
				if words[i], err = filepath.Abs(w); err != nil {
					return err
				}
			}
		}
	}
	if source["start"] != "" && relative(c.Start) && isFile {
		if c.Start, err = filepath.Abs(c.Start); err != nil {
			return err
		}
	}
	needs := func(w string) bool {
		_, _, program := command.Program(w)
		return relative(w) || program
	}
	if !isFile || c.Folder == "" && c.Game != command.Name && !slices.ContainsFunc(slices.Concat(c.Field, c.Holdout, []string{c.Start}), needs) {
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
func Text(path string, o Overrides, n Names) ([]byte, error) {
	path, data, err := n.read(path)
	if err != nil {
		return nil, err
	}
	c, l, f := layered(parse(path, data), o, n)
	said := *c // "all" stays what it is
	if _, err := finish(c, f, n); err != nil || len(l.source) == 0 {
		return data, err
	}
	return edited(data, &said, l.source)
}

// Parse reads a run file from its bytes alone: neither environment nor flags
// count. It is how a recorded run is read again. The path is used in messages.
func Parse(path string, data []byte, n Names) (*Config, error) {
	return parse(path, data).finish(n)
}

func (t *tree) finish(n Names) (*Config, error) {
	c := t.config()
	t.faults = append(t.faults, t.check(c, n)...)
	return finish(c, t.faults, n)
}

// defaults returns those of the file's game.
func (t *tree) defaults() Config {
	game, _ := t.values["game"].(string)
	return defaults(game)
}

// config returns the defaults with the values of the file over them.
func (t *tree) config() *Config {
	c := t.defaults()
	for _, s := range c.settings() {
		if v, ok := t.values[s.Name]; ok {
			s.put(v)
		}
	}
	return &c
}

// check validates the file's config and gives every finding its line. What could
// not be read has been reported and is not judged again.
func (t *tree) check(c *Config, n Names) (located faults) {
	if !t.root {
		return nil
	}
	unread := t.faults.bases()
	found := append(c.check(n), c.unread(func(key string) bool { _, set := t.values[key]; return set })...)
	for _, e := range found {
		if !unread[base(e.Key)] {
			located = append(located, t.locate(e))
		}
	}
	return t.deliberate(located)
}

// deliberate leaves out what is wrong with a default only because something else in
// its section is wrong too.
func (t *tree) deliberate(f faults) faults {
	count := make(map[string]int)
	for _, e := range slices.Concat(f, t.faults) {
		count[section(e.Key)]++
	}
	return slices.DeleteFunc(f, func(e *Error) bool {
		_, set := t.values[base(e.Key)]
		return !set && section(e.Key) != command.Name && section(e.Key) != "" && count[section(e.Key)] > 1
	})
}

// locate puts a finding at the line of its key, or of the section where the key is
// missing.
func (t *tree) locate(e *Error) *Error {
	e.Path = t.path
	for _, key := range append([]string{e.Key}, outward(base(e.Key))...) {
		if line, ok := t.lines[key]; ok {
			e.Line = line
			break
		}
	}
	if _, ok := t.values[base(e.Key)]; !ok && !required(e.Key) {
		e.Have += " by default"
	}
	return e
}

// required reports whether a key has no default that could be meant.
func required(key string) bool {
	return key == "game" || section(key) == command.Name
}

// outward lists a key, the groups that it stands in, the inner one first, and "".
func outward(key string) []string {
	out := []string{key}
	for key != "" {
		key = key[:max(0, strings.LastIndexByte(key, '.'))]
		out = append(out, key)
	}
	return out
}

// section is the part of a key before the first dot.
func section(key string) string {
	before, _, ok := strings.Cut(key, ".")
	if !ok {
		return ""
	}
	return before
}

// finish resolves a config without findings.
func finish(c *Config, f faults, n Names) (*Config, error) {
	if len(f) > 0 {
		f.sort()
		return nil, f.err()
	}
	c.Field, c.Holdout = c.resolved(n)
	c.Evolve.Seed, c.Evolve.Round = c.Seed, c.League.Round
	return c, nil
}

// read returns the bytes of a file, or of a shipped run file when there is no such
// file.
func (n Names) read(path string) (name string, data []byte, err error) {
	// The program's own file often lies here under the name of its game, and so of its
	// run file: a shipped name is a shipped file.
	if data, ok := n.shipped(path); ok {
		return path + ".yaml", data, nil
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
	return path, nil, n.unread(path, err, failed == nil && info.IsDir())
}

func (n Names) unread(path string, err error, folder bool) error {
	switch {
	case errors.Is(err, fs.ErrNotExist) && key.Nearest(path, n.List()) != "":
		return &Error{Path: path, Rule: "there is no such file, did you mean " + key.Nearest(path, n.List()) + "?"}
	case errors.Is(err, fs.ErrNotExist):
		return &Error{Path: path, Rule: "must be a run file or a shipped one (" + strings.Join(n.List(), ", ") + ")", Have: "no such file"}
	case folder:
		return &Error{Path: path, Rule: "must be a run file", Have: "a directory"}
	}
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return &Error{Path: path, Rule: "must be readable", Have: err.Error()}
}
