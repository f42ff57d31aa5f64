package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Command makes a program's words out of a command line: split as a shell splits
// it, with quotes and backslashes and nothing else, and with every word that names
// an existing file, seen from a folder ("" is the current one), made absolute, since
// programs run in folders of their own. A bare first word is looked up in the path
// instead. It is an error if there is no such program.
func Command(folder, line string) ([]string, error) {
	words, err := split(line)
	if err != nil {
		return nil, fmt.Errorf("command %q: %w", line, err)
	}
	for i, w := range words {
		if i == 0 && !strings.Contains(w, "/") || filepath.IsAbs(w) || w == "" {
			continue
		}
		words[i] = Absolute(folder, w)
	}
	if words[0], err = exec.LookPath(words[0]); err != nil {
		return nil, fmt.Errorf("command %q: %w", line, Reason(err))
	}
	return words, nil
}

// Absolute makes a word that names a file, seen from a folder, absolute. Other words stay
// what they are.
func Absolute(folder, word string) string {
	if word == "" || filepath.IsAbs(word) {
		return word
	}
	path := filepath.Join(folder, word)
	if _, err := os.Stat(path); err != nil {
		return word // an argument of another kind
	}
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// Line writes words so that [Command], and a shell, read them again. Plain words stay
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

// split splits a line into words at blanks. Single quotes keep everything, double
// quotes everything but backslashes before a quote or a backslash, and a backslash
// outside of quotes keeps the next character.
func split(line string) ([]string, error) {
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
		case c == quote:
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
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("there is no program")
	}
	return words, nil
}
