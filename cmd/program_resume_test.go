//go:build linux

package cmd

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
)

// duel is a contest of commands whose referee notes every game that it begins.
const duel = `game: command
command:
  referee: sh referee.sh {seed} {p1} {p2} begun
  bot: sh bot.sh {level}
  genes:
    level: {distribution: int, low: 0, high: 9, default: 2}
field: [defaults, {strong: sh bot.sh 5}]
evolve: {algorithm: ALGORITHM, population: 8, generations: 6}
evidence: {deals: 30}
`

const duelReferee = `echo "$1 $2 $3" >> "$4"
a=$((${2##* } * 10 + $1 % 17)); b=$((${3##* } * 10 + $1 % 13))
if [ $a -ge $b ]; then echo '{"ranks":[0,1]}'; else echo '{"ranks":[1,0]}'; fi
`

// newDuel returns a folder with the contest.
func newDuel(t *testing.T, algorithm string) string {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "run.yaml"), strings.Replace(duel, "ALGORITHM", algorithm, 1))
	write(t, filepath.Join(dir, "referee.sh"), duelReferee)
	write(t, filepath.Join(dir, "bot.sh"), "")
	write(t, filepath.Join(dir, "begun"), "")
	return dir
}

// begun counts how often each game was begun, by the referee's own word.
func begun(t *testing.T, dir string) map[string]int {
	games := map[string]int{}
	for line := range strings.Lines(read(t, filepath.Join(dir, "begun"))) {
		games[strings.TrimSpace(line)]++
	}
	return games
}

// stored returns the games of the store, in the referee's words, and whether the run is
// through the check whether games repeat, which plays some of them twice.
func stored(t *testing.T, dir string) (games []string, checked bool) {
	path := filepath.Join(dir, defaultStore)
	if recorded(t, dir) < 0 {
		return nil, false
	}
	s := guard.Value(store.OpenReadOnly(t.Context(), path))(t)
	defer s.Close()
	row := guard.Value(s.Run("run"))(t)
	checked = row.Nondeterministic != nil
	db := guard.Value(sql.Open("sqlite3", "file:"+path+"?mode=ro"))(t)
	defer db.Close()
	rows := guard.Value(db.Query(`SELECT seed || ' ' || (seats ->> 0) || ' ' || (seats ->> 1) FROM games`))(t)
	defer rows.Close()
	for rows.Next() {
		var game string
		guard.Must(t, rows.Scan(&game))
		games = append(games, game)
	}
	guard.Must(t, rows.Err())
	return games, checked
}

// championOf returns the champion's evidence and genes: the folder is another in each run.
func championOf(t *testing.T, dir string) string {
	text := read(t, filepath.Join(dir, "results", "run", "champion.json"))
	return text[strings.Index(text, `"evidence"`):]
}

func championIn(t *testing.T, dir string) *champion.File {
	f := guard.Value(champion.Decode([]byte(read(t, filepath.Join(dir, "results", "run", "champion.json")))))(t)
	return f
}

// A run of programs that is killed at any moment and resumed, by any number of workers, has the champion of a run that
// never stopped. A game is begun once, but for the 8 of the check whether games repeat and those under way at a kill.
func TestBreed_killedPrograms(t *testing.T) {
	guard.Slow(t)
	t.Setenv("TMPDIR", t.TempDir()) // where kills leave the folders of games
	for _, algorithm := range []string{"plus", evolve.AlgorithmDistribution} {
		t.Run(algorithm, func(t *testing.T) { killPrograms(t, algorithm) })
	}
}

// killAfter kills a process a moment after so many more lines are in a file, so that it gets as far on a busy machine
// as on a quiet one. It returns when the process has ended.
func killAfter(p *os.Process, path string, lines int, moment time.Duration) {
	count := func() int {
		text, _ := os.ReadFile(path)
		return strings.Count(string(text), "\n")
	}
	for until := count() + lines; count() < until; time.Sleep(time.Millisecond) {
		if p.Signal(syscall.Signal(0)) != nil {
			return
		}
	}
	time.Sleep(moment)
	_ = p.Kill()
}

func killPrograms(t *testing.T, algorithm string) {
	whole := newDuel(t, algorithm)
	mustRun(t, whole, "breed", "run.yaml", "--name", "run", "--workers", "4")
	want := championOf(t, whole)
	twice := 0
	for _, n := range begun(t, whole) {
		twice += n - 1
	}
	if games, checked := stored(t, whole); twice != 2*2*2 || !checked || len(games) != len(begun(t, whole)) {
		t.Errorf("%d games were begun again, %d are in the store, and the check whether games repeat is through: %v", twice, len(games), checked)
	}
	dir := newDuel(t, algorithm)
	rng := rand.New(rand.NewPCG(1, 2))
	most := map[string]int{} // how often a game may have been begun in the end
	kills := 0
	for {
		args := guard.Value(onward(dir, "run"))(t)
		cmd, _, stderr := itself(t, dir, append(args, "--workers", fmt.Sprint(1+kills%3))...)
		guard.Must(t, cmd.Start())
		if kills < 8 {
			go killAfter(cmd.Process, filepath.Join(dir, "begun"), rng.IntN(12+2*kills), time.Duration(rng.IntN(20))*time.Millisecond)
		}
		if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != -1 {
			t.Fatalf("%v\n%s", err, stderr)
		}
		if _, err := os.Stat(filepath.Join(dir, "results", "run", "champion.json")); err == nil {
			break
		}
		kills++
		if games, checked := stored(t, dir); checked {
			now := begun(t, dir)
			for _, g := range games {
				if most[g] == 0 {
					most[g] = now[g]
				}
			}
		}
	}
	if have := championOf(t, dir); have != want {
		t.Errorf("after %d kills have\n%s\nwant\n%s", kills, have, want)
	}
	if kills < 3 || len(most) == 0 {
		t.Errorf("%d kills and %d games in the store at one of them are too few to tell", kills, len(most))
	}
	again := 0
	for g, n := range begun(t, dir) {
		if most[g] > 0 && n > most[g] {
			again++
			t.Errorf("begun again though it was in the store: %s", g)
		}
	}
	t.Logf("%d kills, %d games in the store at one of them, %d begun again", kills, len(most), again)
}

