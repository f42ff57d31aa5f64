package configs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"bloodline/arena/command"
	"bloodline/evolve/key"
)

// maxBytes is the largest run file that is read.
const maxBytes = 1 << 20

// tree is what a file says: the checked values by key, and where each stands.
type tree struct {
	path   string
	root   bool           // the file is a mapping; without one nothing was read
	values map[string]any // of the settings' own types; only keys that are in the file
	lines  map[string]int // of keys, sections and places in lists; "" is the whole document
	faults faults         // with lines
}

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

func (t *tree) add(line int, key, rule, have string) {
	t.faults = append(t.faults, &Error{Line: line, Key: key, Rule: rule, Have: have})
}

// document returns the mapping that the only document of the bytes is.
func (t *tree) document(data []byte) *yaml.Node {
	if !t.readable(data) {
		return nil
	}
	var first, second yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(data))
	switch err := d.Decode(&first); {
	case errors.Is(err, io.EOF):
		t.add(1, "", "must hold settings", "an empty file")
		return nil
	case err != nil:
		t.syntax(data, err)
		return nil
	}
	if err := d.Decode(&second); err == nil {
		t.add(second.Line, "", "must be one document", "a second one")
	} else if !errors.Is(err, io.EOF) {
		t.syntax(data, err)
		return nil
	}
	root := first.Content[0]
	switch {
	case root.Kind == yaml.ScalarNode && root.ShortTag() == "!!null":
		t.add(first.Line, "", "must hold settings", "nothing")
		return nil
	case root.Kind != yaml.MappingNode:
		t.add(root.Line, "", "must be a mapping of keys to values", shown(root))
		return nil
	}
	return root
}

// readable checks the bytes before any YAML is looked for.
func (t *tree) readable(data []byte) bool {
	if len(data) > maxBytes {
		t.add(0, "", "must be 1 MB at most", "more")
		return false
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		line := func() int { return 1 + bytes.Count(data[:i], []byte("\n")) }
		if r == utf8.RuneError && size == 1 {
			t.add(line(), "", "must be UTF-8 text", fmt.Sprintf("byte 0x%02x", data[i]))
			return false
		}
		if unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) {
			t.add(line(), "", "must be text without control characters", fmt.Sprintf("%U", r))
			return false
		}
		i += size
	}
	return true
}

// syntax reports text that is no YAML.
func (t *tree) syntax(data []byte, err error) {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if _, after, ok := strings.Cut(text, ": "); ok && strings.HasPrefix(text, "line ") {
		text = after
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	at := broken(lines)
	if at == 0 {
		t.add(0, "", "must be YAML: "+clipped(text), "")
		return
	}
	line := lines[at-1]
	if indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]; bytes.ContainsRune(indent, '\t') {
		t.add(at, "", "must be indented with spaces", "a tab")
		return
	}
	t.add(at, "", "must be YAML: "+clipped(text), "")
}

// broken returns the line from which on text is no YAML, from 1, or 0 when the text
// is too long to try.
//
// Note: the library's own line is that of the block around a mistake, and in some
// cases the one above; so the lines are taken away from the end until it parses.
func broken(lines [][]byte) int {
	const longest = 500 // a fifth of a second
	if len(lines) > longest {
		return 0
	}
	at := len(lines)
	for at > 1 && !parses(bytes.Join(lines[:at-1], nil)) {
		at--
	}
	return at
}

func parses(data []byte) bool {
	d := yaml.NewDecoder(bytes.NewReader(data))
	for {
		if err := d.Decode(new(yaml.Node)); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
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
		if d := key.Distance(own, candidate, best); d < best && d < max(2, len(candidate)/2) {
			best, found = d, prefix+candidate
		}
	}
	if found != "" {
		return "unknown key, did you mean " + found + "?"
	}
	return "unknown key, must be one of " + strings.Join(here, ", ")
}
