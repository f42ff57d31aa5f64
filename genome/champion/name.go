package champion

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// longestRun is the most bytes of a run's name, which names folders and files.
const longestRun = 100

// CheckRun reports a name that no run may have: it must be fit for a folder, for a shell and
// for the word of a player. It is checked where a run is named, and where it is read.
func CheckRun(name string) error {
	switch {
	case len(name) > longestRun:
		return fmt.Errorf("must have at most %d characters, has %d", longestRun, len(name))
	case device().MatchString(name) || strings.HasSuffix(name, "."):
		return fmt.Errorf("must not be the name of a device of Windows, nor end in '.', have %q", name)
	case name == "" || name != PlainRun(name) || strings.HasSuffix(name, ".json"):
		return fmt.Errorf("must be of letters, digits, '-', '_' and '.', begin with a letter or a digit, and not end in .json, have %q", name)
	}
	return nil
}

// device matches the names that Windows has for devices in every folder, with any extension.
var device = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i:con|prn|aux|nul|com\d|lpt\d)(\.|$)`) })

// PlainRun makes a name fit for a run out of any.
func PlainRun(name string) string {
	name = strings.TrimLeft(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}, name), "-_.")
	if device().MatchString(name) {
		name = "run-" + name
	}
	return cmp.Or(strings.TrimRight(name[:min(len(name), longestRun)], "."), "run")
}
