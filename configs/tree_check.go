package configs

import (
	"bloodline/arena/command"
	"bloodline/arena/game"
)

// defaults returns those of the file's game.
func (t *tree) defaults() Config {
	game, _ := t.values["game"].(string)
	return defaults(game)
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
func finish(c *Config, f faults, games game.Set) (*Config, error) {
	if len(f) > 0 {
		f.sort()
		return nil, f.err()
	}
	c.Field, c.Holdout = c.resolved(games)
	c.Evolve.Seed, c.Evolve.Round = c.Seed, c.League.Round
	return c, nil
}
