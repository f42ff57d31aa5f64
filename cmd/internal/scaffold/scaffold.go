// Package scaffold writes a module with a small complete game, the start of a new contest. It copies the template examples/kuhn of the clone of bloodline that the program
// was built from, and renames it; nothing is generated.
package scaffold

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/evolve/key"
	"bloodline/internal/system"
	"bloodline/results/export"
)

// template is the module that is copied, in the clone, and the word that is renamed.
const (
	template = "examples/kuhn"
	original = "kuhn"
)

// Clone returns the folder of the clone that this program was built from; ok is false
// if it is not there any more.
func Clone() (dir string, ok bool) {
	_, file, _, _ := runtime.Caller(0)
	dir = filepath.Join(filepath.Dir(file), "..", "..", "..")
	return dir, check(dir) == nil
}

// check reports that a folder is no clone of bloodline.
func check(dir string) error {
	if !filepath.IsAbs(dir) {
		return errors.New("its path is not known")
	}
	_, err := os.Stat(filepath.Join(dir, template, "go.mod"))
	return err
}

// Write writes the module name into the folder out, which must not exist or be empty.
// The module finds bloodline by a replace line to the clone.
func Write(name, out, clone string) error {
	if err := checkName(name); err != nil {
		return err
	}
	clone, err := filepath.Abs(clone)
	if err != nil {
		return err
	}
	if err := check(clone); err != nil {
		return key.Usagef("--bloodline: must be a clone of bloodline, have %s: %s is not there", clone, template+"/go.mod")
	}
	files, err := renamed(os.DirFS(filepath.Join(clone, template)), name, clone)
	return place(name, out, files, err)
}

// place writes files, unless they could not be read.
func place(name, out string, files []export.File, err error) error {
	if err == nil {
		err = export.Place(out, files)
	}
	if err != nil {
		return fmt.Errorf("new %s in %s: %w", name, out, err)
	}
	return nil
}

// taken are first elements of import paths that are not free: the standard library's,
// and what the module itself has.
const taken = "archive bufio builtin bytes cmd cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html " +
	"image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall " +
	"test testing text time unicode unique unsafe vendor weak main bloodline results rules " +
	"all mod std tool toolchain work" // words of the go command

func checkName(name string) error {
	if !regexp.MustCompile(`^[a-z][a-z0-9]*$`).MatchString(name) {
		return key.Usagef("the name must be one word of lower-case letters and digits, have %q", name)
	}
	device := regexp.MustCompile(`^(con|prn|aux|nul|com[1-9]|lpt[1-9])$`) // of Windows; Go takes its name for no module anywhere
	if slices.Contains(strings.Fields(taken), name) || device.MatchString(name) {
		return key.Usagef("the name must not be that of a package of Go's, of bloodline or of the module, nor reserved by Go, have %q", name)
	}
	return nil
}

// renamed reads the template under its new name.
func renamed(from fs.FS, name, clone string) ([]export.File, error) {
	word := regexp.MustCompile(`\b` + original + `\b`)
	var out []export.File
	err := fs.WalkDir(from, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "results" || p != "." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir // what was bred in the clone
		case d.IsDir() || !slices.Contains([]string{".gitignore", ".go", ".mod", ".sum", ".yaml", ".md", ".txt"}, path.Ext(d.Name())):
			return nil // no part of the template
		}
		text, err := fs.ReadFile(from, p)
		if err != nil {
			return err
		}
		text = word.ReplaceAll(text, []byte(name))
		switch {
		case p == "go.mod":
			text = []byte(strings.Replace(string(text), "=> ../..", "=> "+quoted(clone), 1))
		case path.Ext(p) == ".go":
			if text, err = format.Source(text); err != nil {
				return fmt.Errorf("%s: %w", p, err)
			}
		}
		out = append(out, export.File{Path: word.ReplaceAllString(p, name), Text: text})
		return nil
	})
	return out, err
}

// quoted writes a path as go.mod takes it.
func quoted(dir string) string {
	if strings.ContainsAny(dir, " \t\"'`(),") {
		return fmt.Sprintf("%q", dir)
	}
	return dir
}

// Languages lists the languages of a contest's bot.
func Languages() []string { return []string{"python", "cpp"} }

// auction is a contest that is played by commands in Python, with a bot in C++ too.
//
//go:embed auction
var auction embed.FS

// Contest writes the files of a contest that is played by commands into the folder out,
// which must not exist or be empty. The run file is called NAME.yaml.
func Contest(name, out, language string) error {
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`).MatchString(name) {
		return key.Usagef("the name must be of letters, digits, '-' and '_', have %q", name)
	}
	if !slices.Contains(Languages(), language) {
		return key.Usagef("--language: must be %s, have %q", strings.Join(Languages(), " or "), language)
	}
	entries, err := auction.ReadDir("auction")
	var files []export.File
	for _, e := range entries {
		text, failed := auction.ReadFile("auction/" + e.Name())
		err = errors.Join(err, failed)
		path := e.Name()
		switch {
		case path == "bot.py" && language == "cpp", path == "bot.cpp" && language != "cpp":
			continue
		case path == "README.md" && language == "cpp":
			text = bytes.Replace(text, []byte("```sh\n"), []byte("```sh\ng++ -O2 -std=c++17 -o bot bot.cpp\n"), 1)
		case path == "auction.yaml":
			path = name + ".yaml"
			if language == "cpp" {
				text = []byte(strings.ReplaceAll(string(text), "python3 bot.py", "./bot"))
			}
			text = []byte(strings.ReplaceAll(string(text), "python3 ", interpreter()+" "))
		}
		files = append(files, export.File{Path: path, Text: []byte(strings.ReplaceAll(string(text), "auction.yaml", name+".yaml"))})
	}
	return place(name, out, files, err)
}

// interpreter returns the command of Python: python3, python on Windows, or its path where that is a shim,
// which takes longer to start than many games.
func interpreter() string {
	path, err := system.LookPath("python3")
	if err != nil {
		return "python3"
	}
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	if name != "py" && !command.IsShim(path) {
		return name
	}
	out, err := exec.Command(path, "-c", "import sys; print(sys.executable)").Output()
	if real := strings.TrimSpace(string(out)); err == nil && real != "" && !strings.ContainsAny(real, " \n") {
		return real
	}
	return name
}
