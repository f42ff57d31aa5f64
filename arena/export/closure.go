package export

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

const (
	module = "bloodline"
	// goVersion is the oldest language that the exported packages are written in
	// (range over int). A toolchain that is newer builds them as they are.
	goVersion = "1.22"
)

// rooms returns the folders that may go with the bot.
func (b *Bot) rooms() []string {
	brain := "genome/" + b.Game
	if b.Baseline != "" {
		brain = "arena/baseline/" + b.Game
	}
	return []string{brain, "engine/" + b.Game + "/seat", "engine/roll", "genome/gene"}
}

// closure returns the files of all packages that main.go reaches, sorted by
// folder and name.
func (b *Bot) closure(program file, source fs.FS) ([]file, error) {
	rooms := b.rooms()
	reached, err := needs(program, rooms)
	if err != nil {
		return nil, err
	}
	var files []file
	for i := 0; i < len(reached); i++ { // grows while it is walked
		found, err := read(source, reached[i])
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			more, err := needs(f, rooms)
			if err != nil {
				return nil, err
			}
			for _, dir := range more {
				if !slices.Contains(reached, dir) {
					reached = append(reached, dir)
				}
			}
		}
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return files, nil
}

// read returns the Go files of a package, but not its tests.
func read(source fs.FS, dir string) ([]file, error) {
	entries, err := fs.ReadDir(source, dir)
	if err != nil {
		return nil, fmt.Errorf("no source of %s is at hand: %w", dir, err)
	}
	var files []file
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(source, path.Join(dir, name))
		if err != nil {
			return nil, fmt.Errorf("read source: %w", err)
		}
		files = append(files, file{path.Join(dir, name), text})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no source of %s is at hand: the folder has no Go file", dir)
	}
	return files, nil
}

// needs returns the rooms that a file imports. An import that is neither one of
// rooms nor in the standard library is an error.
func needs(f file, rooms []string) ([]string, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), f.path, f.text, parser.ImportsOnly)
	if err != nil {
		return nil, fmt.Errorf("read imports: %w", err)
	}
	var out []string
	for _, spec := range tree.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("read imports of %s: %w", f.path, err)
		}
		dir, ours := strings.CutPrefix(target, module+"/")
		switch {
		case ours && slices.Contains(rooms, dir):
			out = append(out, dir)
		case ours || !standard(target):
			return nil, fmt.Errorf("%s imports %s: with a bot go only the standard library, %s", f.path, target, strings.Join(rooms, ", "))
		}
	}
	return out, nil
}

// standard reports whether an import path is one of the standard library that
// can be used here: its first element has no dot; cgo needs a compiler, and
// embed files that are not written.
func standard(target string) bool {
	first, _, _ := strings.Cut(target, "/")
	return first != module && !strings.Contains(first, ".") && target != "C" && target != "embed"
}
