//go:build linux

package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// itself prepares bloodline to run in a folder of a test.
func itself(t *testing.T, dir string, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	cmd = exec.Command("bloodline", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, stdout, stderr
	return cmd, stdout, stderr
}

// outcome is everything that a run leaves behind but the times.
func outcome(t *testing.T, dir, run string) string {
	t.Helper()
	return read(t, filepath.Join(dir, "results", run, player.ChampionFile)) +
		read(t, filepath.Join(dir, "results", run, "summary.md")) +
		mustRun(t, dir, "lineage", run, "--depth", "0", "--format", "json")
}

// recorded counts the generations of a run; -1 before the run is in the store.
func recorded(t *testing.T, dir string) int {
	t.Helper()
	s, err := store.OpenReadOnly(t.Context(), filepath.Join(dir, defaultStore))
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrForeign) {
		return -1 // killed before the tables were made
	} else if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gs, err := s.Summaries("run", -1)
	if errors.Is(err, store.ErrNotFound) {
		return -1
	} else if err != nil {
		t.Fatal(err)
	}
	return len(gs)
}

// Ctrl-C ends play that has nothing to continue with, too.
func TestMatch_Interrupt(t *testing.T) {
	cmd, stdout, stderr := itself(t, t.TempDir(), "match", "Calculator", "Solver", "--games", "20000000")
	guard.Must(t, cmd.Start())
	time.Sleep(300 * time.Millisecond) // long before the games end, and after they begin unless the machine is very slow
	guard.Must(t, cmd.Process.Signal(os.Interrupt))
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitInterrupted && fmt.Sprint(err) != "signal: interrupt" {
		t.Errorf("%v, must exit with %d", err, exitInterrupted)
	}
	if got := stderr.String(); got != "" && !strings.HasSuffix(got, "bloodline: match: interrupted\n") || stdout.Len() > 0 {
		t.Errorf("it says %q and %q", stdout, got)
	}
}

// A program that is ended by any signal leaves no folder behind; under nohup it continues.
func TestMain_signals(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("this test runs under nohup")
	}
	for _, c := range []struct {
		name    string
		before  string // in the shell that starts it
		signals []os.Signal
	}{
		{"hangup", "", []os.Signal{syscall.SIGHUP}},
		{"quit", "", []os.Signal{syscall.SIGQUIT}},
		{"nohup", "trap '' HUP; ", []os.Signal{syscall.SIGHUP, syscall.SIGTERM}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			tmp := filepath.Join(dir, "tmp")
			guard.Must(t, os.Mkdir(tmp, 0o755))
			swarm := func() bool {
				found, _ := filepath.Glob(filepath.Join(tmp, "bloodline-swarm-*"))
				return len(found) > 0
			}
			p := exec.Command("sh", "-c", c.before+"exec bloodline breed coup --swarm --listen 127.0.0.1:0 --progress none")
			p.Dir = dir
			p.Env = append(os.Environ(), "TMPDIR="+tmp)
			guard.Must(t, p.Start())
			for end := time.Now().Add(time.Minute); !swarm(); time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("it opened no swarm")
				}
			}
			for _, s := range c.signals {
				if !swarm() {
					t.Errorf("it ended before %v", s)
				}
				guard.Must(t, p.Process.Signal(s))
				time.Sleep(50 * time.Millisecond) // for the first of two to be seen
			}
			var exit *exec.ExitError
			if err := p.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
				t.Errorf("it ended with %v", err)
			}
			if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
				t.Errorf("left are %v, %v", left, err)
			}
		})
	}
}
