package guard_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"bloodline/internal/guard"
)

// victim tells the test binary to start attackers, leave files and wait.
const victim = "BLOODLINE_TEST_VICTIM"

// The tests of guards have none, since nothing guarded has a guard of its own.
func TestMain(m *testing.M) {
	if end := os.Getenv(victim); end != "" {
		os.Exit(guard.Tests(waits(end)).Run())
	}
	os.Exit(m.Run())
}

type waits string

func (w waits) Run() int {
	for _, script := range []string{
		`setsid sh -c 'while :; do mkfifo p$$ && mv p$$ q; done' & cd "$TMPDIR" && exec setsid sleep 3600`,
		`(setsid sh -c 'trap "" HUP TERM; sleep 3600' &)`,
		`mkdir -p "$TMPDIR/locked/in" && chmod 0 "$TMPDIR/locked"`,
	} {
		c := exec.Command("sh", "-c", script)
		c.Dir = os.TempDir()
		if err := c.Start(); err != nil {
			return 2
		}
	}
	fmt.Println("ready")
	if w == "orderly" {
		return 0
	}
	select {}
}

// machine is what the tests see of the machine: their descendants, every orphan included,
// and a temporary folder of their own.
type machine struct{ tmp string }

func newMachine(t *testing.T) *machine {
	t.Helper()
	guard.Must(t, unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
	m := &machine{t.TempDir()}
	if left := m.left(); len(left) > 0 {
		t.Fatalf("before: %v", left)
	}
	return m
}

// start starts a program and waits until it prints a word.
func (m *machine) start(t *testing.T, word string, env []string, words ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(words[0], words[1:]...)
	c.Env = append(append(os.Environ(), "TMPDIR="+m.tmp), env...)
	out, in, err := os.Pipe()
	guard.Must(t, err)
	c.Stdout, c.Stderr = in, in
	guard.Must(t, c.Start())
	in.Close()
	lines := bufio.NewScanner(out)
	for said := []string{}; ; said = append(said, lines.Text()) {
		if !lines.Scan() {
			t.Fatalf("it ended before %q:\n%s", word, strings.Join(said, "\n"))
		}
		if strings.Contains(lines.Text(), word) {
			break
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out); out.Close() }()
	return c
}

// left returns what there is: processes and files.
func (m *machine) left() (out []string) {
	for {
		if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); err != nil || pid <= 0 {
			break
		}
	}
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, pid := range strings.Fields(string(text)) {
			words, _ := os.ReadFile("/proc/" + pid + "/cmdline")
			out = append(out, pid+" "+strings.ReplaceAll(string(words), "\x00", " "))
		}
	}
	files, _ := filepath.Glob(m.tmp + "/*")
	for _, f := range files {
		if !strings.HasPrefix(filepath.Base(f), "go-build") { // the go command's own
			out = append(out, f)
		}
	}
	return out
}

// nothing waits until nothing is left; a minute is for a busy machine.
func (m *machine) nothing(t *testing.T) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		left := m.left()
		if len(left) == 0 {
			return
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("left:\n%s", strings.Join(left, "\n"))
		}
	}
}

func TestTests_killed(t *testing.T) {
	m := newMachine(t)
	c := m.start(t, "ready", []string{victim + "=never"}, os.Args[0])
	if len(m.left()) < 2 {
		t.Errorf("have %v, want attackers and a folder", m.left())
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	m.nothing(t)
}

// Tests that come to their end and leave processes have failed.
func TestTests_orderly(t *testing.T) {
	guard.Slow(t)
	m := newMachine(t)
	c := m.start(t, "ready", []string{victim + "=orderly"}, os.Args[0])
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("have %v, want exit status 1", err)
	}
	m.nothing(t)
}

// Real tests, killed in the middle: attackers in sandboxes, and runs that are programs of ours.
func TestTests_killedForReal(t *testing.T) {
	guard.Slow(t)
	for _, tt := range []struct{ pkg, run string }{
		{"arena/referee", "^TestHostile$"},
		{"cmd", "^TestInterrupt$"},
	} {
		binary := filepath.Join(t.TempDir(), "x.test")
		build := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-o", binary, "bloodline/"+tt.pkg)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		dir, err := filepath.Abs("../../" + tt.pkg)
		guard.Must(t, err)
		t.Run(tt.pkg+tt.run, func(t *testing.T) {
			m := newMachine(t)
			c := m.start(t, "=== RUN", nil, "env", "-C", dir, "BLOODLINE_TESTS=all", binary, "-test.v", "-test.run", tt.run)
			time.Sleep(time.Second)
			_ = c.Process.Kill()
			_ = c.Wait()
			m.nothing(t)
		})
	}
}

// A go command that is killed takes its tests with it.
func TestTests_goKilled(t *testing.T) {
	guard.Slow(t)
	m := newMachine(t)
	c := m.start(t, "=== RUN", []string{"BLOODLINE_TESTS=all"}, "go", "test", "-count=1", "-v", "-run", "^TestHostile_off$", "bloodline/arena/referee")
	time.Sleep(time.Second)
	_ = c.Process.Kill()
	_ = c.Wait()
	m.nothing(t)
}
