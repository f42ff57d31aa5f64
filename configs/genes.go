package configs

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"bloodline/arena/command"
	"bloodline/evolve/key"
)

// geneKeys are the keys of a gene.
type geneKeys struct {
	Distribution string   `yaml:"distribution"`
	Low          float64  `yaml:"low"`
	High         float64  `yaml:"high"`
	Log          bool     `yaml:"log"`
	Choices      []string `yaml:"choices"`
	Default      string   `yaml:"default"`
	Group        string   `yaml:"group"`
	Doc          string   `yaml:"doc"`
}

// genes reads the parameters of a bot: a mapping of names to mappings.
func (t *tree) genes(name string, n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		t.add(n.Line, name, "must be a mapping of names to genes", shown(n))
		return
	}
	var out []command.Gene
	seen := make(map[string]int)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, value := n.Content[i], n.Content[i+1]
		path := name + "." + k.Value
		if line, twice := seen[k.Value]; twice {
			t.add(k.Line, path, "must stand once", "it in line "+strconv.Itoa(line)+" too")
			continue
		}
		seen[k.Value], t.lines[path] = k.Line, k.Line
		if value.Kind != yaml.MappingNode {
			t.add(value.Line, path, "must be a mapping: {distribution: float, low: 0, high: 1, default: 0.5}", shown(value))
			continue
		}
		out = append(out, t.gene(k.Value, path, value))
	}
	t.values[name] = out
}

func (t *tree) gene(name, path string, n *yaml.Node) command.Gene {
	var g geneKeys
	known := key.Of(&g)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, value := n.Content[i], n.Content[i+1]
		at := path + "." + k.Value
		j := slices.IndexFunc(known, func(x key.Key) bool { return x.Name == k.Value })
		if j < 0 {
			var settings []setting
			for _, x := range known {
				settings = append(settings, setting{x})
			}
			t.add(k.Line, at, unknown("", k.Value, settings), "")
			continue
		}
		t.lines[at] = value.Line
		s := setting{known[j]}
		if s.Name == "choices" {
			g.Choices = t.choices(at, value)
			continue
		}
		if _, text := s.At.(*string); text && value.Kind == yaml.ScalarNode {
			s.put(value.Value) // a default may be a number or a word
			continue
		}
		v, bad := s.read(value)
		if bad != nil {
			t.add(value.Line, at, bad.rule, bad.have)
			continue
		}
		s.put(v)
	}
	return command.Gene{
		Name: name, Distribution: g.Distribution, Log: g.Log, Low: g.Low, High: g.High,
		Choices: g.Choices, Default: g.Default, Group: g.Group, Doc: g.Doc,
	}
}

// choices reads a list of scalars as they are written.
func (t *tree) choices(at string, n *yaml.Node) (out []string) {
	if n.Kind != yaml.SequenceNode {
		t.add(n.Line, at, "must be a list of words", shown(n))
		return nil
	}
	for _, item := range n.Content {
		if item.Kind != yaml.ScalarNode {
			t.add(item.Line, at, "must be a list of words", shown(item))
			return nil
		}
		out = append(out, item.Value)
	}
	return out
}

// genesNode writes genes, one a line.
func genesNode(genes []command.Gene) *yaml.Node {
	out := &yaml.Node{Kind: yaml.MappingNode}
	for _, g := range genes {
		n := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
		put := func(key string, value *yaml.Node) { n.Content = append(n.Content, word(key), value) }
		put("distribution", word(g.Distribution))
		if g.Distribution == command.Categorical {
			list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
			for _, c := range g.Choices {
				list.Content = append(list.Content, word(c))
			}
			put("choices", list)
		} else {
			put("low", number(g.Low))
			put("high", number(g.High))
		}
		if g.Log {
			put("log", &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"})
		}
		value := word(g.Default)
		if g.Distribution != command.Categorical {
			value.Tag = ""
		}
		put("default", value)
		if g.Group != "" {
			put("group", word(g.Group))
		}
		if g.Doc != "" {
			put("doc", word(g.Doc))
		}
		out.Content = append(out.Content, word(g.Name), n)
	}
	return out
}

func number(x float64) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(x, 'g', -1, 64)}
}
