package scaffold

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/internal/guard"
)

// The simulators of all languages play the same games, whatever they played before, refuse genes in another order, and
// end at the end of their input. A line that makes no sense is an error of its own.
func TestSimulator(t *testing.T) {
	const genes = "margin cost far enemy help attack short"
	rng := rand.New(rand.NewPCG(1, 2))
	seat := func() string {
		if rng.IntN(5) == 0 {
			return "first"
		}
		return fmt.Sprintf("genes %.6g %.6g %.6g %.6g %.6g %d %s", 1+5*rng.Float64(), 5*rng.Float64(), 10*rng.Float64(), 12*rng.Float64(), 5*rng.Float64(),
			rng.IntN(31), []string{"wait", "other", "all"}[rng.IntN(3)])
	}
	var lines []string
	for range 50 {
		lines = append(lines, fmt.Sprintf("%d %s %s", rng.IntN(1<<31), seat(), seat()))
	}
	lines[0] = "2147483647 " + seat() + " first"

	var games []string // answers of the first language
	for _, p := range Simulator.Programs {
		t.Run(p.Language, func(t *testing.T) {
			if p.Language != "python" {
				guard.Slow(t) // compilers take seconds
			}
			dir := filepath.Join(t.TempDir(), "mine")
			if _, _, err := Simulator.Write("mine", dir, p.Language); err != nil {
				t.Fatal(err)
			}
			for _, line := range []string{p.Build, p.Run} {
				if name, _, _ := strings.Cut(line, " "); name != "" && name != p.Run {
					if _, err := exec.LookPath(name); err != nil {
						t.Skipf("no %s", name)
					}
				}
			}
			command := func(line string) *exec.Cmd {
				c := exec.Command("sh", "-c", line)
				c.Dir, c.Stderr = dir, os.Stderr
				return c
			}
			guard.Must(t, command(p.Build).Run())
			play := func(lines ...string) []string {
				t.Helper()
				c := command(p.Run)
				c.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
				out, err := c.Output()
				answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
				if err != nil || len(answers) != len(lines) {
					t.Fatalf("%d answers to %d lines, %v: %q", len(answers), len(lines), err, out)
				}
				return answers
			}

			forth := play(append([]string{"bloodline 1 2 " + genes}, lines...)...)
			if !strings.HasPrefix(forth[0], "ok ") {
				t.Errorf("it answers %q", forth[0])
			}
			forth = forth[1:]
			if games == nil {
				games = forth
			}
			for i, have := range forth {
				if have != games[i] {
					t.Errorf("%s: have %q, %s has %q", lines[i], have, Simulator.Programs[0].Language, games[i])
				}
			}

			slices.Reverse(lines)
			defer slices.Reverse(lines)
			back := play(append([]string{"bloodline 1 2 cost margin far enemy help attack short", "5 first second", "6 genes 1 1"}, lines...)...)
			for _, have := range back[:3] {
				if !strings.HasPrefix(have, "error ") {
					t.Errorf("it accepts what it can't read: %q", have)
				}
			}
			slices.Reverse(back)
			if have := back[:len(lines)]; !slices.Equal(have, forth) {
				t.Errorf("another order, other scores: %q, %q", have, forth)
			}
		})
	}
}

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
