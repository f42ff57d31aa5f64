package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Safe returns a writer that quotes control characters, because names may come from files of other people, and a terminal
// executes control sequences. All output goes through it, or through [Quote].
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

// Quote writes characters that a terminal doesn't print as JSON escapes, such as \u001b, so JSON keeps its value.
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
