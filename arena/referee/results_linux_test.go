package referee_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// limited is a contest that interrupts after a number of plays.
type limited struct {
	higher
	left   int
	cancel func()
}

func (l *limited) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	if l.left--; l.left < 0 {
		l.cancel()
	}
	return l.higher.Referee(ctx, m)
}

// won matches the scores of a table for two.
var won = regexp.MustCompile(`"Score":\[\d+,\d+,`)

// Results that are kept as they come are gone on from, however the match ended, and come
// to the same report.
func TestPlay_Results(t *testing.T) {
	seats := []referee.Seat{sh("seven", `read a b; echo ${b#"${b%?}"}`), {Name: "five", Player: 5}}
	schedule := arena.Pair{Blocks: 4, Seed: 3}
	ignore := cmpopts.IgnoreFields(referee.PlayerStats{}, "Total", "Slowest", "Times", "CPU")
	want, err := referee.Play(t.Context(), higher{}, seats, schedule, referee.Options{})
	guard.Must(t, err)
	o := referee.Options{Results: filepath.Join(t.TempDir(), "results")}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := referee.Play(ctx, &limited{left: 5, cancel: cancel}, seats, schedule, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("want an interrupt, have %v", err)
	}
	text, err := os.ReadFile(o.Results)
	if n := bytes.Count(text, []byte("\n")); n != 6 || err != nil { // a head, and five games
		t.Fatalf("%d lines, %v", n, err)
	}
	torn := append(text, text[len(text)-40:len(text)-1]...) // a line of a match that was killed
	guard.Must(t, os.WriteFile(o.Results, torn, 0o600))
	rest := &limited{left: 3, cancel: func() { t.Error("it plays more than was missing") }}
	for range 2 { // and once more from the whole
		have, err := referee.Play(t.Context(), rest, seats, schedule, o)
		guard.Must(t, err)
		if diff := cmp.Diff(want, have, ignore); diff != "" {
			t.Errorf("at once and gone on (-once +gone on):\n%s", diff)
		}
	}

	// A longer match, and one of other deals, play what the file does not have.
	for missing, schedule := range map[int]arena.Pair{2: {Blocks: 5, Seed: 3}, 8: {Blocks: 4, Seed: 4}} {
		want, err := referee.Play(t.Context(), higher{}, seats, schedule, referee.Options{})
		guard.Must(t, err)
		more := &limited{left: missing, cancel: func() { t.Error("it plays more than was missing") }}
		have, err := referee.Play(t.Context(), more, seats, schedule, o)
		if diff := cmp.Diff(want, have, ignore); diff != "" || err != nil || more.left != 0 {
			t.Errorf("%d games were not played, %v (-once +gone on):\n%s", more.left, err, diff)
		}
	}

	for name, other := range map[string]func(seats []referee.Seat, o *referee.Options){
		"the players": func(seats []referee.Seat, _ *referee.Options) { seats[1].Name = "six" },
		"the limits":  func(_ []referee.Seat, o *referee.Options) { o.Limits.Move++ },
		"replay":      func(_ []referee.Seat, o *referee.Options) { o.Replay = true },
	} {
		seats, o := append([]referee.Seat(nil), seats...), o
		other(seats, &o)
		if _, err := referee.Play(t.Context(), higher{}, seats, schedule, o); err == nil || !strings.Contains(err.Error(), "it has the results of other games: "+name) {
			t.Errorf("%s: have %v", name, err)
		}
	}
	for text, want := range map[string]string{
		"a diary\n":           "it is no file of results",
		string(text) + "{}\n": "line 7: is no result",
		strings.Replace(string(text), `"Outcome"`, `"Out3ome"`, 1):                        "line 2: is no result",
		strings.Replace(string(text), `"Outcome"`, `"outcome"`, 1):                        "line 2: is no result",
		strings.Replace(string(text), `"Seed":`, `"Seed":1,"Seed":`, 1):                   "line 2: is no result",
		strings.Replace(string(text), `["seven","five"]`, `["five","seven"]`, 1):          "line 3: is no result",
		strings.Replace(string(text), `["seven","five"]`, `["seven","six"]`, 1):           "line 2: is no result",
		strings.Replace(string(text), `"Plays":1`, `"Plays":2`, 1):                        "line 2: is no result",
		strings.Replace(string(text), `"Game"`, `"Event":1,"Game"`, 1):                    "it is no file of results",
		won.ReplaceAllString(string(text), `"Score":[9,9,`):                               "line 2: is no result",
		won.ReplaceAllString(string(text), `"Score":[-1,0,`):                              "line 2: is no result",
		won.ReplaceAllString(string(text), `"Score":[1,1,`):                               "line 2: is no result",
		strings.Replace(string(text), `"Moves":0`, `"Moves":-5`, 1):                       "line 2: is no result",
		strings.Replace(string(text), `"Forfeits":0`, `"Forfeits":7`, 1):                  "line 2: is no result",
		strings.Replace(string(text), `"Faults":null`, `"Faults":{"illegal":1000000}`, 1): "line 2: is no result",
	} {
		guard.Must(t, os.WriteFile(o.Results, []byte(text), 0o600))
		if _, err := referee.Play(t.Context(), higher{}, seats, schedule, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %s, have %v", want, err)
		}
	}
}

