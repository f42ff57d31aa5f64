//go:build linux

package cmd

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

func TestScripts(t *testing.T) { runScripts(t, "testdata/script") }

// The scripts that take seconds each.
func TestScripts_slow(t *testing.T) {
	guard.Slow(t)
	runScripts(t, "testdata/slow")
}

// The scripts under testdata are named for what they are about. Beside
// testscript's own commands they have:
//
//	run PROGRAM WORD...     run a program in this process; exec starts a process
//	fails CODE WORD...      run it; it must end with this exit code and print nothing
//	                        to stdout
//	says PATTERN...         stderr must have as many lines as there are patterns,
//	                        each "bloodline: " and what the pattern describes
//	json FILE [PATH=VALUE]  FILE, or stdout, must be JSON; "0.name=x" looks inside,
//	                        "places.len=13" counts
//	holds DIR [NAME...]     the folder must hold these entries and no others, beside
//	                        what SQLite keeps next to a store
//	cut FILE BYTES          keep only the first bytes of a file
//	schema FILE N [former]  make a store look as if a version with schema N had written it, one before v0.1
//	lock FILE RUN           hold a run of a store until the script ends
func runScripts(t *testing.T, dir string) {
	t.Helper()
	cache := os.Getenv("GOCACHE")
	if out, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
		cache = strings.TrimSpace(string(out))
	}
	dir = guard.Value(filepath.Abs(dir))(t) // the current folder changes
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOCACHE", cache)
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, ".tmp", "config"))
			return os.WriteFile(filepath.Join(e.WorkDir, "tiny.yaml"), []byte(tiny), 0o600)
		},
		Condition: func(word string) (bool, error) {
			if word == "root" {
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", word)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run": succeeds, "fails": fails, "says": says, "json": checkJSON, "holds": holds,
			"cut": cut, "schema": schema, "lock": lock,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// wants stops a script whose command is used wrongly.
func wants(ts *testscript.TestScript, ok, neg bool, usage string) {
	if !ok || neg {
		ts.Fatalf("usage: %s", usage)
	}
}

// start runs a program in this process, in the script's folder and environment.
func start(ts *testscript.TestScript, words []string) (code int) {
	return inProcess(ts.MkAbs("."), ts.Getenv, ts.Stdout(), ts.Stderr(), words...)
}

func succeeds(ts *testscript.TestScript, neg bool, args []string) {
	if code := start(ts, args); (code != 0) != neg {
		ts.Fatalf("it ended with %d", code)
	}
}

func fails(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) >= 2, neg, "fails CODE WORD...")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if code := start(ts, args[1:]); code == 0 || code != want {
		ts.Fatalf("must end with %d, have %d", want, code)
	}
	if out := ts.Stdout().(fmt.Stringer).String(); out != "" {
		ts.Fatalf("it printed to stdout: %s", out)
	}
}

// progress is a line of progress, of which a busy machine shows some more, or what is said before it.
var progress = regexp.MustCompile(`^([a-z ]+  )?[\d,]+ of [\d,]+ [a-z]+  |^exec:.* is started anew for each of its moves, `)

func says(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) > 0, neg, "says PATTERN...")
	lines := slices.DeleteFunc(strings.Split(strings.TrimSuffix(ts.ReadFile("stderr"), "\n"), "\n"), progress.MatchString)
	if len(lines) != len(args) {
		ts.Fatalf("must print %d lines, printed %d", len(args), len(lines))
	}
	for i, pattern := range args {
		whole, err := regexp.Compile("^bloodline: " + pattern + "$")
		ts.Check(err)
		if !whole.MatchString(lines[i]) {
			ts.Fatalf("line %d is no match for %s:\n%s", i+1, whole, lines[i])
		}
	}
}

func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) > 0, neg, "json FILE [PATH=VALUE...]")
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &v); err != nil {
		ts.Fatalf("%s is no JSON: %v", args[0], err)
	}
	for _, claim := range args[1:] {
		path, want, _ := strings.Cut(claim, "=")
		if have := fmt.Sprint(within(v, strings.Split(path, "."))); have != want {
			ts.Fatalf("%s: %s is %s, not %s", args[0], path, have, want)
		}
	}
}

// within follows keys and places into a JSON value; "len" counts entries.
func within(v any, path []string) any {
	if len(path) == 0 {
		return v
	}
	switch x := v.(type) {
	case map[string]any:
		if path[0] == "len" {
			return len(x)
		}
		if inner, ok := x[path[0]]; ok {
			return within(inner, path[1:])
		}
	case []any:
		if path[0] == "len" {
			return len(x)
		}
		if i, err := strconv.Atoi(path[0]); err == nil && i < len(x) {
			return within(x[i], path[1:])
		}
	}
	return "nothing"
}

func holds(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) > 0, neg, "holds DIR [NAME...]")
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	slices.Sort(args[1:])
	if !slices.Equal(names, args[1:]) {
		ts.Fatalf("%s holds %v, not %v", args[0], names, args[1:])
	}
}

func cut(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) == 2, neg, "cut FILE BYTES")
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

func schema(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) == 2 || len(args) == 3 && args[2] == "former", neg, "schema FILE N [former]")
	db, err := sql.Open("sqlite3", ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.Exec(`PRAGMA user_version = ` + args[1])
	if len(args) == 3 {
		_, former := db.Exec(`PRAGMA application_id = 0x626c6e67`)
		err = errors.Join(err, former)
	}
	ts.Check(errors.Join(err, db.Close()))
}

func lock(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) == 2, neg, "lock FILE RUN")
	s, err := store.Open(context.Background(), ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(s.Lock(args[1]))
	ts.Defer(func() { ts.Check(s.Close()) })
}
