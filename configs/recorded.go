package configs

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"bloodline/evolve"
)

// Recorded reads settings that a run or a champion file has recorded. Unlike [Parse] it
// also knows the keys of former versions; lines are then those of the translation.
func Recorded(path string, data []byte, n Names) (*Config, error) {
	return Parse(path, translated(data), n)
}

// became lists what an algorithm reads instead of a former key of section evolve;
// nothing where the algorithm never read it.
type became map[string]string

// former are keys that run files once had in section evolve.
var former = map[string]became{
	"crossover":     {"genetic": "algorithm", "distribution": "algorithm", "gradient": "algorithm"},
	"trend":         {"genetic": "averaging", "distribution": "averaging", "gradient": "averaging"},
	"random_share":  {"genetic": "genetic.random_share"},
	"spread":        {"genetic": "genetic.initial_step"},
	"tournament":    {"genetic": "genetic.tournament"},
	"parents":       {"genetic": "genetic.parents"},
	"mutation_rate": {"genetic": "genetic.mutation_rate"},
	"step_learning": {"genetic": "genetic.tau"},
	"best_share":    {"genetic": "genetic.best_share"},
	"step":          {"genetic": "genetic.step", "distribution": "distribution.sigma", "gradient": "distribution.sigma"},
	"step_min":      {"genetic": "genetic.step_min", "distribution": "distribution.sigma_min", "gradient": "distribution.sigma_min"},
	"step_max":      {"genetic": "genetic.step_max", "distribution": "distribution.sigma_max", "gradient": "distribution.sigma_max"},
	"tail":          {"distribution": "distribution.tail", "gradient": "distribution.tail"},
	"anchor":        {"distribution": "distribution.proximal", "gradient": "distribution.proximal"},
	"pull":          {"distribution": "distribution.decay", "gradient": "distribution.decay"},
	"learning":      {"gradient": "gradient.learning_rate"},
	"cooling":       {"gradient": "gradient.half_life"},
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
}

// formerly tells what a former key is now; empty for a key that never was.
func formerly(key string) string {
	if key == "evolve.round" {
		return "is guard.round now"
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
	drop(root, "")
	for i := 0; i+1 < len(old.Content); i += 2 {
		name := old.Content[i].Value
		switch now, known := former[name]; {
		case name == "crossover":
			put(old, "algorithm", word(algorithm))
		case name == "round":
			put(root, "guard.round", old.Content[i+1])
		case !known:
			continue
		case now[algorithm] != "":
			put(old, now[algorithm], old.Content[i+1])
		}
		old.Content = slices.Delete(old.Content, i, i+2)
		i -= 2
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(&doc); err != nil {
		return data
	}
	return b.Bytes()
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

// drop takes out keys that are gone and say what is always done.
func drop(n *yaml.Node, prefix string) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := prefix+n.Content[i].Value, n.Content[i+1]
		if always, ok := gone[key]; ok && (always == "" || value.Value == always) {
			n.Content = slices.Delete(n.Content, i, i+2)
			i -= 2
		} else if value.Kind == yaml.MappingNode {
			drop(value, key+".")
		}
	}
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
