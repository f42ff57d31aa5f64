package command_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/internal/guard"
	"bloodline/internal/setting"
)

// Referees and bots of these tests are scripts of the shell, which is everywhere and
// starts in a millisecond.

// contest writes scripts into a folder and returns the game of settings there.
func contest(t testing.TB, s command.Settings, scripts map[string]string) *command.Game {
	t.Helper()
	dir := t.TempDir()
	for name, text := range scripts {
		guard.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	if s.Bot == "" {
		s.Bot = "sh bot.sh {level}"
	}
	if s.Genes == nil {
		s.Genes = []command.Gene{{Name: "level", Distribution: command.Int, Low: 0, High: 9, Default: "5"}}
	}
	if s.Players == 0 {
		s.Players = 2
	}
	if s.Style == "" {
		s.Style = command.StyleJSON
	}
	if s.Sandbox == "" {
		s.Sandbox = "auto"
	}
	if s.GameTime == 0 {
		s.GameTime = 5 * time.Minute
	}
	if s.AnswerTime == 0 {
		s.AnswerTime = time.Minute
	}
	if faults := s.Check(true); faults != nil {
		t.Fatal(faults)
	}
	g := guard.Value(command.New(s, dir, nil))(t)
	return g
}

// levels are bots with these levels.
func levels(g *command.Game, at ...float64) (out []*command.Bot) {
	for _, x := range at {
		out = append(out, g.Bot([]float64{x}))
	}
	return out
}

// higher is a referee of style json that ranks bots by the levels in their commands,
// without asking them.
const higher = `a=${1##* }; b=${2##* }
if [ "$a" -gt "$b" ]; then echo '{"ranks":[0,1]}'; elif [ "$a" -lt "$b" ]; then echo '{"ranks":[2,1],"errors":[1,0]}'; else echo '{"ranks":[3,3]}'; fi`

func TestGame_Play(t *testing.T) {
	talk := `read seed; read start
echo "###Input 0"; echo "hello 0"; echo "###Input 1"; echo "hello 1"; echo "and more"
echo "###Output 0 1"; read a; echo "###Output 1 2"; read b; read c
[ "$start" = "###Start 2" ] || exit 7
[ "$a $b $c" = "heard hello 0 4 heard hello 1 6 and more 6" ] || { echo "have $a $b $c" >&2; exit 8; }
echo "###End 1 0"`
	four := `read seed; read start; [ "$seed $start" = "###Seed 99 ###Start 4" ] || exit 7
for i in 0 1 2 3; do echo "###Input $i"; echo "you are $i"; done
for i in 2 0 3 1; do
	echo "###Input $i"; echo "go?"; echo "###Output $i 1"; read a
	[ "$a" = "you are $i,go?,$((i + 1))" ] || { echo "have $a" >&2; exit 8; }
done
for i in 0 1 2 3; do
	echo "###Input $i"; echo "bye?"; echo "###Output $i 1"; read a
	[ "$a" = "bye?,$((i + 1))" ] || { echo "have $a" >&2; exit 9; }
done
echo "###End 3 12 0"`
	answer := `while read a; do heard="$heard$a,"; case "$a" in *\?) echo "$heard$1"; heard= ;; esac; done`
	speak := `read a; echo "heard $a $1"; while read b; do echo "$b $1"; done`
	for name, tt := range map[string]struct {
		settings command.Settings
		scripts  map[string]string
		players  []float64
		ranks    string
		errors   string
	}{
		"json":                    {command.Settings{Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": higher}, []float64{6, 4}, "[0 1]", "[ ]"},
		"json, error":             {command.Settings{Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": higher}, []float64{4, 6}, "[1 0]", "[error ]"},
		"json, draw":              {command.Settings{Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": higher}, []float64{4, 4}, "[0 0]", "[ ]"},
		"json of four":            {command.Settings{Players: 4, Referee: "sh r.sh {seed} {players}"}, map[string]string{"r.sh": `[ $# = 5 ] && [ "$1" = 99 ] && echo '{"ranks":[4,2,2,1],"errors":[0,false,"late",null],"attributes":[]}'`}, []float64{1, 2, 3, 4}, "[3 1 1 0]", "[  late ]"},
		"json of eight":           {command.Settings{Players: 8, Referee: "sh r.sh {seed} {players}"}, map[string]string{"r.sh": `[ $# = 9 ] && echo '{"ranks":[7,6,5,4,3,2,1,0]}'`}, []float64{1, 2, 3, 4, 5, 6, 7, 8}, "[7 6 5 4 3 2 1 0]", "[       ]"},
		"three of two to eight":   {command.Settings{Players: 8, MinPlayers: 2, Style: command.StyleBrutaltester, Referee: "sh r.sh"}, map[string]string{"r.sh": `[ "$5 $7 $# ${6##* }" = "-p3 -seed 10 9" ] && printf '4\n5\n6\n'`}, []float64{1, 2, 9}, "[2 1 0]", "[  ]"},
		"stdio of six":            {command.Settings{Players: 6, Style: command.StyleStdio, Referee: "sh r.sh"}, map[string]string{"r.sh": "read a; read b; echo \"###Input 5\"; echo hi; echo '###Output 5 1'; read a; echo \"###End 5 0123 4\"", "bot.sh": "cat"}, []float64{1, 2, 3, 4, 5, 6}, "[1 1 1 1 5 0]", "[     ]"},
		"a bot as several words":  {command.Settings{Referee: "sh r.sh {p1.words} - {p2.words}"}, map[string]string{"r.sh": `[ "$# ${1##*/} ${2##*/} $3 $4 $7" = "7 sh bot.sh 6 - 4" ] && echo '{"ranks":[1,0]}'`, "bot.sh": ""}, []float64{6, 4}, "[1 0]", "[ ]"},
		"teams":                   {command.Settings{Referee: "sh r.sh {p1} {p2} {p1} {p2}", Scores: "[.scores[0] + .scores[2], .scores[1] + .scores[3]]"}, map[string]string{"r.sh": `[ "$# ${1##* } ${2##* } ${3##* } ${4##* }" = "4 6 4 6 4" ] && echo '{"scores":[1,7,4,0]}'`}, []float64{6, 4}, "[1 0]", "[ ]"},
		"scripts of four":         {command.Settings{Players: 8, MinPlayers: 2, Referee: "sh r.sh {players.path}"}, map[string]string{"r.sh": `for s; do "$s"; done > levels; [ "$(cat levels) $#" = "1234 4" ] && echo '{"ranks":[1,0,2,3]}'`, "bot.sh": "printf %s $1"}, []float64{1, 2, 3, 4}, "[1 0 2 3]", "[   ]"},
		"a folder":                {command.Settings{Folder: ".", Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": "cat map.txt", "map.txt": `{"ranks":[1,0]}`}, []float64{6, 4}, "[1 0]", "[ ]"},
		"a folder below":          {command.Settings{Folder: "..", Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": "cat */map.txt", "map.txt": `{"ranks":[1,0]}`}, []float64{6, 4}, "[1 0]", "[ ]"},
		"a bot's folder":          {command.Settings{Folder: ".", Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": `[ "$($1) $($2)" = "e4 e4" ] && echo '{"ranks":[1,0]}'`, "bot.sh": "cat book.txt", "book.txt": "e4"}, []float64{6, 4}, "[1 0]", "[ ]"},
		"stdio, a late answer":    {command.Settings{AnswerTime: time.Millisecond, StartTime: time.Minute, Style: command.StyleStdio, Referee: "sh r.sh"}, map[string]string{"r.sh": "echo '###Output 0 1'; read a; echo '###Output 0 1'; read a; echo '###End 1 0'", "bot.sh": "sleep 0.05; echo; sleep 60"}, []float64{6, 4}, "[1 0]", "[timeout ]"},
		"stdio, a folder":         {command.Settings{Folder: ".", Style: command.StyleStdio, Referee: "sh r.sh"}, map[string]string{"r.sh": "read a; read b; echo '###Output 0 1'; read a; echo \"###End $(cat map.txt) $a\"", "map.txt": "1", "bot.sh": "cat book.txt; cat", "book.txt": "0\n"}, []float64{6, 4}, "[1 0]", "[ ]"},
		"plain words":             {command.Settings{Plain: true, Bot: "persona {level}", Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": `[ "$1, $2" = "persona 6, persona 4" ] && echo '{"ranks":[1,0]}'`}, []float64{6, 4}, "[1 0]", "[ ]"},
		"stdio, a slow start":     {command.Settings{AnswerTime: time.Millisecond, StartTime: time.Minute, Style: command.StyleStdio, Referee: "sh r.sh"}, map[string]string{"r.sh": "echo '###Output 0 1'; echo '###End 0 1'", "bot.sh": "sleep 0.05; echo; cat"}, []float64{6, 4}, "[0 1]", "[ ]"},
		"stdio, too slow a start": {command.Settings{AnswerTime: 50 * time.Millisecond, StartTime: time.Millisecond, Style: command.StyleStdio, Referee: "sh r.sh"}, map[string]string{"r.sh": "echo '###Output 0 1'; echo '###End 0 1'", "bot.sh": "sleep 60"}, []float64{6, 4}, "[0 1]", "[timeout of its first answer (command.start_time) ]"},
		"noise before":            {command.Settings{Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": "echo round 1; echo round 2\n" + higher}, []float64{6, 4}, "[0 1]", "[ ]"},
		"brutaltester":            {command.Settings{Style: command.StyleBrutaltester, Referee: "sh r.sh"}, map[string]string{"r.sh": `[ "$1 $3 $5 $6 $7" = "-p1 -p2 -seed 99 -l" ] && echo ${2##* } && echo ${4##* } && echo done`}, []float64{3, 8}, "[1 0]", "[ ]"},
		"old arguments":           {command.Settings{Style: command.StyleBrutaltester, Negative: true, Referee: "sh r.sh -p1 {p1} -p2 {p2} -d seed={seed}"}, map[string]string{"r.sh": `[ "$5 $6" = "-d seed=99" ] && echo "7 -1"`}, []float64{3, 8}, "[0 1]", "[ score -1 (command.negative_is_error)]"},
		"log":                     {command.Settings{Style: command.StyleBrutaltester, Players: 4, Referee: "sh r.sh"}, map[string]string{"r.sh": `echo '{"scores":{"0":1.5,"1":9,"2":9,"3":0},"views":[]}' > "${12}"`}, []float64{1, 2, 3, 4}, "[2 0 0 3]", "[   ]"},
		"stdio":                   {command.Settings{Style: command.StyleStdio, Referee: "sh r.sh"}, map[string]string{"r.sh": talk, "bot.sh": speak}, []float64{4, 6}, "[1 0]", "[ ]"},
		"stdio of four":           {command.Settings{Style: command.StyleStdio, Players: 4, Referee: "sh r.sh"}, map[string]string{"r.sh": four, "bot.sh": answer}, []float64{1, 2, 3, 4}, "[3 1 1 0]", "[   ]"},
		"stdio, no sandbox":       {command.Settings{Style: command.StyleStdio, Sandbox: "off", Players: 4, Referee: "sh r.sh"}, map[string]string{"r.sh": four, "bot.sh": answer}, []float64{1, 2, 3, 4}, "[3 1 1 0]", "[   ]"},
		"stdio, a parameter file": {command.Settings{Style: command.StyleStdio, Referee: "sh r.sh", Bot: "sh bot.sh {parameters}"}, map[string]string{"r.sh": `read a; read b; echo "###Output 0 1"; read a; echo "###Output 1 1"; read b; [ "$a$b" = '{"level":3}{"level":4}' ] && echo "###End 1 0"`, "bot.sh": `cat "$1"; echo; cat`}, []float64{3, 4}, "[1 0]", "[ ]"},
		"stdio, a tie":            {command.Settings{Style: command.StyleStdio, Players: 4, Referee: "sh r.sh"}, map[string]string{"r.sh": "echo '###Error 2 bad move'; echo '###End 3 02 1'", "bot.sh": "cat"}, []float64{1, 2, 3, 4}, "[1 3 1 0]", "[  bad move ]"},
		"parameter file":          {command.Settings{Referee: "sh r.sh {p1} {p2}", Bot: "sh bot.sh {parameters}"}, map[string]string{"r.sh": `[ "$(cat ${1##* })" = '{"level":3}' ] && echo '{"ranks":[1,0]}'`}, []float64{3, 4}, "[1 0]", "[ ]"},
	} {
		t.Run(name, func(t *testing.T) {
			g := contest(t, tt.settings, tt.scripts)
			r := guard.Value(g.Play(t.Context(), 99, levels(g, tt.players...)))(t)
			if fmt.Sprint(r.Ranks) != tt.ranks || fmt.Sprint(r.Errors) != tt.errors {
				t.Errorf("have %v %v, want %s %s", r.Ranks, r.Errors, tt.ranks, tt.errors)
			}
		})
	}
}

// A bot's mistake costs it the game and is reported; the referee of style stdio hears
// TIMEOUT in its place.
func TestGame_Play_badBots(t *testing.T) {
	t.Parallel()
	// The good bot answers once, which may take as long as to start.
	referee := `read seed; read start
for i in 0 1; do echo "###Input $i"; echo hello; echo "###Output $i 1"; read a; done
echo "###Input 1"; echo go; echo "###Output 1 1"; read b
if [ "$b" = TIMEOUT ]; then echo "###Output 1 2"; read c; read d; [ "$c$d" = TIMEOUTTIMEOUT ] && echo "###End 0 1"
elif [ "$b" = fine ]; then echo "###End 1 0"; else echo "###Error 1 nonsense"; echo "###End 0 1"; fi`
	var plays sync.WaitGroup // most of them wait
	for name, tt := range map[string]struct{ bot, want string }{
		"crashes":           {"echo fine; read a; echo why >&2; exit 3", "exit: why"},
		"is killed":         {"echo fine; read a; kill -9 $$", "exit"},
		"hangs":             {"echo fine; read a; sleep 60", "timeout"},
		"never reads":       {"echo fine; sleep 60", "timeout"},
		"floods":            {"echo fine; yes xxxxxxxx | tr -d '\\n'", "flood"}, // without lines, of which the first would be an answer
		"prints no end":     {"echo fine; read a; read b; printf fine; sleep 60", "timeout"},
		"prints nonsense":   {"echo fine; read a; read b; echo '!?'; cat", "nonsense"},
		"returns in a line": {"echo fine; read a; read b; printf 'fine\\rfine\\n'; cat", "a control character"},
		"separates lines":   {"echo fine; read a; read b; printf 'fine\\342\\200\\250fine\\n'; cat", "a control character"},
		"closes its output": {"echo fine; read a; exec >&-; sleep 60", "exit"},
	} {
		answer := time.Minute
		if tt.want == "timeout" {
			answer = 50 * time.Millisecond
		}
		g := contest(t, command.Settings{
			Style: command.StyleStdio, Referee: "sh r.sh", Bot: "sh {kind}.sh", AnswerTime: answer, StartTime: time.Minute,
			Genes: []command.Gene{{Name: "kind", Distribution: command.Categorical, Choices: []string{"good", "bad"}, Default: "good"}},
		},
			map[string]string{"r.sh": referee, "good.sh": "while read a; do echo fine; done", "bad.sh": tt.bot})
		plays.Go(func() {
			r, err := g.Play(t.Context(), 1, levels(g, 0, 1))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			if fmt.Sprint(r.Ranks) != "[0 1]" || r.Errors[0] != "" || !strings.HasPrefix(r.Errors[1], tt.want) {
				t.Errorf("%s: have %v %q, want an error %q of the second", name, r.Ranks, r.Errors, tt.want)
			}
		})
	}
	plays.Wait()
}

// A program that is not there is found before anything is played.
func TestNew_missing(t *testing.T) {
	s := command.Settings{Referee: "./no-such-referee {p1} {p2}", Bot: "./no-such-bot {a}", Players: 2, Style: command.StyleJSON}
	var problem *setting.Error
	if _, err := command.New(s, t.TempDir(), nil); !errors.As(err, &problem) || problem.Key != "referee" || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("have %v", err)
	}
	s.Referee = "sh {p1} {p2}"
	if _, err := command.New(s, t.TempDir(), nil); !errors.As(err, &problem) || problem.Key != "bot" {
		t.Errorf("have %v", err)
	}
}

// A script that is not beside the run file is found too; what a flag is set to may be missing.
func TestGame_Missing(t *testing.T) {
	for line, want := range map[string]string{
		"sh refere.sh {p1} {p2}":                   "refere.sh: no such file",
		"sh bot.sh {p1} {p2} --log out.sh":         "",
		"env A=1 sh ./refere {p1} {p2}":            "./refere: no such file",
		"sh {p1} {p2}":                             "",
		"sh -c 'echo {p1} {p2}' x=refere.sh a.b c": "",
	} {
		g := contest(t, command.Settings{Referee: line}, map[string]string{"bot.sh": "cat"})
		if err := g.CheckScripts(nil); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: have %v, want %q", line, err, want)
		}
		other := guard.Value(g.Program("sh rivl.sh", ""))(t)
		if err := g.CheckScripts([]engine.Player{other}); err == nil {
			t.Errorf("%s: a rival that is not there is not found", line)
		}
	}
}

// In its sandbox a bot reads what is beside it in the folder of the run file; a program that the
// command line names, and all programs of a foreign run file, see the files that they name.
func TestGame_beside(t *testing.T) {
	talk := `read seed; read start
for i in 0 1; do echo "###Input $i"; echo go; echo "###Output $i 1"; read a; [ "$a" = fine ] || echo "###Error $i lost"; done
echo "###End 01"`
	files := map[string]string{"referee.sh": talk, "bot.sh": `here=${0%/*}; . "$here/params"; read a; echo $answer`, "params": "answer=fine"}
	for _, foreign := range []bool{false, true} {
		g := contest(t, command.Settings{Style: command.StyleStdio, Referee: "sh referee.sh", Bot: "sh bot.sh {level}", Foreign: foreign}, files)
		rival, _, err := g.Rival("sh bot.sh")
		guard.Must(t, err)
		beside := rival.(*command.Bot)
		other := guard.Value(g.Program(beside.CommandLine(), ""))(t)
		for i, b := range []*command.Bot{levels(g, 1)[0], beside, other} {
			r := guard.Value(g.Play(t.Context(), 1, []*command.Bot{b, b}))(t)
			if reads := r.Errors[0] == ""; reads != (!foreign && i < 2) {
				t.Errorf("foreign %v, bot %d: reads what is beside it: %v (%q)", foreign, i, reads, r.Errors)
			}
		}
	}
}

// A referee that fails ends the run: the error tells its command, the seed and what it
// wrote last.
func TestGame_Play_badReferees(t *testing.T) {
	t.Parallel()
	var plays sync.WaitGroup
	for name, tt := range map[string]struct{ style, script, want string }{
		"fails":             {"json", "echo one; echo two >&2; echo three >&2; exit 3", "exit status 3; its last words: two | three"},
		"is killed":         {"json", "kill -9 $$", "signal: killed; it wrote nothing"},
		"hangs":             {"json", "echo playing; sleep 3600", "no end within LIMIT; its last words: playing"},
		"prints nothing":    {"json", "exit 0", "no result: it must print JSON with ranks, or command.ranks must read them from its output; it printed nothing"},
		"prints no JSON":    {"json", "echo player one wins", "no result: it must print JSON with ranks, or command.ranks must read them from its output; its output:\n  player one wins"},
		"too few ranks":     {"json", `echo '{"ranks":[0]}'`, "command.ranks (.ranks) must give 2 numbers, gives [0]; its JSON has ranks; its output:\n  {\"ranks\":[0]}"},
		"too many errors":   {"json", `echo '{"ranks":[0,1],"errors":[0,0,0]}'`, "errors must be 2 values, are [0,0,0]; its JSON has errors, ranks; its output:\n"},
		"prints too much":   {"json", "head -c 1100000 /dev/zero | tr '\\0' x; echo; echo '{\"ranks\": [0, 1]}'", "must print less than 1048576 bytes"},
		"scores too early":  {"brutaltester", "echo 3; echo 4; echo turn; head -c 1100000 /dev/zero | tr '\\0' x; echo; echo 7; echo 5", "must print less than 1048576 bytes"},
		"floods":            {"json", "while :; do echo ----------------------------------------------------------------; done", "no end within LIMIT"},
		"a log is a pipe":   {"brutaltester", `rm -f "$8"; mkfifo "$8"; echo 1 2`, "no result: its log: "},
		"ends early":        {"stdio", "read a; echo oops >&2; exit 4", "it ended before ###End (exit status 4); its last words: oops"},
		"closes its output": {"stdio", "exec >&-; sleep 60", "it closed its output before ###End"},
		"waits for nothing": {"stdio", "read a; read b; read c", "no end within LIMIT"},
		"unknown player":    {"stdio", "echo '###Input 7'; cat", `unknown player: "###Input 7"`},
		"asks for too much": {"stdio", "echo '###Output 0 1000000'; cat", `invalid line count: "###Output 0 1000000"`},
		"ranks one twice":   {"stdio", "echo '###End 0 0'; cat", `###End must rank players 0 to 1 once each, have "0 0"`},
		"ranks too few":     {"stdio", "echo '###End 1'; cat", `###End must rank players 0 to 1 once each, have "1"`},
	} {
		s := command.Settings{Style: tt.style, Referee: "sh r.sh {seed} {p1} {p2}"}
		if tt.style != command.StyleJSON {
			s.Referee = "sh r.sh"
		}
		play := func(limit time.Duration) error {
			s.GameTime = limit
			g := contest(t, s, map[string]string{"r.sh": tt.script, "bot.sh": "cat"})
			_, err := g.Play(t.Context(), 1234, levels(g, 1, 2))
			text, want := fmt.Sprint(err), strings.Replace(tt.want, "LIMIT", limit.String(), 1)
			if !strings.Contains(text, want) || !strings.Contains(text, "r.sh") || !strings.Contains(text, "seed 1234: ") || strings.Contains(text, "\n") && !strings.Contains(text, "; its output:\n") {
				return fmt.Errorf("%s: have %s, want %s", name, text, want)
			}
			return nil
		}
		plays.Go(func() {
			if strings.Contains(tt.want, "LIMIT") {
				guard.Within(t, play)
			} else if err := play(5 * time.Minute); err != nil {
				t.Error(err)
			}
		})
	}
	plays.Wait()
}

// A referee that reads a file beside the run file fails in an empty folder: the error names the file, and the line that
// plays the game again fails in the same way. In the run file's folder both go well.
func TestGame_folder(t *testing.T) {
	for folder, fails := range map[string]bool{"": true, ".": false} {
		g := contest(t, command.Settings{Folder: folder, Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": "cat maps.txt", "maps.txt": `{"ranks":[0,1]}`, "other.txt": "", "bot.c": ""})
		bots := levels(g, 3, 4)
		_, err := g.Play(t.Context(), 7, bots)
		out, by := exec.CommandContext(t.Context(), "sh", "-c", g.ReplayCommand(7, []string{bots[0].CommandLine(), bots[1].CommandLine()})).CombinedOutput()
		if (err != nil) != fails || (by != nil) != fails {
			t.Errorf("folder %q: have %v; by hand %v, %s", folder, err, by, out)
		}
		if fails && (!strings.HasSuffix(err.Error(), "folder: maps.txt; set command.folder: . to run there") || !strings.Contains(string(out), "maps.txt")) {
			t.Errorf("have %v; by hand %s", err, out)
		}
	}
}

// The line that plays a game again hands over the same parameters, whatever they hold and wherever the contest lies.
func TestGame_ReplayCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a\nb\xff 'c'")
	guard.Must(t, os.Mkdir(dir, 0o700))
	for name, text := range map[string]string{"r.sh": `eval "$1"`, "bot.sh": `cat "$1"`, "other\xff": ""} {
		guard.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	s := command.Settings{Referee: "sh r.sh {p1}", Bot: "sh bot.sh {parameters}", Players: 1, Style: command.StyleJSON, Sandbox: "off", GameTime: time.Minute}
	s.Genes = []command.Gene{{Name: "w", Distribution: command.Categorical, Choices: []string{`\n\t\\`, `it's <"`}, Default: `\n\t\\`}}
	for _, folder := range []string{"", "."} {
		t.Setenv("TMPDIR", dir)
		s.Folder = folder
		g := guard.Value(command.New(s, dir, nil))(t)
		for _, x := range []float64{0, 1} {
			line := g.Bot([]float64{x}).CommandLine()
			if v, ok := g.Genes(line); !ok || v[0] != x {
				t.Errorf("%q has the genes %v, %v", line, v, ok)
			}
			out, err := exec.CommandContext(t.Context(), "sh", "-c", g.ReplayCommand(7, []string{line})).CombinedOutput()
			if want := string(g.Parameters([]float64{x})); err != nil || strings.TrimSpace(string(out)) != want {
				t.Errorf("folder %q: have %s, %v, want %s", folder, out, err, want)
			}
			if r, err := g.Play(t.Context(), 7, []*command.Bot{g.Bot([]float64{x})}); err == nil || !strings.Contains(err.Error(), "its JSON has w") {
				t.Errorf("folder %q: have %v, %v", folder, r, err)
			}
		}
	}
}

// A referee gets the path of a script that starts a bot, genome or rival, with further arguments, in the folder of the
// run file if it runs there; scripts are gone after the game, and the line that plays it again writes its own.
func TestGame_startScripts(t *testing.T) {
	for _, folder := range []string{"", "."} {
		heard := filepath.Join(t.TempDir(), "heard")
		t.Setenv("HEARD", heard)
		g := contest(t, command.Settings{Folder: folder, Referee: "sh r.sh {p1.path} {p2.path}", Bot: `sh "my bot.sh" {level}`}, map[string]string{
			"my bot.sh": `printf '<%s>' "$@" "$PWD"`,
			"r.sh":      `cd /; { stat -c %a "$1" "$2"; "$1" host 99; echo; sh "$2"; echo; echo "$1"; } > "$HEARD"; echo '{"ranks":[1,0]}'`,
		})
		rival, _, err := g.Rival(`sh "my bot.sh" "it's $1" ""`)
		guard.Must(t, err)
		bots := []*command.Bot{levels(g, 6)[0], rival.(*command.Bot)}
		r, err := g.Play(t.Context(), 7, bots)
		if err != nil || fmt.Sprint(r.Ranks) != "[1 0]" {
			t.Fatalf("folder %q: have %v, %v", folder, r.Ranks, err)
		}
		where := map[string]string{"": "/", ".": filepath.Dir(strings.Fields(g.Words())[1])}[folder]
		want := "700\n700\n<6><host><99><" + where + ">\n<it's $1><><" + where + ">\n"
		text := guard.Value(os.ReadFile(heard))(t)
		script, right := strings.CutPrefix(string(text), want)
		if !right {
			t.Errorf("folder %q: have %s, want %s", folder, text, want)
		}
		if _, err := os.Stat(strings.TrimSpace(script)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("folder %q: %s after the game: %v", folder, script, err)
		}
		if folder == "" {
			continue // its scripts are in a folder that the referee of this test leaves
		}
		guard.Must(t, os.Remove(heard))
		out, err := exec.CommandContext(t.Context(), "sh", "-c", g.ReplayCommand(7, []string{bots[0].CommandLine(), bots[1].CommandLine()})).CombinedOutput()
		text, _ = os.ReadFile(heard)
		if string(out) != "{\"ranks\":[1,0]}\n" || !strings.HasPrefix(string(text), want) {
			t.Errorf("by hand: %v, %s; have %s", err, out, text)
		}
	}
}

// A referee that wants files and gets commands fails: the error names the placeholder of a start script.
func TestGame_startScripts_hint(t *testing.T) {
	g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": `[ -f "$1" ] || { echo "could not find $1" >&2; exit 1; }`, "bot.sh": "", "data.txt": ""})
	_, err := g.Play(t.Context(), 7, levels(g, 6, 4))
	if err == nil || !strings.HasSuffix(err.Error(), "bot.sh 6; a referee that takes the path of a file gets one by {p1.path} in place of {p1}") {
		t.Errorf("have %v", err)
	}
}

// Ports of games that run at the same time are distinct, and no program listens at one that is handed over.
func TestGame_ports(t *testing.T) {
	g := contest(t, command.Settings{Folder: ".", Referee: "sh r.sh {p1} {p2} {port1} {port2} {port1}"},
		map[string]string{"r.sh": `[ "$3" = "$5" ] && printf '%s\n' "$3" "$4" >> ports && echo '{"ranks":[0,1]}'`})
	play := func(games int) (out []int) {
		path := filepath.Join(filepath.Dir(strings.Fields(g.Words())[1]), "ports")
		_ = os.Remove(path)
		var plays sync.WaitGroup
		for range games {
			plays.Go(func() {
				if _, err := g.Play(t.Context(), 7, levels(g, 6, 4)); err != nil {
					t.Error(err)
				}
			})
		}
		plays.Wait()
		text := guard.Value(os.ReadFile(path))(t)
		for word := range strings.FieldsSeq(string(text)) {
			n := guard.Value(strconv.Atoi(word))(t)
			out = append(out, n)
		}
		slices.Sort(out)
		return out
	}
	first := play(16)
	if len(first) != 32 || len(slices.Compact(slices.Clone(first))) != 32 || first[0] < 1024 || first[31] > 65535 {
		t.Errorf("16 games have the ports %v", first)
	}
	var taken []int
	for port := range 64 { // those that come next, if they are handed out in order
		if l, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", first[31]+1+port)); err == nil {
			defer l.Close()
			taken = append(taken, l.Addr().(*net.TCPAddr).Port)
		}
	}
	for _, port := range play(16) {
		if slices.Contains(taken, port) {
			t.Errorf("port %d is taken", port)
		}
	}
}

func TestProgram(t *testing.T) {
	for word, want := range map[string]string{
		"exec:./bot -x":     "exec:./bot -x|./bot -x",
		"rival: ./bot -x":   "rival|./bot -x",
		"rival*3: ./bot":    "rival*3|./bot",
		"rival: exec:./bot": "rival|./bot",
		"coup:Taxman":       "",
		"a b: ./bot":        "",
		"results/a.json":    "",
	} {
		name, line, ok := command.Program(word)
		if have := name + "|" + line; ok != (want != "") || ok && have != want {
			t.Errorf("%s: have %s, want %s", word, have, want)
		}
	}
}

// The progress names the bot of a game that has taken more than half of its time.
func TestGame_Waiting(t *testing.T) {
	g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2}", GameTime: time.Hour}, map[string]string{"r.sh": "echo > begun; sleep 3600", "bot.sh": ""})
	ctx, end := context.WithCancel(t.Context())
	defer end()
	bots := levels(g, 3, 4)
	ended := make(chan error)
	go func() {
		_, err := g.Play(ctx, 1, bots)
		ended <- err
	}()
	for g.Waiting(time.Now().Add(45*time.Minute)) == "" {
		time.Sleep(time.Millisecond)
	}
	if text := g.Waiting(time.Now()); text != "" {
		t.Errorf("a game that has begun: %q", text)
	}
	text := g.Waiting(time.Now().Add(45 * time.Minute))
	if want := "waiting for a game of " + bots[0].CommandLine() + ": 45m"; !strings.HasPrefix(text, want) || !strings.HasSuffix(text, " of 1h0m0s") {
		t.Errorf("have %q, want %q", text, want)
	}
	end()
	<-ended
	if text := g.Waiting(time.Now().Add(45 * time.Minute)); text != "" {
		t.Errorf("no game is played: %q", text)
	}
}
