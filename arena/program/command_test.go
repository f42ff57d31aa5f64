//go:build unix

package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/arena/program"
	"bloodline/internal/guard"
)

// Words are those that a POSIX shell makes of the same line.
func TestCommand(t *testing.T) {
	dir := guard.Value(filepath.EvalSymlinks(t.TempDir()))(t)
	t.Chdir(dir)
	for _, name := range []string{"bot", "my bot", "script.py"} {
		guard.Must(t, os.WriteFile(name, []byte("#!/bin/sh\n"), 0o700))
	}
	bin := t.TempDir()
	for _, name := range []string{"python", "env"} {
		guard.Must(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"), 0o700))
	}
	t.Setenv("PATH", bin)
	for line, want := range map[string][]string{
		"./bot":                        {dir + "/bot"},
		"  ./bot\t-x  1 ":              {dir + "/bot", "-x", "1"},
		"'./my bot' a":                 {dir + "/my bot", "a"},
		`./my\ bot a`:                  {dir + "/my bot", "a"},
		`"./my bot" "" '' a"b c"'d e'`: {dir + "/my bot", "", "", "ab cd e"},
		`./bot "\"\\\x" '\"' \'`:       {dir + "/bot", `"\\x`, `\"`, "'"},
		"python script.py --depth 3":   {bin + "/python", dir + "/script.py", "--depth", "3"},
		"python ./missing.py":          {bin + "/python", "./missing.py"},
		dir + "/bot":                   {dir + "/bot"},
		"env A=1 B= ./bot -x":          {bin + "/env", "A=1", "B=", dir + "/bot", "-x"},
		"env A=1 python script.py":     {bin + "/env", "A=1", "python", dir + "/script.py"},
		"env -i ./none":                {bin + "/env", "-i", "./none"},
		"env":                          {bin + "/env"},
	} {
		have, err := program.Command("", line)
		if diff := cmp.Diff(want, have); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +have)\n%s", line, err, diff)
		}
	}
	for line, want := range map[string]string{
		"":             "there is no program",
		" ''":          "there is no program",
		"./bot 'a":     "a ' is not closed",
		`./bot "a\"`:   `a " is not closed`,
		`./bot \`:      "nothing follows the last backslash",
		"./none":       "no such file or directory (not compiled?)",
		"./none.py":    `"./none.py": no such file or directory`,
		"none":         "executable file not found in $PATH",
		"bot":          "executable file not found in $PATH",
		"my bot -x":    `executable file not found in $PATH; there is a file of that name with blanks: put it in quotes, ./"my bot"`,
		"./my bot {a}": `no such file or directory; there is a file of that name with blanks: put it in quotes, ./"my bot"`,
		"./nofolder/x": "no such file or directory",

		"env A=1 ./none":     "no such file or directory (not compiled?)",
		"env ./none.py":      `"env ./none.py": no such file or directory`,
		"env A=1 none":       "executable file not found in $PATH",
		"env B=2 env ./none": "no such file or directory",
	} {
		if _, err := program.Command("", line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want %s, have %v", line, want, err)
		}
	}
	if _, err := program.Command(dir+"/moved", "./bot"); err == nil || !strings.HasSuffix(err.Error(), "no such file or directory; there is no folder "+dir+"/moved") {
		t.Errorf("of a folder that is gone: %v", err)
	}
}
