package ladder_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/ladder"
	"bloodline/results/report"
)

// referee asks each bot for its strength, to which luck by the seed, the bots and the seats adds. It notes each game. A
// bot that fails loses; beside the word poison it fails itself, and with the file broken always.
const referee = `here=$(dirname "$0"); echo "$@" >> "$here/calls"
[ -e "$here/broken" ] && { echo out of order >&2; exit 1; }
a=$(sh -c "$2" 2>/dev/null) || ea=1; b=$(sh -c "$3" 2>/dev/null) || eb=1
case "$a $b" in *poison*) echo poisoned >&2; exit 1;; esac
[ -n "$ea$eb" ] && { echo "{\"ranks\": [0, 0], \"errors\": [${ea:-0}, ${eb:-0}]}"; exit; }
luck() { set -- $(echo "$1 $2" | cksum); echo $(($1 % 1000)); }
x=$((a + $(luck "$1" "$a first"))) y=$((b + $(luck "$1" "$b second")))
if [ $x -gt $y ]; then echo '{"ranks": [0, 1]}'; elif [ $x -lt $y ]; then echo '{"ranks": [1, 0]}'; else echo '{"ranks": [0, 0]}'; fi`

const runFile = `game: command
command:
  referee: sh referee.sh {seed} {p1} {p2}
  bot: sh bot.sh {strength}
  genes:
    strength: {distribution: int, low: 0, high: 900, default: 5}
field: [defaults]
`

// contest writes a contest into a new folder.
func contest(t *testing.T) (f *player.Finder, dir string) {
	t.Helper()
	dir = t.TempDir()
	put(t, dir, map[string]string{"pw.yaml": runFile, "referee.sh": referee, "bot.sh": "echo $1"})
	return &player.Finder{Store: filepath.Join(dir, "results", "lineage.db")}, dir
}

func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		guard.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
	}
}

func open(t *testing.T, f *player.Finder, dir string) *ladder.Ladder {
	t.Helper()
	return guard.Value(ladder.Open(f, filepath.Join(dir, "pw.yaml"), true))(t)
}

// add adds a bot of a script, and closes the ladder.
func add(t *testing.T, f *player.Finder, dir, name, script string) error {
	t.Helper()
	put(t, dir, map[string]string{name + ".sh": script})
	l := open(t, f, dir)
	_, err := l.Add(t.Context(), name, "sh "+filepath.Join(dir, name+".sh"), "", nil)
	return errors.Join(err, l.Close())
}

// played plays so many games and returns the standings and what was said meanwhile.
func played(t *testing.T, f *player.Finder, dir string, o ladder.Options) (*report.Ladder, []string, error) {
	t.Helper()
	l := open(t, f, dir)
	defer l.Close()
	var mu sync.Mutex
	var told []string
	o.Tell = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, text)
	}
	games, err := l.Play(t.Context(), o)
	if err == nil && o.MaxGames > 0 && games != o.MaxGames {
		t.Errorf("%d games were played, want %d", games, o.MaxGames)
	}
	return guard.Value(l.Standings(ladder.Filter{}))(t), told, err
}

// elo rates the bots of a log by Hunter's MM algorithm, with mean 0, and deals that were played in both seatings.
func elo(t *testing.T, log *report.LadderLog) map[string]float64 {
	t.Helper()
	won, met, gamma, played := map[string]float64{}, map[[2]string]float64{}, map[string]float64{}, map[string]bool{}
	for _, g := range log.Games {
		played[fmt.Sprint(g.Seed, g.Bots)] = true
	}
	for _, g := range log.Games {
		a, b := g.Bots[0], g.Bots[1]
		if !played[fmt.Sprint(g.Seed, []string{b, a})] {
			continue
		}
		gamma[a], gamma[b] = 1, 1
		met[[2]string{a, b}]++
		met[[2]string{b, a}]++
		switch g.Result {
		case a, b:
			won[g.Result]++
		case "draw":
			won[a] += 0.5
			won[b] += 0.5
		default:
			t.Errorf("a game was %s", g.Result)
		}
	}
	for range 5000 {
		next, mean := map[string]float64{}, 0.0
		for a := range gamma {
			sum := 0.0
			for b := range gamma {
				sum += met[[2]string{a, b}] / (gamma[a] + gamma[b])
			}
			next[a] = won[a] / sum
			mean += math.Log(next[a]) / float64(len(gamma))
		}
		for a := range gamma {
			gamma[a] = next[a] / math.Exp(mean)
		}
	}
	for a, x := range gamma {
		gamma[a] = 400 * math.Log10(x)
	}
	return gamma
}

