package configs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"bloodline/arena/command"
	"bloodline/internal/setting"
)

type file struct {
	path      string
	text      []byte
	isMapping bool           // the text is a mapping of keys; nothing is checked without one
	values    map[string]any // by dotted key, of the settings' own types; only keys that are in the file
	lines     map[string]int // of keys, groups and places in lists; "" is the whole document
	faults    setting.Errors // with lines

	scalars bool // a text may also be written as a number, as in the genes of a bot
}

// parse reads the text as far as it can be read.
//
// Note: yaml.v3's KnownFields reports unknown and repeated keys without the dotted key, and decoding makes 1 of 1.5 and
// 8 of 010. The tags of the nodes must be looked at in any case, so this one walk finds all of it.
func parse(path string, text []byte) *file {
	f := &file{path: path, text: text, values: map[string]any{}, lines: map[string]int{"": 1}}
	if root := f.document(text); root != nil {
		f.isMapping = true
		f.lines[""] = root.Line
		var c Config
		f.mapping(root, "", setting.Of(&c))
	}
	return f
}

func (f *file) add(line int, name, rule, have string) {
	f.faults = append(f.faults, &setting.Error{Path: f.path, Line: line, Key: name, Rule: rule, Have: have})
}

// mapping reads the keys below a prefix, which is empty or ends with a dot.
func (f *file) mapping(n *yaml.Node, prefix string, known []setting.Key) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		path := prefix + name.Value
		first, twice := f.lines[path]
		at := slices.IndexFunc(known, func(k setting.Key) bool { return k.Name == path })
		switch {
		case name.Kind != yaml.ScalarNode:
			f.add(name.Line, prefix+"?", "must be a plain key", showNode(name))
		case name.ShortTag() == "!!merge":
			f.add(name.Line, path, "must be written out", "a merge key")
		case twice:
			f.add(name.Line, path, fmt.Sprintf("is repeated, first in line %d", first), "")
		case strings.Contains(name.Value, "."):
			f.add(name.Line, prefix+shownKey(name), "unknown key, sections must be nested", "")
		case at >= 0:
			f.lines[path] = name.Line
			f.setting(known[at], value)
		case f.scalars && keySynonyms[strings.ToLower(name.Value)] != "":
			f.add(name.Line, prefix+shownKey(name), "unknown key, did you mean "+keySynonyms[strings.ToLower(name.Value)]+"?", "")
		case !isGroup(path, known):
			f.add(name.Line, prefix+shownKey(name), unknownKeyRule(prefix, path, known), "")
		case value.Kind != yaml.MappingNode:
			f.lines[path] = name.Line
			f.add(value.Line, path, "must be a mapping of keys to values", showNode(value))
		default:
			f.lines[path] = name.Line
			f.mapping(value, path+".", known)
		}
	}
}

func (f *file) setting(k setting.Key, n *yaml.Node) {
	switch k.At.(type) {
	case *[]command.Gene:
		f.genes(k.Name, n)
	case *[]string:
		f.list(k, n)
	default:
		if v, ok := f.scalar(k.Name, k, n); ok {
			f.values[k.Name] = v
		}
	}
}

// scalar returns the value of a node in the type of a key, and reports a node without one.
func (f *file) scalar(path string, k setting.Key, n *yaml.Node) (v any, ok bool) {
	if n.Kind == yaml.AliasNode {
		f.add(n.Line, path, "must be written out", "an alias")
		return nil, false
	}
	v, rule, ok := setting.Parse(n.Value, k.At)
	switch k.At.(type) {
	case *string:
		ok = f.scalars || n.ShortTag() == "!!str"
		if path := ""; n.ShortTag() == "!!binary" && n.Decode(&path) == nil { // it is not UTF-8
			v, ok = path, true
		}
	case *bool:
		ok = ok && n.ShortTag() == "!!bool"
	case *int, *uint64, *float64:
		ok = ok && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0
	}
	if n.Kind != yaml.ScalarNode || !ok {
		f.add(n.Line, path, cmp.Or(rule, k.RangeRule()), showNode(n)) // no rule: a number that is too large
		return nil, false
	}
	return v, true
}

