package cmd

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

var soak = flag.Duration("soak", 0, "how long to kill runs, other commands and swarms at random moments")

// soaked are run files of all algorithms and games, whose runs take a second or two.
var soaked = map[string]string{
	"genetic":      "game: coup\nevolve: {population: 16, generations: 12, algorithm: genetic}\n",
	"distribution": "game: coup\nevolve: {population: 16, generations: 12, algorithm: distribution}\n",
	"gradient":     "game: coup\nevolve: {population: 16, generations: 12, algorithm: distribution, follow: gradient, tail: 0.5, proximal: 0.1}\n",
	"memetic":      "game: coup\nevolve: {population: 16, generations: 12, follow: gradient}\n",
	"league":       "game: coup\nevolve: {population: 16, generations: 12, algorithm: distribution, follow: gradient}\nleague: {share: 0.3, round: 3, deals: 10, generations: 4}\n",
	"four":         "game: samurai\nfield: [balanced, random]\nholdout: []\nevolve: {population: 8, generations: 6, algorithm: distribution}\n",
	"poker":        "game: wojna\nfield: [bully, random]\nholdout: []\nevolve: {population: 4, generations: 3}\n",
}

// Runs of all algorithms and games are bred at once in one store, by any number of workers, and are killed,
// interrupted and stopped at random moments and resumed. They end with the bytes of runs that were left in peace,
// alone. make soak repeats it for as long as -soak says.
func TestBreed_killed(t *testing.T) {
	guard.Slow(t)
	t.Parallel()
	peace := t.TempDir()
	want, took := map[string]string{}, map[string]time.Duration{}
	for name, text := range soaked {
		text += "seed: 7\nfitness: {deals: 40}\nverdict: {min_rounds: 2, max_rounds: 40}\nevidence: {deals: 2000}\n"
		if !strings.HasPrefix(text, "game: coup") { // whose games take longer
			text = strings.NewReplacer("deals: 2000", "deals: 4", "deals: 40", "deals: 2", "max_rounds: 40", "max_rounds: 4").Replace(text)
		}
		soaked[name] = text
		begin := time.Now()
		write(t, filepath.Join(peace, name+".yaml"), text)
		mustRun(t, peace, "breed", name+".yaml", "--name", name, "--workers", "1")
		want[name], took[name] = outcome(t, peace, name), time.Since(begin)
		t.Log(name, took[name])
	}
	seed := soakSeed()
	ends := map[string]int{}
	for began := time.Now(); ; seed++ {
		dir := t.TempDir()
		var group errgroup.Group
		var mu sync.Mutex
		for name, text := range soaked {
			rng := rand.New(rand.NewPCG(seed, uint64(len(name))))
			write(t, filepath.Join(dir, name+".yaml"), text)
			group.Go(func() error {
				for lives := range 1000 {
					how, err := life(t, dir, name, rng, took[name]*time.Duration(1+lives/10))
					mu.Lock()
					ends[how]++
					mu.Unlock()
					if err != nil || how == "peace" {
						return err
					}
				}
				return fmt.Errorf("%s: no end after 1000 lives", name)
			})
		}
		guard.Must(t, group.Wait())
		t.Log(ends)
		for name := range soaked {
			if outcome(t, dir, name) != want[name] {
				t.Errorf("%s: another run", name)
			}
		}
		if out := mustRun(t, dir, "check"); !strings.Contains(out, " 0 damaged places") {
			t.Error(out)
		}
		enough := ends["kill"] >= len(soaked) && ends["interrupt, told"] > 0 && ends["stop, told"] > 0
		if enough && time.Since(began) >= *soak || t.Failed() {
			return
		}
	}
}

// life continues a run and returns how it ended: in peace when it is finished.
func life(t *testing.T, dir, name string, rng *rand.Rand, whole time.Duration) (how string, err error) {
	args, err := onward(dir, name)
	if err != nil {
		return "", err
	}
	cmd, _, stderr := itself(t, dir, append(args, "--workers", fmt.Sprint(1+rng.IntN(4)), "--progress", "none")...)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	end := make(chan error, 1)
	go func() { end <- cmd.Wait() }()
	select {
	case err := <-end:
		if err != nil {
			err = fmt.Errorf("bloodline %v failed by itself: %w: %s", args, err, stderr)
		}
		return "peace", err
	case <-time.After(time.Duration(rng.Float64() * float64(whole))): // of a machine that others use, too
	}
	switch how = []string{"kill", "kill", "interrupt", "stop"}[rng.IntN(4)]; how {
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
	err = <-end
	switch {
	case err == nil:
		return "peace", nil
	case cmd.ProcessState.Exited() && cmd.ProcessState.ExitCode() != exitInterrupted:
		return how, fmt.Errorf("bloodline %v: %w after %s: %s", args, err, how, stderr)
	}
	if _, again, told := strings.Cut(stderr.String(), "bloodline: interrupted; go on with: "); told {
		if how += ", told"; again != "bloodline breed --resume="+name+"\n" {
			return how, fmt.Errorf("bloodline %v: tells to go on with %s", args, again)
		}
	}
	return how, nil
}

// onward begins a run, or continues it where its store has it.
func onward(dir, name string) (args []string, err error) {
	fresh := []string{"breed", name + ".yaml", "--name", name}
	s, err := store.OpenReadOnly(context.Background(), filepath.Join(dir, defaultStore))
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrForeign) {
		return fresh, nil // killed before the tables were made
	} else if err != nil {
		return nil, err
	}
	defer s.Close()
	if _, err = s.Run(name); errors.Is(err, store.ErrNotFound) {
		return fresh, nil
	}
	return []string{"breed", "--resume=" + name}, err
}

// interruptible are commands that go on for long.
var interruptible = [][]string{
	{"breed", "wojna"},
	{"diff", "coup", "coup-guarded", "--games", "90000000"},
	{"ablate", "samurai", "--deals", "100000"},
	{"inspect", "coup", "curves", "--deals", "1000000"},
	{"tournament", "--game", "wojna", "--rounds", "100000"},
	{"compare", "coup", "coup-guarded", "--deals", "1000000"},
}

// A command that is interrupted works on for less than half a second on each of two processors. What counts
// is its time there, which other processes do not lengthen.
func TestInterrupt(t *testing.T) {
	guard.Slow(t)
	for _, args := range interruptible {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			cmd, _, stderr := itself(t, t.TempDir(), append(args, "--workers", "2")...)
			guard.Must(t, cmd.Start())
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
	guard.Must(t, unix.ClockGettime(int32(^pid<<3|2), &used))
	return time.Duration(used.Nano())
}
