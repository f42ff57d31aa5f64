package configs

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"bloodline/internal/setting"
)

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
