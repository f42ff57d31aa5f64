package program

import (
	"slices"
	"strings"
	"testing"
)

// The environment of programs has what each system needs of the user's, and a folder of their own in place of the home.
func TestEnvironment_systems(t *testing.T) {
	users := map[string]string{
		"PATH": "/bin", "HOME": "/home/me", "USERPROFILE": `C:\Users\me`, "TEMP": `C:\Users\me\Temp`, "AWS_SECRET_ACCESS_KEY": "key", "BLOODLINE_SWARM_TOKEN": "abcdefgh",
		"SystemRoot": `C:\Windows`, "PATHEXT": ".EXE", "SSH_AUTH_SOCK": "/tmp/agent", "DYLD_INSERT_LIBRARIES": "x", "LD_PRELOAD": "x",
	}
	get := func(name string) string { return users[name] }
	shell := []string{"HOME=box", "LANG=C.UTF-8", "PATH=/bin", "TMPDIR=box"}
	for system, want := range map[string][]string{
		"linux": shell, "darwin": shell, "freebsd": shell,
		"windows": append([]string{"APPDATA=box", "LOCALAPPDATA=box", "TEMP=box", "TMP=box", "USERPROFILE=box", `SystemRoot=C:\Windows`, "PATHEXT=.EXE"}, shell...),
	} {
		have := environment(system, "box", get)
		slices.Sort(have)
		slices.Sort(want)
		if !slices.Equal(have, want) {
			t.Errorf("%s: have %q, want %q", system, have, want)
		}
	}
	users["LANG"] = "pl_PL.UTF-8"
	if have := strings.Join(environment("linux", "box", get), " "); !strings.Contains(have, "LANG=pl_PL.UTF-8") {
		t.Errorf("have %s", have)
	}
}
