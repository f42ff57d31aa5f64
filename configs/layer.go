package configs

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve/key"
)

// layers are what flags and the environment lay over a file, which lies over the
// defaults.
type layers struct {
	known  []setting
	over   map[string]overlay // by key: what holds instead of the file's value
	faults faults
}

// overlay is what a flag or a variable says.
type overlay struct{ source, value string }

// layered returns the config of a file with everything laid over it, before "all" is
// resolved, and what is wrong with it.
func layered(t *tree, o Overrides, games game.Set) (*Config, *layers, faults) {
	c := t.defaults()
	l := &layers{known: c.settings(), over: make(map[string]overlay)}
	if !o.alone {
		l.environment()
	}
	l.flags(o)
	l.put(t, &c)
	f := append(t.faults, l.faults...)
	if t.root {
		f = append(f, l.check(t, &c, games, f)...)
	}
	if len(f) == 0 {
		l.forget(t, &c, o.Note)
	}
	return &c, l, f
}

// put gives every setting the strongest value that there is. What cannot be read is
// reported, and stays as it is.
func (l *layers) put(t *tree, c *Config) {
	for _, s := range c.settings() {
		if v, ok := t.values[s.Name]; ok {
			s.put(v)
		}
		over, ok := l.over[s.Name]
		if !ok {
			continue
		}
		v, bad := s.convertText(over.value)
		if bad != nil {
			l.faults = append(l.faults, &Error{Path: over.source, Key: s.Name, Rule: bad.rule, Have: bad.have})
			continue
		}
		s.put(v)
	}
}

// forget gives settings that the others leave unread their defaults again, and tells of
// the first of each reason: nothing that somebody has typed is ignored in silence.
func (l *layers) forget(t *tree, c *Config, note func(line string)) {
	said := make(map[string]bool)
	normal := t.defaults()
	for i, s := range c.settings() {
		_, set := t.values[s.Name]
		rule := c.needs(s.Name)
		if rule == "" || !set && l.source(s.Name) == "" {
			continue
		}
		if note != nil && !said[rule] {
			said[rule] = true
			note(l.located(t, faults{{Key: s.Name, Rule: rule, Have: fmt.Sprint(s.value())}})[0].Error())
		}
		s.put(normal.settings()[i].value())
	}
}

// source returns what sets a key over the file; empty for nothing.
func (l *layers) source(key string) string { return l.over[key].source }

// variableOf returns the environment variable of a key.
func variableOf(key string) string {
	return "BLOODLINE_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func (l *layers) environment() {
	names := make([]string, len(l.known))
	for i, s := range l.known {
		names[i] = variableOf(s.Name)
		if value := os.Getenv(names[i]); value != "" {
			l.over[s.Name] = overlay{names[i], value}
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
		return name != "" && strings.HasPrefix(variable, variableOf(name)+"_")
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
	l.over[f.Key] = overlay{f.Name, f.Value}
}

// check validates what holds. What could not be read has been reported and is not judged
// again.
func (l *layers) check(t *tree, c *Config, games game.Set, before faults) (found faults) {
	unread := before.bases()
	alone := c.ranges() // each of which a single value breaks
	for i, e := range append(alone, c.rules(games, alone)...) {
		if unread[base(e.Key)] {
			continue
		}
		if l.located(t, faults{e}); l.source(base(e.Key)) == "" && i >= len(alone) {
			if blamed := l.blamed(e.Key); blamed != "" {
				e.Path = blamed + " over " + e.Path
			}
		}
		found = append(found, e)
	}
	return l.deliberate(t, found)
}

// located says where findings stand: at a flag, at a variable or in a line.
func (l *layers) located(t *tree, f faults) faults {
	for _, e := range f {
		if source := l.source(base(e.Key)); source != "" {
			e.Path = source
		} else {
			t.locate(e)
		}
	}
	return f
}

// deliberate leaves out what is wrong with a default only because something else in
// its section is wrong too.
func (l *layers) deliberate(t *tree, f faults) faults {
	count := make(map[string]int)
	for _, e := range slices.Concat(f, t.faults) {
		count[section(e.Key)]++
	}
	return slices.DeleteFunc(f, func(e *Error) bool {
		_, set := t.values[base(e.Key)]
		return !set && l.source(base(e.Key)) == "" && section(e.Key) != command.Name && section(e.Key) != "" && count[section(e.Key)] > 1
	})
}

// blamed names what could have made a value of the file wrong: another game, and
// everything that is laid over its section.
func (l *layers) blamed(key string) string {
	var names []string
	for _, s := range l.known {
		near := s.Name == "game" || section(s.Name) == section(key) && s.Name != "seed" && s.Name != "workers"
		if source := l.source(s.Name); source != "" && near {
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
	Flags []Flag            // stronger than Set
	Set   []string          // "key=value", as a --set flag has them; the last one of a key holds
	Note  func(line string) // told of every key that is set and not read; may be nil

	alone bool // whatever the environment says
}

// Flag is the value of a flag that the user gave.
type Flag struct {
	Name  string // as it is typed: "--generations"
	Key   string // of a run file: "evolve.generations"
	Value string // as it was typed; lists with commas
}
