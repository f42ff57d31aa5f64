//go:build unix

package system

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Line writes words so that [Words], and a shell, read them again. Plain words stay
// bare: most referees split a command at its blanks and know no quotes.
func Line(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = w; w == "" || strings.ContainsAny(w, " \t\n'\"\\$&|;<>()*?[]#~`!{}") {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// Words splits a command line at blanks, as a shell of this system does, but expands nothing. Here single
// quotes keep everything, double
// quotes everything but backslashes before a quote or a backslash, and a backslash
// outside of quotes keeps the next character.
func Words(line string) ([]string, error) {
	var words []string
	var word []rune
	open, quote, escaped := false, rune(0), false
	for _, c := range line {
		switch {
		case escaped:
			if quote == '"' && c != '"' && c != '\\' {
				word = append(word, '\\')
			}
			word, escaped = append(word, c), false
		case c == '\\' && quote != '\'':
			open, escaped = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			open, quote = true, c
		case quote == 0 && strings.ContainsRune(" \t\n", c):
			if open {
				words, word, open = append(words, string(word)), nil, false
			}
		default:
			open, word = true, append(word, c)
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("a %c is not closed", quote)
	case escaped:
		return nil, errors.New("nothing follows the last backslash")
	case open:
		words = append(words, string(word))
	}
	return words, nil
}

// LookPath is exec.LookPath.
func LookPath(word string) (string, error) { return exec.LookPath(word) }

// Escapes reports whether a terminal understands escape sequences.
func Escapes(*os.File) bool { return true }
