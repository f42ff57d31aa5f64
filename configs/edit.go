package configs

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// edited returns the text of a run file with the values of some keys replaced. The text
// has been checked.
func edited(data []byte, c *Config, source func(key string) string) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil {
		return nil, fmt.Errorf("edit the run file: %w", err)
	}
	docs := sentences(c)
	for _, s := range c.settings() {
		if source(s.Name) == "" {
			continue
		}
		at, name := document.Content[0], ""
		for part := range strings.SplitSeq(s.Name, ".") {
			name = strings.TrimPrefix(name+"."+part, ".")
			at = child(at, name, docs)
		}
		replace(at, s.node())
	}
	return encoded(&document), nil
}

// child returns the value of a key in a mapping, which it gets if it lacks it.
func child(m *yaml.Node, name string, docs map[string]string) *yaml.Node {
	for i := 0; i < len(m.Content); i += 2 {
		key, value := m.Content[i], m.Content[i+1]
		if key.Value != last(name) {
			continue
		}
		if value.Kind == yaml.SequenceNode && key.LineComment != "" {
			key.LineComment, value.LineComment = "", key.LineComment // the writer drops it before a list in brackets
		}
		return value
	}
	flow, doc := m.Style&yaml.FlowStyle, docs[name]
	if flow != 0 {
		doc = "" // there is no line of its own for it
	}
	value := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Style: flow}
	m.Content = append(m.Content, titled(name, doc), value)
	return value
}

// replace gives a node another value and leaves its comments; those of the single
// entries of a list go with them.
func replace(n, value *yaml.Node) {
	value.HeadComment, value.LineComment, value.FootComment = n.HeadComment, n.LineComment, n.FootComment
	*n = *value
}
