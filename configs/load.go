package configs

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
)

// Load reads a shipped run file by its name, or the file at a path (./NAME if it has a shipped file's name), and lays
// the environment and the overrides over it. Up to twenty mistakes are reported together, each as an [setting.Error].
func Load(path string, o Overrides, games game.Set) (*Config, error) {
	c, l, err := load(path, o, games)
	if err != nil {
		return nil, err
	}
	if l.file.path == path { // it is not a shipped one
		if err = c.makePathsAbsolute(filepath.Dir(path), l.sources); err == nil {
			path, err = filepath.Abs(path)
		}
		c.Source = fmt.Sprintf("%s%.8x %q", sourceComment, sha256.Sum256(l.file.text), path)
	}
	return finish(c, games), err
}

// sourceComment begins the line about the run file in the text that the store keeps.
const sourceComment = "# run file "

// TextWithSource is [Config.YAML] behind the line of its Source.
func (c *Config) TextWithSource() []byte {
	return append([]byte(strings.TrimPrefix(c.Source+"\n", "\n")), c.YAML()...)
}

// SourcePath is the path of the run file; empty for a shipped one.
func (c *Config) SourcePath() string {
	_, path, _ := strings.Cut(strings.TrimPrefix(c.Source, sourceComment), " ")
	if quoted, err := strconv.Unquote(path); err == nil { // else an older version has written it
		path = quoted
	}
	return path
}

// FileChanges says in which keys the run file has changed, or that it can't be read; empty if it hasn't or is gone.
func (c *Config) FileChanges(games game.Set) string {
	path := c.SourcePath()
	now, err := Load(path, Overrides{ignoreEnv: true, Set: []string{fmt.Sprintf("seed=%d", c.Seed)}}, games)
	if _, gone := os.Stat(path); gone != nil || err == nil && now.Source == c.Source {
		return ""
	}
	const goesOn = "the run goes on with its own settings"
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return fmt.Sprintf("%s; %s", first, goesOn)
	}
	var keys []string
	then := setting.Of(c)
	for i, k := range setting.Of(now) {
		a, b := fmt.Sprint(then[i].Value()), fmt.Sprint(k.Value())
		switch budgeted := c.Evolve.Generations == evolve.MaxGenerations && k.Name == "evolve.generations"; {
		case a == b, budgeted, k.Name == "workers", k.Name == "folder", section(k.Name) == "budget" && reflect.ValueOf(k.Value()).IsZero():
		case len(a+b) > 40: // such as genes
			keys = append(keys, k.Name)
		default:
			keys = append(keys, k.Name+" "+a+" -> "+b)
		}
	}
	if keys == nil {
		return ""
	}
	return fmt.Sprintf("%s has changed since: %s; %s; breed %[1]s begins a new one", filepath.Base(path), strings.Join(keys, ", "), goesOn)
}

const maxBytes = 1 << 20 // the size of the largest run file that is read

// load reads a file by its name or path, before "all" is replaced by names.
func load(path string, o Overrides, games game.Set) (*Config, *layers, error) {
	// A shipped name is a shipped file: the program's own file often lies here under the name of its game.
	for _, f := range games.RunFiles() {
		if f.Name == path {
			return parseLayers(path+".yaml", f.Data, o, games)
		}
	}
	text, err := disk.Read(path, maxBytes)
	if err != nil {
		return nil, nil, unreadable(path, games, err)
	}
	return parseLayers(path, text, o, games)
}

func parseLayers(path string, text []byte, o Overrides, games game.Set) (*Config, *layers, error) {
	l := newLayers(parse(path, text), o)
	c, f := l.config(games)
	if len(f) > 0 {
		return nil, nil, f.Join()
	}
	noted := make(map[string]bool) // the reasons, so that no value of the user is ignored in silence
	for _, g := range c.Command.Genes {
		if last, short := g.LastStep(); short && o.Note != nil {
			e := &setting.Error{Key: "command.genes." + g.Name + ".high", Rule: fmt.Sprint("is above the last step, ", last), Have: fmt.Sprint(g.High)}
			l.locate(e)
			o.Note(e.Error())
		}
	}
	standard := defaults(c.Game, c.Command.Style)
	keys := setting.Of(&standard)
	for i, k := range setting.Of(c) {
		condition, read := c.condition(k.Name)
		if read || !l.isGiven(k.Name) {
			continue
		}
		if o.Note != nil && !noted[condition] && l.sources[k.Name] != fromCommand {
			noted[condition] = true
			e := &setting.Error{Key: k.Name, Rule: "is not read unless " + condition, Have: fmt.Sprint(k.Value())}
			l.locate(e)
			o.Note(e.Error())
		}
		k.Put(keys[i].Value())
	}
	if line, _, _ := strings.Cut(string(text), "\n"); strings.HasPrefix(line, sourceComment) {
		c.Source = line
	}
	return c, l, nil
}

