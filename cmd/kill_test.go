//go:build linux

package cmd

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bloodline/internal/guard"
)

var fileKills = flag.Int("kills", 40, "how many commands that change files TestKill_files kills")

// Commands that change files are killed at random moments. The store and the folders agree, or do so when the command is
// given again, and no other file has changed.
func TestKill_files(t *testing.T) {
	guard.Slow(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "run.yaml"), "game: coup\nevolve: {population: 8, generations: 2}\nfitness: {deals: 10}\nevidence: {deals: 20}\n")
	mine := map[string]string{"results/notes.txt": "mine", "results/other/diary": "mine", "bot.part/diary": "mine", ".export-x/diary": "mine", "data.part/diary": "mine"}
	for name, text := range mine {
		guard.Must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		write(t, filepath.Join(dir, name), text)
	}
	const keeps = "keeps"
	mustRun(t, dir, "breed", "run.yaml", "--name", keeps)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	name, killed := "", map[string]int{}
	took := map[string]time.Duration{}
	for n := 0; n < *fileKills; {
		if name == "" {
			name = "a"
			mustRun(t, dir, "breed", "run.yaml", "--name", name)
		}
		args := [][]string{
			{"runs", "rm", name},
			{"runs", "tag", name, "archived"},
			{"export", keeps, "--out", "bot"},
			{"export", keeps, "--out", "empty"},
			{"report", keeps, "--deals", "2", "--cuts", "0", "--rounds", "0", "--out", "page.html"},
			{"runs", keeps, "--csv", "data"},
		}[rng.IntN(6)]
		act := args[0]
		if act == "runs" && args[1] != keeps {
			act += " " + args[1]
		}
		for _, folder := range []string{"bot", "empty", "data"} {
			guard.Must(t, os.RemoveAll(filepath.Join(dir, folder)))
		}
		guard.Must(t, os.Mkdir(filepath.Join(dir, "empty"), 0o755))
		cmd, _, stderr := itself(t, dir, args...)
		begin := time.Now()
		guard.Must(t, cmd.Start())
		whole := took[act]
		if whole == 0 {
			whole = 100 * time.Millisecond
		}
		timer := time.AfterFunc(time.Duration(rng.Float64()*1.2*float64(whole)), func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if cmd.ProcessState.Exited() {
			if err != nil {
				t.Fatalf("%v: %v: %s", args, err, stderr)
			}
			took[act] = time.Since(begin)
		} else {
			n++
			killed[act]++
		}
		name = agrees(t, dir, args, name)
		for path, text := range mine {
			if have, err := os.ReadFile(filepath.Join(dir, path)); err != nil || string(have) != text {
				t.Errorf("%v: %s has %q, %v", args, path, have, err)
			}
		}
		if out := args[len(args)-1]; strings.HasPrefix(act, "export") || act == "runs" {
			_, again := os.Lstat(filepath.Join(dir, out, map[string]string{"export": "README.md", "runs": "genes.csv"}[act]))
			if left, _ := filepath.Glob(filepath.Join(dir, out, ".bloodline-export-*")); len(left) > 0 { // what fills an existing folder
				var text bytes.Buffer
				if code := inProcess(dir, os.Getenv, &text, &text, append([]string{"bloodline"}, args...)...); code == 0 || !strings.Contains(text.String(), filepath.Base(left[0])+" of an export that was killed") {
					t.Errorf("%v again: %d %s", args, code, &text)
				}
			} else if again != nil { // it was killed before it was done
				mustRun(t, dir, args...)
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("killed: %v", killed)
}

// agrees fails unless the store and the folder of a run agree, and returns its name; none if it was removed.
func agrees(t *testing.T, dir string, args []string, run string) (name string) {
	t.Helper()
	has := func() bool {
		return slices.ContainsFunc(strings.Split(mustRun(t, dir, "runs"), "\n"), func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), run+" ") })
	}
	folder := filepath.Join(dir, "results", run)
	if !has() && args[1] == "rm" {
		if _, gone := os.Lstat(folder); gone == nil { // it was killed between the two
			mustRun(t, dir, args...)
		}
		if _, gone := os.Lstat(folder); gone == nil {
			t.Errorf("%v: the folder is left", args)
		}
	} else if _, missing := os.Lstat(filepath.Join(folder, "champion.json")); missing != nil || !has() {
		t.Errorf("%v: the run is gone: %v", args, missing)
	} else {
		name = run
	}
	if out := mustRun(t, dir, "check"); !strings.Contains(out, " 0 damaged places") {
		t.Errorf("%v: %s", args, out)
	}
	return name
}
