package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every number by which a test names a rule stands in the list of that game.
func TestRules_numbers(t *testing.T) {
	for _, c := range []struct {
		list, tests  string
		named, entry string // how tests name a rule, how the list begins it; the number is the group
	}{
		{"rules-coup.md", "coup", `\bfacts? (\d+)(?: and (\d+))?`, `(?m)^(\d+)\. `},
		{"rules-wojna.md", "wojna", `\[A(\d+)\]`, `(?m)^\* \[A(\d+)\]`},
	} {
		text, err := os.ReadFile(c.list)
		if err != nil {
			t.Fatal(err)
		}
		listed := numbers(c.entry, string(text))
		named := 0
		for _, part := range []string{"table", "seat", "referee"} {
			files, err := filepath.Glob("../games/" + c.tests + "/" + part + "/*_test.go")
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				source, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				// A comment may break a line between "facts 33" and "and 36".
				for n := range numbers(c.named, strings.ReplaceAll(string(source), "\n// ", " ")) {
					if named++; !listed[n] {
						t.Errorf("%s: rule %s is not in %s", file, n, c.list)
					}
				}
			}
		}
		if named < 20 {
			t.Errorf("%s: tests name %d rules only", c.list, named)
		}
	}
}

// numbers returns the numbers that the groups of a pattern match.
func numbers(pattern, text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		for _, n := range m[1:] {
			if n != "" {
				out[n] = true
			}
		}
	}
	return out
}