// Bots play until they are told to stop, and go on from there; a bot is added, and no game is played twice. Ratings are
// those of another program.
func TestLadder_Play(t *testing.T) {
	f, dir := contest(t)
	for i := range 4 {
		guard.Must(t, add(t, f, dir, fmt.Sprint("v", i), fmt.Sprintf("echo %d", 100*i)))
	}
	added := strings.Count(string(guard.Value(os.ReadFile(filepath.Join(dir, "calls")))(t)), "\n")
	for range 3 {
		_, _, err := played(t, f, dir, ladder.Options{MaxGames: 37})
		guard.Must(t, err)
	}
	guard.Must(t, add(t, f, dir, "v4", "echo 150"))
	v, _, err := played(t, f, dir, ladder.Options{MaxGames: 250, Focus: "v4"})
	guard.Must(t, err)
	seen := map[string]bool{}
	calls := strings.Split(strings.TrimSpace(string(guard.Value(os.ReadFile(filepath.Join(dir, "calls")))(t))), "\n")
	for _, call := range calls {
		words := strings.Fields(call)
		if self := words[2] == words[4]; seen[call] && !self {
			t.Errorf("played twice: %s", call)
		}
		seen[call] = true
	}
	if len(calls) != added+1+3*37+250 || v.Games != 3*37+250 {
		t.Errorf("%d calls of the referee, %d games", len(calls), v.Games)
	}
	own := 0
	l := open(t, f, dir)
	defer l.Close()
	log := guard.Value(l.Log(ladder.Filter{}))(t)
	want := elo(t, log)
	for _, b := range v.Bots {
		if math.Abs(b.Rating.Elo-want[b.Name]) > 3 {
			t.Errorf("%s has %.1f Elo, by another fit %.2f", b.Name, b.Rating.Elo, want[b.Name])
		}
		if b.Name == "v4" {
			own = b.Games
		}
	}
	if own < 200 || v.Bots[0].Rank != 1 || v.Bots[0].Superiority == nil || v.Bots[4].Superiority != nil {
		t.Errorf("of 250 games %d are those of the bot in focus; %+v", own, v.Bots[0])
	}
	p := guard.Value(l.Pair("v4", "v1", ladder.Filter{}))(t)
	won := 0
	for _, g := range log.Games {
		if slices.Contains(g.Bots, "v4") && slices.Contains(g.Bots, "v1") && g.Result == "v4" {
			won++
		}
	}
	if len(p.Rows) != 3 || p.Rows[0].Wins != won || p.Rows[1].Wins+p.Rows[2].Wins != won {
		t.Errorf("v4 has won %d games against v1, and by seat %+v", won, p.Rows)
	}
	for seat := range 3 { // the page counts the same games, each from the side of both
		pages := guard.Value(ladder.Pages(f, "", seat))(t)
		games, wins := 0, 0
		for i, row := range pages[0].Versus {
			for k, c := range row {
				if c == nil {
					continue
				}
				if games, wins = games+c.Games, wins+c.Wins; seat == 0 && c.Wins != pages[0].Versus[k][i].Losses {
					t.Errorf("%s has won %d games against %s, which lost %d", v.Bots[i].Name, c.Wins, v.Bots[k].Name, pages[0].Versus[k][i].Losses)
				}
			}
		}
		if all := len(log.Games); len(pages) != 1 || seat == 0 && games != 2*all || seat > 0 && games != all || wins == 0 || pages[0].Last[0].Command == "" {
			t.Errorf("seat %d: the page has %d games of %d, %d won, the last %+v", seat, games, all, wins, pages[0].Last[0])
		}
	}
}

