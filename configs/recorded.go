package configs

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"bloodline/evolve"
)

// Recorded reads settings that a run or a champion file has recorded. Unlike [Parse] it
// also knows the keys of former versions, and ignores those that are not read; lines are
// those of the translation.
func Recorded(path string, data []byte, n Names) (*Config, error) {
	t := parse(path, translated(data))
	t.recorded = true
	return t.finish(n)
}

// Resumed is [Recorded] for a run that goes on: o may raise evolve.generations, and set the
// budget and the workers. The text is that of the settings to record from now on; how
// many workers played is not recorded.
func Resumed(path string, data []byte, o Overrides, n Names) (c *Config, text []byte, err error) {
	if c, err = Recorded(path, data, n); err != nil {
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

// became lists what an algorithm reads instead of a former key of section evolve;
// nothing where the algorithm never read it.
type became map[string]string

// former are keys that run files once had in section evolve.
var former = map[string]became{
	"crossover":     {"genetic": "algorithm", "distribution": "algorithm", "gradient": "algorithm"},
	"trend":         {"genetic": "averaging", "distribution": "averaging", "gradient": "averaging"},
	"random_share":  {"genetic": "random_share"}, // refused
	"step_max":      {"genetic": "step_max", "distribution": "step_max"},
	"spread":        {"genetic": "genetic.initial_step"},
	"tournament":    {"genetic": "genetic.tournament"},
	"parents":       {"genetic": "genetic.parents"},
	"mutation_rate": {"genetic": "genetic.mutation_rate"},
	"step_learning": {"genetic": "genetic.tau"},
	"best_share":    {"genetic": "genetic.best_share"},
	"step":          {"genetic": "genetic.step", "distribution": "distribution.sigma", "gradient": "distribution.sigma"},
	"step_min":      {"genetic": "genetic.step_min", "distribution": "distribution.sigma_min", "gradient": "distribution.sigma_min"},
	"tail":          {"distribution": "distribution.tail", "gradient": "distribution.tail"},
	"anchor":        {"distribution": "distribution.proximal", "gradient": "distribution.proximal"},
	"pull":          {"distribution": "distribution.decay", "gradient": "distribution.decay"},
	"learning":      {"gradient": "gradient.learning_rate"},
	"cooling":       {"gradient": "gradient.half_life"},
}

// moved are former keys of other sections, or that moved to one.
var moved = map[string]string{
	"guard":             "league",
	"evolve.round":      "league.round",
	"fitness.blocks":    "fitness.deals",
	"evidence.blocks":   "evidence.deals",
	"guard.share":       "league.share",
	"guard.generations": "league.generations",
	"guard.growth":      "league.growth",
	"guard.deep":        "league.long_every",
	"guard.starts":      "league.initial",
	"guard.temper":      "league.inverse_temperature",
	"guard.blocks":      "league.deals",
	"guard.learning":    "league.learning_rate",
	"guard.cooling":     "league.half_life",
}

// gone are former keys that nothing stands for any more, and what is done always; empty
// where it does not matter.
var gone = map[string]string{
	"fitness.race":          "1",
	"evolve.crossover_rate": "1",
	"evolve.heavy":          "0",
	"evolve.immigrants":     "0",
	"evolve.round_spread":   "0.1",
	"evolve.hall_of_fame":   "",
	"evolve.blend_alpha":    "",
	"evolve.random_share":   "0",
	"evolve.step_max":       "0.5",
	"guard.veterans":        "nobody",
	"guard.league":          "0",
}

// formerly tells what a former key is now; empty for a key that never was.
func formerly(key string) string {
	if now, ok := moved[key]; ok {
		return "is " + now + " now"
	}
	if always, ok := gone[key]; ok {
		if always == "" {
			return "is gone"
		}
		return "is gone, and always " + always
	}
	name, _ := strings.CutPrefix(key, "evolve.")
	var now []string
	for _, algorithm := range []string{evolve.AlgorithmGenetic, evolve.AlgorithmDistribution, evolve.AlgorithmGradient} {
		if to := former[name][algorithm]; to != "" && !slices.Contains(now, "evolve."+to) {
			now = append(now, "evolve."+to)
		}
	}
	if len(now) == 0 || name == key {
		return ""
	}
	return "is " + strings.Join(now, " or ") + " now"
}

// translated returns a recorded run file by today's keys; any other as it is. What cannot
// be said any more stays as it is, and is refused by its reader.
func translated(data []byte) []byte {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil || len(doc.Content) == 0 {
		return data
	}
	root := doc.Content[0]
	old := entry(root, "evolve")
	if old == nil || entry(old, "crossover") == nil {
		return data
	}
	algorithm := formerAlgorithm(old)
	if algorithm == "" {
		return data
	}
	now := &yaml.Node{Kind: yaml.MappingNode}
	for key, value := range leaves(root, "") {
		if to := today(key, value, algorithm); to == "evolve.algorithm" {
			put(now, to, word(algorithm))
		} else if to != "" {
			put(now, to, value)
		}
	}
	text, err := yaml.Marshal(now)
	if err != nil {
		return data
	}
	return text
}

// today returns the key that a former one with this value became; the key itself if it
// did not change, and nothing if it says what is always done, or was not read.
func today(key string, value *yaml.Node, algorithm string) string {
	if to, ok := moved[key]; ok {
		return to
	}
	if always, ok := gone[key]; ok && (always == "" || value.Value == always) {
		return ""
	}
	name, own := strings.CutPrefix(key, "evolve.")
	to, known := former[name]
	switch {
	case !own || !known:
		return key
	case to[algorithm] == "":
		return ""
	}
	return "evolve." + to[algorithm]
}

// leaves goes through the keys of a mapping that are no groups, with dotted names.
func leaves(n *yaml.Node, prefix string) iter.Seq2[string, *yaml.Node] {
	return func(yield func(string, *yaml.Node) bool) {
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := prefix+n.Content[i].Value, n.Content[i+1]
			if value.Kind != yaml.MappingNode {
				if !yield(key, value) {
					return
				}
				continue
			}
			for k, v := range leaves(value, key+".") {
				if !yield(k, v) {
					return
				}
			}
		}
	}
}

// formerAlgorithm tells which algorithm former settings chose; empty for one that is
// gone.
func formerAlgorithm(old *yaml.Node) string {
	learning := entry(old, "learning")
	switch crossover := entry(old, "crossover").Value; {
	case crossover == "pool":
		return evolve.AlgorithmGenetic
	case crossover == "normal" && (learning == nil || learning.Value == "0"):
		return evolve.AlgorithmDistribution
	case crossover == "normal":
		return evolve.AlgorithmGradient
	}
	return ""
}

// entry returns the value of a key of a mapping, nil for none.
func entry(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// put adds a dotted key to a mapping, with the groups that it stands in.
func put(n *yaml.Node, key string, value *yaml.Node) {
	name, rest, nested := strings.Cut(key, ".")
	if !nested {
		n.Content = append(n.Content, word(name), value)
		return
	}
	group := entry(n, name)
	if group == nil {
		group = &yaml.Node{Kind: yaml.MappingNode}
		n.Content = append(n.Content, word(name), group)
	}
	put(group, rest, value)
}
