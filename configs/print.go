package configs

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"bloodline/arena/command"
	"bloodline/evolve/key"
)

// YAML returns the config as a run file with every setting that is read.
func (c *Config) YAML() []byte { return c.print(false) }

// Explained is [Config.YAML] with the sentence of every group and key as a comment.
func (c *Config) Explained() []byte { return c.print(true) }

func (c *Config) print(explained bool) []byte {
	docs := make(map[string]string) // by group and key
	if explained {
		docs = sentences(c)
	}
	root := &yaml.Node{Kind: yaml.MappingNode}
	sections := map[string]*yaml.Node{"": root}
	for _, s := range c.settings() {
		if c.needs(s.Name) != "" || s.Name == "folder" && c.Folder == "" {
			continue
		}
		around := outward(s.Name)
		for i := len(around) - 2; i > 0; i-- { // from the outermost group to the innermost
			if name, outer := around[i], around[i+1]; sections[name] == nil {
				sections[name] = &yaml.Node{Kind: yaml.MappingNode}
				sections[outer].Content = append(sections[outer].Content, titled(name, docs[name]), sections[name])
			}
		}
		value := s.node()
		if list, ok := s.value().([]string); ok && explained && len(strings.Join(list, ", ")) > 60 {
			value.Style = 0 // an entry a line
		}
		sections[around[1]].Content = append(sections[around[1]].Content, titled(s.Name, docs[s.Name]), value)
	}
	return encoded(root)
}

func encoded(root *yaml.Node) []byte {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(root); err != nil {
		panic("configs: write yaml: " + err.Error())
	}
	return b.Bytes()
}

// sentences returns what the tags say of every group and key of a config.
func sentences(c *Config) map[string]string {
	docs := make(map[string]string)
	for _, g := range key.Groups(c) {
		docs[g.Name] = g.Doc
	}
	for _, s := range c.settings() {
		docs[s.Name] = s.Doc
	}
	return docs
}

// titled is the node of a key below its sentence.
func titled(name, doc string) *yaml.Node {
	n := word(last(name))
	n.HeadComment = comment(doc, 80-2*strings.Count(name, "."))
	return n
}

// comment breaks text into lines of a comment of at most width columns.
func comment(text string, width int) string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && len(line)+1+len(w) > width {
			lines, line = append(lines, line), ""
		}
		if line == "" {
			line = "#"
		}
		line += " " + w
	}
	if line != "" {
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func word(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

func (s setting) node() *yaml.Node {
	n := new(yaml.Node)
	if genes, ok := s.value().([]command.Gene); ok {
		return genesNode(genes)
	}
	if list, ok := s.value().([]string); ok {
		n.Kind, n.Style = yaml.SequenceNode, yaml.FlowStyle
		if slices.ContainsFunc(list, func(w string) bool { _, _, program := command.Program(w); return program }) {
			n.Style = 0 // a command is long
		}
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
