package process

import (
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
