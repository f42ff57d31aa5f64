package cmd

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"bloodline/internal/guard"
)

// ladderContest is a contest in which the larger strength wins the more often, a referee that notes its calls, and
// six bots.
func ladderContest(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write(t, filepath.Join(dir, "pw.yaml"), `game: command
command:
  referee: sh referee.sh {seed} {p1} {p2}
  bot: sh bot.sh {strength}
  genes:
    strength: {distribution: int, low: 0, high: 900, default: 5}
field: [defaults]
`)
	write(t, filepath.Join(dir, "referee.sh"), `here=$(dirname "$0"); echo "$1 ${2##*/} ${3##*/}" >> "$here/calls"
a=$(sh -c "$2"); b=$(sh -c "$3")
luck() { set -- $(echo "$1 $2" | cksum); echo $(($1 % 1000)); }
x=$((a + $(luck "$1" "$a first"))) y=$((b + $(luck "$1" "$b second")))
[ $x -gt $y ] && echo '{"ranks": [0, 1]}' || echo '{"ranks": [1, 0]}'
`)
	write(t, filepath.Join(dir, "bot.sh"), "echo $1")
	for name, script := range map[string]string{"v1": "echo 0", "v2": "echo 80", "v3": "echo 160", "v4": "echo 240", "v5": "echo 320", "v6": "echo 200"} {
		write(t, filepath.Join(dir, name+".sh"), script)
	}
	return dir
}

// The commands of a ladder print JSON of the schema; a run breeds against the first of it, and its champion is a bot.
func TestLadder(t *testing.T) {
	dir := ladderContest(t)
	decoded := func(command string, words ...string) map[string]any {
		t.Helper()
		v := guard.Value(validator.UnmarshalJSON(strings.NewReader(mustRun(t, dir, append(words, "-o", "json")...))))(t)
		if err := shape(t, command).Validate(v); err != nil {
			t.Errorf("%v: %v", words, err)
		}
		return v.(map[string]any)
	}
	for _, name := range []string{"v1", "v2", "v3"} {
		decoded("ladder add RUNFILE NAME PLAYER", "ladder", "add", "pw.yaml", name, "sh "+name+".sh", "--note", "as "+name)
	}
	mustRun(t, dir, "ladder", "play", "--max-games", "40")
	mustRun(t, dir, "ladder", "rename", "v1", "first")
	if bots := decoded("ladder show", "ladder", "--only", "v")["bots"].([]any); len(bots) != 2 {
		t.Errorf("bots whose names have a v: %v", bots)
	}
	decoded("ladder pair BOT BOT", "ladder", "pair", "v2", "v3")
	if games := decoded("ladder log", "ladder", "log", "--since", "1d", "--only", "first|v2|v3")["games"].([]any); len(games) != 40 {
		t.Errorf("%d games", len(games))
	}
	if len(decoded("ladder log", "ladder", "log", "--only", "first")["games"].([]any)) == 0 {
		t.Error("no game of one bot")
	}
	count := func() int { return strings.Count(read(t, filepath.Join(dir, "calls")), "\n") }
	before := count()
	mustRun(t, dir, "sprt", "v2", "v3", "--games", "60")
	first := count() - before
	mustRun(t, dir, "sprt", "v2", "v3", "--games", "60")
	if games := decoded("ladder log", "ladder", "log")["games"].([]any); first == 0 || count() != before+first || len(games) != 40+first {
		t.Errorf("sprt played %d games, and %d once more; the ladder has %d", first, count()-before-first, len(games))
	}
	write(t, filepath.Join(dir, "pw.yaml"), strings.Replace(read(t, filepath.Join(dir, "pw.yaml")), "[defaults]", "[ladder:top2, defaults]", 1))
	out := mustRun(t, dir, "breed", "pw.yaml", "--name", "bred", "--max-games", "260")
	if !strings.Contains(out, "ladder add pw.yaml bred bred") {
		t.Errorf("its champion is not offered to the ladder: %s", out)
	}
	if text := read(t, filepath.Join(dir, "results", "bred", "run.yaml")); strings.Count(text, ": sh ./results/bots/v") != 2 {
		t.Errorf("its field is not of two copies: %s", text)
	}
	mustRun(t, dir, "ladder", "retire", "v2")
	mustRun(t, dir, "ladder", "add", "pw.yaml", "bred", "bred")
	contest := read(t, filepath.Join(dir, "pw.yaml"))
	write(t, filepath.Join(dir, "pw.yaml"), contest+"start: bred\n") // the run, though a bot has its name
	mustRun(t, dir, "config", "pw.yaml")
	mustRun(t, dir, "diff", "bred/g000-001", "defaults", "--games", "4", "--deals", "1")
	write(t, filepath.Join(dir, "pw.yaml"), strings.Replace(contest, "defaults]", "{other: sh v4.sh}, 'ladder:top9']", 1))
	write(t, filepath.Join(dir, "game.txt"), `{"ranks": [0, 1]}`)
	mustRun(t, dir, "config", "pw.yaml", "--result", "game.txt")
	mustRun(t, dir, "ladder", "rename", "first", "v1") // which needs no trust, as games do
	write(t, filepath.Join(dir, "pw.yaml"), contest)
	decoded("ladder rm BOT", "ladder", "rm", "v3")
	if out := mustRun(t, dir, "ladder", "play", "--max-games", "8"); !strings.Contains(out, "1  ") || !strings.Contains(out, "retired; as v2") {
		t.Error(out)
	}
	if out := mustRun(t, dir, "check", "-o", "json"); !strings.Contains(out, `"damage": []`) {
		t.Error(out)
	}
}

