package configs

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"bloodline/evolve/key"
)

// quoted shows text within a message: quoted, on one line and of bounded length.
func quoted(text string) string {
	if text == "" {
		return "nothing"
	}
	return strconv.Quote(clipped(text))
}

func clipped(text string) string {
	const limit = 60
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit]) + "..."
}

// shown returns a node as messages show it.
func shown(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.ShortTag() == "!!null":
		return "nothing"
	case n.ShortTag() == "!!str" && (n.Style != 0 || !key.IsNumber(n.Value)) || strings.ContainsFunc(n.Value, func(r rune) bool { return r < ' ' }):
		return strconv.Quote(clipped(n.Value))
	}
	return clipped(n.Value)
}

// given returns the text of a flag or a variable as messages show it.
func given(text string) string {
	if key.IsNumber(text) {
		return clipped(text)
	}
	return quoted(text)
}
