package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/internal/guard"
)

// A script in a folder of shims is reported, a program or another script is not.
func TestGame_Shim(t *testing.T) {
	for _, c := range []struct {
		folder, text string
		shim         bool
	}{{"shims", "#!/bin/sh\nexec sh \"$@\"\n", true}, {"bin", "#!/bin/sh\nexec sh \"$@\"\n", false}, {"shims", "\x7fELF", false}} {
		dir := filepath.Join(t.TempDir(), c.folder)
		path := filepath.Join(dir, "shell")
		guard.Must(t, os.Mkdir(dir, 0o755))
		guard.Must(t, os.WriteFile(path, []byte(c.text), 0o755))
		t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
		s := command.Settings{Referee: "shell referee {p1} {p2}", Bot: "sh bot", Players: 2, Style: command.StyleJSON}
		g := guard.Value(command.New(s, "", nil))(t)
		if got := g.Shim(); strings.HasPrefix(got, path+" is a script") != c.shim {
			t.Errorf("%+v: have %q", c, got)
		}
	}
}
