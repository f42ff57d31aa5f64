package house_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// system matches an import of what differs between systems.
var system = regexp.MustCompile(`(?m)^(import )?\s*([a-z]+ )?"(syscall|golang\.org/x/sys/\w+)"$`)

// differing are the packages that have code for some systems only. make lint vets them for each.
var differing = []string{"internal/system", "arena/program"}

// linuxTests are the files of tests that other systems skip, with the reason. A folder stands for its own files.
var linuxTests = map[string]string{
	"arena/job/commands_linux_test.go":             "a referee of a POSIX shell",
	"arena/program/export_linux_test.go":           "the launcher of a sandbox",
	"arena/program/filter_internal_linux_test.go":  "seccomp",
	"arena/program/killed_linux_test.go":           "what the launcher does after SIGKILL",
	"arena/program/sandbox_linux_test.go":          "namespaces, landlock",
	"arena/program/command_test.go":                "compares with a POSIX shell: not on Windows",
	"arena/referee/hostile_command_linux_test.go":  "attacks on the sandbox",
	"arena/referee/hostile_linux_test.go":          "attacks on the sandbox",
	"arena/referee/lines_linux_test.go":            "players of a POSIX shell in sandboxes",
	"arena/referee/misuse_linux_test.go":           "misuses system calls as a program in a sandbox",
	"arena/referee/referee_linux_test.go":          "players of a POSIX shell in sandboxes",
	"arena/referee/results_linux_test.go":          "players of a POSIX shell in sandboxes",
	"cmd/":                                         "scripts of a POSIX shell, signals, sandboxes, paths with slashes in what is printed",
	"arena/command/book_linux_test.go":             "referees of a POSIX shell",
	"arena/command/command_linux_test.go":          "referees and bots of a POSIX shell, most in sandboxes",
	"arena/command/table_linux_test.go":            "referees and bots of a POSIX shell, most in sandboxes",
	"arena/command/copy_linux_test.go":             "bots of a POSIX shell, in sandboxes",
	"arena/command/handed_linux_test.go":           "scripts of a POSIX shell, flock, and processes found by /proc",
	"arena/command/result_linux_test.go":           "referees of a POSIX shell",
	"arena/command/shim_linux_test.go":             "scripts that find programs by #!",
	"arena/command/simulator_linux_test.go":        "the memory of a process, which Linux tells",
	"results/ladder/ladder_linux_test.go":          "referees and bots of a POSIX shell",
	"results/run/shown_linux_test.go":              "a referee of a POSIX shell",
	"games/coup/referee_linux_test.go":             "players of a POSIX shell in sandboxes",
	"results/export/":                              "README's commands by a POSIX shell, the system's words for an error",
	"evolve/store/migrate_linux_test.go":           "limits the sizes of files, and goes on as another user",
	"evolve/store/refuse_linux_test.go":            "goes on as another user",
	"evolve/store/lockfile_linux_test.go":          "named pipes in place of lock files, limits of files, another user",
	"configs/trust_linux_test.go":                  "a named pipe, a link, folders whose names have new lines",
	"internal/disk/disk_linux_test.go":             "named pipes, devices, links",
	"results/report/dashboard/cache_linux_test.go": "named pipes",
	"internal/guard/guard_linux_test.go":           "finds processes by /proc",
}

// onlySome matches a file that is not for every system, by its name or its first lines.
var onlySome = regexp.MustCompile(`_(linux|windows|darwin|other|unix)(_test)?\.go$`)

var constraint = regexp.MustCompile(`(?m)^//go:build .*\b(linux|unix|windows|darwin)\b`)

// The differences of the systems are in few packages, and the tests that not every system runs have a reason.
func TestSystems(t *testing.T) {
	listed := map[string]bool{}
	sources(t, func(name string, text []byte) {
		if dir := path.Dir(name); system.Match(text) && !strings.HasSuffix(name, "_test.go") && !slices.Contains(differing, dir) && name != "cmd/main.go" {
			t.Errorf("%s: only %v call a system, and cmd/main.go knows signals", name, differing)
		}
		head, _, _ := strings.Cut(string(text), "\npackage ")
		if !onlySome.MatchString(name) && !constraint.MatchString(head) {
			return
		}
		if dir := path.Dir(name) + "/"; linuxTests[dir] != "" && strings.HasSuffix(name, "_test.go") {
			listed[dir] = true
			return
		}
		listed[name] = true
		if !strings.HasSuffix(name, "_test.go") && !slices.Contains(differing, path.Dir(name)) {
			t.Errorf("%s: only %v have code for some systems", name, differing)
		}
		if strings.HasSuffix(name, "_test.go") && linuxTests[name] == "" {
			t.Errorf("%s: which systems skip it is without a reason in linuxTests", name)
		}
	})
	for name := range linuxTests {
		if !listed[name] {
			t.Errorf("%s is gone, or for every system", name)
		}
	}
}
