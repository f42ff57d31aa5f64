package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Safe returns a writer of text for people: names and the like may come from files of others,
// and a terminal obeys what is not a letter. All output goes through it, or through [Quote].
func Safe(w io.Writer) io.Writer { return &safe{w} }

type safe struct{ io.Writer }

func (s *safe) Write(p []byte) (int, error) {
	if isPlain(p) {
		return s.Writer.Write(p)
	}
	if _, err := io.WriteString(s.Writer, Quote(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// isPlain reports whether text is ASCII that a terminal shows: most of it.
func isPlain(p []byte) bool {
	for _, c := range p {
		if c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// Quote writes what no terminal shows as JSON does, \u001b: the same value where the text is
// JSON.
func Quote(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"), !unicode.IsGraphic(r) && r != '\n' && r != '\t':
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unwrap returns the writer below that of [Safe].
func unwrap(w io.Writer) io.Writer {
	if s, ok := w.(*safe); ok {
		return s.Writer
	}
	return w
}
