package configs

import (
	"fmt"
	"reflect"

	"bloodline/arena/game"
)

// Resumed reads the settings that a run has recorded and goes on with: o may raise evolve.generations, and set the
// budget and the workers. The text is that of the settings to record from now on; how
// many workers played is not recorded.
func Resumed(path string, data []byte, o Overrides, games game.Set) (c *Config, text []byte, err error) {
	if c, err = Parse(path, data, games); err != nil {
		return nil, nil, err
	}
	begun := *c
	l := &layers{known: c.settings(), over: map[string]overlay{}}
	l.flags(o)
	for _, s := range c.settings() {
		over, ok := l.over[s.Name]
		if !ok {
			continue
		}
		v, bad := s.convertText(over.value)
		if rule := begun.fixed(s.Name, v); rule != "" {
			bad = &wrong{rule, told(over.value)}
		}
		if bad != nil {
			l.faults = append(l.faults, &Error{Path: over.source, Key: s.Name, Rule: bad.rule, Have: bad.have})
			continue
		}
		s.put(v)
	}
	alone := c.ranges()
	for _, e := range append(alone, c.rules(games, alone)...) {
		e.Path = l.source(base(e.Key))
		l.faults = append(l.faults, e)
	}
	if len(l.faults) > 0 {
		return nil, nil, l.faults.err()
	}
	lasting := *c
	if lasting.Workers = begun.Workers; !reflect.DeepEqual(lasting, begun) {
		data = lasting.YAML()
	}
	return c, data, nil
}

// fixed says what a run that has begun by c allows of another value of a key; empty if it
// allows this one.
func (c *Config) fixed(key string, v any) string {
	n, whole := v.(int)
	switch {
	case key == "workers" || section(key) == "budget":
		return ""
	case key != "evolve.generations":
		return "must be left out with --resume, which may raise evolve.generations and set the budget"
	case whole && n < c.Evolve.Generations:
		return fmt.Sprintf("must be at least %d, with which the run began", c.Evolve.Generations)
	case whole && n > c.Evolve.Generations && c.Evolve.Tail > 0:
		return fmt.Sprintf("must be %d, of which the tail is a share", c.Evolve.Generations)
	}
	return ""
}
