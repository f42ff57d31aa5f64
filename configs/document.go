package configs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// tree is what a file says: the checked values by key, and where each stands.
type tree struct {
	path   string
	root   bool           // the file is a mapping; without one nothing was read
	values map[string]any // of the settings' own types; only keys that are in the file
	lines  map[string]int // of keys, sections and places in lists; "" is the whole document
	faults faults         // with lines
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
