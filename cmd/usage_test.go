//go:build linux

package cmd

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"bloodline/results/report"
)

// parse checks a command line without running it.
func parse(words []string) error {
	root := shipped().root()
	c, rest, err := root.Find(words)
	if err != nil {
		return err
	}
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	return c.ValidateArgs(c.Flags().Args())
}

// shellWords are the words of the first command of a shell line.
func shellWords(line string) []string {
	for _, end := range []string{" | ", " > ", " && ", " # ", "; "} {
		line, _, _ = strings.Cut(line, end)
	}
	return strings.Fields(line)
}

func TestParse(t *testing.T) {
	for line, ok := range map[string]bool{
		"breed":                       true,
		"breed x.yaml --seed 3":       true,
		"breed --resume=x":            true,
		"lineage x --format dot":      true,
		"inspect":                     false,
		"inspect x --no-such-flag":    false,
		"breed --seed x":              false,
		"no-such-command":             false,
		"export coup --out bot -o js": true, // a value, not a flag
		"match a b c --games":         false,
	} {
		if err := parse(strings.Fields(line)); (err == nil) != ok {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// The examples of the help pages are command lines of this program.
func TestExamples(t *testing.T) {
	for _, c := range shipped().root().Commands() {
		for line := range strings.Lines(c.Example) {
			line, ok := strings.CutPrefix(strings.TrimSpace(line), "bloodline ")
			if !ok {
				continue // another program's
			}
			if err := parse(shellWords(line)); err != nil {
				t.Errorf("%s: %s: %v", c.Name(), line, err)
			}
		}
	}
}

// Each command has a help page, and the program's names them all.
func TestHelp(t *testing.T) {
	page := func(words ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := call(words, &out, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	all := page("--help")
	for _, c := range shipped().root().Commands() {
		if !strings.Contains(all, "\n  "+c.Name()+" ") {
			t.Errorf("the help does not list %s", c.Name())
		}
		own := page(c.Name(), "--help")
		if !strings.Contains(own, "Usage:\n  bloodline "+c.Name()) {
			t.Errorf("%s --help:\n%s", c.Name(), own)
		}
		if own != page("help", c.Name()) {
			t.Errorf("help %s is another page than %s --help", c.Name(), c.Name())
		}
	}
}

// helpPages returns the help page of every command but cobra's own.
func helpPages(t *testing.T) map[*cobra.Command]string {
	t.Helper()
	pages := map[*cobra.Command]string{}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		var text bytes.Buffer
		c.SetOut(&text)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		pages[c] = text.String()
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" {
				walk(sub)
			}
		}
	}
	walk(shipped().root())
	return pages
}

// Every help page fits a terminal of 80 columns.
func TestHelp_width(t *testing.T) {
	for c, page := range helpPages(t) {
		for line := range strings.Lines(page) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > report.Columns {
				t.Errorf("%s --help: %d columns: %s", c.CommandPath(), n, line)
			}
		}
	}
}

// longHelp are the commands whose help needs more than a screen, and why.
var longHelp = map[string]string{
	"breed":   "22 flags: its own, those of workers on other machines, and those of programs",
	"compare": "17 flags, and a list of the optimisers",
	"exploit": "18 flags, those of breed but for the budget",
}

// The help of a command fits on a screen of 24 lines, without the flags that all commands have.
func TestHelp_height(t *testing.T) {
	const screen = 24
	for c, page := range helpPages(t) {
		own, _, _ := strings.Cut(page, "\nGlobal Flags:")
		n := strings.Count(strings.TrimSpace(own), "\n") + 1
		if _, long := longHelp[c.Name()]; (n > screen) != long && c.HasParent() {
			t.Errorf("%s --help has %d lines", c.CommandPath(), n)
		}
	}
}
