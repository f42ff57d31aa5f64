// Package scaffold writes the start of a new contest: a renamed copy of the template examples/kuhn, a module with a
// small complete game, from the clone that the program was built from, or, for a contest without Go, an [Example].
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
	"bloodline/internal/setting"
	"bloodline/internal/system"
	"bloodline/results/export"
	"bloodline/results/report"
)

// template is the module that is copied, in the clone, and the word that is renamed.
const template, original = "examples/kuhn", "kuhn"

// OwnRepository returns the folder of the clone that this program was built from; ok is false if it is gone.
func OwnRepository() (dir string, ok bool) {
	_, file, _, _ := runtime.Caller(0)
	dir = filepath.Join(filepath.Dir(file), "..", "..", "..")
	return dir, isRepository(dir)
}

// isRepository reports whether a folder, by its absolute path, is a clone of bloodline.
func isRepository(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, template, "go.mod"))
	return err == nil && filepath.IsAbs(dir) // paths are relative in a program that was built with -trimpath
}

// Write writes the module name into the folder out, new or empty. A replace line leads to the clone of bloodline.
func Write(name, out, clone string) error {
	if err := checkName(name); err != nil {
		return err
	}
	clone, err := filepath.Abs(clone)
	if err != nil {
		return err
	}
	if !isRepository(clone) {
		return setting.Usagef("--bloodline: must be a clone of bloodline, have %s: %s is not there", clone, template+"/go.mod")
	}
	files, err := renameTemplate(os.DirFS(filepath.Join(clone, template)), name, clone)
	return place(name, out, files, err)
}

func place(name, out string, files []export.File, err error) error {
	if err == nil {
		err = export.Place(out, files)
	}
	if err != nil {
		return fmt.Errorf("new %s in %s: %w", name, out, err)
	}
	return nil
}

// reservedNames are first elements of import paths that the standard library or the module itself has.
const reservedNames = "archive bufio builtin bytes cmd cmp compress container context crypto database debug embed " +
	"encoding errors expvar flag fmt go hash html " +
	"image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv " +
	"strings structs sync syscall " +
	"test testing text time unicode unique unsafe vendor weak main bloodline results rules " +
	"all mod std tool toolchain work" // words of the go command

func checkName(name string) error {
	if !regexp.MustCompile(`^[a-z][a-z0-9]*$`).MatchString(name) {
		return setting.Usagef("the name must be one word of lower-case letters and digits, have %q", name)
	}
	device := regexp.MustCompile(`^(con|prn|aux|nul|com[1-9]|lpt[1-9])$`) // of Windows; Go takes its name for no module anywhere
	if slices.Contains(strings.Fields(reservedNames), name) || device.MatchString(name) {
		return setting.Usagef("the name must not be that of a package of Go's, of bloodline or of the module, nor "+
			"reserved by Go, have %q", name)
	}
	return nil
}

func renameTemplate(from fs.FS, name, clone string) ([]export.File, error) {
	word := regexp.MustCompile(`\b` + original + `\b`)
	var out []export.File
	err := fs.WalkDir(from, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "results" || p != "." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir // of runs in the clone
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
			if strings.ContainsAny(clone, " \t\"'`(),") {
				clone = fmt.Sprintf("%q", clone)
			}
			text = []byte(strings.Replace(string(text), "=> ../..", "=> "+clone, 1))
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

// examples are contests without Go: of commands in Python, with a bot in C++ too, and of a simulator.
//
//go:embed auction islands
var examples embed.FS

// An Example is a small contest without Go, whose program may be in several languages.
type Example struct {
	folder   string
	First    string    // flags of a first run
	Programs []Program // the first is the default
}

// A Program is a language of an example.
type Program struct {
	Language string
	Source   string // file of the bot, or of the simulator
	Build    string // command that compiles it; empty if none is needed
	Run      string // command that starts it
	games    string // budget in the run file
}

// The examples are played by a referee and bots that are commands, and by a program that is its own referee.
var (
	Referee = Example{"auction", " --max-games 600", []Program{
		{"python", "bot.py", "", "python3 bot.py", ""},
		{"cpp", "bot.cpp", "g++ -O2 -std=c++17 -o bot bot.cpp", "./bot", ""},
	}}
	Simulator = Example{"islands", "", []Program{
		{"cpp", "simulator.cpp", "g++ -O2 -std=c++17 -ffp-contract=off -o simulator simulator.cpp", "./simulator", "1000000"},
		{"python", "simulator.py", "", "python3 simulator.py", "100000"},
		{"java", "Simulator.java", "javac -d classes Simulator.java && jar cfe simulator.jar Simulator -C classes .", "java -jar simulator.jar", "300000"},
	}}
)

func (e Example) Languages() string {
	names := report.Map(e.Programs, func(p Program) string { return p.Language })
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Write writes the files of an example in a language, or in its first if that is empty, into the folder out, which must
// not exist or be empty. The run file is called NAME.yaml. It returns the program and the names of the files.
func (e Example) Write(name, out, language string) (Program, []string, error) {
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`).MatchString(name) {
		return Program{}, nil, setting.Usagef("the name must be of letters, digits, '-' and '_', have %q", name)
	}
	at := 0
	if language != "" {
		at = slices.IndexFunc(e.Programs, func(p Program) bool { return p.Language == language })
	}
	if at < 0 {
		return Program{}, nil, setting.Usagef("--language: must be %s, have %q", e.Languages(), language)
	}
	p := e.Programs[at]
	entries, err := examples.ReadDir(e.folder)
	var files []export.File
	var names []string
	for _, entry := range entries {
		path := entry.Name()
		if path != p.Source && slices.ContainsFunc(e.Programs, func(other Program) bool { return path == other.Source }) {
			continue
		}
		text, failed := examples.ReadFile(e.folder + "/" + path)
		err = errors.Join(err, failed)
		if path = strings.Replace(path, e.folder+".yaml", name+".yaml", 1); path == name+".yaml" || path == "README.md" {
			text = p.fill(text)
		}
		text = bytes.ReplaceAll(text, []byte(e.folder+".yaml"), []byte(name+".yaml"))
		files, names = append(files, export.File{Path: path, Text: text}), append(names, path)
	}
	return p, names, place(name, out, files, err)
}

// fill writes the commands of a program into the text of a file. A line with a command that is not needed is left out.
func (p Program) fill(text []byte) []byte {
	if p.Build == "" {
		text = regexp.MustCompile(`(?m)^.*\{\{build\}\}\n`).ReplaceAll(text, nil)
	}
	filled := strings.NewReplacer("{{build}}", p.Build, "{{run}}", p.Run, "{{source}}", p.Source, "{{games}}", p.games).Replace(string(text))
	return []byte(strings.ReplaceAll(filled, "python3 ", interpreter()+" "))
}

// interpreter returns the command python3, on Windows python, or its path where that is a shim, which is slow to start.
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
