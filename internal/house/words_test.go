package house_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	linked  = regexp.MustCompile(`\]\(([^)#:]+)[^)]*\)`)
	quoted  = regexp.MustCompile("`([^` ]+)`")
	aFile   = regexp.MustCompile(`^[\w.]+(/[\w.]+)+$|^\w+\.go$`)
	aName   = regexp.MustCompile(`^[A-Za-z]\w+$`)
	aSymbol = regexp.MustCompile(`^([a-z/]+)\.([A-Z]\w*)(?:\.([A-Z]\w*))?$`) // of a package: a type, a function, or a method of a type
)

// The map of the code names files, folders and types that exist. Paths begin at the root, or in the example of a fast game.
func TestWords(t *testing.T) {
	elsewhere := map[string]bool{"results/lineage.db": true, "cobra.Command": true} // of a user, of another module
	page, err := os.ReadFile("docs/how-it-works.md")
	if err != nil {
		t.Fatal(err)
	}
	files, symbols := 0, 0
	file := func(name string, roots ...string) {
		files++
		for _, root := range roots {
			if _, err := os.Stat(filepath.Join(root, name)); err == nil {
				return
			}
		}
		t.Errorf("docs/how-it-works.md names %s, which does not exist", name)
	}
	for _, m := range linked.FindAllStringSubmatch(string(page), -1) {
		file(m[1], "docs")
	}
	for _, m := range quoted.FindAllStringSubmatch(string(page), -1) {
		if s := aSymbol.FindStringSubmatch(m[1]); elsewhere[m[1]] {
			continue
		} else if s != nil {
			if symbols++; !declared(s[1], s[2], s[3]) {
				t.Errorf("docs/how-it-works.md names %s, which is not declared", m[1])
			}
		} else if aFile.MatchString(m[1]) {
			file(m[1], ".", "examples/liarsdice")
		}
	}
	_, walks, _ := strings.Cut(string(page), "\n## Where to change what\n")
	walks, _, _ = strings.Cut(walks, "\n## ")
	for _, walk := range strings.Split(walks, "\n**")[1:] { // its functions, variables and words stand in one of its files
		var names []string
		text := ""
		for _, m := range quoted.FindAllStringSubmatch(walk, -1) {
			if aFile.MatchString(m[1]) && !elsewhere[m[1]] {
				here, _ := os.ReadFile(m[1])
				there, _ := os.ReadFile(filepath.Join("examples/liarsdice", m[1]))
				text += string(here) + string(there)
			} else if aName.MatchString(m[1]) {
				names = append(names, m[1])
			}
		}
		for _, name := range names {
			if symbols++; !regexp.MustCompile(`\b` + name + `\b`).MatchString(text) {
				t.Errorf("docs/how-it-works.md names %s, which is in none of the files of its walk, %.40q", name, walk)
			}
		}
	}
	if files < 60 || symbols < 50 {
		t.Errorf("have %d files and %d symbols, want at least 60 and 50", files, symbols)
	}
}

// declared reports whether a package of this module has a type, a function, or a method of a type.
func declared(folder, name, method string) bool {
	line := regexp.MustCompile(`(?m)^(type|func) ` + name + `\b`)
	if method != "" {
		line = regexp.MustCompile(`(?m)^func \(\w+ \*?` + name + `\) ` + method + `\b`)
	}
	if folder == "bloodline" {
		folder = "."
	}
	sources, _ := filepath.Glob(folder + "/*.go")
	for _, path := range sources {
		if text, err := os.ReadFile(path); err == nil && line.Match(text) {
			return true
		}
	}
	return false
}

var assertion = regexp.MustCompile(`\.\(\*?command\.\w+\)|case \*?command\.(Game|Simulator)\b`)

// Outside of arena/command a contest of programs is told from other games by game.Abilities, not by the type of its table.
func TestAbilities(t *testing.T) {
	sources(t, func(name string, text []byte) {
		if found := assertion.Find(text); found != nil {
			t.Errorf("%s: %s asks for the type of a table; game.Abilities has what the game can do", name, found)
		}
	}, ":!arena/command", ":!*_test.go")
}
