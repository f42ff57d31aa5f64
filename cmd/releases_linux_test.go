package cmd

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bloodline/internal/guard"
)

// What releases have written, by the SHA-256 of the archive that testdata/releases/make.sh made with the release's
// program. An archive is never made again: every later version reads it.
var releases = map[string]string{
	"v0.1.0": "e6914500f24a91f41c3497c6c54a0f326830541bc167a798f5dd219179b4d56d",
	"v0.2.0": "1b8588094087ef18860ac1cab10e72c95684bb7230e13cd6e241e9d3ddbb61ab",
}

// unpacked returns the folder of a release's archive. Its programs are trusted.
func unpacked(t *testing.T, release string) string {
	t.Helper()
	archive := guard.Value(filepath.Abs("testdata/releases/" + release + ".tar.gz"))(t)
	if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(read(t, archive)))); sum != releases[release] {
		t.Fatalf("%s has the SHA-256 %s, which is not that of the release", archive, sum)
	}
	dir := t.TempDir()
	if out, err := exec.Command("tar", "-xzf", archive, "-C", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	return filepath.Join(dir, release)
}

// released are the definitions of the schema for what a release's commands print, and more commands with what they read
// of it.
var (
	released = strings.Split("runs;runs RUN, a line each;runs tag;check;inspect PLAYER;inspect RUN trials;lineage RUN;lineage RUN;diff PLAYER PLAYER;"+
		"ablate CHAMPION;verify CHAMPION;verify CHAMPION;verify CHAMPION;compare PLAYER PLAYER;match PLAYER PLAYER;tournament;report;"+
		";games GAME;baselines GAME;export PLAYER;version;ladder show;ladder log;ladder pair BOT BOT", ";")
	more = [][2]string{
		{"inspect PLAYER", "inspect contest"},
		{"inspect PLAYER curves", "inspect contest curves --games 100"},
		{"verify CHAMPION --on RUNFILE", "verify contest --on contest.yaml --games 40"},
	}
)

