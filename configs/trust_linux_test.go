package configs_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bloodline/configs"
	"bloodline/configs/trust"
	"bloodline/internal/guard"
)

// Trusted commands are not written through a link nor into a pipe, and a line that was not written to its end
// takes no other with it.
func TestList_file(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	err := errors.Join(syscall.Mkfifo(at("pipe"), 0o600), os.Symlink("letter", at("link")),
		os.WriteFile(at("letter"), []byte("Dear Anna"), 0o600), os.WriteFile(at("half"), []byte("0123abc"), 0o600))
	guard.Must(t, err)
	mine := trust.Commands{Lines: []string{"bot: sh b.sh"}}
	for _, name := range []string{"pipe", "link"} {
		l := &trust.List{Path: at(name)}
		if err := l.Add(mine, false); err == nil {
			t.Errorf("%s: it was added", name)
		}
		if _, err := l.Check(mine); err == nil {
			t.Errorf("%s: it is trusted", name)
		}
	}
	if text, err := os.ReadFile(at("letter")); string(text) != "Dear Anna" {
		t.Errorf("the letter is %s, %v", text, err)
	}
	l := &trust.List{Path: at("half")}
	guard.Must(t, l.Add(mine, false))
	if _, err := l.Check(mine); err != nil {
		t.Error(err)
	}
}

// Programs of jq are compiled when the user gives them, and not when they come with a record, which may not be trusted.
func TestParse_jq(t *testing.T) {
	text := "game: command\nfield: [defaults]\ncommand:\n  referee: sh r.sh {seed} {p1} {p2}\n  ranks: PROGRAM\n  bot: sh b.sh {a}\n  genes: {a: {distribution: float, low: 0, high: 1, default: 0.5}}\n"
	path := filepath.Join(t.TempDir(), "mine.yaml")
	for program, want := range map[string][2]string{
		`".a["`: {path + ":5: command.ranks: must be a program of jq, such as .result.ranks, have .a[ (unexpected EOF)", ""},
		`".` + strings.Repeat("?", 450_000) + `"`: {
			path + ":5: command.ranks: must be a program of jq of at most 4096 bytes, have 450001", path + ":5: command.ranks: must be a program of jq of at most 4096 bytes, have 450001",
		},
	} {
		own := strings.Replace(text, "PROGRAM", program, 1)
		guard.Must(t, os.WriteFile(path, []byte(own), 0o600))
		_, loaded := configs.Load(path, configs.Overrides{}, nil)
		_, parsed := configs.Parse(path, []byte(own), nil)
		for i, err := range []error{loaded, parsed} {
			if have := strings.TrimPrefix(fmt.Sprint(err), "<nil>"); have != want[i] {
				t.Errorf("%.20s: have %.300s, want %s", program, have, want[i])
			}
		}
	}
}
