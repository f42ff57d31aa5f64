package configs

import (
	"fmt"
	"reflect"

	"github.com/spf13/viper"
)

// Resumed reads the settings that a run has recorded and goes on with: o may raise evolve.generations, and set the
// budget and the workers. The text is that of the settings to record from now on; how
// many workers played is not recorded.
func Resumed(path string, data []byte, o Overrides, n Names) (c *Config, text []byte, err error) {
	if c, err = Parse(path, data, n); err != nil {
		return nil, nil, err
	}
	begun := *c
	l := &layers{viper: viper.New(), known: c.settings(), source: make(map[string]string)}
	l.flags(o)
	for _, s := range c.settings() {
		source, ok := l.source[s.Name]
		if !ok {
			continue
		}
		v, bad := s.convertText(l.viper.GetString(s.Name))
		if rule := begun.fixed(s.Name, v); rule != "" {
			bad = &wrong{rule, told(l.viper.GetString(s.Name))}
		}
		if bad != nil {
			l.faults = append(l.faults, &Error{Path: source, Key: s.Name, Rule: bad.rule, Have: bad.have})
			continue
		}
		s.put(v)
	}
	for _, e := range c.check(n) {
		e.Path = l.source[base(e.Key)]
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
	case whole && n > c.Evolve.Generations && c.Evolve.Distribution.Tail > 0:
		return fmt.Sprintf("must be %d, of which the tail is a share", c.Evolve.Generations)
	}
	return ""
}
