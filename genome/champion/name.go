package champion

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The most characters of a run's name, and the most bytes, since file systems have 255 for the name of a folder.
const longestRun, mostBytes = 100, 240

// CheckRun reports a name that no run may have: it must be fit for a folder, for a shell and
// for the word of a player. It is checked where a run is named, and where it is read.
func CheckRun(name string) error {
	switch n := utf8.RuneCountInString(name); {
	case n > longestRun || len(name) > mostBytes:
		return fmt.Errorf("must have at most %d characters and %d bytes, has %d and %d", longestRun, mostBytes, n, len(name))
	case device().MatchString(name) || strings.HasSuffix(name, "."):
		return fmt.Errorf("must not be the name of a device of Windows, nor end in '.', have %q", name)
	case name == "" || name != PlainRun(name) || strings.HasSuffix(name, ".json"):
		return fmt.Errorf("must be of letters, digits, '-', '_' and '.', begin with a letter or a digit, and not end in .json, have %q", name)
	}
	return nil
}

// device matches the names that Windows has for devices in every folder, with any extension.
var device = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i:con|prn|aux|nul|com\d|lpt\d)(\.|$)`) })

// PlainRun makes a name fit for a run out of any. It keeps the letters and digits of every script, in normal form C, so that
// two names that look alike because one has its accents apart are the same folder on every system.
func PlainRun(name string) string {
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
	letters := []rune(name)
	for letters = letters[:min(len(letters), longestRun)]; len(string(letters)) > mostBytes; {
		letters = letters[:len(letters)-1]
	}
	return cmp.Or(strings.TrimRight(string(letters), "."), "run")
}
