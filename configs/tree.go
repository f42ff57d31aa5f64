package configs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"bloodline/arena/command"
	"bloodline/evolve/key"
)

// parse reads the bytes as far as they can be read.
func parse(path string, data []byte) *tree {
	t := &tree{path: path, values: make(map[string]any), lines: map[string]int{"": 1}}
	if root := t.document(data); root != nil {
		t.root = true
		t.lines[""] = root.Line
		c := Default()
		t.mapping(root, "", c.settings())
	}
	for _, e := range t.faults {
		e.Path = path
	}
	return t
}

// mapping reads the keys below a prefix, which is empty or ends with a dot.
func (t *tree) mapping(n *yaml.Node, prefix string, known []setting) {
	first := make(map[string]int)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			t.add(key.Line, prefix+"?", "must be a plain key", shown(key))
			continue
		case key.ShortTag() == "!!merge":
			t.add(key.Line, prefix+"<<", "must be written out", "a merge key")
			continue
		}
		if line, twice := first[key.Value]; twice {
			t.add(key.Line, prefix+name(key), "must stand once", fmt.Sprintf("it in line %d too", line))
			continue
		}
		first[key.Value] = key.Line
		t.entry(key, value, prefix, known)
	}
}

func (t *tree) entry(key, value *yaml.Node, prefix string, known []setting) {
	path := prefix + key.Value
	if strings.Contains(key.Value, ".") {
		t.add(key.Line, prefix+name(key), "unknown key, sections must be nested", "")
		return
	}
	if i := slices.IndexFunc(known, func(s setting) bool { return s.Name == path }); i >= 0 {
		t.lines[path] = value.Line
		t.value(known[i], value)
		return
	}
	if !slices.ContainsFunc(known, func(s setting) bool { return strings.HasPrefix(s.Name, path+".") }) {
		t.add(key.Line, prefix+name(key), unknown(prefix, path, known), "")
		return
	}
	t.lines[path] = key.Line
	if value.Kind != yaml.MappingNode {
		t.add(value.Line, path, "must be a mapping of keys to values", shown(value))
		return
	}
	t.mapping(value, path+".", known)
}

func (t *tree) value(s setting, n *yaml.Node) {
	if _, ok := s.At.(*[]command.Gene); ok {
		t.genes(s.Name, n)
		return
	}
	if _, ok := s.At.(*[]string); ok {
		list, lines, bad := s.readList(n)
		t.faults = append(t.faults, bad...)
		t.values[s.Name] = list
		for i, line := range lines {
			t.lines[fmt.Sprintf("%s[%d]", s.Name, i)] = line
		}
		return
	}
	v, bad := s.read(n)
	if bad != nil {
		t.add(n.Line, s.Name, bad.rule, bad.have)
		return
	}
	t.values[s.Name] = v
}

// name is a key as it is shown: as it stands, or quoted when it is no word.
func name(key *yaml.Node) string {
	for _, r := range key.Value {
		if r <= ' ' || r == '.' || r == '"' || r >= utf8.RuneSelf {
			return quoted(key.Value)
		}
	}
	if key.Value == "" {
		return `""`
	}
	return clipped(key.Value)
}

// unknown says what an unknown key could have meant.
func unknown(prefix, path string, known []setting) string {
	own := strings.TrimPrefix(path, prefix)
	var here []string
	best, found := 3, ""
	for _, s := range known {
		if rest, ok := strings.CutPrefix(s.Name, prefix); ok {
			if next, _, _ := strings.Cut(rest, "."); !slices.Contains(here, next) {
				here = append(here, next)
			}
		}
		if last(s.Name) == own && found == "" {
			found, best = s.Name, 1 // the right name in another section; only a near one here is nearer
		}
	}
	for _, candidate := range here {
		if d := key.Distance(own, candidate, best); d < best && d < max(2, len(candidate)/2) && (len(own) > shortWord || strings.EqualFold(own[:1], candidate[:1])) {
			best, found = d, prefix+candidate
		}
	}
	if slices.Contains(here, own) {
		return "must be a key of this section, such as " + firstOf(known, path+".")
	}
	if found != "" {
		return "unknown key, did you mean " + found + "?"
	}
	return "unknown key, must be one of " + strings.Join(here, ", ")
}

// shortWord is the length up to which a word that begins differently means something else.
const shortWord = 4

// firstOf returns the first key of a section.
func firstOf(known []setting, prefix string) string {
	for _, s := range known {
		if strings.HasPrefix(s.Name, prefix) {
			return s.Name
		}
	}
	return prefix
}

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
