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

	"bloodline/internal/version"
)

const (
	library = version.Module // the module that the framework's own packages are of
	// GoVersion is the oldest language of the exported packages (range over int), which newer toolchains build.
	GoVersion = "1.22"
)

func (b *Bot) pathInModule(pkg string) string {
	return strings.TrimPrefix(pkg, b.Module+"/")
}

func (b *Bot) sources(pkg string) (fs.FS, bool) {
	for _, t := range b.Trees {
		if pkg == t.Path {
			return t.Files, true
		}
		if below, ok := strings.CutPrefix(pkg, t.Path+"/"); ok {
			if sub, err := fs.Sub(t.Files, below); err == nil {
				return sub, true
			}
		}
	}
	return nil, false
}

// closure returns the files of all packages that main.go reaches, sorted by folder and name.
func (b *Bot) closure(program File) ([]File, error) {
	reached, err := b.imports(program)
	if err != nil {
		return nil, err
	}
	var files []File
	for i := 0; i < len(reached); i++ { // grows while it is walked
		found, err := b.read(reached[i])
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			more, err := b.imports(f)
			if err != nil {
				return nil, err
			}
			for _, pkg := range more {
				if !slices.Contains(reached, pkg) {
					reached = append(reached, pkg)
				}
			}
		}
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

func (b *Bot) read(pkg string) ([]File, error) {
	source, ok := b.sources(pkg)
	if !ok {
		return nil, fmt.Errorf("no source of %s is at hand", pkg)
	}
	entries, err := fs.ReadDir(source, ".")
	if err != nil {
		return nil, fmt.Errorf("no source of %s is at hand: %w", pkg, err)
	}
	var files []File
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return nil, fmt.Errorf("read source: %w", err)
		}
		files = append(files, File{path.Join(b.pathInModule(pkg), name), text})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no source of %s is at hand: the folder has no Go file", pkg)
	}
	return files, nil
}

// imports returns the packages that a file imports, each of a tree or of the standard library.
func (b *Bot) imports(f File) ([]string, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Text, parser.ImportsOnly)
	if err != nil {
		return nil, fmt.Errorf("read imports: %w", err)
	}
	var out, trees []string
	for _, t := range b.Trees {
		trees = append(trees, t.Path)
	}
	for _, spec := range tree.Imports {
		target, _ := strconv.Unquote(spec.Path.Value) // it was parsed
		if target == b.Module {
			return nil, fmt.Errorf("%s imports %s: main.go takes the folder of that package", f.Path, target)
		}
		if _, ours := b.sources(target); ours {
			out = append(out, target)
			continue
		}
		// Of the standard library, whose first elements have no dot and are no module of ours, cgo needs a compiler, and
		// embed files that are not written.
		first, _, _ := strings.Cut(target, "/")
		own, _, _ := strings.Cut(b.Module, "/")
		if first == library || first == own || strings.Contains(first, ".") || target == "C" || target == "embed" {
			return nil, fmt.Errorf("%s imports %s: with a bot go only the standard library, %s", f.Path, target, strings.Join(trees, ", "))
		}
	}
	return out, nil
}
