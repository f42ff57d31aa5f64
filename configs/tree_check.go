package configs

import (
	"slices"

	"bloodline/arena/command"
)

func (t *tree) finish(n Names) (*Config, error) {
	c := t.config()
	t.faults = append(t.faults, t.check(c, n)...)
	return finish(c, t.faults, n)
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

// defaults returns those of the file's game.
func (t *tree) defaults() Config {
	game, _ := t.values["game"].(string)
	return defaults(game)
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