func (f *file) list(k setting.Key, n *yaml.Node) {
	items, place := []*yaml.Node{n}, func(int) string { return k.Name }
	switch {
	case n.ShortTag() == "!!null":
		rule := "must be a list"
		if k.Name == "field" || k.Name == "holdout" {
			rule += " of opponents, such as [defaults, rival: ./rival --fast, best.json]"
		}
		f.add(n.Line, k.Name, rule, "nothing")
		return
	case n.Kind == yaml.SequenceNode:
		items, place = n.Content, func(i int) string { return fmt.Sprintf("%s[%d]", k.Name, i) }
	}
	if k.Words == nil && !f.scalars {
		items = commandWords(items)
	}
	var list []string
	for i, item := range items {
		if k.Name == "command.seeds" || k.Name == "command.maps" {
			item.Tag = "!!str" // a number is a word there
		}
		if v, ok := f.scalar(place(i), setting.Key{At: new(string)}, item); ok {
			f.lines[fmt.Sprintf("%s[%d]", k.Name, len(list))] = item.Line
			list = append(list, v.(string))
		}
	}
	f.values[k.Name] = list
}

// commandWords turns the commands of a mapping into words "NAME: COMMAND".
func commandWords(items []*yaml.Node) (out []*yaml.Node) {
	for _, item := range items {
		if item.Kind != yaml.MappingNode {
			out = append(out, item)
			continue
		}
		for i := 0; i+1 < len(item.Content); i += 2 {
			name, value := item.Content[i], item.Content[i+1]
			text, ok := value.Value, value.Kind == yaml.ScalarNode
			if value.Kind == yaml.MappingNode {
				text, ok = objectJSON(value)
			}
			if name.Kind != yaml.ScalarNode || !ok {
				out = append(out, item)
				break
			}
			w := word(name.Value + command.NameEnd + text)
			w.Line = name.Line
			out = append(out, w)
		}
	}
	return out
}

// ValuesJSON writes {GENE: value} of a command line as JSON, its form in a run file. Other texts stay.
func ValuesJSON(text string) string {
	var n yaml.Node
	d := yaml.NewDecoder(strings.NewReader(text))
	if d.Decode(&n) != nil || !errors.Is(d.Decode(new(yaml.Node)), io.EOF) ||
		n.Kind != yaml.DocumentNode || n.Content[0].Kind != yaml.MappingNode {
		return text
	}
	if object, ok := objectJSON(n.Content[0]); ok {
		return object
	}
	return text
}

// objectJSON writes values of genes as JSON, so that they are part of a word.
func objectJSON(n *yaml.Node) (text string, ok bool) {
	var out []string
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		if name.Kind != yaml.ScalarNode || value.Kind != yaml.ScalarNode || seen[name.Value] {
			return "", false
		}
		seen[name.Value] = true
		v, number := value.Value, value.ShortTag() == "!!int" || value.ShortTag() == "!!float"
		if !number || !json.Valid([]byte(v)) {
			v = strconv.Quote(v)
		}
		out = append(out, fmt.Sprintf("%q: %s", name.Value, v))
	}
	return "{" + strings.Join(out, ", ") + "}", true
}

func (f *file) genes(path string, n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		f.add(n.Line, path, "must be a mapping of names to genes", showNode(n))
		return
	}
	var out []command.Gene
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		at := path + "." + name.Value
		if first, twice := f.lines[at]; twice {
			f.add(name.Line, at, fmt.Sprintf("is repeated, first in line %d", first), "")
		} else if f.lines[at] = name.Line; value.Kind != yaml.MappingNode {
			f.add(value.Line, at, "must be a mapping: {distribution: float, low: 0, high: 1, default: 0.5}", showNode(value))
		} else {
			out = append(out, f.gene(at, name.Value, value))
		}
	}
	f.values[path] = out
}

func (f *file) gene(path, name string, n *yaml.Node) command.Gene {
	g := command.Gene{Name: name}
	known := setting.Of(&g)
	below := &file{path: f.path, values: map[string]any{}, lines: map[string]int{}, scalars: true}
	below.mapping(n, "", known)
	for _, k := range known {
		if v, ok := below.values[k.Name]; ok {
			k.Put(v)
		}
	}
	for name, line := range below.lines {
		f.lines[path+"."+name] = line
	}
	for _, e := range below.faults {
		f.add(e.Line, path+"."+e.Key, e.Rule, e.Have)
	}
	if g.Distribution != "" && g.Fixed == "" && !g.IsBred() && below.faults == nil && (below.lines["low"] == 0 || below.lines["high"] == 0) {
		f.add(n.Line, path, "must have low and high, or fixed", "neither")
	}
	return g
}

