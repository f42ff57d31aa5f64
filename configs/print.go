package configs

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML returns the config as a run file with every setting that is read.
func (c *Config) YAML() []byte {
	root := &yaml.Node{Kind: yaml.MappingNode}
	sections := map[string]*yaml.Node{"": root}
	for _, s := range c.settings() {
		if c.needs(s.Name) != "" {
			continue
		}
		around := outward(s.Name)
		for i := len(around) - 2; i > 0; i-- { // from the outermost group to the innermost
			if name, outer := around[i], around[i+1]; sections[name] == nil {
				sections[name] = &yaml.Node{Kind: yaml.MappingNode}
				sections[outer].Content = append(sections[outer].Content, word(last(name)), sections[name])
			}
		}
		sections[around[1]].Content = append(sections[around[1]].Content, word(last(s.Name)), s.node())
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(root); err != nil {
		panic("configs: write yaml: " + err.Error())
	}
	return b.Bytes()
}

// last is the part of a key behind the last dot.
func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

func word(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

func (s setting) node() *yaml.Node {
	n := new(yaml.Node)
	if list, ok := s.value().([]string); ok {
		n.Kind, n.Style = yaml.SequenceNode, yaml.FlowStyle
		for _, text := range list {
			n.Content = append(n.Content, word(text))
		}
		return n
	}
	if err := n.Encode(s.value()); err != nil {
		panic("configs: write yaml: " + err.Error())
	}
	return n
}
