package scaffold

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bloodline/internal/guard"
)

// Names of modules that go build refuses are refused, and others are not.
func TestCheckName(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		guard.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		guard.Must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write("rules/rules.go", "package rules\n")
	for _, name := range []string{"con", "nul", "com1", "lpt9", "all", "std", "tool", "toolchain", "work", "mod", "fmt", "com0", "func", "mygame"} {
		write("go.mod", "module "+name+"\n\ngo 1.26\n")
		write("main.go", "package main\n\nimport _ \""+name+"/rules\"\n\nfunc main() {}\n")
		c := exec.Command("go", "list", "-deps", ".")
		c.Dir = dir
		c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, refused := c.CombinedOutput()
		if err := checkName(name); (err != nil) != (refused != nil) {
			t.Errorf("%s: have %v; go says %v, %s", name, err, refused, out)
		}
	}
	for _, name := range []string{"", "a_test", "A", "2x", "a.b", "a-b"} {
		if checkName(name) == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}
