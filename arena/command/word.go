package command

import (
	"regexp"
	"strings"
	"sync"
)

// A program among players is exec:COMMAND, or NAME: COMMAND.
const (
	execute = "exec:"
	NameEnd = ": "
)

// Program splits a word for a program into its name and its command line: "exec:./bot -x", whose name is the word itself, or
// "rival: ./bot -x". ok is false for any other word.
func Program(word string) (name, line string, ok bool) {
	if line, ok := strings.CutPrefix(word, execute); ok {
		return word, line, true
	}
	name, line, ok = strings.Cut(word, NameEnd)
	if !ok || !programName().MatchString(name) {
		return "", "", false
	}
	return name, strings.TrimPrefix(line, execute), true
}

// programName is a name that no other kind of player can have, with a weight (NAME*3) or without.
var programName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_.-]+(\*[0-9]+)?$`) })
