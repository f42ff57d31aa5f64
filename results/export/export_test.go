package export

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// tiny is a house with one game whose rules and baselines do nothing.
func tiny() fstest.MapFS {
	return fstest.MapFS{
		"LICENSE":                      {Data: []byte("do as you like\n")},
		"engine/roll/roll.go":          {Data: []byte("package roll\n\nfunc Zero() int { return 0 }\n")},
		"engine/dice/seat/seat.go":     {Data: []byte("package seat\n\nimport (\n\t\"io\"\n\n\t\"bloodline/engine/roll\"\n)\n\ntype Policy interface{}\n\nfunc Main(name string, p Policy, args []string, in io.Reader, out, errs io.Writer) int { return roll.Zero() }\n")},
		"genome/gene/gene.go":          {Data: []byte("package gene\n")},
		"genome/dice/rules.go":         {Data: []byte("package dice\n\nimport _ \"bloodline/genome/gene\"\n\nfunc New(g []float64) int { return len(g) }\n")},
		"genome/dice/rules_test.go":    {Data: []byte("package dice\n\nimport _ \"example.com/anything\"\n")},
		"genome/cards/rules.go":        {Data: []byte("package cards\n")},
		"arena/baseline/dice/dice.go":  {Data: []byte("package dice\n\nfunc New(name string) (any, bool) { return nil, true }\n")},
		"arena/baseline/dice/notes.md": {Data: []byte("no source\n")},
	}
}

func genome() Bot {
	return Bot{Game: "dice", Name: "A Bot", Genes: []float64{1}, GeneNames: []string{"a"}}
}

func baseline() Bot { return Bot{Game: "dice", Name: "A Bot", Baseline: "six"} }

// paths lists the files below dir.
func paths(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			short, _ := filepath.Rel(dir, path)
			list = append(list, filepath.ToSlash(short))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

func TestWrite_Layout(t *testing.T) {
	crowned := genome()
	crowned.Champion = []byte("{}\n")
	for _, c := range []struct {
		name string
		bot  Bot
		want string
	}{
		{"genome", genome(), "LICENSE README.md engine/dice/seat/seat.go engine/roll/roll.go genome/dice/rules.go genome/gene/gene.go go.mod main.go"},
		{"champion", crowned, "LICENSE README.md champion.json engine/dice/seat/seat.go engine/roll/roll.go genome/dice/rules.go genome/gene/gene.go go.mod main.go"},
		{"baseline", baseline(), "LICENSE README.md arena/baseline/dice/dice.go engine/dice/seat/seat.go engine/roll/roll.go go.mod main.go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, exists := range []bool{false, true} {
				dir := filepath.Join(t.TempDir(), "bot")
				if exists {
					if err := os.Mkdir(dir, 0o755); err != nil {
						t.Fatal(err)
					}
				}
				if err := write(dir, c.bot, tiny()); err != nil {
					t.Fatal(err)
				}
				if have := paths(t, filepath.Dir(dir)); have != "bot/"+strings.ReplaceAll(c.want, " ", " bot/") {
					t.Errorf("exists before: %v: have %s\nwant %s", exists, have, c.want)
				}
			}
		})
	}
}

func TestWrite_BytesAreTheSource(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bot")
	if err := write(dir, genome(), tiny()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"LICENSE", "engine/roll/roll.go", "engine/dice/seat/seat.go", "genome/gene/gene.go", "genome/dice/rules.go"} {
		have, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(have) != string(tiny()[name].Data) {
			t.Errorf("%s: not the source's bytes (%v)", name, err)
		}
	}
}

func TestWrite_Readme(t *testing.T) {
	b := genome()
	b.About = []string{"run coup-7, individual 12", "two\nlines"}
	b.Protocol = "The contest runs `./%s FILE`."
	dir := filepath.Join(t.TempDir(), "bot")
	if err := write(dir, b, tiny()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# A Bot\n", "player of dice", "\n    CGO_ENABLED=0 GOPROXY=off go build -buildvcs=false -o A-Bot .\n",
		"\n    ./A-Bot\n", "\nThe contest runs `./A-Bot FILE`.\n", "\n- run coup-7, individual 12\n", "\n- two lines\n", "BLOODLINE_SEED",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("README lacks %q:\n%s", want, text)
		}
	}
}

