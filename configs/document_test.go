package configs

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"bloodline/arena/command"
	"bloodline/internal/guard"
	"bloodline/internal/setting"
)

var update = flag.Bool("update", false, "write docs/run-files.md")

const preface = `# Run files

Every key of a run file, for readers who write or change one. The tables are generated from the checks of the program
(` + "`go test ./configs -run TestDocument -args -update`" + `), so they are complete.

A run file is YAML, and only ` + "`game`" + ` is required. ` + "`bloodline config coup-quick`" + ` prints a shipped one to start from,
` + "`bloodline config NAME --all`" + ` one with every key that it reads. A dot in a key stands for a group: ` + "`deals`" + ` below ` + "`fitness:`" + `
is ` + "`fitness.deals`" + `. ` + "`--set fitness.deals=500`" + ` and the environment (` + "`BLOODLINE_FITNESS_DEALS=500`" + `) override a key; precedence is
flags, environment, file, defaults. A list of one word can be that word. A key that other settings make irrelevant is ignored,
with a warning.
`

// document is docs/run-files.md.
func document() string {
	c := Default()
	keys := setting.Of(&c)
	docs := map[string]string{}
	for _, g := range setting.Groups(&c) {
		docs[g.Name] = g.Doc
	}
	var b strings.Builder
	b.WriteString(preface)
	last := "none yet"
	for _, k := range keys {
		group := ""
		if i := strings.LastIndexByte(k.Name, '.'); i >= 0 {
			group = k.Name[:i]
		}
		if group != last {
			title, doc := "`"+group+"`", docs[group]
			if group == "" {
				title, doc = "The run", "What is bred, against which opponents."
			}
			fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| key | type | range | default | meaning | read when |\n|---|---|---|---|---|---|\n", title, doc)
			last = group
		}
		read, _ := new(Config).condition(k.Name)
		if read == "" {
			read = "always"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", k.Name, typeOf(k), allowed(k), standard(k), k.Doc, read)
	}
	return b.String()
}

func typeOf(k setting.Key) string {
	switch k.At.(type) {
	case *int, *uint64:
		return "whole number"
	case *float64:
		return "number"
	case *time.Duration:
		return "duration"
	case *[]string:
		return "list of words"
	case *bool:
		return "true or false"
	case *[]command.Gene:
		return "mapping"
	}
	return "word"
}

func allowed(k setting.Key) string {
	if _, ok := k.At.(*uint64); ok {
		return "[0, 2^64)"
	}
	switch {
	case k.Words != nil:
		return "`" + strings.Join(k.Words, "`, `") + "`"
	case k.Range != setting.Range{}:
		return k.Range.String()
	}
	return "any"
}

func standard(k setting.Key) string {
	switch {
	case k.Name == "game":
		return "none: must be set"
	case k.Default == "":
		return "empty"
	}
	return "`" + k.Default + "`"
}

// docs/run-files.md says what the tags say.
func TestDocument(t *testing.T) {
	const path = "../docs/run-files.md"
	if *update {
		guard.Must(t, os.WriteFile(path, []byte(document()), 0o666))
	}
	text := guard.Value(os.ReadFile(path))(t)
	if string(text) != document() {
		t.Errorf("%s is out of date; -args -update writes it", path)
	}
}

// A user can remember no more keys than this.
func TestDocument_Keys(t *testing.T) {
	const most = 44 // and 26 more for a game of commands, which leaves others unread
	c := Default()
	if n := len(setting.Of(&c)); n-len(setting.Of(&c.Command)) > most || len(setting.Of(&c.Command)) > 26 {
		t.Errorf("%d keys, want at most %d", n, most)
	}
}
