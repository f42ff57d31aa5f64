package configs

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/spf13/viper"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/internal/setting"
)

// Overrides are values of the command line, which replace values of run file and environment.
type Overrides struct {
	Flags []Flag   // of a command, each of which stands for a key
	Set   []string // "key=value", as a --set flag has them; the last one of a key holds
	// values that a command lays over the file, by key, of the settings' types; the environment and flags override them
	Base map[string]any
	Note func(line string) // called with a line for every key that is set and not read; may be nil

	ignoreEnv bool // without the environment
}

// Flag is a flag that the user gave.
type Flag struct {
	Given string // as it is typed: "--max-games"
	Key   string // of a run file: "budget.max_games"
	Text  string // its value as it was typed; lists with commas
}

// layers hold the values of all keys: defaults, file, base, environment, flags.
type layers struct {
	*viper.Viper
	file     *file
	known    []setting.Key
	sources  map[string]string // by key: the flag or variable that gives the value; nothing for the file and defaults
	faults   setting.Errors
	recorded bool // the file is the settings of an earlier run, perhaps of another user
}

// fromCommand is the source of values that a command gives.
const fromCommand = "the command's own setting"

// newLayers makes the layers. Genes do not go through viper, which writes the keys of maps in lower case.
func newLayers(f *file, o Overrides) *layers {
	name, _ := f.values["game"].(string)
	style, _ := f.values["command.style"].(string)
	standard := defaults(name, style)
	l := &layers{Viper: viper.New(), file: f, known: setting.Of(&standard), sources: map[string]string{}, recorded: o.ignoreEnv}
	l.SetEnvPrefix("bloodline")
	l.SetEnvKeyReplacer(strings.NewReplacer(".", "_"))
	own := map[string]any{}
	for _, k := range l.known {
		if _, genes := k.At.(*[]command.Gene); genes {
			continue
		}
		l.SetDefault(k.Name, k.Value())
		if v, ok := f.values[k.Name]; ok {
			own[k.Name] = v
		}
		if v, ok := o.Base[k.Name]; ok {
			own[k.Name], l.sources[k.Name] = v, fromCommand
		}
		if !o.ignoreEnv && os.Getenv(variable(k.Name)) != "" {
			l.sources[k.Name] = variable(k.Name)
		}
	}
	_ = l.MergeConfigMap(own) // it never fails
	if !o.ignoreEnv {
		l.AutomaticEnv()
		// Report variables that look like keys of a section, which viper ignores; others may belong to the program.
		var names, sections []string
		for _, k := range l.known {
			names = append(names, variable(k.Name))
			if s := section(k.Name); s != "" {
				sections = append(sections, variable(s)+"_")
			}
		}
		environ := os.Environ()
		slices.Sort(environ)
		for _, pair := range environ {
			name, value, _ := strings.Cut(pair, "=")
			if value == "" || slices.Contains(names, name) || !slices.ContainsFunc(sections,
				func(s string) bool { return strings.HasPrefix(name+"_", s) }) {
				continue
			}
			l.faults = append(l.faults, &setting.Error{Path: setting.Clip(name, mostShown), Rule: "unknown variable" + setting.DidYouMean(name, names)})
		}
	}
	for _, f := range o.Flags {
		if l.accepts(f.Given, f.Key, f.Text) {
			l.Set(f.Key, f.Text)
		}
	}
	for _, pair := range o.Set {
		name, value, ok := strings.Cut(pair, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			l.faults = append(l.faults, &setting.Error{Path: "--set", Rule: "must be key=value", Have: quoteText(pair)})
		} else if l.accepts("--set", name, value) {
			l.Set(name, strings.TrimSpace(value))
		}
	}
	return l
}

func variable(key string) string {
	return "BLOODLINE_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func (l *layers) accepts(flag, name, text string) bool {
	fault := &setting.Error{Path: flag, Key: setting.Clip(name, mostShown)}
	if strings.ContainsFunc(name, unicode.IsControl) {
		fault.Key = quoteText(name) // in one line
	}
	i := slices.IndexFunc(l.known, func(k setting.Key) bool { return k.Name == name })
	if i < 0 {
		prefix := section(name) + "."
		if !isGroup(section(name), l.known) {
			prefix = ""
		}
		fault.Rule = unknownKeyRule(prefix, name, l.known)
	} else if other := l.sources[name]; strings.HasPrefix(other, "--") && other != flag {
		fault.Rule = "is set by " + other + " too"
	} else if _, genes := l.known[i].At.(*[]command.Gene); genes {
		fault.Rule, fault.Have = "must stand in the run file", "a flag"
	} else if _, list := l.known[i].At.(*[]string); strings.TrimSpace(text) == "" && !list {
		fault.Rule, fault.Have = "must have a value", "nothing"
	}
	if fault.Rule != "" {
		l.faults = append(l.faults, fault)
		return false
	}
	l.sources[name] = flag
	return true
}

