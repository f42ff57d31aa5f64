package champion

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestRun is the most bytes of a run's name, which names folders and, with endings, files: file systems have 255.
const longestRun = 245

// CheckRunName reports a name that no run may have: it must be fit for a folder, for a shell and for the word of a
// player. It is checked where a run is named, and where it is read.
func CheckRunName(name string) error {
	switch {
	case len(name) > longestRun:
		return fmt.Errorf("must have at most %d bytes, has %d", longestRun, len(name))
	case device().MatchString(name) || strings.HasSuffix(name, "."):
		return fmt.Errorf("must not be the name of a device of Windows, nor end in '.', have %q", name)
	case name == "" || name != PlainRunName(name) || strings.HasSuffix(name, ".json"):
		return fmt.Errorf("must be of letters, digits, '-', '_' and '.', begin with a letter or a digit, and not end "+
			"in .json, have %q", name)
	}
	return nil
}

// device matches the names that Windows has for devices in every folder, with any extension.
var device = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i:con|prn|aux|nul|com\d|lpt\d)(\.|$)`) })

// PlainRunName makes a name fit for a run out of any. It keeps the letters and digits of every script, in normal form
// C, so that two names that look alike because one has its accents apart are the same folder on every system.
func PlainRunName(name string) string {
	name = strings.TrimLeftFunc(strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("-_.", r):
			return r
		case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector): // which can't be seen
		case unicode.In(r, unicode.L, unicode.M, unicode.Nd):
			return r
		}
		return '-'
	}, norm.NFC.String(name)), func(r rune) bool { return !unicode.In(r, unicode.L, unicode.Nd) })
	if device().MatchString(name) {
		name = "run-" + name
	}
	name = strings.ToValidUTF8(name[:min(len(name), longestRun)], "") // a letter that is cut is left out
	return cmp.Or(strings.TrimRight(name, "."), "run")
}
