package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
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

// mine are files of a user, which no command changes.
var mine = map[string]string{"results/notes.txt": "mine", "results/other/diary": "mine", "bot.part/diary": "mine", ".export-x/diary": "mine", "data.part/diary": "mine"}

// Commands that change files are killed at random moments. The store and the folders agree, no game that was on record
// is lost, a clone's file is whole or absent, no other file has changed, and a command that is given again does the
// rest. make soak repeats it for as long as -soak says.
func TestFiles_killed(t *testing.T) {
	guard.Slow(t)
	t.Parallel()
	seed := soakSeed()
	t.Logf("seed %d", seed)
	rng, dir := rand.New(rand.NewPCG(seed, 1)), t.TempDir()
	write(t, filepath.Join(dir, "run.yaml"), "game: coup\nevolve: {population: 8, generations: 2}\nfitness: {deals: 10}\nevidence: {deals: 20}\n")
	for name, text := range mine {
		guard.Must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		write(t, filepath.Join(dir, name), text)
	}
	mustRun(t, dir, "breed", "run.yaml", "--name", "keeps")
	const games = 60
	rivals, records := filepath.Join(dir, "rivals", "Lawyer"), filepath.Join(dir, "games", "games.jsonl")
	all := [][]string{
		{"runs", "rm", "gone"},
		{"runs", "tag", "gone", "archived"},
		{"export", "keeps", "--out", "bot"},
		{"export", "keeps", "--out", "empty"},
		{"report", "keeps", "--deals", "2", "--cuts", "0", "--rounds", "0", "--out", "page.html"},
		{"runs", "keeps", "--csv", "data"},
		{"clone", "Lawyer", "--game", "coup"},
		{"clone", "Lawyer", "--game", "coup", "--add"},
		{"match", "Lawyer", "Taxman", "--records", "games"},
	}
	took, killed, there := map[int]time.Duration{}, map[int]int{}, false
	for n, began := 1, time.Now(); len(killed) < len(all) || total(killed) < 40 || time.Since(began) < *soak; n++ {
		which := rng.IntN(len(all))
		args, clones := all[which], all[which][0] == "clone"
		_, fitted := os.Stat(rivals + ".json")
		if !there {
			mustRun(t, dir, "breed", "run.yaml", "--name", "gone")
			there = true
		}
		for _, folder := range []string{"bot", "empty", "data"} {
			guard.Must(t, os.RemoveAll(filepath.Join(dir, folder)))
		}
		guard.Must(t, os.Mkdir(filepath.Join(dir, "empty"), 0o755))
		adds := slices.Contains(args, "--add")
		if clones && !adds { // from nothing
			guard.Must(t, os.RemoveAll(filepath.Join(dir, "rivals")))
		} else if adds && fitted != nil {
			continue
		}
		if clones || args[0] == "match" {
			args = append(slices.Clone(args), "--games", fmt.Sprint(games), "--seed", fmt.Sprint(n))
		}
		before := map[string]map[string]int{rivals + ".jsonl": onRecord(t, rivals+".jsonl"), records: onRecord(t, records)}
		begin := time.Now()
		ended := killedAt(t, dir, args, time.Duration(rng.Float64()*1.2*float64(max(took[which], 20*time.Millisecond))))
		if ended {
			took[which] = time.Since(begin)
		} else {
			killed[which]++
		}
		for path, were := range before {
			are := onRecord(t, path)
			for line, count := range were {
				if are[line] < count {
					t.Fatalf("%v, killed: %v: %s has lost a game: %.200s", args, !ended, path, line)
				}
			}
			added, writes := total(are)-total(were), path == records && args[0] == "match" || path != records && clones
			if ended && writes && added != games || !writes && added != 0 {
				t.Fatalf("%v: %s has %d games more, want %d", args, path, added, games)
			}
		}
		there = agrees(t, dir, args, "gone")
		for path, text := range mine {
			if have, err := os.ReadFile(filepath.Join(dir, path)); err != nil || string(have) != text {
				t.Errorf("%v: %s has %q, %v", args, path, have, err)
			}
		}
		switch file := map[string]string{"export": "README.md", "runs": "genes.csv"}[args[0]]; {
		case clones:
			cloneIsWhole(t, dir, rivals+".json", args, !ended && !adds, ended || adds)
		case args[0] == "export" || args[1] == "keeps" && args[0] == "runs":
			out := filepath.Join(dir, args[len(args)-1])
			if left, _ := filepath.Glob(filepath.Join(out, ".bloodline-export-*")); len(left) > 0 { // of filling an existing folder
				if said := refused(t, dir, args); !strings.Contains(said,
					filepath.Base(left[0])+" of an export that was killed") {
					t.Errorf("%v again: %s", args, said)
				}
			} else if _, missing := os.Lstat(filepath.Join(out, file)); missing != nil { // it was killed before it was done
				mustRun(t, dir, args...)
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("killed: %v", killed)
}

// refused runs a command that must fail, unless it succeeds, and returns its errors; empty for success.
func refused(t *testing.T, dir string, args []string) string {
	t.Helper()
	var said bytes.Buffer
	if code := inProcess(dir, os.Getenv, io.Discard, &said, append([]string{"bloodline"}, args...)...); code == 0 {
		return ""
	}
	return said.String()
}

// cloneIsWhole fails unless the file of a clone is whole, or absent where it need not be there. A clone from nothing
// that was killed is continued, or refused with what continues it.
func cloneIsWhole(t *testing.T, dir, file string, args []string, again, there bool) {
	t.Helper()
	if _, err := os.Stat(file); err == nil {
		mustRun(t, dir, "match", file, "Taxman", "--games", "2")
	} else if there {
		t.Fatalf("%v: no clone: %v", args, err)
	}
	if again {
		if said := refused(t, dir, args); said != "" && !strings.Contains(said, "--add") {
			t.Fatalf("%v again: %s", args, said)
		} else if said != "" {
			mustRun(t, dir, append(args, "--add")...)
		}
		mustRun(t, dir, "match", file, "Taxman", "--games", "2")
	}
}

// agrees fails unless the store and the folder of a run agree, and reports whether the run is there.
func agrees(t *testing.T, dir string, args []string, run string) bool {
	t.Helper()
	listed := func() bool { return strings.Contains(mustRun(t, dir, "runs", "-o", "json"), `"`+run+`"`) }
	folder := filepath.Join(dir, "results", run)
	if _, gone := os.Lstat(folder); !listed() && args[1] == "rm" && gone == nil { // it was killed between the two
		mustRun(t, dir, args...)
	}
	_, whole := os.Lstat(filepath.Join(folder, "champion.json"))
	_, folderless := os.Lstat(folder)
	is := listed()
	if is != (whole == nil) || is != (folderless == nil) || !is && args[1] != "rm" {
		t.Errorf("%v: the run is listed: %v; its champion: %v; its folder: %v", args, is, whole, folderless)
	}
	if out := mustRun(t, dir, "check"); !strings.Contains(out, " 0 damaged places") {
		t.Errorf("%v: %s", args, out)
	}
	return is
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

func total[K comparable](of map[K]int) (sum int) {
	for _, n := range of {
		sum += n
	}
	return sum
}