func TestWrite_Refusals(t *testing.T) {
	with := func(change func(*Bot)) Bot {
		b := genome()
		change(&b)
		return b
	}
	source := func(path, text string) fstest.MapFS {
		house := tiny()
		house[path] = &fstest.MapFile{Data: []byte(text)}
		return house
	}
	for _, c := range []struct {
		name, want string
		bot        Bot
		house      fs.FS
	}{
		{"no such game", "no source of engine/chess/seat", with(func(b *Bot) { b.Game = "chess" }), tiny()},
		{"no baselines", "no source of arena/baseline/cards", Bot{Game: "cards", Baseline: "x"}, tiny()},
		{"game is a path", `game: must be lowercase letters and digits, have "../roll"`, with(func(b *Bot) { b.Game = "../roll" }), tiny()},
		{"no game", "game: must be", with(func(b *Bot) { b.Game = "" }), tiny()},
		{"nothing to play with", "genes: must be at least one", with(func(b *Bot) { b.Genes, b.GeneNames = nil, nil }), tiny()},
		{"a name too few", "have 1 with 0 names", with(func(b *Bot) { b.GeneNames = nil }), tiny()},
		{"not a number", "gene a: must be a number, have NaN", with(func(b *Bot) { b.Genes = []float64{math.NaN()} }), tiny()},
		{"not finite", "gene a: must be a number, have +Inf", with(func(b *Bot) { b.Genes = []float64{math.Inf(1)} }), tiny()},
		{"both", "has both", with(func(b *Bot) { b.Baseline = "six" }), tiny()},
		{"upward import", "genome/dice/more.go imports bloodline/arena: with a bot go only", genome(), source("genome/dice/more.go", "package dice\n\nimport _ \"bloodline/arena\"\n")},
		{"another game", "imports bloodline/genome/cards:", genome(), source("genome/dice/more.go", "package dice\n\nimport _ \"bloodline/genome/cards\"\n")},
		{"rules in a baseline", "imports bloodline/genome/dice:", baseline(), source("arena/baseline/dice/more.go", "package dice\n\nimport _ \"bloodline/genome/dice\"\n")},
		{"foreign import", "imports golang.org/x/sys/unix:", genome(), source("engine/dice/seat/more.go", "package seat\n\nimport _ \"golang.org/x/sys/unix\"\n")},
		{"cgo", "imports C:", genome(), source("engine/roll/more.go", "package roll\n\nimport \"C\"\n")},
		{"embedded data", "imports embed:", genome(), source("engine/roll/more.go", "package roll\n\nimport _ \"embed\"\n")},
		{"root package", "imports bloodline:", genome(), source("engine/roll/more.go", "package roll\n\nimport _ \"bloodline\"\n")},
		{"no Go", "read imports", genome(), source("genome/gene/more.go", "pakage gene\n")},
		{"source unreadable", "disk on fire", genome(), burning{tiny(), "genome/gene/gene.go"}},
		{"no license", "read LICENSE", genome(), burning{tiny(), "LICENSE"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			err := write(filepath.Join(parent, "bot"), c.bot, c.house)
			refused(t, err, c.want)
			if left := paths(t, parent); left != "" {
				t.Errorf("left behind: %s", left)
			}
		})
	}
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case err == nil:
		t.Error("no error")
	case !strings.Contains(err.Error(), want):
		t.Errorf("error %q lacks %q", err, want)
	case strings.Contains(err.Error(), "\n"):
		t.Errorf("error has more than one line: %q", err)
	}
}

// burning is a source of which one file cannot be read.
type burning struct {
	fs.FS
	path string
}

func (b burning) Open(name string) (fs.File, error) {
	if name == b.path {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("disk on fire")}
	}
	return b.FS.Open(name)
}

