//go:build linux

package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/configs/player"
	"bloodline/evolve/lineage"
	"bloodline/internal/guard"
)

// steady is a run whose champions change on the way.
const steady = `game: coup
seed: 5
fitness:
  deals: 130
verdict:
  margin: 0.05
  alpha: 0.2
  beta: 0.2
  min_rounds: 8
  max_rounds: 300
evidence:
  deals: 26000
evolve:
  population: 24
  generations: 10
`

// generations is how many steady breeds.
const generations = 10

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

// bred breeds in a folder of its own and returns the champion's bytes.
func bred(t *testing.T, config string, args ...string) (dir, champion string) {
	t.Helper()
	dir = t.TempDir()
	write(t, filepath.Join(dir, "run.yaml"), config)
	mustRun(t, dir, append([]string{"breed", "run.yaml", "--name", "run"}, args...)...)
	return dir, read(t, filepath.Join(dir, "results", "run", player.ChampionFile))
}

// The champion is a function of the settings and the seed: the same bytes however
// many processors play, and when it is bred again.
func TestBreed_Workers(t *testing.T) {
	guard.Slow(t)
	first, want := bred(t, steady, "--workers", "1")
	whole := outcome(t, first, "run")
	for _, workers := range []string{"2", "7", "1"} {
		dir, got := bred(t, steady, "--workers", workers)
		if got != want {
			t.Errorf("%s workers: another champion", workers)
		}
		if outcome(t, dir, "run") != whole {
			t.Errorf("%s workers: another run", workers)
		}
	}
	if _, other := bred(t, steady, "--seed", "6"); other == want {
		t.Error("another seed gives the same champion")
	}
}

// recorded counts the generations of a run; -1 before the run is in the store.
func recorded(t *testing.T, dir string) int {
	t.Helper()
	s, err := lineage.OpenReadOnly(filepath.Join(dir, defaultStore))
	if errors.Is(err, lineage.ErrMissing) || errors.Is(err, lineage.ErrForeign) {
		return -1 // killed before the tables were made
	} else if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gs, err := s.Trace("run", -1)
	if errors.Is(err, lineage.ErrNotFound) {
		return -1
	} else if err != nil {
		t.Fatal(err)
	}
	return len(gs)
}

// onward begins the run, or continues it.
func onward(t *testing.T, dir string) []string {
	if recorded(t, dir) < 0 {
		return []string{"breed", "run.yaml", "--name", "run"}
	}
	return []string{"breed", "--resume"}
}

// A run that is killed ten times and more, at random moments after some generations more or
// none, and of measuring the champion, ends with what an uninterrupted one ends with.
func TestBreed_Kill(t *testing.T) {
	guard.Slow(t)
	// Evidence that takes longer than any life below, so that most runs do not outrun their
	// kills, and generations of many games, so that they do not outrun a kill that is late.
	config := strings.NewReplacer("deals: 26000", "deals: 50000", "deals: 130", "deals: 2600").Replace(steady)
	began := time.Now()
	peace, _ := bred(t, config)
	whole, want := time.Since(began), outcome(t, peace, "run")
	if strings.Contains(want, "since generation 0 ") {
		t.Error("the champion never changes: that is no test")
	}

	var dir string
	fresh := func() {
		dir = t.TempDir()
		write(t, filepath.Join(dir, "run.yaml"), config)
	}
	fresh()
	rng := rand.New(rand.NewPCG(1, 2))
	kills, late, places := 0, 0, map[int]bool{}
	for kills < 10 || late == 0 {
		if kills > 100 {
			t.Fatal("killed 100 times, never while the champion was measured")
		}
		// Longer with every kill, for machines on which starting takes long.
		life := time.Duration(rng.Float64() * float64(whole) / 6 * (1 + float64(kills)/20))
		more := 0
		if recorded(t, dir) < generations {
			more = rng.IntN(4)
		}
		if ended(t, dir, more, life) {
			t.Logf("it ended before it was killed, after %v: once more", life)
			if outcome(t, dir, "run") != want {
				t.Fatal("the run that was killed is another one")
			}
			fresh()
			continue
		}
		at := recorded(t, dir)
		kills++
		places[at] = true
		if at == generations {
			late++
		}
	}
	t.Logf("killed %d times, %d of them while the champion was measured, at %d different generations", kills, late, len(places))
	if len(places) < 3 {
		t.Errorf("killed at %d different generations only: that is no test", len(places))
	}
	mustRun(t, dir, onward(t, dir)...)
	if outcome(t, dir, "run") != want {
		t.Error("the run that was killed is another one")
	}
}

