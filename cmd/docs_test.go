//go:build linux

package cmd

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/internal/guard"
)

var update = flag.Bool("update", false, "write what the commands of the documents print and draw into the documents")

// A snippet is a command of a document and what it prints to standard output.
type snippet struct {
	line    int // of the command, from 0
	command string
	output  []string
}

// snippets reads the console blocks of a document. What a command prints is all lines
// below it, up to the next command or the end of the block.
func snippets(lines []string) ([]snippet, error) {
	var out []snippet
	inside, begun := false, false
	for i, line := range lines {
		if strings.HasPrefix(line, "```") {
			inside, begun = line == "```console", false
			continue
		}
		if !inside {
			continue
		}
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			out, begun = append(out, snippet{line: i, command: command}), true
			continue
		}
		if !begun {
			return nil, fmt.Errorf("line %d: a console block begins with a command", i+1)
		}
		last := &out[len(out)-1]
		last.output = append(last.output, line)
	}
	return out, nil
}

// typed returns a command line without the program's name: it is called bloodline, and
// in a clone go run makes it.
func typed(command string) (string, bool) {
	for _, name := range []string{"bloodline ", "go run ./cmd/bloodline "} {
		if rest, ok := strings.CutPrefix(command, name); ok {
			return rest, true
		}
	}
	return "", false
}

// play runs a command in a folder and returns the lines that it prints.
func play(dir, command string) ([]string, error) {
	if rest, ok := typed(command); ok {
		command = "bloodline " + rest
	}
	var stdout, stderr bytes.Buffer
	sh := exec.Command("sh", "-c", command)
	sh.Dir, sh.Stdout, sh.Stderr = dir, &stdout, &stderr
	sh.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "BLOODLINE_") })
	sh.Env = append(sh.Env, "COLUMNS=80") // as a terminal has it
	err := sh.Run()
	// The exit code of a pipe is that of its end.
	for line := range strings.Lines(stderr.String()) {
		if strings.HasPrefix(line, "bloodline: ") {
			return nil, fmt.Errorf("%s", strings.TrimSpace(line))
		}
	}
	if err != nil || stdout.Len() == 0 {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ") // a column that was cut away leaves them
	}
	return lines, nil
}

// documents are the pages whose console blocks are run, in this order and in one folder:
// the later pages use the run of the first.
var documents = []string{"README.md", "docs/honest-results.md", "docs/adding-a-game.md", "docs/programs.md", "docs/rivals.md"}

// The commands in the documents print the output that is shown: the README in the second tier, all of them in
// the third. After a change that is meant:
//
//	BLOODLINE_TESTS=nightly go test ./cmd -run TestDocuments -args -update
func TestDocuments(t *testing.T) {
	guard.Slow(t)
	dir := filepath.Join(t.TempDir(), "clone")
	guard.Must(t, os.Mkdir(dir, 0o700))
	for i, name := range documents {
		if i == 0 || guard.Night() {
			rerun(t, dir, name)
		}
	}
}

// rerun runs the commands of a document and compares, or updates, what they print.
func rerun(t *testing.T, dir, name string) {
	t.Helper()
	path := filepath.Join("..", name)
	lines := strings.Split(read(t, path), "\n")
	all, err := snippets(lines)
	if err != nil || len(all) == 0 {
		t.Fatalf("%s: has %d commands (%v)", name, len(all), err)
	}
	var out []string
	next := 0
	for _, s := range all {
		have, err := play(dir, s.command)
		shown := excerpt(s.output, have)
		if err != nil {
			t.Errorf("%s:%d: %s: %v", name, s.line+1, s.command, err)
		} else if !*update && !slices.Equal(shown, s.output) {
			t.Errorf("%s:%d: %s: the document shows\n%s\nbut it prints\n%s", name, s.line+1, s.command,
				strings.Join(s.output, "\n"), strings.Join(have, "\n"))
		}
		out = append(append(out, lines[next:s.line+1]...), shown...)
		next = s.line + 1 + len(s.output)
	}
	if *update && !t.Failed() {
		write(t, path, strings.Join(append(out, lines[next:]...), "\n"))
	}
}

// leftOut stands in a document for any number of lines that a command prints.
const leftOut = "..."

// excerpt returns the printed lines that a document shows. It shows all of them, or ... for
// any number of left-out lines; the lines between are found by their first two words, or
// else by the first.
func excerpt(shown, printed []string) []string {
	if !slices.Contains(shown, leftOut) {
		return printed
	}
	var out []string
	gap := false
	for _, line := range shown {
		if line == leftOut {
			out, gap = append(out, line), true
			continue
		}
		at := 0
		for words := 2; gap && words > 0 && at <= 0; words-- {
			at = slices.IndexFunc(printed, func(p string) bool { return head(p, words) == head(line, words) })
			if at >= 0 {
				break
			}
		}
		if at < 0 || at >= len(printed) {
			return printed // what is shown is not there any more
		}
		out, printed, gap = append(out, printed[at]), printed[at+1:], false
	}
	if !gap && len(printed) > 0 {
		return append(out, printed...)
	}
	return out
}

// head returns the first words of a line.
func head(line string, n int) string {
	words := strings.Fields(line)
	return strings.Join(words[:min(len(words), n)], " ")
}

// Every bloodline command in a document parses.
func TestDocuments_Parse(t *testing.T) {
	paths := guard.Value(filepath.Glob("../docs/*.md"))(t)
	found := 0
	for _, path := range append(paths, "../README.md") {
		shell := false
		for i, line := range strings.Split(read(t, path), "\n") {
			if strings.HasPrefix(line, "```") {
				shell = line == "```console" || line == "```sh"
				continue
			}
			rest, ok := typed(strings.TrimPrefix(line, "$ "))
			if !shell || !ok {
				continue
			}
			found++
			if err := parse(shellWords(rest)); err != nil {
				t.Errorf("%s:%d: %s: %v", path, i+1, line, err)
			}
		}
	}
	if found == 0 {
		t.Error("no document shows a command")
	}
}

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

// The examples of the help pages are command lines of this program.
func TestExamples(t *testing.T) {
	a := shipped()
	root, tried := a.root(), 0
	fillHelp(root, a.helpWords())
	for _, c := range root.Commands() {
		for line := range strings.Lines(c.Example) {
			line, ok := strings.CutPrefix(strings.TrimSpace(line), "bloodline ")
			if !ok {
				continue // another program's
			}
			tried++
			if err := parse(shellWords(line)); err != nil {
				t.Errorf("%s: %s: %v", c.Name(), line, err)
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d examples: that is no test", tried)
	}
}

// Each script and run file in docs/case-studies.md is that of the folder of its study, and has forty lines at most.
func TestCaseStudies(t *testing.T) {
	page := read(t, "../docs/case-studies.md")
	for _, pattern := range []string{"../docs/case-studies/*/recount.py", "../docs/case-studies/*/*.yaml"} {
		paths := guard.Value(filepath.Glob(pattern))(t)
		if len(paths) != 3 {
			t.Fatal(paths)
		}
		for _, path := range paths {
			text := read(t, path)
			if !strings.Contains(page, "\n"+text+"```") {
				t.Errorf("docs/case-studies.md doesn't have %s as it is", path)
			}
			if n := strings.Count(text, "\n"); n > 40 {
				t.Errorf("%s has %d lines", path, n)
			}
		}
	}
}
