package house_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
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
	"arena/program/sandbox.go":          "new folders for programs, one of the temporary ones, os.Root",
	"arena/swarm/breeder.go":            "a new folder of the temporary ones",
	"cmd/serve.go":                      "a new temporary file, which leads a browser to the pages",
	"evolve/store/folder.go":            "the folder of a run that has nothing but its own lock file",
	"evolve/store/lock.go":              "its own lock file, whose text it knows",
	"games/coup/seat/main.go":           "written out with exported bots, which have the standard library alone",
	"games/parttest/golden.go":          "testdata of tests",
	"internal/disk/disk.go":             "this is the one place",
	"internal/guard/guard.go":           "folders of tests",
	"internal/system/system.go":         "what disk is made of",
	"internal/system/system_linux.go":   "/proc",
	"internal/system/system_unix.go":    "what disk is made of",
	"internal/system/system_windows.go": "what disk is made of",
	"results/export/place.go":           "a new temporary folder and its move to a new or empty one",
	"results/run/control.go":            "a new temporary file",
	"results/run/csv.go":                "the stage of an export",
}

// Files are opened in one way, by internal/disk; every other file that calls the system for one has a reason.
func TestFiles(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "*.go", ":!examples", ":!bench", ":!*_test.go").Output()
	if err != nil {
		t.Skip("no git: ", err)
	}
	var found []string
	for name := range strings.FieldsSeq(string(out)) {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // removed, and not yet from the index
		}
		if opens.Match(text) {
			found = append(found, name)
			if opening[name] == "" {
				t.Errorf("%s: opens, writes or removes files itself: use internal/disk, or give the reason here: %s", name, opens.Find(text))
			}
		}
	}
	for name := range opening {
		if !slices.Contains(found, name) {
			t.Errorf("%s opens no file itself any more", name)
		}
	}
}
