package system_test

import (
	"slices"
	"strings"
	"testing"

	"bloodline/internal/system"
)

// FuzzCommand splits command lines, and reads the words again that it has written. Windows has no quotes for
// the name of a program, which can't have any there.
func FuzzCommand(f *testing.F) {
	f.Add("./bot -x 1")
	f.Add(`'a b' "c\"d" e\ f`)
	f.Add(`C:\bots\x.exe "C:\my files\\" a\\b "c\"d"`)
	f.Fuzz(func(t *testing.T, line string) {
		words, err := system.Words(line)
		if err != nil || len(words) == 0 || strings.ContainsAny(words[0], "\"\x00") {
			return
		}
		again, err := system.Words(system.Line(words))
		if err != nil || !slices.Equal(words, again) {
			t.Errorf("%q is %q, and then %q, %v", line, words, again, err)
		}
	})
}
