package configs

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/internal/setting"
)

// YAML returns the config as a run file with every setting that is read.
func (c *Config) YAML() []byte { return c.print(nil) }

// CommentedYAML is [Config.YAML] with the sentence of every group and key as a comment.
func (c *Config) CommentedYAML() []byte { return c.print(docsByKey(c)) }

func (c *Config) print(docs map[string]string) []byte {
	root := &yaml.Node{Kind: yaml.MappingNode}
	for _, k := range setting.Of(c) {
		if _, read := c.condition(k.Name); read && (k.Name != "folder" || c.Folder != "") {
			put(root, k, docs)
		}
	}
	return encode(root)
}

// Text checks a run file as [Load] does and returns it as it stands, with its comments. Values that the environment and
// the overrides bring replace those of the file, and keys that it lacks are added below their sentences.
func Text(path string, o Overrides, games game.Set) ([]byte, error) {
	c, l, err := load(path, o, games)
	if err != nil {
		return nil, err
	}
	var document yaml.Node
	if err = yaml.Unmarshal(l.file.text, &document); err != nil || len(l.sources) == 0 {
		return l.file.text, err
	}
	docs := docsByKey(c)
	for _, k := range setting.Of(c) {
		if l.sources[k.Name] != "" {
			put(document.Content[0], k, docs)
		}
	}
	return encode(&document), nil
}

// put gives a key of a document its value. Comments stay, but comments of single entries of a list go with them.
func put(at *yaml.Node, k setting.Key, docs map[string]string) {
	name := ""
	for part := range strings.SplitSeq(k.Name, ".") {
		name = strings.TrimPrefix(name+"."+part, ".")
		at = child(at, name, docs)
	}
	value := node(k.Value())
	if list, ok := k.Value().([]string); ok && docs != nil && at.Kind == 0 && len(strings.Join(list, ", ")) > 60 {
		value.Style = 0 // an entry a line
	}
	value.HeadComment, value.LineComment, value.FootComment = at.HeadComment, at.LineComment, at.FootComment
	*at = *value
}

// child returns the value of a key in a mapping, which gets it if it lacks it, below its sentence.
func child(m *yaml.Node, name string, docs map[string]string) *yaml.Node {
	m.Kind = yaml.MappingNode
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
	key, value := word(last(name)), &yaml.Node{Style: m.Style & yaml.FlowStyle}
	if value.Style == 0 { // else it has no line of its own
		key.HeadComment = setting.Wrap(docs[name], "# ", 80-2*strings.Count(name, "."))
	}
	m.Content = append(m.Content, key, value)
	return value
}

// ReplaceFolder replaces the folder in recorded settings, if they have one; text that is not YAML stays.
func ReplaceFolder(text string, of func(folder string) string) string {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil || len(document.Content) == 0 {
		return text
	}
	root := document.Content[0]
	for i := 0; root.Kind == yaml.MappingNode && i+1 < len(root.Content); i += 2 {
		value, now := root.Content[i+1], ""
		if root.Content[i].Value != "folder" || value.Kind != yaml.ScalarNode || value.Decode(&now) != nil || now == "" {
			continue
		}
		if folder := of(now); folder != now {
			root.Content[i+1] = node(folder)
			return string(encode(&document))
		}
	}
	return text
}

func encode(root *yaml.Node) []byte {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(root); err != nil {
		panic("configs: write yaml: " + err.Error())
	}
	return b.Bytes()
}

func docsByKey(c *Config) map[string]string {
	docs := make(map[string]string)
	for _, g := range setting.Groups(c) {
		docs[g.Name] = g.Doc
	}
	for _, k := range setting.Of(c) {
		docs[k.Name] = k.Doc
	}
	return docs
}

func word(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

func node(value any) *yaml.Node {
	n := new(yaml.Node)
	switch v := value.(type) {
	case []command.Gene:
		out := &yaml.Node{Kind: yaml.MappingNode}
		for _, g := range v {
			n, keys := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}, setting.Of(&g)
			isNumber := g.Distribution == command.Float || g.Distribution == command.Int
			for _, name := range strings.Fields("distribution choices ordered low high step log default fixed when group doc") {
				k := keys[slices.IndexFunc(keys, func(k setting.Key) bool { return k.Name == name })]
				if isEnd := name == "low" || name == "high"; !(isEnd && isNumber) && reflect.ValueOf(k.Value()).IsZero() {
					continue
				}
				value := node(k.Value())
				if text, ok := k.Value().(string); ok {
					value = word(text)
				}
				if name == "default" && isNumber {
					value.Tag = ""
				}
				n.Content = append(n.Content, word(name), value)
			}
			out.Content = append(out.Content, word(g.Name), n)
		}
		return out
	case []string:
		n.Kind, n.Style = yaml.SequenceNode, yaml.FlowStyle
		if slices.ContainsFunc(v, func(w string) bool { _, _, program := command.Program(w); return program }) {
			n.Style = 0 // a command is long
		}
		for _, text := range v {
			n.Content = append(n.Content, word(text))
		}
	default:
		if err := n.Encode(value); err != nil {
			panic("configs: write yaml: " + err.Error())
		}
	}
	return n
}
