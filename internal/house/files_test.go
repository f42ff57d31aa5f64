package house_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// opens matches a call that opens, writes or removes a file without internal/disk.
var opens = regexp.MustCompile(`\b(os\.(Open|OpenFile|Create|CreateTemp|WriteFile|ReadFile|Remove|RemoveAll|Rename)|system\.(Open|Rename|RemoveAll))\(`)

// opening are the files with such calls, with the reason.
var opening = map[string]string{
	"arena/command/play.go":             "the folder of its own runs of programs",
	"arena/program/confine_linux.go":    "/proc, and the root of a sandbox in a new folder",
	"arena/program/launcher_linux.go":   "/proc",
	"arena/program/sandbox.go":          "system.RemoveAll, of the folder of a sandbox",
	"arena/program/sandboxes.go":        "new folders for programs, one of the temporary ones, os.Root",
	"arena/swarm/breeder.go":            "a new folder of the temporary ones",
	"cmd/serve.go":                      "a new temporary file, which leads a browser to the pages",
	"evolve/store/door/folder.go":       "the folder of a run that has nothing but its own lock file",
	"evolve/store/door/lock.go":         "its own lock file, whose text it knows",
	"games/coup/seat/main.go":           "written out with exported bots, which have the standard library alone",
	"games/parttest/golden.go":          "testdata of tests",
	"internal/disk/disk.go":             "this is the one place",
	"internal/guard/guard.go":           "folders of tests",
	"internal/system/system.go":         "what disk is made of",
	"internal/system/system_linux.go":   "/proc",
	"internal/system/system_unix.go":    "what disk is made of",
	"internal/system/system_windows.go": "what disk is made of",
	"results/export/place.go":           "a new temporary folder and its move to a new or empty one",
	"results/ladder/bots.go":            "folders of bots that have become empty",
	"results/run/control.go":            "a new temporary file",
	"results/run/csv.go":                "the stage of an export",
}

// sources calls each with the name and the text of every file that git lists by these patterns.
func sources(t *testing.T, each func(name string, text []byte), patterns ...string) {
	t.Helper()
	out, err := exec.Command("git", append([]string{"ls-files", "*.go", ":!examples"}, patterns...)...).Output()
	if err != nil {
		t.Skip("no git: ", err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if text, err := os.ReadFile(name); err == nil { // else it was removed, and is still in the index
			each(name, text)
		}
	}
}

// Files are opened in one way, by internal/disk; every other file that calls the system for one has a reason.
func TestFiles(t *testing.T) {
	found := map[string]bool{}
	sources(t, func(name string, text []byte) {
		if found[name] = opens.Match(text); found[name] && opening[name] == "" {
			t.Errorf("%s: opens, writes or removes files itself: use internal/disk, or give the reason here: %s", name, opens.Find(text))
		}
	}, ":!bench", ":!*_test.go")
	for name := range opening {
		if !found[name] {
			t.Errorf("%s opens no file itself any more", name)
		}
	}
}
