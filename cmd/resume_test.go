//go:build linux

package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