// A run that ends in a play-off has one number of generations, the bred ones, wherever it is printed.
func TestBreed_generations(t *testing.T) {
	guard.Slow(t)
	dir := newDuel(t, "plus")
	said := mustRun(t, dir, "breed", "run.yaml", "--name", "run", "--max-games", "400")
	bred := regexp.MustCompile(`ended by budget.max_games after (\d+) generations`).FindStringSubmatch(said)
	mustRun(t, dir, "report", "run", "--out", "page.html", "--deals", "2")
	for text, pattern := range map[string]string{
		read(t, filepath.Join(dir, "results", "run", "summary.md")): `; bred in (\d+) generations \(0 to \d+\);`,
		mustRun(t, dir, "runs"):                  `finished +(\d+) `,
		mustRun(t, dir, "runs", "-o", "csv"):     `finished,(\d+),`,
		read(t, filepath.Join(dir, "page.html")): `<dt>Generations</dt><dd>(\d+) and a play-off</dd>`,
	} {
		if got := regexp.MustCompile(pattern).FindStringSubmatch(text); len(bred) < 2 || len(got) < 2 || got[1] != bred[1] {
			t.Errorf("%s bred, %s of %s in\n%.2000s", bred, got, pattern, text)
		}
	}
	if n, err := strconv.Atoi(bred[1]); err != nil || recorded(t, dir) <= n { // with the play-off
		t.Errorf("%d generations are recorded, %s bred: there was no play-off", recorded(t, dir), bred[1])
	}
}

// A run that has played its play-off and goes on to more generations ends like a run that had
// them from the start, also where its budget had ended it, but that it says how often it has
// compared a champion with the defaults: another time only if it has more to do.
func TestBreed_playsOffAgain(t *testing.T) {
	guard.Slow(t)
	for _, algorithm := range []string{evolve.AlgorithmDistribution, evolve.AlgorithmGenetic} {
		whole, dir := newDuel(t, algorithm), newDuel(t, algorithm)
		mustRun(t, whole, "breed", "run.yaml", "--name", "run")
		mustRun(t, dir, "breed", "run.yaml", "--name", "run", "--set", "evolve.generations=3")
		early := recorded(t, dir)
		mustRun(t, dir, "breed", "--resume=run")
		if now := recorded(t, dir); now != early || early < 4 {
			t.Errorf("%s: %d generations, and %d when resumed without more to do", algorithm, early, now)
		}
		mustRun(t, dir, "breed", "--resume=run", "--set", "evolve.generations=6")
		have, want := championIn(t, dir), championIn(t, whole)
		if e := have.Evidence; e.EarlierLooks != 1 || e.Defaults.Lead.Low >= want.Evidence.Defaults.Lead.Low {
			t.Errorf("%s: %d looks before, a lead of %+v; without them %+v", algorithm, e.EarlierLooks, e.Defaults.Lead, want.Evidence.Defaults.Lead)
		}
		have.Evidence.EarlierLooks, have.Evidence.Defaults.Lead = 0, want.Evidence.Defaults.Lead
		have.Origin.Config, want.Origin.Config = "", "" // the folder is another one
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s: %s", algorithm, diff)
		}
	}
}

// All processes that bloodline or bots in sandboxes have started die with bloodline.
func TestBreed_diesWithPrograms(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	mark := fmt.Sprint(4_000_000 + os.Getpid())
	for name, text := range map[string]string{
		"json":  "  referee: sh hang.sh {p1} {p2}\n",
		"stdio": "  referee: sh referee.sh\n  style: stdio\n  answer_time: 50s\n",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "run.yaml"), "game: command\ncommand:\n"+text+"  bot: sh bot.sh {level}\n  genes: {level: {distribution: int, low: 0, high: 9, default: 2}}\nfield: [defaults]\n")
			write(t, filepath.Join(dir, "hang.sh"), "exec sleep 3600."+mark)
			write(t, filepath.Join(dir, "referee.sh"), `echo "###Output 0 1"; cat`)
			write(t, filepath.Join(dir, "bot.sh"), "setsid sleep 3600."+mark+" & sleep 3600."+mark)
			cmd, _, _ := itself(t, dir, "breed", "run.yaml")
			guard.Must(t, cmd.Start())
			eventually(t, "no program runs", func() bool { return len(running(mark)) > 0 })
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			eventually(t, "programs run on", func() bool { return len(running(mark)) == 0 })
		})
	}
}

// running returns the command lines that have a mark.
func running(mark string) (out []string) {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range all {
		if text, _ := os.ReadFile(path); strings.Contains(string(text), "3600."+mark) {
			out = append(out, string(text))
		}
	}
	return out
}

// eventually waits for what must become true.
func eventually(t *testing.T, otherwise string, is func() bool) {
	t.Helper()
	for begin := time.Now(); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatal(otherwise)
		}
	}
}