// Results are in a regular file: a pipe is not waited for, a link not followed, and a line without an end not kept in memory.
func TestPlay_ResultsFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	seats, schedule := []referee.Seat{{Name: "seven", Player: 7}, {Name: "five", Player: 5}}, arena.Pair{Blocks: 1, Seed: 3}
	play := func(name string) error {
		_, err := referee.Play(t.Context(), higher{}, seats, schedule, referee.Options{Results: at(name)})
		return err
	}
	guard.Must(t, play("good"))
	good, err := os.ReadFile(at("good"))
	err = errors.Join(err, syscall.Mkfifo(at("pipe"), 0o600), os.Symlink("good", at("link")), os.Symlink("none", at("broken")),
		os.Mkdir(at("folder"), 0o700), os.WriteFile(at("long"), good, 0o600), os.Truncate(at("long"), 64<<20), os.WriteFile(at("zeros"), nil, 0o600), os.Truncate(at("zeros"), 64<<20))
	guard.Must(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, want := range map[string]string{
		"pipe":   "must be a regular file, have a pipe or a device",
		"link":   "must be a regular file, have a link",
		"broken": "must be a regular file, have a link",
		"folder": "must be a file, have a directory",
		"long":   "line 4: is no result",
		"zeros":  "it is no file of results",
	} {
		if err := play(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: have %v, want %s", name, err, want)
		}
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 200 {
		t.Errorf("it allocated %d MB", mb)
	}
}

// broken is a contest that fails at the last deals.
type broken struct {
	higher
	from int
}

func (b broken) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	if m.Block >= b.from && m.Rotation == 1 {
		return engine.Outcome{}, errors.New("the disk is full")
	}
	return b.higher.Referee(ctx, m)
}

// A deal that cannot be played doesn't count, and the others are played. With more than
// 2 % such deals there is no result.
func TestPlay_Void(t *testing.T) {
	seats := []referee.Seat{{Name: "seven", Player: 7}, {Name: "five", Player: 5}}
	r, err := referee.Play(t.Context(), broken{from: 98}, seats, arena.Pair{Blocks: 100, Seed: 3}, referee.Options{})
	guard.Must(t, err)
	want := []referee.Void{{Block: 98, Reason: "the disk is full"}, {Block: 99, Reason: "the disk is full"}}
	if diff := cmp.Diff(want, r.Void); diff != "" || len(r.Results) != 98 || r.Schedule.Len() != 98 || r.Stats[0].Plays != 196 {
		t.Errorf("%d results, %d plays, void (-want +have):\n%s", len(r.Results), r.Stats[0].Plays, diff)
	}
	for from, said := range map[int]string{97: "3 of 100 deals could not be played", 0: "3 of 100 deals could not be played"} {
		r, err := referee.Play(t.Context(), broken{from: from}, seats, arena.Pair{Blocks: 100}, referee.Options{})
		if r != nil || err == nil || !strings.Contains(err.Error(), said) || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("from deal %d: have %v, %v", from, r, err)
		}
	}
}

// A sandbox that breaks while a program is at move costs that program the game.
func TestPlay_brokenSandbox(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	// The program takes the folder away in which its sandbox would be made anew.
	vandal := sh("vandal", `dir="${PWD%/*}"; case "$dir" in */bloodline-*) rm -rf "$dir"; echo > "$dir"; kill -9 $PPID;; esac; exit 1`)
	for _, once := range []bool{true, false} {
		o := referee.Options{Sandbox: program.Off}
		r, err := referee.Play(t.Context(), higher{once: once}, []referee.Seat{vandal, {Name: "five", Player: 5}}, arena.Pair{Blocks: 4, Seed: 3}, o)
		guard.Must(t, err)
		if c := r.Stats[0]; len(r.Void) > 0 || c.Forfeits != 8 || len(r.Results) != 4 {
			t.Errorf("void %v, record %+v", r.Void, c)
		}
	}
}