func TestWrite_BadPlaces(t *testing.T) {
	parent := t.TempDir()
	full, file := filepath.Join(parent, "full"), filepath.Join(parent, "file")
	if err := errors.Join(os.Mkdir(full, 0o755), os.WriteFile(filepath.Join(full, "mine"), nil, 0o600), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	before := paths(t, parent)
	for _, c := range []struct{ name, dir, want string }{
		{"not empty", full, "must not exist or be empty, it has mine"},
		{"a file", file, "not a directory"},
		{"below a file", filepath.Join(file, "bot"), "not a directory"},
		{"no name", "", "must have a name"},
		{"no parent", filepath.Join(parent, "no", "bot"), "no such file or directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, write(c.dir, genome(), tiny()), c.want)
			if after := paths(t, parent); after != before {
				t.Errorf("have %s afterwards, had %s", after, before)
			}
		})
	}
}

// A file that cannot be written, here since its folder is a file already, takes
// everything that was written before with it.
func TestPlace_AllOrNothing(t *testing.T) {
	files := []file{{"a/b", []byte("x")}, {"c", []byte("x")}, {"c/d", []byte("x")}}
	for _, exists := range []bool{false, true} {
		parent := t.TempDir()
		dir := filepath.Join(parent, "bot")
		if exists {
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		refused(t, place(dir, files), "not a directory")
		if left := paths(t, parent); left != "" {
			t.Errorf("exists before: %v: left behind: %s", exists, left)
		}
		if _, err := os.Stat(dir); exists != (err == nil) {
			t.Errorf("exists before: %v, afterwards: %v", exists, err)
		}
	}
}

// What was moved before a move failed goes away again; what was in the way stays.
func TestUnpack_AllOrNothing(t *testing.T) {
	stage, dir := t.TempDir(), t.TempDir()
	if err := errors.Join(
		os.WriteFile(filepath.Join(stage, "a"), nil, 0o600),
		os.Mkdir(filepath.Join(stage, "b"), 0o755),
		os.Mkdir(filepath.Join(dir, "b"), 0o755),
		os.WriteFile(filepath.Join(dir, "b", "mine"), nil, 0o600),
	); err != nil {
		t.Fatal(err)
	}
	if err := unpack(stage, dir); err == nil {
		t.Error("no error")
	}
	if left := paths(t, dir); left != "b/mine" {
		t.Errorf("the folder has %s", left)
	}
}

// The working folder of somebody's shell stays the folder that it was.
func TestPlace_KeepsTheFolder(t *testing.T) {
	dir := t.TempDir()
	before, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := place(dir, []file{{"a", nil}}); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(dir); err != nil || !os.SameFile(before, after) {
		t.Errorf("the folder was replaced (%v)", err)
	}
}

func TestFileName(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"calculon", "calculon"},
		{"  The  Great_1  ", "The-Great_1"},
		{"../../etc/passwd", "etc-passwd"},
		{"", "bot"},
		{"łódź", "d"},
		{"漢字", "bot"},
		{"-o", "o"},
		{"a\nb;rm -rf", "a-b-rm-rf"},
		{"engine", "engine-bot"},
		{"License", "License-bot"},
		{"go.mod", "go-mod"},
		{strings.Repeat("x", 39) + " y", strings.Repeat("x", 39)},
		{strings.Repeat("z", 99), strings.Repeat("z", 40)},
	} {
		if have := FileName(c.name); have != c.want {
			t.Errorf("FileName(%q) = %q, want %q", c.name, have, c.want)
		}
	}
}

// A name may hold anything; the program must still be the one that was meant.
func TestProgram_Names(t *testing.T) {
	for _, name := range []string{"x\n*/ func init() { panic(1) }", "`\"%s%d\\", ""} {
		b := Bot{Game: "dice", Name: name, Genes: []float64{0.1, 2}, GeneNames: []string{name, "b"}}
		f, err := b.program()
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if n := strings.Count(string(f.text), "\nfunc "); n != 1 {
			t.Errorf("%q: main.go has %d functions:\n%s", name, n, f.text)
		}
		b = Bot{Game: "dice", Name: name, Baseline: name + "x"}
		if f, err = b.program(); err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if want := fmt.Sprintf("baseline.New(%q)", name+"x"); !strings.Contains(string(f.text), want) {
			t.Errorf("main.go lacks %s:\n%s", want, f.text)
		}
	}
}