// A ladder that is killed ten times at any moment, with any number of workers, has the games of an unbroken ladder, and
// nothing was played twice but what was under way.
func TestLadder_killed(t *testing.T) {
	guard.Slow(t)
	bots := []string{"v1", "v2", "v3", "v4", "v5", "v6"}
	begin := func(dir string) {
		for _, name := range bots {
			mustRun(t, dir, "ladder", "add", "pw.yaml", name, "sh "+name+".sh")
		}
	}
	games := func(dir string) (out []string) {
		for _, line := range strings.Split(mustRun(t, dir, "ladder", "log", "-o", "csv"), "\n")[1:] {
			if words := strings.Split(line, ","); len(words) > 4 {
				out = append(out, strings.Join(append(words[1:5:5], words[6:]...), " "))
			}
		}
		slices.Sort(out)
		return out
	}
	peace, dir := ladderContest(t), ladderContest(t)
	begin(peace)
	begin(dir)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	kills := 0
	for ; kills < 10; kills++ {
		cmd, _, stderr := itself(t, dir, "ladder", "play", "--workers", []string{"1", "2", "4"}[kills%3])
		guard.Must(t, cmd.Start())
		killAfter(cmd.Process, filepath.Join(dir, "calls"), 20+rng.IntN(20), time.Duration(rng.IntN(30))*time.Millisecond)
		if err := cmd.Wait(); cmd.ProcessState.Exited() {
			t.Fatalf("it ended by itself: %v: %s", err, stderr)
		}
	}
	have := games(dir)
	mustRun(t, peace, "ladder", "play", "--max-games", "1000", "--workers", "2")
	mustRun(t, dir, "ladder", "play", "--max-games", fmt.Sprint(1000-len(have)), "--workers", "2")
	a, b := games(peace), games(dir)
	if len(a) != 1000 || len(b) != 1000 {
		t.Errorf("%d and %d games", len(a), len(b))
	}
	for i, g := range a {
		if i > 0 && g == a[i-1] {
			t.Errorf("twice: %s", g)
		}
	}
	differ := 0
	for _, g := range b {
		if _, found := slices.BinarySearch(a, g); !found {
			differ++
		}
	}
	if differ > 8 { // the last that --max-games has cut off
		t.Errorf("%d of 1,000 games are others than without kills", differ)
	}
	calls := strings.Count(read(t, filepath.Join(dir, "calls")), "\n")
	if calls > 1000+len(bots)+4*kills {
		t.Errorf("the referee was called %d times for 1,000 games and %d kills", calls, kills)
	}
	t.Logf("%d calls, %d games differ", calls, differ)
	if out := mustRun(t, dir, "check", "-o", "json"); !strings.Contains(out, `"damage": []`) {
		t.Error(out)
	}
}