// ended continues the run for the given number of generations, or for some time if more is 0, and
// tells whether it came to its end before it was killed.
func ended(t *testing.T, dir string, more int, life time.Duration) bool {
	t.Helper()
	args := append(onward(t, dir), "--progress", "json")
	cmd, _, _ := itself(t, dir, args...)
	cmd.Stderr = nil
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() { _ = cmd.Process.Kill() }
	if more == 0 {
		defer time.AfterFunc(life, kill).Stop()
	}
	last := ""
	for lines := bufio.NewScanner(progress); lines.Scan(); {
		last = lines.Text()
		if strings.HasPrefix(last, `{"generation":`) {
			if more--; more == 0 {
				kill()
			}
		}
	}
	err = cmd.Wait()
	if err != nil && cmd.ProcessState.Exited() {
		t.Fatalf("bloodline %v failed by itself: %s", args, last)
	}
	return err == nil || finished(t, dir) // killed between its last record and its exit
}

// finished tells whether the store has the run as finished.
func finished(t *testing.T, dir string) bool {
	return recorded(t, dir) >= 0 && strings.Contains(mustRun(t, dir, "runs", "-o", "json"), fmt.Sprintf(`"state": %q`, lineage.Finished))
}

// Ctrl-C ends play that has nothing to continue with, too.
func TestMatch_Interrupt(t *testing.T) {
	cmd, stdout, stderr := itself(t, t.TempDir(), "match", "Calculator", "Solver", "--games", "20000000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // long before the games end, and after they begin unless the machine is very slow
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitInterrupted && fmt.Sprint(err) != "signal: interrupt" {
		t.Errorf("%v, must exit with %d", err, exitInterrupted)
	}
	if got := stderr.String(); got != "" && !strings.HasSuffix(got, "bloodline: match: interrupted\n") || stdout.Len() > 0 {
		t.Errorf("it says %q and %q", stdout, got)
	}
}

// Ctrl-C ends with 130 and the command that goes on, which ends as if nothing had
// been.
func TestBreed_Interrupt(t *testing.T) {
	guard.Slow(t)
	slower := strings.Replace(steady, "deals: 130\n", "deals: 780\n", 1)
	peace, want := bred(t, slower)
	dir, interrupted := t.TempDir(), 0
	write(t, filepath.Join(dir, "run.yaml"), slower)
	args := []string{"breed", "run.yaml", "--name", "run", "--store", "results/../results/lineage.db"}
	for _, moment := range []string{`{"generation":0,`, `{"generation":2,`, `{"generation":9,`} {
		cmd, _, _ := itself(t, dir, append(args, "--progress", "json")...)
		cmd.Stderr = nil
		pipe, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		last := ""
		for lines := bufio.NewScanner(pipe); lines.Scan(); {
			last = lines.Text()
			if strings.HasPrefix(last, moment) {
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
			}
		}
		err = cmd.Wait()
		if interrupted > 0 && err == nil {
			args = nil // a busy machine brought the signal when all was done
			break
		}
		interrupted++
		if cmd.ProcessState.ExitCode() != exitInterrupted {
			t.Fatalf("%s: %v, must exit with %d\n%s", moment, err, exitInterrupted, last)
		}
		hint, ok := strings.CutPrefix(last, "bloodline: interrupted; go on with: bloodline ")
		if !ok {
			t.Fatalf("%s: the last line does not tell how to go on: %s", moment, last)
		}
		if state := mustRun(t, dir, "runs", "-o", "json"); !strings.Contains(state, fmt.Sprintf(`"state": %q`, lineage.Stopped)) {
			t.Errorf("%s: the run has not stopped:\n%s", moment, state)
		}
		args = strings.Fields(hint)
	}
	if args != nil {
		mustRun(t, dir, args...)
	}
	if got := read(t, filepath.Join(dir, "results", "run", player.ChampionFile)); got != want {
		t.Error("the run that was interrupted has another champion")
	}
	if a, b := mustRun(t, dir, "lineage", "run", "--depth", "0"), mustRun(t, peace, "lineage", "run", "--depth", "0"); a != b {
		t.Error("the run that was interrupted has another lineage")
	}
}
