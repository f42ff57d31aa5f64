package program

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bloodline/internal/system"
)

// Command splits a command line into words ([system.Words]). Words that name existing files, seen from a folder ("":
// the current one), become absolute; a bare first word is looked up in the path, and must be there.
func Command(folder, line string) ([]string, error) {
	words, err := system.Words(line)
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = errors.New("there is no program")
	}
	if err != nil {
		return nil, fmt.Errorf("command %q: %w", line, err)
	}
	for i, w := range words {
		if i > 0 {
			words[i] = Absolute(folder, w)
		} else if strings.ContainsAny(w, "/"+string(filepath.Separator)) && !filepath.IsAbs(w) {
			if words[i], err = filepath.Abs(filepath.Join(folder, w)); err != nil { // Windows finds its ending
				return nil, err
			}
		}
	}
	path, err := system.LookPath(words[0])
	missing := words[0]
	if i := behindEnv(words); i > 0 && err == nil { // env would start, and fail in every game
		missing = words[i]
		if strings.Contains(missing, "/") && !filepath.IsAbs(missing) { // it is not a file, or would be absolute
			if missing, err = filepath.Abs(filepath.Join(folder, missing)); err != nil {
				return nil, err
			}
		}
		_, err = system.LookPath(missing)
	}
	if err != nil {
		typed, _ := system.Words(line) // read above
		hint := Unquoted(folder, typed)
		if _, gone := os.Stat(folder); folder != "" && gone != nil {
			hint = "; there is no folder " + folder
		}
		if ending := filepath.Ext(missing); hint == "" && errors.Is(err, fs.ErrNotExist) && (ending == "" || ending == ".exe") { // else it is a script
			hint = " (not compiled?)"
		}
		return nil, fmt.Errorf("command %q: %w%s", line, RootCause(err), hint)
	}
	words[0] = path
	return words, nil
}

// behindEnv returns the place of the program that a command line starts by env; 0 without env, or where it has options.
func behindEnv(words []string) (i int) {
	for i < len(words) && strings.TrimSuffix(filepath.Base(words[i]), ".exe") == "env" {
		for i++; i < len(words) && strings.Contains(words[i], "="); i++ {
			continue // NAME=VALUE
		}
	}
	if i == len(words) || strings.HasPrefix(words[i], "-") || strings.Contains(words[i], "{") {
		return 0
	}
	return i
}

// Unquoted returns advice for a command line that was split at the blanks in the name of a file; empty for others.
func Unquoted(folder string, words []string) string {
	for i := range words {
		for j := i + 2; j <= len(words); j++ {
			name, start := strings.Join(words[i:j], " "), ""
			if i == 0 { // in YAML a value that begins with a quote ends with it, and a bare word is looked up in the path
				start = cmp.Or(words[0][:strings.Index(words[0], "/")+1], "./")
			}
			if info, err := os.Stat(Absolute(folder, name)); err == nil && !info.IsDir() {
				return fmt.Sprintf(`; there is a file of that name with blanks: put it in quotes, %s"%s"`, start, strings.TrimPrefix(name, start))
			}
		}
	}
	return ""
}

// Absolute returns the absolute path of a word that names an existing file relative to a folder, else the word.
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