// finish replaces "all" by names, and copies the run's seed and the league's round to the settings of breeding.
func finish(c *Config, games game.Set) *Config {
	c.Field, c.Holdout = c.resolveOpponents(games)
	c.Evolve.Seed, c.Evolve.Round = c.Seed, c.League.Round
	return c
}

// Parse reads a recorded run file from its text, without environment and flags. The path is used in messages.
func Parse(path string, text []byte, games game.Set) (*Config, error) {
	c, _, err := parseLayers(path, text, Overrides{ignoreEnv: true}, games)
	if err != nil {
		return nil, err
	}
	return finish(c, games), nil
}

// ParseForDisplay reads the settings of a run for display: without environment and flags, and without a check, since
// the game and the players that it names may be unknown here. What cannot be read has its default.
func ParseForDisplay(text string) *Config {
	c := newLayers(parse("", []byte(text)), Overrides{ignoreEnv: true}).decode()
	return finish(c, nil)
}

// LoadResumed reads the settings that a run has recorded: o may raise evolve.generations, and set the budget and the
// workers. The second result is the text to record from now on; the number of workers is not recorded.
func LoadResumed(path string, text []byte, o Overrides, games game.Set) (*Config, []byte, error) {
	begun, err := Parse(path, text, games)
	if err != nil {
		return nil, nil, err
	}
	o.ignoreEnv, o.Note = true, nil
	c, l, err := parseLayers(path, text, o, games)
	if err != nil {
		return nil, nil, err
	}
	var f setting.Errors
	for _, k := range setting.Of(c) {
		if rule := begun.resumeRule(k.Name, k.Value()); l.sources[k.Name] != "" && rule != "" {
			f = append(f, &setting.Error{Path: l.sources[k.Name], Key: k.Name, Rule: rule, Have: fmt.Sprint(k.Value())})
		}
	}
	if len(f) > 0 {
		return nil, nil, f.Join()
	}
	lasting := *finish(c, games)
	if lasting.Workers = begun.Workers; !reflect.DeepEqual(lasting, *begun) {
		text = lasting.TextWithSource()
	}
	return c, text, nil
}

// resumeRule returns the rule that v breaks as the new value of a key of a resumed run; empty if it is allowed.
func (c *Config) resumeRule(name string, v any) string {
	n, whole := v.(int)
	switch {
	case name == "workers" || section(name) == "budget":
		return ""
	case name != "evolve.generations":
		return "must be left out with --resume, which may raise evolve.generations and set the budget"
	case whole && n < c.Evolve.Generations:
		return fmt.Sprintf("must be at least %d, with which the run began", c.Evolve.Generations)
	case whole && n > c.Evolve.Generations && c.Evolve.Tail > 0:
		return fmt.Sprintf("must be %d, of which the tail is a share", c.Evolve.Generations)
	}
	return ""
}

// makePathsAbsolute makes a file's paths begin in its folder, and those of flags and variables, in from, in this one.
func (c *Config) makePathsAbsolute(folder string, from map[string]string) (err error) {
	relative := func(word string) bool { return isChampion(word) && !filepath.IsAbs(word) }
	for name, list := range map[string][]string{"field": c.Field, "holdout": c.Holdout, "start": c.Start} {
		for i, entry := range list {
			words := strings.Split(entry, Mean)
			for k, w := range words {
				if from[name] != "" && (relative(w) || name == "start" && filepath.Ext(w) == ".yaml") {
					if words[k], err = filepath.Abs(w); err != nil {
						return err
					}
				}
			}
			list[i] = strings.Join(words, Mean)
		}
	}
	needs := func(w string) bool {
		_, _, program := command.Program(w)
		return relative(w) || program
	}
	words := slices.Concat(c.Field, c.Holdout, c.Starts())
	used := c.Folder != "" || c.Game == command.Name || slices.ContainsFunc(words, needs)
	if used && !filepath.IsAbs(c.Folder) {
		c.Folder, err = filepath.Abs(filepath.Join(folder, c.Folder))
	}
	return err
}

func unreadable(path string, games game.Set, err error) error {
	var refused *disk.Refused
	near := setting.Nearest(path, RunFileNames(games))
	for _, ending := range []string{".yaml", ".yml"} {
		if _, err := os.Stat(path + ending); err == nil && path != "" {
			near = path + ending
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && near != "":
		return &setting.Error{Path: path, Rule: "there is no such file, did you mean " + near + "?"}
	case errors.Is(err, fs.ErrNotExist):
		rule := "must be a run file or a shipped one (" + strings.Join(RunFileNames(games), ", ") + ")"
		return &setting.Error{Path: path, Rule: rule, Have: "no such file"}
	case errors.As(err, &refused):
		return &setting.Error{Path: path, Rule: refused.Rule, Have: refused.Have}
	}
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return &setting.Error{Path: path, Rule: "must be readable", Have: err.Error()}
}
