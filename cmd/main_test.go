//go:build linux

package cmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
)

// programs are the games of the programs that the tests run. The broken ones have games that lack something; bare has
// a game with all that it must have, and no more.
var programs = map[string][]bloodline.Game{}

// Shipped is the shipped games.
var Shipped game.Set

// TestMain makes the programs out of the test binary: they are on the PATH of all tests and scripts.
func TestMain(m *testing.M) {
	program.Launcher()
	shipped, whole, ruleless, twins := []bloodline.Game{coup.Game(), samurai.Game(), wojna.Game()}, coup.Game(), coup.Game(), coup.Game()
	ruleless.Rules = nil
	twins.Version, twins.Genes = -1, append(slices.Clone(twins.Genes), twins.Genes[0])
	programs = map[string][]bloodline.Game{
		"bloodline":       shipped,
		"bare":            {{Table: whole.Table, Version: whole.Version, Genes: whole.Genes, Rules: whole.Rules}},
		"broken-ruleless": {wojna.Game(), ruleless},
		"broken-twice":    {wojna.Game(), coup.Game(), wojna.Game()},
		"broken-genes":    {twins},
		"broken-empty":    nil,
	}
	var err error
	if Shipped, err = bloodline.Resolve(shipped...); err != nil {
		panic(err)
	}
	mains := map[string]func(){"nats": NATS}
	for name, games := range programs {
		mains[name] = func() { Main(games...) }
	}
	testscript.Main(guard.Tests(m), mains)
}

// shipped returns what the shipped program's commands belong to.
func shipped() *app { return newApp("bloodline", Shipped) }

// call runs the shipped program in this process.
func call(args []string, stdout, stderr io.Writer) error {
	a := shipped()
	a.stdin, a.stdout, a.stderr = strings.NewReader(""), stdout, stderr
	return a.execute(context.Background(), args)
}

// variables are those that scripts set and the program reads.
var variables = []string{"BLOODLINE_STORE", "BLOODLINE_SEED", "BLOODLINE_EVOLVE_POPULATION", "BLOODLINE_EVOLVE_SIGMA", "COLUMNS", "XDG_CONFIG_HOME"}

// inside lets one program at a time have the folder and the environment of this process.
var inside sync.Mutex

// inProcess runs a program in this process, in a folder, and returns its exit code.
func inProcess(dir string, env func(string) string, stdout, stderr io.Writer, words ...string) int {
	inside.Lock()
	defer inside.Unlock()
	before, err := os.Getwd()
	if err = cmp.Or(err, os.Chdir(dir)); err != nil {
		panic(err)
	}
	defer os.Chdir(before)
	for _, v := range variables {
		if was := os.Getenv(v); was != env(v) {
			os.Setenv(v, env(v))
			defer os.Setenv(v, was)
		}
	}
	set, err := bloodline.Resolve(programs[words[0]]...)
	if err != nil {
		err = usage("%w", err)
	} else {
		a := newApp(words[0], set)
		a.stdin, a.stdout, a.stderr = strings.NewReader(""), stdout, stderr
		err = a.execute(context.Background(), words[1:])
	}
	if err != nil {
		fmt.Fprintln(stderr, errorText(words[0], err))
	}
	return exitCode(err)
}

// mustRun runs the shipped program in a folder and returns what it prints.
func mustRun(t *testing.T, dir string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := inProcess(dir, os.Getenv, &stdout, &stderr, append([]string{"bloodline"}, args...)...); code != 0 {
		t.Fatalf("bloodline %s: exit code %d\n%s", strings.Join(args, " "), code, &stderr)
	}
	return stdout.String()
}

// tiny is a run file that breeds in a fraction of a second. Scripts find it as
// tiny.yaml.
const tiny = `game: coup
holdout: []
seed: 1
fitness:
  deals: 13
verdict:
  min_rounds: 2
  max_rounds: 20
evidence:
  deals: 130
evolve:
  population: 8
  generations: 3
`

// write puts text into a file of a test.
func write(t *testing.T, path, text string) {
	t.Helper()
	guard.Must(t, os.WriteFile(path, []byte(text), 0o600))
}

// read returns what a file of a test holds.
func read(t *testing.T, path string) string {
	t.Helper()
	data := guard.Value(os.ReadFile(path))(t)
	return string(data)
}

// Commands that the program suggests can be typed as they stand.
func TestInvocation(t *testing.T) {
	for _, tt := range []struct{ arg0, path, want string }{
		{"bloodline", "bloodline/cmd/bloodline", "bloodline"},
		{"./bin/bloodline", "bloodline/cmd/bloodline", "./bin/bloodline"},
		{"/tmp/go-build7/b001/exe/bloodline", "bloodline/cmd/bloodline", "go run ./cmd/bloodline"},
		{"/tmp/go-build7/b001/exe/bloodline", "bloodline", "go run ."},
		{"/home/me/.cache/go-build/d3/d3d9612ed76f5eb1a8796623ec0c8b4d6f718590346d2b807764e8e01e5c0ce3-d/bloodline", "bloodline/cmd/bloodline", "go run ./cmd/bloodline"},
		{"/home/d3/bloodline", "bloodline/cmd/bloodline", "/home/d3/bloodline"},
		{"/tmp/go-build7/b001/exe/main", "command-line-arguments", "/tmp/go-build7/b001/exe/main"},
	} {
		info := &debug.BuildInfo{Path: tt.path}
		info.Main.Path = "bloodline"
		if have := invocation(tt.arg0, info); have != tt.want {
			t.Errorf("%s of %s: have %q, want %q", tt.arg0, tt.path, have, tt.want)
		}
	}
}

// The games that play shows are those that match counts.
func TestPlay_match(t *testing.T) {
	say := func(words ...string) *json.Decoder {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if err := call(append(words, "-o", "json"), &stdout, &stderr); err != nil {
			t.Fatalf("%v: %v\n%s", words, err, &stderr)
		}
		return json.NewDecoder(&stdout)
	}
	var match []struct{ Mean float64 }
	guard.Must(t, say("match", "Calculator", "Lawyer", "--games", "40", "--seed", "7").Decode(&match))
	won, games := 0.0, say("play", "Calculator", "Lawyer", "--games", "40", "--seed", "7")
	for range 40 {
		var g struct {
			Players []string
			Points  []float64
		}
		guard.Must(t, games.Decode(&g))
		won += g.Points[slices.Index(g.Players, "Calculator")]
	}
	if won/40 != match[0].Mean {
		t.Errorf("play counts %v of 40 wins, match a share of %v", won, match[0].Mean)
	}
}