// keySynonyms are words of Optuna, SMAC, weather-factory and OpenBench for the keys of a gene.
var keySynonyms = map[string]string{
	"min": "low", "min_value": "low", "minimum": "low", "lower": "low", "max": "high", "max_value": "high",
	"maximum": "high", "upper": "high",
	"value": "default", "default_value": "default", "init": "default", "start": "default", "log_scale": "log", "q": "step",
	"type": "distribution", "suggest_float": "distribution: float", "float": "distribution: float",
	"suggest_int": "distribution: int", "int": "distribution: int",
	"suggest_categorical": "distribution: categorical", "categorical": "distribution: categorical",
	"categories": "choices", "values": "choices",
}

func isGroup(path string, known []setting.Key) bool {
	return slices.ContainsFunc(known, func(k setting.Key) bool { return strings.HasPrefix(k.Name, path+".") })
}

// unknownKeyRule says which key of this or another group an unknown key could have meant.
func unknownKeyRule(prefix, path string, known []setting.Key) string {
	own := strings.TrimPrefix(path, prefix)
	var here []string
	for _, k := range known {
		if rest, ok := strings.CutPrefix(k.Name, prefix); ok {
			if next, _, _ := strings.Cut(rest, "."); !slices.Contains(here, next) {
				here = append(here, next)
			}
		}
	}
	if slices.Contains(here, own) {
		i := slices.IndexFunc(known, func(k setting.Key) bool { return strings.HasPrefix(k.Name, path+".") })
		return "must be a key of this section, such as " + known[i].Name
	}
	meant := setting.Nearest(own, here)
	if i := slices.IndexFunc(known, func(k setting.Key) bool { return last(k.Name) == own }); i >= 0 {
		meant, prefix = known[i].Name, ""
	}
	if meant == "" {
		return "unknown key (a newer version's?), must be one of " + strings.Join(here, ", ")
	}
	return "unknown key, did you mean " + prefix + meant + "?"
}

// shownKey is a key as it stands, or quoted if it is not a word.
func shownKey(name *yaml.Node) string {
	for _, r := range name.Value {
		if r <= ' ' || r == '.' || r == '"' || r >= utf8.RuneSelf {
			return quoteText(name.Value)
		}
	}
	if name.Value == "" {
		return `""`
	}
	return setting.Clip(name.Value, mostShown)
}

// enclosing lists a key, the groups that it stands in, the inner one first, and "".
func enclosing(key string) []string {
	out := []string{key}
	for key != "" {
		key = key[:max(0, strings.LastIndexByte(key, '.'))]
		out = append(out, key)
	}
	return out
}

// section is the part of a key before the first dot; empty without one.
func section(key string) string { return key[:max(0, strings.IndexByte(key, '.'))] }

// last is the part of a key behind the last dot.
func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

// base is a key without its place in a list. Names of genes may have brackets.
func base(key string) string {
	if strings.HasPrefix(key, "command.genes.") {
		return key
	}
	key, _, _ = strings.Cut(key, "[")
	return key
}

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

// syntax reports text that is not YAML. In a short text the line is the first one from which on it does not parse,
// since the library's own line may be that of the block around a mistake.
func (f *file) syntax(data []byte, err error) {
	text, line := strings.TrimPrefix(err.Error(), "yaml: "), 0
	if n, _ := fmt.Sscanf(text, "line %d: ", &line); n == 1 {
		_, text, _ = strings.Cut(text, ": ")
	}
	const longest = 500 // a fifth of a second
	lines := bytes.SplitAfter(data, []byte("\n"))
	if len(lines) <= longest {
		line = len(lines)
		parses := func(data []byte) bool {
			d := yaml.NewDecoder(bytes.NewReader(data))
			for {
				if err := d.Decode(new(yaml.Node)); err != nil {
					return errors.Is(err, io.EOF)
				}
			}
		}
		for line > 1 && !parses(bytes.Join(lines[:line-1], nil)) {
			line--
		}
	}
	if line > 0 && line <= len(lines) && bytes.HasPrefix(bytes.TrimLeft(lines[line-1], " "), []byte("\t")) {
		f.add(line, "", "must be indented with spaces", "a tab")
		return
	}
	f.add(line, "", "must be YAML: "+setting.Clip(text, mostShown), "")
}

// quoteText shows text within a message: quoted, on one line and of bounded length.
func quoteText(text string) string {
	if text == "" {
		return "nothing"
	}
	return strconv.Quote(setting.Clip(text, mostShown))
}

const mostShown = 60 // characters of a text in a message

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
	case n.ShortTag() == "!!str" && (n.Style != 0 || !setting.IsNumber(n.Value)) ||
		strings.ContainsFunc(n.Value, func(r rune) bool { return r < ' ' }):
		return strconv.Quote(setting.Clip(n.Value, mostShown))
	}
	return setting.Clip(n.Value, mostShown)
}
