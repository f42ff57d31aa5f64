package cmd

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"bloodline/internal/guard"
)

var soak = flag.Duration("soak", 0, "how long to kill runs at random moments")

// soaked are run files of all algorithms and games, whose runs take a second or two.
var soaked = map[string]string{
	"coup genetic":      "game: coup\nevolve: {population: 16, generations: 12, algorithm: genetic}\n",
	"coup distribution": "game: coup\nevolve: {population: 16, generations: 12, algorithm: distribution}\n",
	"coup gradient":     "game: coup\nevolve: {population: 16, generations: 12, algorithm: distribution, follow: gradient, tail: 0.5, proximal: 0.1}\n",
	"coup memetic":      "game: coup\nevolve: {population: 16, generations: 12, follow: gradient}\n",
	"coup league":       "game: coup\nevolve: {population: 16, generations: 12, algorithm: distribution, follow: gradient}\nleague: {share: 0.3, round: 3, deals: 10, generations: 4}\n",
	"samurai":           "game: samurai\nfield: [balanced, random]\nholdout: []\nevolve: {population: 8, generations: 6, algorithm: distribution}\n",
	"wojna":             "game: wojna\nevolve: {population: 6, generations: 5, follow: gradient}\n",
}

// After kills, interrupts and stops at random moments a run ends with the bytes of a run
// that was left in peace. make soak does so for as long as one likes.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Skip("for make soak: it takes as long as -soak says")
	}
	began, kills, runs := time.Now(), map[string]int{}, 0
	rng := rand.New(rand.NewPCG(uint64(began.UnixNano()), 1))
	t.Cleanup(func() { t.Logf("%d runs to their end, after %v", runs, kills) })
	type whole struct {
		want string
		took time.Duration
	}
	peace := map[string]whole{}
	for turn := 0; time.Since(began) < *soak; turn++ {
		names := slices.Sorted(maps.Keys(soaked))
		name := names[turn%len(names)]
		text := soaked[name] + "seed: 7\nfitness: {deals: 40}\nverdict: {min_rounds: 2, max_rounds: 40}\nevidence: {deals: 2000}\n"
		if !strings.HasPrefix(name, "coup") { // whose games take longer
			text = strings.NewReplacer("deals: 2000", "deals: 4", "deals: 40", "deals: 2").Replace(text)
		}
		if _, ok := peace[name]; !ok {
			begin := time.Now()
			dir, _ := bred(t, text)
			peace[name] = whole{outcome(t, dir, "run"), time.Since(begin)}
		}
		dir := t.TempDir()
		write(t, filepath.Join(dir, "run.yaml"), text)
		for lives := 0; !life(t, dir, rng, peace[name].took, lives, kills); lives++ {
			if lives > 1000 {
				t.Fatalf("%s: no end after %d lives", name, lives)
			}
		}
		runs++
		if outcome(t, dir, "run") != peace[name].want {
			t.Errorf("%s: another run", name)
		}
		if out := mustRun(t, dir, "check"); !strings.Contains(out, " 0 damaged places") {
			t.Errorf("%s: %s", name, out)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	}
}

// life continues a run until it is stopped; over is true when it is finished.
func life(t *testing.T, dir string, rng *rand.Rand, whole time.Duration, lives int, kills map[string]int) (over bool) {
	t.Helper()
	args := onward(t, dir)
	cmd, _, stderr := itself(t, dir, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := make(chan error, 1)
	go func() { end <- cmd.Wait() }()
	// Longer with every life, so that the longest step is passed at last.
	moment := time.Duration(rng.Float64() * float64(whole) / 5 * (1 + float64(lives)/10))
	select {
	case err := <-end:
		if err != nil {
			t.Fatalf("bloodline %v failed by itself: %s", args, stderr)
		}
		return true
	case <-time.After(moment):
	}
	what := []string{"kill", "kill", "kill", "interrupt", "stop"}[rng.IntN(5)]
	switch what {
	case "kill":
		_ = cmd.Process.Kill()
	case "interrupt":
		_ = cmd.Process.Signal(os.Interrupt)
	case "stop":
		_ = cmd.Process.Signal(syscall.SIGSTOP)
		time.Sleep(50 * time.Millisecond)
		_ = cmd.Process.Signal(syscall.SIGCONT)
		time.Sleep(time.Duration(rng.IntN(50)) * time.Millisecond)
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}
	begin := time.Now()
	err := <-end
	if took := time.Since(begin); what != "kill" && took > 5*time.Second {
		t.Errorf("it took %v to end by %s", took, what)
	}
	if err != nil && cmd.ProcessState.Exited() && cmd.ProcessState.ExitCode() != exitInterrupted {
		t.Fatalf("bloodline %v: %v after %s: %s", args, err, what, stderr)
	}
	kills[what]++
	return err == nil || finished(t, dir)
}

// interruptible are commands that go on for long.
var interruptible = [][]string{
	{"breed", "wojna"},
	{"diff", "coup", "coup-guarded", "--games", "90000000"},
	{"ablate", "samurai", "--deals", "100000"},
	{"tournament", "--game", "wojna", "--rounds", "100000"},
	{"compare", "coup-quick"},
}

// A command that is interrupted works on for less than half a second on each of two processors. What counts
// is its time there, which other processes do not lengthen.
func TestInterrupt(t *testing.T) {
	guard.Slow(t)
	for _, args := range interruptible {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			cmd, _, stderr := itself(t, t.TempDir(), append(args, "--workers", "2")...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			before := processorTime(t, cmd.Process.Pid)
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatalf("it has ended before: %s", stderr)
			}
			_ = cmd.Wait()
			if took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() - before; took > time.Second || cmd.ProcessState.ExitCode() != exitInterrupted {
				t.Errorf("it worked on for %v and ended with %v: %s", took, cmd.ProcessState, stderr)
			}
		})
	}
}

// processorTime returns what a process has used of processors, by its clock of clock_getcpuclockid(3).
func processorTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	var used unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|2), &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Nano())
}
