package configs

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/viper"

	"bloodline/evolve/key"
)

// layers lays flags over the environment over the file over the defaults. Viper
// decides which one holds; what it decides about is checked before and after,
// because viper itself ignores unknown keys and turns text into numbers.
type layers struct {
	viper  *viper.Viper
	known  []setting
	source map[string]string // of keys that a flag or a variable sets: its name
	faults faults
}

// layered returns the config of a file with everything laid over it, before "all" is
// resolved, and what is wrong with it.
func layered(t *tree, o Overrides, n Names) (*Config, *layers, faults) {
	file := t.config()
	l := newLayers(t, file.settings())
	l.environment()
	l.flags(o)
	// A default that something is laid over is no finding of the file.
	own := slices.DeleteFunc(t.check(file, n), func(e *Error) bool {
		_, said := t.values[base(e.Key)]
		return !said && l.source[base(e.Key)] != ""
	})
	f := append(t.faults, own...)
	c := l.config(t)
	f = append(f, l.faults...)
	if t.root && len(l.source) > 0 {
		f = append(f, l.check(t, c, n, f)...)
	}
	return c, l, f
}

// newLayers begins with the defaults and the file.
func newLayers(t *tree, known []setting) *layers {
	l := &layers{viper: viper.New(), known: known, source: make(map[string]string)}
	defaults := t.defaults()
	for _, s := range defaults.settings() {
		l.viper.SetDefault(s.Name, s.value())
	}
	nested := make(map[string]any)
	for key, v := range t.values {
		at, words := nested, strings.Split(key, ".")
		last := len(words) - 1
		for _, name := range words[:last] {
			if at[name] == nil {
				at[name] = make(map[string]any)
			}
			at = at[name].(map[string]any)
		}
		at[words[last]] = v
	}
	if err := l.viper.MergeConfigMap(nested); err != nil {
		panic("configs: viper refuses checked values: " + err.Error())
	}
	return l
}

// Variable returns the environment variable of a key.
func Variable(key string) string {
	return "BLOODLINE_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func (l *layers) environment() {
	names := make([]string, len(l.known))
	for i, s := range l.known {
		names[i] = Variable(s.Name)
		if err := l.viper.BindEnv(s.Name, names[i]); err != nil {
			panic("configs: viper refuses a key: " + err.Error())
		}
		if os.Getenv(names[i]) != "" {
			l.source[s.Name] = names[i]
		}
	}
	l.strangers(names)
}

// strangers reports variables that look like keys of a section and are none.
// Others with our prefix may belong to the program.
func (l *layers) strangers(names []string) {
	environ := os.Environ()
	slices.Sort(environ)
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if value == "" || slices.Contains(names, name) || !l.inSection(name) {
			continue
		}
		rule := "unknown variable"
		if near := key.Nearest(name, names); near != "" {
			rule += ", did you mean " + near + "?"
		}
		l.faults = append(l.faults, &Error{Path: clipped(name), Rule: rule})
	}
}

func (l *layers) inSection(variable string) bool {
	return slices.ContainsFunc(l.known, func(s setting) bool {
		name := section(s.Name)
		return name != "" && strings.HasPrefix(variable, Variable(name)+"_")
	})
}

func (l *layers) flags(o Overrides) {
	for _, pair := range o.Set {
		key, value, ok := strings.Cut(pair, "=")
		if key = strings.TrimSpace(key); !ok || key == "" {
			l.faults = append(l.faults, &Error{Path: "--set", Rule: "must be key=value", Have: quoted(pair)})
			continue
		}
		l.flag(Flag{Name: "--set", Key: key, Value: value})
	}
	for _, f := range o.Flags {
		l.flag(f)
	}
}

func (l *layers) flag(f Flag) {
	if !slices.ContainsFunc(l.known, func(s setting) bool { return s.Name == f.Key }) {
		prefix := section(f.Key) + "."
		if !slices.ContainsFunc(l.known, func(s setting) bool { return strings.HasPrefix(s.Name, prefix) }) {
			prefix = ""
		}
		l.faults = append(l.faults, &Error{Path: f.Name, Key: clipped(f.Key), Rule: unknown(prefix, f.Key, l.known)})
		return
	}
	l.viper.Set(f.Key, f.Value)
	l.source[f.Key] = f.Name
}

// config returns what holds. What cannot be read is reported, and the file's value
// stands in.
func (l *layers) config(t *tree) *Config {
	c := t.config()
	for _, s := range c.settings() {
		v := l.viper.Get(s.Name)
		if source, ok := l.source[s.Name]; ok {
			var bad *wrong
			if v, bad = s.convertText(v.(string)); bad != nil {
				l.faults = append(l.faults, &Error{Path: source, Key: s.Name, Rule: bad.rule, Have: bad.have})
				delete(l.source, s.Name)
				continue
			}
		}
		s.put(v)
	}
	return c
}

// check validates what holds and returns the findings that the file alone did not
// have.
func (l *layers) check(t *tree, c *Config, n Names, before faults) (fresh faults) {
	reported := before.bases()
	found := append(c.check(n), c.unread(func(key string) bool { return t.values[key] != nil || l.source[key] != "" })...)
	for _, e := range found {
		source, over := l.source[base(e.Key)]
		switch {
		case over:
			e.Path = source
		case reported[base(e.Key)]:
			continue
		default:
			t.locate(e)
			e.Path = l.blamed(e.Key) + " over " + e.Path
		}
		fresh = append(fresh, e)
	}
	return fresh
}

// blamed names what could have made a value of the file wrong: another game, and
// everything that is laid over its section.
func (l *layers) blamed(key string) string {
	var names []string
	for _, s := range l.known {
		near := s.Name == "game" || section(s.Name) == section(key) && s.Name != "seed" && s.Name != "workers"
		if source, ok := l.source[s.Name]; ok && near {
			if source == "--set" {
				source += " " + s.Name
			}
			names = append(names, source)
		}
	}
	return strings.Join(names, ", ")
}

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
