package champion

import (
	"fmt"
	"strings"
)

// longestRun is the most bytes of a run's name, which names folders and files.
const longestRun = 100

// CheckRun reports a name that no run may have: it must be fit for a folder, for a shell and
// for the word of a player. It is checked where a run is named, and where it is read.
func CheckRun(name string) error {
	switch {
	case len(name) > longestRun:
		return fmt.Errorf("must have at most %d characters, has %d", longestRun, len(name))
	case name == "" || name != PlainRun(name) || strings.HasSuffix(name, ".json"):
		return fmt.Errorf("must be of letters, digits, '-', '_' and '.', begin with a letter or a digit, and not end in .json, have %q", name)
	}
	return nil
}

// PlainRun makes a name fit for a run out of any.
func PlainRun(name string) string {
	name = strings.TrimLeft(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}, name), "-_.")
	if name == "" {
		return "run"
	}
	return name[:min(len(name), longestRun)]
}
