package configs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"bloodline/internal/setting"
)

// document returns the mapping that the only document of the bytes is.
func (f *file) document(data []byte) *yaml.Node {
	var first, second yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(data))
	err := d.Decode(&first)
	if errors.Is(err, io.EOF) {
		f.add(1, "", "must hold settings", "an empty file")
		return nil
	}
	if err == nil {
		if err = d.Decode(&second); err == nil {
			f.add(second.Line, "", "must be one document", "a second one")
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		f.syntax(data, err)
		return nil
	}
	root := first.Content[0]
	if root.Kind == yaml.MappingNode {
		return root
	}
	f.add(first.Line, "", "must be a mapping of keys to values", showNode(root))
	return nil
}

// syntax reports text that is no YAML. In a short text the line is the first one from which on it does not
// parse, since the library's own line may be that of the block around a mistake.
func (f *file) syntax(data []byte, err error) {
	text, line := strings.TrimPrefix(err.Error(), "yaml: "), 0
	if n, _ := fmt.Sscanf(text, "line %d: ", &line); n == 1 {
		_, text, _ = strings.Cut(text, ": ")
	}
	const longest = 500 // a fifth of a second
	lines := bytes.SplitAfter(data, []byte("\n"))
	if len(lines) <= longest {
		line = len(lines)
		for line > 1 && !parses(bytes.Join(lines[:line-1], nil)) {
			line--
		}
	}
	if line > 0 && line <= len(lines) && bytes.HasPrefix(bytes.TrimLeft(lines[line-1], " "), []byte("\t")) {
		f.add(line, "", "must be indented with spaces", "a tab")
		return
	}
	f.add(line, "", "must be YAML: "+clip(text), "")
}

func parses(data []byte) bool {
	d := yaml.NewDecoder(bytes.NewReader(data))
	for {
		if err := d.Decode(new(yaml.Node)); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

// quoteText shows text within a message: quoted, on one line and of bounded length.
func quoteText(text string) string {
	if text == "" {
		return "nothing"
	}
	return strconv.Quote(clip(text))
}

func clip(text string) string {
	const limit = 60
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit]) + "..."
}

// showNode returns a node as messages show it.
func showNode(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.ShortTag() == "!!null":
		return "nothing"
	case n.ShortTag() == "!!str" && (n.Style != 0 || !setting.IsNumber(n.Value)) || strings.ContainsFunc(n.Value, func(r rune) bool { return r < ' ' }):
		return strconv.Quote(clip(n.Value))
	}
	return clip(n.Value)
}

// showText returns the text of a flag or a variable as messages show it.
func showText(text string) string {
	if setting.IsNumber(text) {
		return clip(text)
	}
	return quoteText(text)
}
