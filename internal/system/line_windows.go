package system

import (
	"os"
	"os/exec"
	"strings"

	"golang.org/x/sys/windows"
)

// Line writes words so that [Words], and a shell, read them again.
func Line(words []string) string { return windows.ComposeCommandLine(words) }

// Words splits a command line at blanks, as a shell of this system does, but expands nothing. Here only double
// quotes keep blanks, and backslashes are plain unless they stand before one.
func Words(line string) ([]string, error) {
	if line = strings.Trim(strings.NewReplacer("\r", " ", "\n", " ").Replace(line), " \t"); line == "" {
		return nil, nil
	}
	return windows.DecomposeCommandLine(line)
}

// LookPath is exec.LookPath, and finds python3 by the names that Python has here.
func LookPath(word string) (path string, err error) {
	if word == "python3" {
		for _, name := range []string{"python", "py"} {
			if path, err := exec.LookPath(name); err == nil {
				return path, nil
			}
		}
	}
	return exec.LookPath(word)
}

// Escapes reports whether a terminal understands escape sequences. Windows has to be asked for it.
func Escapes(f *os.File) bool {
	var mode uint32
	h := windows.Handle(f.Fd())
	return windows.GetConsoleMode(h, &mode) == nil &&
		windows.SetConsoleMode(h, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
