package command_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"bloodline/arena/command"
	"bloodline/internal/guard"
	"bloodline/internal/system"
)

// documented returns the script of docs/programs.md that begins with a name, as it stands there.
func documented(t *testing.T, name string) string {
	t.Helper()
	text := guard.Value(os.ReadFile("../../docs/programs.md"))(t)
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		if strings.HasPrefix(block[1], "# "+name+" ") {
			return block[1]
		}
	}
	t.Fatalf("docs/programs.md has no script %s", name)
	return ""
}

// tools puts programs of these tests before those of the system.
func tools(t *testing.T, scripts map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range scripts {
		guard.Must(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text), 0o700)) //nolint:gosec // they are run
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("TOOLS", dir)
	return dir
}

// The script of the docs for a bot that is compiled anew compiles each setting once, whichever processes start it at
// the same time, and anew after a change of its source.
func TestDocumented_build(t *testing.T) {
	cc := guard.Value(exec.LookPath("cc"))(t)
	dir := tools(t, map[string]string{"cc": `echo "$2 $3" >> "$TOOLS/compiled"; exec ` + cc + ` "$@"` + "\n"})
	g := contest(t, command.Settings{
		Bot: "sh build.sh {depth} {margin}", Referee: "sh r.sh {p1.path} {p2.path}", Files: []string{"bot.c"},
		Genes: []command.Gene{
			{Name: "depth", Distribution: command.Int, Low: 0, High: 9, Default: "5"},
			{Name: "margin", Distribution: command.Float, Low: 0, High: 1, Default: "0.5"},
		},
	}, map[string]string{
		"build.sh": documented(t, "build.sh"),
		"bot.c":    "#include <stdio.h>\nint main(void) { printf(\"%d %g\", DEPTH, MARGIN); return 0; }\n",
		"r.sh":     `a=$("$1") b=$("$2"); [ "$a, $b" = "3 0.25, 4 0.5" ] && echo '{"ranks":[1,0]}' || echo "$a, $b"`,
	})
	play := func() {
		var plays sync.WaitGroup
		for range 8 {
			plays.Go(func() {
				r, err := g.Play(t.Context(), 1, []*command.Bot{g.Bot([]float64{3, 0.25}), g.Bot([]float64{4, 0.5})})
				if err != nil || fmt.Sprint(r.Ranks) != "[1 0]" {
					t.Errorf("have %v, %v", r.Ranks, err)
				}
			})
		}
		plays.Wait()
	}
	compiled := func(want int) {
		text := guard.Value(os.ReadFile(filepath.Join(dir, "compiled")))(t)
		for _, setting := range []string{"-DDEPTH=3 -DMARGIN=0.25\n", "-DDEPTH=4 -DMARGIN=0.5\n"} {
			if n := strings.Count(string(text), setting); n != want {
				t.Errorf("compiled %d times, must be %d: %s", n, want, setting)
			}
		}
	}
	play()
	compiled(1)
	bots := guard.Value(filepath.Glob(filepath.Join(filepath.Dir(strings.Fields(g.Words())[1]), "built", "bot-*")))(t)
	for _, path := range bots { // as if the source were newer
		guard.Must(t, os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)))
	}
	play()
	compiled(2)
}

// server is a bot that answers each request by its level.
const server = `import http.server, os, sys
class Bot(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(sys.argv[1].encode())
    def log_message(self, *words): print(*words)
http.server.HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Bot).serve_forever()
`

// The script of the docs for bots that are servers plays games of one seed at the same time, and no server is left: not
// after a game, not after one that was cancelled.
func TestDocumented_game(t *testing.T) {
	for _, tool := range []string{"python3", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no " + tool)
		}
	}
	mark := t.TempDir()
	t.Setenv("MARK", mark) // by which its processes are found
	tools(t, map[string]string{"battlesnake": `[ "$1 $2 $3 $4 $5 $6 $8 $9 ${10}" = "play --seed 1 --name p1 --url --name p2 --url" ] || exit 9
a=$(curl -s "$7") b=$(curl -s "${11}")
while [ "$a" = 9 ]; do touch "$MARK/playing"; sleep 0.01; done
[ "$a" -gt "$b" ] && name=p1 || name=p2
echo moves; echo "{\"winnerName\": \"$name\", \"isDraw\": false}"
`})
	g := contest(t, command.Settings{
		Bot: "python3 bot.py {level}", Referee: "sh game.sh {seed} {port1} {p1} {port2} {p2}",
		Ranks: `if .isDraw then [1, 1] elif .winnerName == "p1" then [1, 2] elif .winnerName == "p2" then [2, 1] else error("no winner") end`,
	}, map[string]string{"game.sh": documented(t, "game.sh"), "bot.py": server})
	var plays sync.WaitGroup
	for k, want := range []string{"[0 1]", "[1 0]", "[0 1]", "[1 0]"} {
		plays.Go(func() {
			r, err := g.Play(t.Context(), 1, levels(g, float64(4-k%2), float64(3+k%2)))
			if err != nil || fmt.Sprint(r.Ranks) != want {
				t.Errorf("have %v, %v, want %s", r.Ranks, err, want)
			}
		})
	}
	plays.Wait()
	left := func(when string) {
		for pid, words := range system.ProcessesIn(mark) {
			if pid != os.Getpid() {
				t.Errorf("%s: left running: %s", when, words)
			}
		}
	}
	left("after the games")

	ctx, cancel := context.WithCancel(t.Context())
	plays.Go(func() {
		if _, err := g.Play(ctx, 1, levels(g, 9, 4)); err == nil {
			t.Error("a game was played that does not end")
		}
	})
	for _, err := os.Stat(filepath.Join(mark, "playing")); err != nil; _, err = os.Stat(filepath.Join(mark, "playing")) {
		time.Sleep(time.Millisecond)
	}
	if n := len(system.ProcessesIn(mark)); n < 4 {
		t.Errorf("%d processes play", n)
	}
	cancel()
	plays.Wait()
	left("after a game that was cancelled")
}
