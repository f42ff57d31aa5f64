package cmd

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bloodline/internal/guard"
)

// soakSeed is the seed of what happens at random: another one in each soak.
func soakSeed() uint64 {
	if *soak > 0 {
		return uint64(time.Now().UnixNano())
	}
	return 1
}

// Commands that write games, clones and runs are killed at random moments. No game that was on record is lost, a clone's file is
// whole or absent, and a command that is given again does the rest. make soak repeats it for as long as -soak says.
func TestClone_killed(t *testing.T) {
	guard.Slow(t)
	t.Parallel()
	seed := soakSeed()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	dir := t.TempDir()
	write(t, filepath.Join(dir, "run.yaml"), "game: coup\nevolve: {population: 8, generations: 2}\nfitness: {deals: 10}\nevidence: {deals: 20}\n")
	const games = 60
	rivals, records := filepath.Join(dir, "rivals", "Lawyer"), filepath.Join(dir, "games", "games.jsonl")
	took, killed := map[string]time.Duration{}, map[string]int{}
	for n, began := 1, time.Now(); ; n++ {
		name := []string{"clone", "add", "match", "rm"}[rng.IntN(4)]
		_, fitted := os.Stat(rivals + ".json")
		args := []string{"--games", fmt.Sprint(games), "--seed", fmt.Sprint(n)}
		switch name {
		case "clone": // from nothing
			guard.Must(t, os.RemoveAll(filepath.Join(dir, "rivals")))
			args = append([]string{"clone", "Lawyer", "--game", "coup"}, args...)
		case "add":
			if fitted != nil {
				continue
			}
			args = append([]string{"clone", "Lawyer", "--game", "coup", "--add"}, args...)
		case "match":
			args = append([]string{"match", "Lawyer", "Taxman", "--records", "games"}, args...)
		case "rm":
			if !strings.Contains(mustRun(t, dir, "breed", "run.yaml", "--name", "gone", "-o", "json"), `"gone"`) {
				t.Fatal("no run")
			}
			args = []string{"runs", "rm", "gone"}
		}
		before := map[string]map[string]int{rivals + ".jsonl": onRecord(t, rivals+".jsonl"), records: onRecord(t, records)}
		begin := time.Now()
		ended := killedAt(t, dir, args, time.Duration(rng.Float64()*1.2*float64(max(took[name], 20*time.Millisecond))))
		if ended {
			took[name] = time.Since(begin)
		} else {
			killed[name]++
		}
		for path, were := range before {
			are := onRecord(t, path)
			for line, count := range were {
				if are[line] < count {
					t.Fatalf("%v, killed: %v: %s has lost a game: %.200s", args, !ended, path, line)
				}
			}
			added := total(are) - total(were)
			if writes := path == records && name == "match" || path != records && (name == "clone" || name == "add"); ended && writes && added != games || !writes && added != 0 {
				t.Fatalf("%v: %s has %d games more, want %d", args, path, added, games)
			}
		}
		switch {
		case name == "rm":
			if agrees(t, dir, args, "gone") != "" {
				mustRun(t, dir, args...)
			}
		case name == "match":
		default:
			if _, err := os.Stat(rivals + ".json"); err == nil {
				mustRun(t, dir, "match", rivals+".json", "Taxman", "--games", "2") // it is whole
			} else if ended || name == "add" {
				t.Fatalf("%v: no clone: %v", args, err)
			}
			if !ended && name == "clone" { // what is there is continued, or refused with what continues it
				cmd, _, stderr := itself(t, dir, args...)
				if err := cmd.Run(); err != nil && !strings.Contains(stderr.String(), "--add") {
					t.Fatalf("%v again: %v: %s", args, err, stderr)
				} else if err != nil {
					mustRun(t, dir, append(args, "--add")...)
				}
				mustRun(t, dir, "match", rivals+".json", "Taxman", "--games", "2")
			}
		}
		if enough := len(killed) == 4 && total(killed) >= 12; enough && time.Since(began) >= *soak {
			t.Logf("killed: %v", killed)
			return
		}
	}
}

// killedAt runs a command, kills it after a time, and reports whether it ended before.
func killedAt(t *testing.T, dir string, args []string, after time.Duration) (ended bool) {
	t.Helper()
	cmd, _, stderr := itself(t, dir, args...)
	guard.Must(t, cmd.Start())
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Wait(); err != nil && cmd.ProcessState.Exited() {
		t.Fatalf("%v: %v: %s", args, err, stderr)
	}
	return cmd.ProcessState.Exited()
}

// onRecord returns how often each whole record is in a file of records.
func onRecord(t *testing.T, path string) map[string]int {
	t.Helper()
	out := map[string]int{}
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var record map[string]any
		if json.Unmarshal([]byte(line), &record) == nil {
			out[strings.TrimSpace(line)]++
		}
	}
	return out
}

func total(of map[string]int) (sum int) {
	for _, n := range slices.Collect(maps.Values(of)) {
		sum += n
	}
	return sum
}
