package run_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/run"
)

// duel is a contest in which the larger level wins, as its referee counts; every call is a line of calls.
const duel = `a=${2##* }; b=${3##* }; echo x >> "$(dirname "$0")/calls"; echo noise
if [ $a -ge $b ]; then echo '{"ranks":[FIRST],"errors":[ERRORS]}'; else echo '{"ranks":[SECOND]}'; fi`

// began begins a run of a contest with this referee, in a folder.
func began(t *testing.T, referee string, population int) (r *run.Run, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, script := range map[string]string{"r.sh": referee, "bot.sh": "", "calls": ""} {
		guard.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o600))
	}
	text := fmt.Sprintf("game: command\ncommand:\n  referee: sh r.sh {seed} {p1} {p2}\n  bot: sh bot.sh {level}\n  genes:\n    level: {distribution: int, low: 0, high: 9, default: 0}\n"+
		"field: [defaults]\nevolve: {population: %d, generations: 1}\nfitness: {deals: 3}\nevidence: {deals: 2}\n", population)
	f := &player.Finder{Games: shipped(t), Store: filepath.Join(dir, "lineage.db")}
	c, err := configs.Parse(filepath.Join(dir, "duel.yaml"), []byte(text), f.Games)
	guard.Must(t, err)
	c.Folder = dir
	if r, err = run.Start(f, "duel", "duel", c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, dir
}

// A run of programs tells of its first game, with seats swapped, too: the command lines, the referee's answer and
// the result that was read. It costs no game, since generation 0 has it.
func TestRun_Breed_shown(t *testing.T) {
	for name, tt := range map[string]struct {
		first, second, errors    string // of the referee, which wants the larger level to win
		result, swapped, warning string
	}{
		"sound":    {"0,1", "1,0", "0,0", "so p1 won, with level=", "so p2 won, with the same parameters", ""},
		"reversed": {"1,0", "0,1", "0,0", "so p2 won, with the defaults; p1 played with level=", "so p1 won, with the defaults", ""},
		"errors":   {"0,1", "1,0", "1,0", "so p1 won, with level=", "so p2 won, with the same parameters", "the bot (p1) failed (error), and still the referee ranks it first"},
	} {
		t.Run(name, func(t *testing.T) {
			r, dir := began(t, strings.NewReplacer("FIRST", tt.first, "SECOND", tt.second, "ERRORS", tt.errors).Replace(duel), 4)
			var told, warned []string
			calls, want := 0, 2+4 // two deals of the defaults against themselves, and both seatings of them once more
			r.Tell = func(text string) { told = append(told, text) }
			r.Warn = func(text string) { warned = append(warned, text) }
			if _, _, err := r.Breed(t.Context(), func(g evolve.Generation) error {
				if calls > 0 {
					return nil // the play-off
				}
				text, err := os.ReadFile(filepath.Join(dir, "calls"))
				calls = strings.Count(string(text), "x")
				levels := map[float64]bool{}
				for _, x := range g.Individuals {
					if level := math.Round(x.Genes[0]); !levels[level] {
						levels[level] = true
						want += 3 * int(min(level+1, 2)) // deals, and seatings of different bots
					}
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if calls != want {
				t.Errorf("%d games were played, want %d", calls, want)
			}
			if len(told) != 1 {
				t.Fatalf("have %q", told)
			}
			lines := strings.Split(told[0], "\n")
			if len(lines) != 7 || !strings.HasPrefix(lines[1], "  p1: sh bot.sh ") || lines[2] != "  p2: sh bot.sh 0" || !strings.Contains(lines[3], `referee: {"ranks":[`+tt.first+`]`) {
				t.Errorf("have %s", told[0])
			}
			if !strings.Contains(lines[4], tt.result) || !strings.Contains(lines[5], `swapped: {"ranks":[`+tt.second+`]}`) || !strings.Contains(lines[6], tt.swapped) {
				t.Errorf("have %s", told[0])
			}
			if warning := strings.Join(warned, "\n"); strings.Count(warning, tt.warning) == 0 || tt.warning == "" && warning != "" || strings.Count(warning, "still") > 1 {
				t.Errorf("warned of %q, want %q", warned, tt.warning)
			}
		})
	}
}

// The bot fails at levels above 5: a run says so, counts these games, and its line plays one of them again.
func TestRun_Failures(t *testing.T) {
	r, _ := began(t, `a=${2##* }; b=${3##* }; x=0; y=0; [ $a -gt 5 ] && x=1; [ $b -gt 5 ] && y=1; echo "{\"ranks\":[$x,$y],\"errors\":[$x,$y]}"`, 30)
	if _, _, err := r.Breed(t.Context(), func(evolve.Generation) error { return nil }); err != nil {
		t.Fatal(err)
	}
	all, err := r.Failures()
	if err != nil || len(all) != 1 || all[0].Region == nil {
		t.Fatalf("have %+v, %v", all, err)
	}
	f := all[0]
	want := report.Region{Gene: "level", Relation: ">", Value: "5", Games: f.Failed, Failed: f.Failed}
	if have := *f.Region; have.Gene != want.Gene || have.Relation != want.Relation || have.Value != want.Value || have.Games != want.Games || have.Failed != want.Failed || f.Failed == f.Games {
		t.Errorf("have %+v of %+v, want %+v", have, f, want)
	}
	if out, err := exec.Command("sh", "-c", f.ReplayCommand).Output(); err != nil || !strings.Contains(string(out), `"errors":[0,1]`) && !strings.Contains(string(out), `"errors":[1,0]`) {
		t.Errorf("%s: prints %s (%v)", f.ReplayCommand, out, err)
	}
}

// A seat that wins each of the first games, whoever sits there, is asked about, once.
func TestRun_Breed_oneSeat(t *testing.T) {
	for ranks, want := range map[string]int{"0,1": 1, "1,0": 1, "0,0": 0} {
		r, _ := began(t, `echo '{"ranks":[`+ranks+`]}'`, 15)
		var warned []string
		r.Warn = func(text string) { warned = append(warned, text) }
		if _, _, err := r.Breed(t.Context(), func(evolve.Generation) error { return nil }); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(warned, "\n")
		if n := strings.Count(text, "whoever sits there"); n != want || want > 0 && !strings.Contains(text, fmt.Sprintf("all first 40 games were won by p%d, ", 1+strings.Index(ranks, "0")/2)) {
			t.Errorf("ranks %s: %s", ranks, text)
		}
	}
}
