// Package guard has what all tests share: [Slow] and [Nightly] divide them into tiers, [Must] ends one, [Within] tests
// what hangs, and [Tests] cleans up after those of a package, even if they are killed:
//
//	func TestMain(m *testing.M) { os.Exit(guard.Tests(m).Run()) }
//
// The tests get a temporary folder of their own, and a second process, this binary run anew, waits for their end, even
// by SIGKILL, kills what still runs and removes the folder. The tests end with the go command that started them.
//
// On Linux it finds processes of the tests by TMPDIR in their environment, or by their working folder. A process that
// hides both must run behind a launcher of arena/program: such a TestMain begins with program.Launcher().
package guard

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/internal/system"
)

// name is the name under which a test binary is a guard.
const name = "bloodline: guard"

// folders is the beginning of the names of temporary folders.
const folders = "testing-"

// Guarded are tests that have a guard.
type Guarded struct {
	tests  interface{ Run() int }
	ended  *os.File // closed when the tests end; nil for what a guarded test has started
	report *os.File // what is left
}

// Tests begins to guard the tests of a package. Only program.Launcher comes before it in TestMain.
func Tests(m interface{ Run() int }) *Guarded {
	if os.Args[0] == name {
		if len(os.Args) > 2 {
			watch(os.Args[1])
		} else if err := again(os.Stdin, os.Stdout, os.Args[1], "watch").Start(); err != nil { // tests count children
			os.Exit(1)
		}
		os.Exit(0)
	}
	g := &Guarded{tests: m}
	if !strings.Contains(os.TempDir(), string(os.PathSeparator)+folders) {
		if err := g.begin(); err != nil {
			fmt.Fprintln(os.Stderr, "guard:", err)
			os.Exit(1)
		}
	}
	return g
}

func (g *Guarded) begin() error {
	dir, err := os.MkdirTemp("", folders)
	if err == nil {
		err = os.Chmod(dir, 0o755) // some tests go on as another user
	}
	if err != nil {
		return err
	}
	end, ended, err := os.Pipe()
	if err != nil {
		return err
	}
	defer end.Close()
	report, left, err := os.Pipe()
	if err != nil {
		return err
	}
	defer left.Close()
	g.ended, g.report = ended, report
	if err := again(end, left, dir).Run(); err != nil {
		return err
	}
	if err := system.EndWithParent(); err != nil {
		return err
	}
	if cache, failed := os.UserCacheDir(); failed == nil && os.Getenv("GOCACHE") == "" { // but the go command builds on
		err = os.Setenv("GOCACHE", filepath.Join(cache, "go-build"))
	}
	// Tests must not read what is stored for a user, nor store anything.
	for _, v := range []string{"TMPDIR", "TMP", "XDG_CONFIG_HOME", "AppData", "XDG_CACHE_HOME", "LocalAppData"} {
		err = errors.Join(err, os.Setenv(v, dir))
	}
	return err
}

func again(in, out *os.File, args ...string) *exec.Cmd {
	c := &exec.Cmd{Path: system.Self(), Args: append([]string{name}, args...), Stdin: in, Stdout: out}
	system.Detach(c) // Ctrl-C is for the tests
	return c
}

// Run runs the tests and returns their exit code. It is an error if they leave a process.
func (g *Guarded) Run() int {
	code := g.tests.Run()
	if g.ended == nil {
		return code
	}
	_, err := g.ended.WriteString(orderly)
	_ = g.ended.Close()
	report, failed := io.ReadAll(g.report)
	if err = errors.Join(err, failed); err != nil || len(report) > 0 {
		fmt.Fprintf(os.Stderr, "guard: %v\n%s", err, report)
		code = max(code, 1)
	}
	return code
}

// orderly is what tests that run to their end write to the guard.
const orderly = "end"

// watch waits for the end of the tests and clears away what is left.
func watch(dir string) {
	signal.Notify(make(chan os.Signal, 1)) // it has to outlive the tests
	last, _ := io.ReadAll(os.Stdin)
	const patience = 10 * time.Second // with what is about to end by itself, on a busy machine
	begin := time.Now()
	for late := false; !late || time.Since(begin) < 3*patience; time.Sleep(20 * time.Millisecond) {
		late = time.Since(begin) > patience
		left := system.ProcessesIn(dir)
		for pid, words := range left {
			if late && string(last) == orderly {
				fmt.Printf("left running: %d %s\n", pid, words)
			}
			// A launcher has descendants that only it knows, and ends by itself.
			if late || string(last) != orderly && !strings.HasPrefix(words, "bloodline: launcher") {
				if p, err := os.FindProcess(pid); err == nil {
					_ = p.Kill()
				}
			}
		}
		if len(left) == 0 && system.RemoveAll(dir) == nil {
			return
		}
	}
	fmt.Println("not removed:", dir)
}

// The tests are in tiers. The first is for every change. The second, by BLOODLINE_TESTS=all as in .ci/run, has slow
// tests, attacks, exported bots that are compiled, and tests that need a browser. The third, by
// BLOODLINE_TESTS=nightly, has what takes minutes and seldom breaks alone: the emulated processor, releases, the
// consoles of all documents.

// Must ends a test if a step that it depends on failed; nil goes on.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Value returns a function that ends a test if the call that made the value failed, and returns the value:
// guard.Value(os.ReadFile(path))(t).
func Value[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Must(t, err)
		return v
	}
}

// Within tries what a limit of time ends, with longer and longer limits until try returns no error. A program that
// hangs reaches any limit, but what it does before takes longer than a short one on a busy machine.
func Within(t testing.TB, try func(limit time.Duration) error) {
	t.Helper()
	for limit := 100 * time.Millisecond; ; limit *= 4 {
		err := try(limit)
		if err == nil {
			return
		}
		if limit > 20*time.Second {
			t.Error(err)
			return
		}
	}
}

// Slow puts a test into the second tier.
func Slow(t testing.TB) {
	t.Helper()
	if tests := os.Getenv("BLOODLINE_TESTS"); tests != "all" && tests != "nightly" {
		t.Skip("second tier: set BLOODLINE_TESTS=all to run it")
	}
}

// Night reports whether the third tier runs.
func Night() bool { return os.Getenv("BLOODLINE_TESTS") == "nightly" }

// Nightly puts a test into the third tier.
func Nightly(t testing.TB) {
	t.Helper()
	if !Night() {
		t.Skip("third tier: make nightly runs it")
	}
}