func (l *layers) config(games game.Set) (*Config, setting.Errors) {
	c := l.decode()
	budgetEnds := c.Game == command.Name && c.Budget.MaxGames > 0 || c.Simulator() && c.Budget != (Budget{})
	if budgetEnds && !l.isGiven("evolve.generations") {
		c.Evolve.Generations = evolve.MaxGenerations
	}
	// Patterns such as rivals/*.json become the files that match: those of the file begin in its folder, others here.
	for name, words := range map[string]*[]string{"field": &c.Field, "holdout": &c.Holdout} {
		var out []string
		for i, word := range *words {
			parts := weightedFile().FindStringSubmatch(word)
			if _, _, program := command.Program(word); program || parts == nil || !strings.ContainsAny(parts[1], "*?[") {
				out = append(out, word)
				continue
			}
			folder := ""
			if l.sources[name] == "" && !filepath.IsAbs(parts[1]) {
				folder = filepath.Join(filepath.Dir(l.file.path), c.Folder)
				if filepath.IsAbs(c.Folder) {
					folder = c.Folder
				}
			}
			files, err := filepath.Glob(filepath.Join(folder, parts[1]))
			if err != nil || len(files) == 0 {
				e := &setting.Error{Key: fmt.Sprintf("%s[%d]", name, i), Rule: "must match a champion file", Have: quoteText(word)}
				l.locate(e)
				l.faults = append(l.faults, e)
				continue
			}
			slices.Sort(files)
			for _, f := range files {
				if folder != "" {
					f, _ = filepath.Rel(folder, f) // both begin in the folder
				}
				out = append(out, filepath.ToSlash(f)+parts[2])
			}
		}
		*words = out
	}
	f := slices.Concat(l.file.faults, l.faults)
	if l.file.isMapping {
		f = append(f, l.check(c, games, f)...)
	}
	return c, f
}

// decode returns the values of all keys, with the default in the place of a value that cannot be read.
func (l *layers) decode() *Config {
	c := new(Config)
	for _, k := range setting.Of(c) {
		v := l.Get(k.Name)
		if text, ok := v.(string); ok { // of a flag, a variable, or a key that is text
			var rule string
			if v, rule, ok = setting.Parse(text, k.At); !ok {
				e := &setting.Error{Path: l.sources[k.Name], Key: k.Name, Rule: cmp.Or(rule, k.RangeRule()), Have: quoteText(text)}
				if setting.IsNumber(text) {
					e.Have = setting.Clip(text, mostShown)
				}
				l.faults = append(l.faults, e)
				continue
			}
		}
		if v != nil {
			k.Put(v)
		}
	}
	standard := defaults(c.Game, c.Command.Style)
	keys := setting.Of(&standard)
	for i, k := range setting.Of(c) {
		if l.faults.Has(k.Name) {
			k.Put(keys[i].Value())
		}
	}
	c.Command.Genes, _ = l.file.values["command.genes"].([]command.Gene)
	return c
}

func (l *layers) check(c *Config, games game.Set, before setting.Errors) (found setting.Errors) {
	alone := setting.Check(c) // each of which a single value breaks
	for i, e := range slices.Concat(alone, c.checkRules(games, alone, l.recorded)) {
		if slices.ContainsFunc(before, func(b *setting.Error) bool { return base(b.Key) == base(e.Key) }) {
			continue
		}
		if l.locate(e); l.sources[base(e.Key)] == "" && i >= len(alone) {
			if blamed := l.overriding(e.Key); blamed != "" {
				e.Path = blamed + " over " + e.Path
			}
		}
		found = append(found, e)
	}
	return found
}

// locate puts a mistake at its flag or variable, else at the line of its key, or of the section that lacks the key.
func (l *layers) locate(e *setting.Error) {
	if e.Path = l.sources[base(e.Key)]; e.Path != "" {
		return
	}
	e.Path = l.file.path
	for _, name := range append([]string{e.Key}, enclosing(base(e.Key))...) {
		if line, ok := l.file.lines[name]; ok {
			e.Line = line
			break
		}
	}
	if !l.isGiven(base(e.Key)) && e.Key != "game" && section(e.Key) != command.Name { // which have no default that could be meant
		e.Have += " by default"
	}
}

func (l *layers) isGiven(name string) bool {
	_, ok := l.file.values[name]
	return ok || l.sources[name] != ""
}

// overriding names what could have broken a rule for a value of the file: another game, and values over its section.
func (l *layers) overriding(name string) string {
	var sources []string
	for _, k := range l.known {
		near := k.Name == "game" || section(k.Name) == section(name) && k.Name != "seed" && k.Name != "workers"
		if source := l.sources[k.Name]; source != "" && near {
			if source == "--set" {
				source += " " + k.Name
			}
			sources = append(sources, source)
		}
	}
	return strings.Join(sources, ", ")
}

// weightedFile matches the name of a champion file with an opponent's weight behind it, if it has one.
var weightedFile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*\.json)(\*\d+)?$`) })
