package command

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/internal/setting"
	"bloodline/internal/system"
)

func (g *contest) CheckScripts(players []engine.Player) error {
	err := g.checkScripts("command.referee", g.referee)
	if g.Plain {
		return err
	}
	err = cmp.Or(err, g.checkScripts("command.bot", g.bot))
	for _, p := range players {
		if b, ok := p.(*Bot); ok && !b.genome {
			err = cmp.Or(err, g.checkScripts("field", b.words))
		}
	}
	return err
}

// CheckProgram returns a problem if a script that the command of a player names is missing.
func (g *Game) CheckProgram(p engine.Player) error {
	if g.Plain {
		return nil
	}
	return g.checkScripts("", p.(*Bot).words)
}

func (g *contest) checkScripts(key string, words []string) error {
	for i, w := range words {
		if i == 0 || strings.ContainsAny(w, "{}=: ") || strings.HasPrefix(w, "-") || strings.HasPrefix(words[i-1], "--") {
			continue // an argument of another kind, or the value of a flag
		}
		if !slices.Contains(scripts, filepath.Ext(w)) && !interpreters.MatchString(filepath.Base(words[i-1])) {
			continue
		}
		path := w
		if !filepath.IsAbs(path) {
			path = filepath.Join(g.folder, w)
		}
		if _, err := os.Stat(path); err != nil {
			why := program.RootCause(err).Error() + program.Unquoted(g.folder, words)
			have := fmt.Sprintf("%s (%s: %s)", system.Line(words), w, why)
			return &setting.Error{Key: key, Rule: "must name files that are there", Have: have}
		}
	}
	return nil
}

// interpreters matches the programs whose first argument is a script, whatever its name.
var interpreters = regexp.MustCompile(`^(` + interpreterNames + `)$`)

const interpreterNames = `(ba|da|k|z)?sh|(python|lua)[0-9.]*|node|perl|ruby|php`

var scripts = strings.Fields(".py .js .mjs .ts .rb .pl .lua .php .sh .jar .jl")

// FailureHint returns advice for a program that fails in every game, with the reason that it gave.
func (g *Game) FailureHint(line string, seed uint64, seats []string, reason string) string {
	if g.Style == StyleStdio && g.Sandbox != string(program.Off) && line != g.Referee {
		shows := "the files that its command names"
		if words, err := program.Command("", line); err == nil {
			out := slices.Concat(g.folders(words), g.reads)
			for _, w := range words[1:] {
				if _, err := os.Stat(w); err == nil && filepath.IsAbs(w) && !slices.Contains(out, filepath.Dir(w)) {
					out = append(out, w)
				}
			}
			slices.Sort(out)
			shows = "no files of yours"
			if len(out) > 0 {
				shows = strings.Join(slices.Compact(out), ", ") + " and nothing else of yours"
			}
		}
		return "the sandbox shows it " + shows + ": name other files and folders that it reads in command.files"
	}
	advice := "start it by hand to see more"
	if again := g.ReplayCommand(seed, seats); again != "" {
		advice = "play a game by hand to see more: " + again
	}
	return strings.TrimPrefix(g.missingFilesHint(reason)+"; "+advice, "; ")
}

// sources matches the names of files that programs are unlikely to read when they run.
var sources = regexp.MustCompile(`\.(ya?ml|md|c|cc|cpp|h|hpp|rs|go|java|class|cs)$|^\.|^README|^results$`)

// missing matches what programs say of a file that is not there.
var missing = regexp.MustCompile(`(?i)no such file|not found|(cannot|can't|could not|couldn't|failed to|unable to) (find|open|access|load|read)|does(n't| not) exist|ENOENT`)