// A bot that always fails is suspended with a command that plays such a game again, and so is one beside which the
// referee fails; the others go on. A bot that fails now and then loses those games.
func TestLadder_faults(t *testing.T) {
	f, dir := contest(t)
	count := `echo x >> "$0.n"; n=$(wc -l < "$0.n"); ` // two of them are of the game against itself
	for name, script := range map[string]string{
		"v1": "echo 100", "v2": "echo 300",
		"seldom": count + `[ $((n % 3)) = 0 ] && exit 3; echo 200`,
		"dead":   count + `[ $n -gt 2 ] && exit 3; echo 200`,
		"poison": count + `[ $n -gt 2 ] && echo poison; echo 200`,
	} {
		guard.Must(t, add(t, f, dir, name, script))
	}
	v, told, err := played(t, f, dir, ladder.Options{MaxGames: 150})
	guard.Must(t, err)
	if v.Void > 0 {
		t.Errorf("%d games are void", v.Void)
	}
	for _, b := range v.Bots {
		suspended := b.Name == "dead" || b.Name == "poison"
		switch {
		case suspended != (b.State == store.Suspended):
			t.Errorf("%s is %s", b.Name, b.State)
		case suspended && (!strings.Contains(b.Reason, "failed in 5 games in a row") || !strings.HasPrefix(b.Again, "cd ") || b.Faults < 5):
			t.Errorf("%s, with %d faults: %s", b.Name, b.Faults, b.Reason)
		case b.Name == "seldom" && (b.Faults < 5 || b.Faults > b.Games*2/3):
			t.Errorf("seldom failed in %d of %d", b.Faults, b.Games)
		case b.Name[0] == 'v' && b.Faults > 0:
			t.Errorf("%s is blamed for %d faults", b.Name, b.Faults)
		}
	}
	if len(told) != 2 {
		t.Errorf("told: %q", told)
	}
	put(t, dir, map[string]string{"dead.sh": "echo 200"})
	l := open(t, f, dir)
	defer l.Close()
	if _, err := l.Add(t.Context(), "dead", "sh "+filepath.Join(dir, "dead.sh"), "", nil); err == nil || !strings.Contains(err.Error(), "another dead, with other files") {
		t.Errorf("another program of a name: %v", err)
	}
}

// A bot is active again when it is added again, and a second contest of the store has its own ladder with the same bot.
func TestLadder_contests(t *testing.T) {
	f, dir := contest(t)
	guard.Must(t, add(t, f, dir, "v1", "echo 100"))
	l := open(t, f, dir)
	guard.Value(l.Retire("v1"))(t)
	guard.Must(t, l.Close())
	guard.Must(t, add(t, f, dir, "v1", "echo 100"))
	put(t, dir, map[string]string{"other.yaml": strings.Replace(runFile, "referee.sh", "second.sh", 1), "second.sh": "exit 1"})
	second := guard.Value(ladder.Open(f, filepath.Join(dir, "other.yaml"), true))(t)
	word := "sh " + filepath.Join(dir, "v1.sh")
	if _, err := second.Add(t.Context(), "v1", word, "", nil); err == nil {
		t.Error("it was added to a contest whose referee fails")
	}
	put(t, dir, map[string]string{"second.sh": referee})
	guard.Value(second.Add(t.Context(), "v1", word, "", nil))(t)
	if out := guard.Value(second.Remove("v1"))(t); out.Kept != "" {
		t.Errorf("removed %+v", out)
	}
	guard.Must(t, second.Close())
	if _, err := ladder.Open(f, "", false); err == nil || !strings.Contains(err.Error(), "--contest: must name the run file") {
		t.Errorf("of two ladders: %v", err)
	}
	guard.Must(t, add(t, f, dir, "v2", "echo 200"))
	if v, told, err := played(t, f, dir, ladder.Options{MaxGames: 10}); err != nil || v.Games != 10 || len(told) > 0 {
		t.Errorf("the first ladder has %d games, %q, %v", v.Games, told, err)
	}
}

// A referee that fails by itself ends the play, and no bot is blamed.
func TestLadder_brokenReferee(t *testing.T) {
	f, dir := contest(t)
	for i := range 2 {
		guard.Must(t, add(t, f, dir, fmt.Sprint("v", i), fmt.Sprintf("echo %d", 100*i)))
	}
	put(t, dir, map[string]string{"broken": ""})
	v, told, err := played(t, f, dir, ladder.Options{MaxGames: 100})
	if err == nil || !strings.Contains(err.Error(), "the referee failed in 8 of 8 games, whichever bots played") || !strings.Contains(err.Error(), "out of order; play it again: ") || len(told) > 0 {
		t.Errorf("%v, told %q", err, told)
	}
	for _, b := range v.Bots {
		if b.Faults > 0 || b.State != store.Active || b.Rating != nil {
			t.Errorf("%+v", b)
		}
	}
}

