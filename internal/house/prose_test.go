package house_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// habits are turns of phrase that make readers stumble: persons for things, relative
// pronouns without a noun, royal words for a champion. Name the thing instead. A space
// in a pattern also matches a line break, in comments too.
var habits = []string{
	`\b(for|of|to|by|from|with|against) whom?\b`,
	`\b(for|of|to|by|from|with|against) (nobody|everybody|anybody|somebody)\b`,
	`\b(for|of|to|by|from|with|against) those (who|that)\b`,
	`(^|[^e] |[^h]e )\bones? (that|who|which|whose)\b`, // "the one that" has a noun
	`\b(that|which) (is|are) none\b`,
	`\bwhoever\b`,
	`\bbe it\b`,
	`\ball alike\b`,
	`\b(crown(s|ed|ing)?|reign(s|ed|ing)?|(de)?throned?)\b`,
	`\bturned away\b`,
	`\bby heart\b`,
}

// columns are the files with SQL that names the store's column "crowned".
const columns = "evolve/lineage/read.go evolve/lineage/writer.go results/run/damage_test.go"

// Documents, help, comments and strings are free of [habits].
func TestProse(t *testing.T) {
	all := regexp.MustCompile(`(?i)` + strings.ReplaceAll(strings.Join(habits, "|"), " ", `[\s/#*]+`))
	names, err := exec.Command("git", "ls-files", "*.md", "*.go", "*.yaml", "*.html", "*.txtar", "*.py").Output()
	if err != nil {
		t.Skip("no clone: ", err)
	}
	for _, name := range strings.Fields(string(names)) {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) || name == "internal/house/prose_test.go" {
			continue // deleted, not committed yet
		}
		if filepath.Ext(name) == ".go" {
			text = prose(text)
		}
		for _, at := range all.FindAllIndex(text, -1) {
			if hit := string(text[at[0]:at[1]]); hit != "crowned" || !strings.Contains(columns, name) {
				t.Errorf("%s:%d: %q: name the thing", name, 1+bytes.Count(text[:at[1]], []byte("\n")), hit)
			}
		}
	}
}

// prose is Go source with ; for every byte of code, so that comments and strings are left.
func prose(source []byte) []byte {
	left := bytes.Clone(source)
	for i, b := range left {
		if b > ' ' {
			left[i] = ';'
		}
	}
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, scanner.ScanComments)
	for at, kind, text := s.Scan(); kind != token.EOF; at, kind, text = s.Scan() {
		if kind == token.COMMENT || kind == token.STRING {
			copy(left[file.Offset(at):], text)
		}
	}
	return left
}
