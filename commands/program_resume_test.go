package commands

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// duel is a contest of commands that notes every game which it has played to its end.
const duel = `game: command
command:
  referee: sh referee.sh {seed} {p1} {p2} played
  bot: sh bot.sh {level}
  genes:
    level: {distribution: int, low: 0, high: 9, default: 2}
field: [defaults, {strong: sh bot.sh 5}]
evolve: {population: 8, generations: 4}
evidence: {deals: 20}
`

const duelReferee = `a=$((${2##* } * 10 + $1 % 17)); b=$((${3##* } * 10 + $1 % 13))
if [ $a -ge $b ]; then echo '{"ranks":[0,1]}'; else echo '{"ranks":[1,0]}'; fi
echo "$*" >> "$4"
`

// A run of programs that is killed at any moment and resumed has the champion of one that
// never stopped, and its store never asks for a game twice: only those that were under way
// when it died can have been played again.
func TestBreed_killedPrograms(t *testing.T) {
	prepare := func() string {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "run.yaml"), duel)
		write(t, filepath.Join(dir, "referee.sh"), duelReferee)
		write(t, filepath.Join(dir, "bot.sh"), "")
		write(t, filepath.Join(dir, "played"), "")
		return dir
	}
	whole := prepare()
	mustRun(t, whole, "breed", "run.yaml", "--name", "run", "--workers", "2")
	genes := func(dir string) string {
		text := read(t, filepath.Join(dir, "results", "run", "champion.json"))
		return text[strings.Index(text, `"evidence"`):] // the folder is another
	}
	want := genes(whole)
	dir := prepare()
	rng := rand.New(rand.NewPCG(1, 2))
	kills := 0
	crowned := filepath.Join(dir, "results", "run", "champion.json")
	for range 20 {
		if _, err := os.Stat(crowned); err == nil {
			break
		}
		cmd, _, stderr := program(t, dir, onward(t, dir)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case err := <-done:
			if err != nil {
				t.Fatalf("%v\n%s", err, stderr)
			}
		case <-time.After(time.Duration(100+rng.IntN(300)) * time.Millisecond):
			_ = cmd.Process.Kill()
			<-done
			kills++
			continue
		}
		break
	}
	if _, err := os.Stat(crowned); err != nil {
		mustRun(t, dir, onward(t, dir)...)
	}
	if have := genes(dir); have != want {
		t.Errorf("after %d kills have\n%s\nwant\n%s", kills, have, want)
	}
	games := map[string]int{}
	for line := range strings.Lines(read(t, filepath.Join(dir, "played"))) {
		games[line[:strings.Index(line, "played")]]++
	}
	again := 0
	for _, n := range games {
		again += n - 1
	}
	// Of the check whether games repeat, every game is played twice, in each part of the
	// run until it is through.
	checked := 2 * 2 * 2 * 2 * (kills + 1)
	if most := 2*kills + checked; again > most {
		t.Errorf("%d games were played twice after %d kills, want at most %d", again, kills, most)
	}
}