// Every command still reads what a release has written: it prints JSON of the schema, with at least the keys that the
// release printed. None but runs tag changes the store.
func TestReleases(t *testing.T) {
	for release := range releases {
		dir := unpacked(t, release)
		before := read(t, filepath.Join(dir, "results/lineage.db"))
		run := func(t *testing.T, shaped, line string) (v any) {
			t.Helper()
			guard.Must(t, first(mustRun(t, dir, append(strings.Fields(line), "-o", "json", "--trust")...), &v))
			if shaped != "" {
				if err := shape(t, shaped).Validate(v); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
			return v
		}
		for i, line := range strings.Split(strings.TrimSpace(read(t, filepath.Join(dir, "commands"))), "\n") {
			t.Run(release+"/"+line, func(t *testing.T) {
				var want any
				have := run(t, released[i], line)
				guard.Must(t, first(read(t, fmt.Sprintf("%s/json/%d.json", dir, i+1)), &want))
				if missing := lacks(have, want, "."); missing != "" {
					t.Error(missing)
				}
				now := read(t, filepath.Join(dir, "results/lineage.db"))
				if !strings.HasPrefix(line, "runs tag") && now != before {
					t.Error("the store has changed")
				}
				before = now
			})
		}
		for _, x := range more {
			run(t, x[0], x[1])
		}
	}
}

// first decodes the first value of JSON: some commands print one a line.
func first(text string, v *any) error { return json.NewDecoder(strings.NewReader(text)).Decode(v) }

// lacks describes a value of JSON that another one has and this one lacks, or has of another kind; empty for none.
func lacks(have, want any, path string) string {
	switch w := want.(type) {
	case map[string]any:
		h, _ := have.(map[string]any)
		for key, value := range w {
			if x, ok := h[key]; !ok {
				return path + key + " is missing"
			} else if text := lacks(x, value, path+key+"."); text != "" {
				return text
			}
		}
	case []any:
		if h, ok := have.([]any); !ok || len(h) == 0 && len(w) > 0 {
			return path + " is no list, or is empty"
		} else if len(w) > 0 {
			return lacks(h[0], w[0], path)
		}
	default:
		if have != nil && want != nil && fmt.Sprintf("%T", have) != fmt.Sprintf("%T", want) {
			return fmt.Sprintf("%s is %v, of another kind than %v", path, have, want)
		}
	}
	return ""
}

// programLine is a line of a champion file that names the version that wrote it, or its format.
var programLine = regexp.MustCompile(`"(program|format)": "[^"]*"`)

// v0.1.0 wrote the bounds of intervals with all their digits; later versions write twelve.
var decimal = regexp.MustCompile(`\d+\.\d+(e-\d+)?`)

func elevenDigits(number string) string {
	x, _ := strconv.ParseFloat(number, 64)
	return strconv.FormatFloat(x, 'e', 10, 64)
}

// A run that a release's program has left interrupted goes on to the champion of a run without interruption. The store
// that it was written to is sound, and the rest of what the release has written still takes part.
func TestReleases_written(t *testing.T) {
	for release := range releases {
		t.Run(release, func(t *testing.T) {
			dir := unpacked(t, release)
			mustRun(t, dir, "breed", "--resume=part")
			have, want := read(t, filepath.Join(dir, "results/part/champion.json")), read(t, filepath.Join(dir, "uninterrupted/part/champion.json"))
			if same := func(text string) string {
				return decimal.ReplaceAllStringFunc(programLine.ReplaceAllString(text, ""), elevenDigits)
			}; same(have) != same(want) {
				t.Errorf("resumed, the run has another champion than without its interruption: have %.2000s\nwant %.2000s", have, want)
			}
			if out := mustRun(t, dir, "check", "-o", "json"); !strings.Contains(out, `"damage": []`) {
				t.Errorf("check: %s", out)
			}
			mustRun(t, dir, "clone", "Taxman", "--from", "rivals/Taxman.jsonl", "--out", "again")
			mustRun(t, dir, "match", "rivals/Taxman.json", "part", "--games", "40")
			for _, name := range []string{"coup", "league", "simulator", "contest"} {
				mustRun(t, dir, "config", name+".yaml", "--out", name+"-now.yaml")
			}
			mustRun(t, dir, "breed", "--resume=simulator", "--max-games", "2000", "--trust")
			mustRun(t, dir, "breed", "--resume=contest", "--max-games", "300", "--trust")
			mustRun(t, dir, "breed", "--resume=league", "--set", "evolve.generations=8")
			mustRun(t, dir, "prune", "whole")
			mustRun(t, dir, "runs", "rm", "pruned", "--yes")
			if out := mustRun(t, dir, "check", "-o", "json"); !strings.Contains(out, `"damage": []`) {
				t.Errorf("check: %s", out)
			}
		})
	}
}

// Every archive of testdata is in the table.
func TestReleases_all(t *testing.T) {
	found := guard.Value(filepath.Glob("testdata/releases/*.tar.gz"))(t)
	for _, path := range found {
		if name := strings.TrimSuffix(filepath.Base(path), ".tar.gz"); releases[name] == "" {
			t.Errorf("%s has no checksum in the table", path)
		}
	}
	if len(found) != len(releases) {
		t.Errorf("have %d archives, want %d", len(found), len(releases))
	}
}

// Every command that reads a run reads one of each kind that was pruned, also a simulator's run with islands.
func TestPrune_commands(t *testing.T) {
	guard.Slow(t)
	dir := unpacked(t, "v0.1.0")
	write(t, dir+"/islands.yaml", strings.Replace(read(t, dir+"/simulator.yaml"), "islands: 2", "islands: 2, population: 16", 1))
	mustRun(t, dir, "breed", "islands.yaml", "--name", "islands", "--max-games", "320000")
	kinds := map[string]string{"whole": "Random", "league": "Random", "simulator": "middle", "islands": "middle", "contest": "middle"} // and an opponent
	for run := range kinds {
		mustRun(t, dir, "prune", run)
	}
	lines := strings.Split(`runs RUN
runs RUN --csv RUN-csv
runs tag RUN good
runs size
check
inspect RUN --deals 2 --trust
inspect RUN curves --deals 2
lineage RUN
diff RUN RUN --games 2
ablate RUN --deals 2
verify RUN --trust
compare RUN RUN --deals 2
match RUN OPPONENT --games 2
tournament RUN OPPONENT --rounds 1
sprt RUN OPPONENT --games 2
report RUN --deals 2 --out RUN.html
exploit RUN --name against-RUN --set evolve.population=4 --set evolve.generations=2 --set fitness.deals=2
export RUN --out RUN-bot
breed --resume=RUN
prune RUN
runs rm RUN --yes`, "\n")
	for run, opponent := range kinds {
		for _, line := range lines {
			mustRun(t, dir, strings.Fields(strings.NewReplacer("RUN", run, "OPPONENT", opponent).Replace(line))...)
		}
	}
	// These read no run, or only as a bot (ladder), or read it as report does (serve) and match (play).
	others := strings.Fields("baselines clone completion config games help ladder new play serve swarm version worker")
	for _, c := range shipped().root().Commands() {
		is := func(line string) bool { return strings.HasPrefix(line, c.Name()) }
		if !slices.ContainsFunc(lines, is) && !slices.Contains(others, c.Name()) {
			t.Errorf("no line is of %s", c.Name())
		}
	}
}