// Another referee begins another ladder, which says so, with the same bots; the old one goes on with the old referee.
func TestLadder_another(t *testing.T) {
	f, dir := contest(t)
	for i := range 2 {
		guard.Must(t, add(t, f, dir, fmt.Sprint("v", i), fmt.Sprintf("echo %d", 100*i)))
	}
	_, _, err := played(t, f, dir, ladder.Options{MaxGames: 20})
	guard.Must(t, err)
	put(t, dir, map[string]string{"referee.sh": referee + "\n# mended"})
	v, told, err := played(t, f, dir, ladder.Options{MaxGames: 10})
	guard.Must(t, err)
	if v.Games != 10 || len(told) != 1 || !strings.Contains(told[0], "Another ladder begins, because referee.sh changed") {
		t.Errorf("%d games, told %q", v.Games, told)
	}
	if _, told, err := played(t, f, dir, ladder.Options{MaxGames: 2}); err != nil || len(told) > 0 {
		t.Errorf("told again: %q, %v", told, err)
	}
	put(t, dir, map[string]string{"referee.sh": referee})
	if v, _, err := played(t, f, dir, ladder.Options{MaxGames: 2}); err != nil || v.Games != 22 {
		t.Errorf("the first ladder has %d games, %v", v.Games, err)
	}
}

// What is added is refused where it can't play or is there already. The copied files are the program's own, and what
// lies beside them is not.
func TestLadder_Add(t *testing.T) {
	f, dir := contest(t)
	guard.Must(t, add(t, f, dir, "v1", "echo 100"))
	put(t, dir, map[string]string{"twice.sh": "echo 100", "part.sh": `. "$(dirname "$0")/lib/part"`})
	guard.Must(t, os.Mkdir(filepath.Join(dir, "lib"), 0o700))
	put(t, filepath.Join(dir, "lib"), map[string]string{"part": "echo 200"})
	t.Chdir(dir)
	l := open(t, f, dir)
	defer l.Close()
	for _, c := range []struct{ name, word, want string }{
		{"v2", "./bot2", "no such file or directory"},
		{"v2", "env A=1 ./bot2", "no such file or directory"},
		{"v2", "sh bot2.sh", "must name files that are there"},
		{"v2", "env A=1 sh ./bot2", "must name files that are there"},
		{"v2", "python9 bot.py", "executable file not found"},
		{"v1", "sh twice.sh", "the ladder has another v1"},
		{"v2", "sh v1.sh", "is the same program as v1, which is active"},
		{"v/2", "sh twice.sh", "NAME: must be of letters"},
		{"v2", "sh part.sh", "fails in a game against itself"},
	} {
		if _, err := l.Add(t.Context(), c.name, c.word, "", nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.word, err, c.want)
		}
	}
	left := guard.Value(os.ReadDir(filepath.Join(dir, "results", "bots")))(t)
	if len(left) != 2 {
		t.Errorf("beside v1 and its manifest lie %v", left)
	}
	b := guard.Value(l.Add(t.Context(), "part", "sh part.sh", "with a file", []string{"lib"}))(t)
	guard.Value(l.Add(t.Context(), "defaults", "defaults", "", nil))(t)
	put(t, dir, map[string]string{"part.sh": "exit 1", "v1.sh": "exit 1"})
	if _, err := l.Play(t.Context(), ladder.Options{MaxGames: 12, Tell: func(text string) { t.Error(text) }}); err != nil {
		t.Error(err)
	}
	mine := filepath.Join(dir, "results", "bots", b.Folder, "mine.txt")
	guard.Must(t, os.WriteFile(mine, []byte("mine"), 0o600))
	out := guard.Value(l.Remove("part"))(t)
	rest := guard.Value(os.ReadDir(filepath.Dir(mine)))(t)
	if out.Games == 0 || out.Kept != filepath.Dir(mine) || len(rest) != 1 {
		t.Errorf("removed %+v, and left %v", out, rest)
	}
	guard.Must(t, os.Remove(mine))
	if out := guard.Value(l.Remove("part"))(t); out.Kept != "" {
		t.Errorf("removed again: %+v", out)
	}
	if _, err := l.Remove("part"); err == nil || !strings.Contains(err.Error(), `has no bot "part"`) {
		t.Errorf("removed once more: %v", err)
	}
	copied := guard.Value(filepath.Glob(filepath.Join(dir, "results", "bots", "v1-*", "v1.sh")))(t)
	guard.Must(t, os.WriteFile(copied[0], []byte("echo 900"), 0o600))
	if _, err := l.Play(t.Context(), ladder.Options{MaxGames: 2}); err == nil || !strings.Contains(err.Error(), "its copied files were changed") {
		t.Errorf("with a copy that was changed: %v", err)
	}
}
