//go:build linux

package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bloodline/configs"
	"bloodline/evolve/measure"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// standIns print what the referees of docs/codingame.md print. Who drifts more wins, but for
// one seed in four.
var standIns = map[string]string{
	"java":         "#!/bin/sh\n# -jar referee.jar -p1 A -p2 B -d seed=N\nN=${8#seed=}\n" + drifts + `if wins "$4" "$6"; then echo "12"; echo "7"; else echo "7"; echo "12"; fi` + "\n",
	"play_game.py": "N=$1\n" + drifts + `if wins "$2" "$3"; then echo '{"ranks": [0, 1], "errors": [0, 0]}'; else echo '{"ranks": [1, 0], "errors": [0, 0]}'; fi` + "\n",
	"python3":      "#!/bin/sh\nexec sh \"$@\"\n",
	"bot":          "#!/bin/sh\nwhile read x; do echo \"$2\"; done\n",
	"bot-v1":       "#!/bin/sh\nwhile read x; do echo 2; done\n",
	"referee.jar":  "a referee",
	"csbref": `#!/bin/sh
read seed; read start
echo "###Input 0"; echo "go"; echo "###Output 0 1"; read a
echo "###Input 1"; echo "go"; echo "###Output 1 1"; read b
a=${a%%.*}; b=${b%%.*}
if [ $a -ge $b ]; then echo "###End 0 1"; else echo "###End 1 0"; fi
`,
}

// cgarena's play_game.py needs the referee in the folder in which it runs, and gets two players or more.
const cgarena = "N=$1; r='[1, 0'; [ -s referee.jar ] || exit 1\n" + drifts + `if wins "$2" "$3"; then r='[0, 1'; fi
shift 3; e='[0, 0'; n=2; for p; do r="$r, $n" e="$e, 0" n=$((n + 1)); done
echo "{\"ranks\": $r], \"errors\": $e], \"attributes\": []}"
`

// drifts is a function of the shell that compares how much two bots drift.
const drifts = `drift() { set -- $1 --drift 1 --drift 1; while [ "$1" != --drift ]; do shift; done; echo "${2%%.*}"; }
wins() { a=$(drift "$1"); b=$(drift "$2"); [ $((a * 10 + N % 17)) -ge $((b * 10 + N % 13)) ]; }
`

// Every run file of docs/codingame.md breeds.
func TestCodinGame(t *testing.T) {
	guard.Slow(t)
	files := regexp.MustCompile("(?s)```yaml\n# ([a-z]+\\.yaml)\n(.*?)```").FindAllStringSubmatch(read(t, "../docs/codingame.md"), -1)
	if len(files) != 4 {
		t.Fatalf("%d run files, want 4", len(files))
	}
	_, same, _ := strings.Cut(files[0][2], "  bot:") // as the document says of the other tools
	for i, f := range files {
		if i > 0 {
			f[2] += "  bot:" + same
		}
		t.Run(f[1], func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
			for name, text := range standIns {
				write(t, filepath.Join(dir, name), text)
				guard.Must(t, os.Chmod(filepath.Join(dir, name), 0o755))
			}
			if f[1] == "cgarena.yaml" {
				write(t, filepath.Join(dir, "play_game.py"), cgarena)
			}
			write(t, filepath.Join(dir, f[1]), f[2])
			mustRun(t, dir, "breed", f[1], "--name", "run", "--max-games", "700")
			var c champion.File
			guard.Must(t, json.Unmarshal([]byte(read(t, filepath.Join(dir, "results", "run", "champion.json"))), &c))
			if c.Evidence == nil || c.Evidence.Nondeterministic || len(c.Evidence.Against) != 2 {
				t.Errorf("evidence %+v", c.Evidence)
			}
		})
	}
}

// contest writes the contest of new --command and returns its folder and the games of its
// first tip.
func contest(t *testing.T, language string) (dir, games string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	dir = filepath.Join(t.TempDir(), "mine")
	var out bytes.Buffer
	guard.Must(t, call([]string{"new", "mine", "--command", "--language", language, "--out", dir}, &out, io.Discard))
	found := regexp.MustCompile(`--max-games (\d+)`).FindStringSubmatch(out.String())
	if found == nil {
		t.Fatalf("no tip in %s", &out)
	}
	return dir, found[1]
}

// The first tip of new --command breeds: its games are enough for all parts of a run, and so
// few that they take half a minute of two processors.
func TestNew_tip(t *testing.T) {
	dir, games := contest(t, "python")
	split, err := splitOf(t, dir, "budget.max_games="+games)
	if err != nil || split.Playoff == 0 || split.All() > 600 {
		t.Errorf("%s games: %+v, %v", games, split, err)
	}
}

