package configs

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"bloodline/arena/command"
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

// shown is a node as it looks to the user who wrote it.
func shown(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case tag(n) == "!!null":
		return "nothing"
	case tag(n) == "!!str" || strings.ContainsFunc(n.Value, func(r rune) bool { return r < ' ' }):
		return strconv.Quote(clipped(n.Value))
	}
	return clipped(n.Value)
}

// told is text of a flag or a variable as it looks to the user who wrote it.
func told(text string) string {
	if isWhole(text) || isNumber(text) {
		return clipped(text)
	}
	return quoted(text)
}

// tag is the type of a scalar and empty for everything else. Numbers that no
// float can hold are text to YAML; they stay numbers here.
func tag(n *yaml.Node) string {
	switch {
	case n.Kind != yaml.ScalarNode:
		return ""
	case n.Style == 0 && n.ShortTag() == "!!str" && isNumber(n.Value):
		return "!!float"
	}
	return n.ShortTag()
}

// wrong is a broken rule that has no place yet.
type wrong struct{ rule, have string }

// read returns the value of a node in the setting's type.
func (s setting) read(n *yaml.Node) (any, *wrong) {
	if n.Kind == yaml.AliasNode {
		return nil, &wrong{"must be written out", "an alias"}
	}
	tag := tag(n)
	switch s.At.(type) {
	case *int, *uint64:
		// Numbers beyond 64 bits have the tag of a float.
		if tag != "!!int" && (tag != "!!float" || !isWhole(n.Value)) {
			return nil, &wrong{"must be a whole number", shown(n)}
		}
	case *float64:
		if tag != "!!int" && tag != "!!float" {
			return nil, &wrong{"must be a number", shown(n)}
		}
	case *time.Duration:
		if tag != "!!str" && n.Value != "0" {
			return nil, &wrong{key.RuleDuration, shown(n)}
		}
	case *bool:
		if tag != "!!bool" {
			return nil, &wrong{"must be true or false", shown(n)}
		}
	default:
		if tag != "!!str" {
			return nil, &wrong{"must be text", shown(n)}
		}
	}
	return s.convert(n.Value, shown(n))
}

// convert reads the text of one scalar. It is what files, flags and variables have
// in common.
func (s setting) convert(text, shown string) (any, *wrong) {
	switch s.At.(type) {
	case *int:
		if !isWhole(text) {
			return nil, &wrong{"must be a whole number in decimal digits", shown}
		}
		x, err := strconv.Atoi(digits(text))
		if err != nil {
			return nil, &wrong{s.rule(), shown}
		}
		return x, nil
	case *uint64:
		if !isWhole(text) {
			return nil, &wrong{"must be a whole number in decimal digits", shown}
		}
		x, err := strconv.ParseUint(strings.TrimPrefix(digits(text), "+"), 10, 64)
		if err != nil {
			return nil, &wrong{s.rule(), shown}
		}
		return x, nil
	case *float64:
		return convertFloat(text, shown)
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 {
			return nil, &wrong{key.RuleDuration, shown}
		}
		return d, nil
	case *bool:
		x, err := strconv.ParseBool(strings.ToLower(text))
		if err != nil {
			return nil, &wrong{"must be true or false", shown}
		}
		return x, nil
	}
	return text, nil
}

func convertFloat(text, shown string) (any, *wrong) {
	switch strings.ToLower(strings.TrimLeft(text, "+-.")) {
	case "nan", "inf":
		return nil, &wrong{"must be a finite number", shown}
	}
	if !isNumber(text) {
		return nil, &wrong{"must be a number in decimal digits", shown}
	}
	x, err := strconv.ParseFloat(digits(text), 64)
	if err != nil || math.IsInf(x, 0) {
		return nil, &wrong{"must be a finite number", shown}
	}
	return x, nil
}

// convertText reads what a flag or a variable brings; lists have commas there.
func (s setting) convertText(text string) (any, *wrong) {
	text = strings.TrimSpace(text)
	if _, ok := s.At.(*[]command.Gene); ok {
		return nil, &wrong{"must stand in the run file", "a flag or a variable"}
	}
	if _, ok := s.At.(*[]string); !ok {
		if text == "" {
			return nil, &wrong{"must have a value", "nothing"}
		}
		return s.convert(text, told(text))
	}
	if text == "" {
		return []string(nil), nil
	}
	list := strings.Split(text, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list, nil
}

// readList reads one word or a list of words, and the line of each.
func (s setting) readList(n *yaml.Node) (list []string, lines []int, f faults) {
	word := setting{key.Key{At: new(string)}}
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	if s.Words == nil {
		items = named(items)
	}
	for i, item := range items {
		key := fmt.Sprintf("%s[%d]", s.Name, i)
		if n.Kind != yaml.SequenceNode {
			key = s.Name
		}
		v, bad := word.read(item)
		if bad != nil {
			f = append(f, &Error{Line: item.Line, Key: key, Rule: bad.rule, Have: bad.have})
			continue
		}
		list, lines = append(list, v.(string)), append(lines, item.Line)
	}
	return list, lines, f
}

// named turns "NAME: COMMAND" into a word, for each of the commands of a mapping.
func named(items []*yaml.Node) (out []*yaml.Node) {
	for _, item := range items {
		if item.Kind != yaml.MappingNode {
			out = append(out, item)
			continue
		}
		for i := 0; i+1 < len(item.Content); i += 2 {
			key, value := item.Content[i], item.Content[i+1]
			if key.Kind != yaml.ScalarNode || value.Kind != yaml.ScalarNode {
				out = append(out, item)
				break
			}
			w := word(key.Value + command.NameEnd + value.Value)
			w.Line = key.Line
			out = append(out, w)
		}
	}
	return out
}

// isWhole is true for an optional sign and digits, which may be grouped by single
// underscores. A leading zero is refused, since YAML reads it as octal.
func isWhole(text string) bool {
	text = unsigned(text)
	return isDigits(text) && (len(text) == 1 || text[0] != '0')
}

func isDigits(text string) bool {
	last := rune('_')
	for _, r := range text {
		if (r < '0' || r > '9') && (r != '_' || last == '_') {
			return false
		}
		last = r
	}
	return last != '_'
}

// isNumber is true for a decimal number with an optional fraction and exponent.
func isNumber(text string) bool {
	mantissa, exponent := unsigned(text), "0"
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		mantissa, exponent = mantissa[:i], unsigned(mantissa[i+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	return (whole != "" || fraction != "") && (whole == "" || isDigits(whole)) &&
		(fraction == "" || isDigits(fraction)) && isDigits(exponent)
}

// unsigned takes off one sign.
func unsigned(text string) string {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		return text[1:]
	}
	return text
}

func digits(text string) string { return strings.ReplaceAll(text, "_", "") }
