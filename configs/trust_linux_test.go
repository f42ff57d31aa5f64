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
	guard.Value(l.Check(mine))(t)
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

// A run file is read again from its record, wherever it lies.
func TestConfig_TextWithSource(t *testing.T) {
	for _, name := range []string{"plain", "a\nb", "a\u2028b", "a\xffb", `"quoted"`} {
		dir := filepath.Join(t.TempDir(), name)
		guard.Must(t, os.Mkdir(dir, 0o700))
		path := filepath.Join(dir, "mine.yaml")
		guard.Must(t, os.WriteFile(path, []byte("game: command\nfield: [defaults]\ncommand: {referee: 'r {p1} {p2}', bot: 'b {a}', genes: {a: {distribution: float, low: 0, high: 1, default: 0.5}}}\n"), 0o600))
		c := guard.Value(configs.Load(path, configs.Overrides{}, nil))(t)
		again, err := configs.Parse("run", c.TextWithSource(), nil)
		if err != nil || again.Folder != dir || again.FileChanges(nil) != "" {
			t.Errorf("%q: have %+v, %v", name, again, err)
		}
		guard.Must(t, os.WriteFile(path, []byte("game: coup\n"), 0o600))
		if err == nil && again.FileChanges(nil) == "" {
			t.Errorf("%q: no change is seen", name)
		}
		if placed := configs.ReplaceFolder(string(c.YAML()), func(folder string) string { return folder + "/x" }); err == nil {
			if again, err = configs.Parse("run", []byte(placed), nil); err != nil || again.Folder != dir+"/x" {
				t.Errorf("%q: placed: have %+v, %v", name, again, err)
			}
		}
	}
}