// splitOf splits the games of the contest with settings.
func splitOf(t *testing.T, dir string, set ...string) (measure.Split, error) {
	t.Helper()
	a := shipped()
	cfg := guard.Value(configs.Load(filepath.Join(dir, "mine.yaml"), configs.Overrides{Set: set}, a.Games))(t)
	e := guard.Value(run.NewEvaluator(&a.Finder, cfg, nil))(t)
	return e.Split()
}

// A budget that is too small is refused with the least budget that works.
func TestBudget_least(t *testing.T) {
	dir, _ := contest(t, "python")
	for _, settings := range [][]string{nil, {"evolve.population=7"}, {"holdout=", "evolve.algorithm=genetic"}, {"field=defaults", "fitness.deals=9", "command.symmetric=true"}, {"evidence.deals=2"}} {
		for _, games := range []string{"1", "100"} {
			_, err := splitOf(t, dir, append(settings, "budget.max_games="+games)...)
			if err == nil {
				t.Fatalf("%v: %s games are enough", settings, games)
			}
			least, _ := strconv.Atoi(regexp.MustCompile(`must be at least (\d+)`).FindStringSubmatch(err.Error())[1])
			if _, err := splitOf(t, dir, append(settings, fmt.Sprint("budget.max_games=", least))...); err != nil {
				t.Errorf("%v: %s games: advised %d, but: %v", settings, games, least, err)
			}
			if _, err := splitOf(t, dir, append(settings, fmt.Sprint("budget.max_games=", least-1))...); err == nil {
				t.Errorf("%v: %s games: advised %d, but one less is enough", settings, games, least)
			}
		}
	}
}

// The bot in C++ answers as that in Python.
func TestNew_cpp(t *testing.T) {
	guard.Slow(t)
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("no g++")
	}
	cpp, _ := contest(t, "cpp")
	python, _ := contest(t, "python")
	build := exec.Command("g++", "-O2", "-std=c++17", "-o", "bot", "bot.cpp")
	build.Dir = cpp
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var lines strings.Builder
	for left := 200; left > 0; left-- {
		fmt.Fprintln(&lines, 1+left%12, 1+rng.IntN(20), rng.IntN(101), rng.IntN(101), rng.IntN(1000))
	}
	words := []string{"--share", "1.3", "--power", "0.7", "--noise", "4", "--save", "9", "--last", "all"}
	answers := func(dir string, command ...string) string {
		c := exec.Command(command[0], append(command[1:], words...)...)
		c.Dir, c.Stdin = dir, strings.NewReader(lines.String())
		out := guard.Value(c.Output())(t)
		return string(out)
	}
	if have, want := answers(cpp, "./bot"), answers(python, "python3", "bot.py"); have != want || strings.Count(want, "\n") != 200 {
		t.Errorf("C++ answers\n%s\nPython\n%s", have, want)
	}
}

// The script of docs/programs.md turns the parameters of OpenBench and weather-factory into genes.
func TestGenesOfOthers(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	script := regexp.MustCompile("(?s)```python\n(.*?)```").FindStringSubmatch(read(t, "../docs/programs.md"))
	for list, want := range map[string]string{
		"Base, int, 2.0, 0.0, 10.0, 0.5, 0.005\n\nScale,float,0.79,-1,3,0.05,0.003\n":                                                                     "Base int 0 10 2; Scale float -1 3 0.79",
		"# from OpenBench\nFrozen, int, 5, 5, 5, 1, 0.002\n// off\nOff, int, 7, 0, 20, 0, 0.002\n  KingAttackWeights[2], float, 0.5, 0, 1, 0.05, 0.002\n": "Frozen int 5 5 5; Off int 0 20 7 fixed; KingAttackWeights[2] float 0 1 0.5",
		`{"Base": {"value": 100.4, "min_value": 50, "max_value": 150, "step": 10}, "X": {"value": 1, "min_value": 0, "max_value": 2000000, "step": 9}}`:   "Base int 50 150 100; X int 0 2e+06 1",
	} {
		guard.Must(t, os.WriteFile(filepath.Join(dir, "list"), []byte(list), 0o600))
		out := guard.Value(exec.Command("python3", "-c", script[1], filepath.Join(dir, "list")).Output())(t)
		text := "game: command\ncommand:\n  referee: r {p1} {p2}\n  bot: b {parameters}\n  genes:\n" + string(out)
		c := guard.Value(configs.Parse("list", []byte(text), nil))(t)
		var have []string
		for _, g := range c.Command.Genes {
			line := fmt.Sprintln(g.Name, g.Distribution, g.Low, g.High, g.Default)
			if g.Fixed == g.Default {
				line = strings.Replace(line, "\n", " fixed\n", 1)
			}
			have = append(have, line)
		}
		if text := strings.ReplaceAll(strings.TrimSpace(strings.Join(have, "")), "\n", "; "); text != want {
			t.Errorf("have %s, want %s", text, want)
		}
	}
}