// missingFilesHint returns the end of a message: the files beside the run file that programs in an empty folder may
// miss: those that their last words name, or else all that seem to be data; empty for none, or with a folder.
func (g *contest) missingFilesHint(words string) string {
	files, err := os.ReadDir(g.folder)
	if err != nil || g.where != "" || g.folder == "" {
		return ""
	}
	var named, all []string
	for _, f := range files {
		info, err := f.Info()
		switch name := f.Name(); {
		case err != nil || slices.ContainsFunc(slices.Concat(g.referee, g.bot), func(w string) bool { return filepath.Base(w) == name }):
		case regexp.MustCompile(`(^|[^\w.-])` + regexp.QuoteMeta(strings.ToValidUTF8(name, "?")) + `($|[^\w.-])`).MatchString(words):
			named = append(named, name)
		case !sources.MatchString(name) && (f.IsDir() || info.Mode()&0o111 == 0):
			all = append(all, name)
		}
	}
	if len(named) > 0 {
		all = named
	}
	if len(all) == 0 {
		return ""
	}
	return "; it ran in an empty folder: it may need these files from the run file's folder: " +
		someOf(all) + "; set command.folder: . to run there"
}

func someOf(names []string) string {
	const most = 5
	if rest := len(names) - most; rest > 0 {
		names = append(names[:most-1], fmt.Sprintf("%s and %d more", names[most-1], rest))
	}
	return strings.Join(names, ", ")
}

// ChangedFiles names files of the user's folder, where programs run and may keep something from one game to the next,
// that have changed since a time; empty without such a folder. Paths that begin with one of skip are left out.
func (g *Game) ChangedFiles(since time.Time, skip ...string) string {
	if g.where == "" {
		return ""
	}
	var out []string
	left := 20_000 // files that are looked at
	_ = filepath.WalkDir(g.where, func(path string, f fs.DirEntry, err error) error {
		left--
		switch {
		case left < 0:
			return fs.SkipAll
		case err != nil || f.IsDir() && f.Name() == "__pycache__":
			return fs.SkipDir
		case slices.ContainsFunc(skip, func(own string) bool { return strings.HasPrefix(path, own) }):
			return nil
		}
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() && info.ModTime().After(since) {
			name, _ := filepath.Rel(g.where, path)
			out = append(out, name)
		}
		return nil
	})
	return someOf(out)
}

// ReplayCommand returns the line of a shell that plays a game of the book again, in a folder as before, and first
// writes the files of parameters; empty with style stdio, whose referees leave the bots to bloodline.
func (g *Game) ReplayCommand(seed uint64, seats []string) string {
	if g.Style == StyleStdio {
		return ""
	}
	log := "log.json"
	files, commands := `cd "$(mktemp -d)" && `, make([][]string, len(seats))
	if g.where != "" {
		files, log = system.Line([]string{"cd", g.where})+" && ", filepath.Join(os.TempDir(), log)
	} else if runtime.GOOS == "windows" {
		files = ""
	}
	for i, s := range seats {
		commands[i], _ = system.Words(s) // it has been started
		if v, ok := g.Genes(s); ok {
			if b := g.Bot(v); b.parameters != nil {
				name := filepath.Join(filepath.Dir(log), fmt.Sprintf("parameters-%d.json", i+1))
				files += printed(name, string(b.parameters))
				commands[i] = b.commandWith(name)
			}
		}
		if g.handsScripts() {
			name := filepath.Dir(log) + "/" + scriptName(i)
			files += printed(name, g.startScript(commands[i])...) + system.Line([]string{"chmod", "700", name}) + " && "
		}
	}
	return files + system.Line(g.refereeFor(seed, commands, log))
}

// printed is the beginning of a line of a shell that writes lines to a file. Some echo would read backslashes.
func printed(file string, lines ...string) string {
	return system.Line(append([]string{"printf", `%s\n`}, lines...)) + " > " + system.Line([]string{file}) + " && "
}

// Shim returns a warning if a program of the contest is a script of a version manager (pyenv, rbenv, asdf), else none.
func (g *Game) Shim() string {
	for _, word := range []string{g.referee[0], g.bot[0]} {
		path, err := exec.LookPath(word)
		if err == nil && IsShim(path) {
			return path + " is a script that looks up the real program at every start, which takes longer than many games: name " +
				"that program itself in the run file"
		}
	}
	return ""
}

func IsShim(path string) bool {
	return filepath.Base(filepath.Dir(path)) == "shims" && program.Interpreter(path) != ""
}
