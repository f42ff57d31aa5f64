//go:build linux

package export

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"bloodline/arena/game"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// tiny is a house with one game whose rules and baselines do nothing.
func tiny() fstest.MapFS {
	return fstest.MapFS{
		"LICENSE":                   {Data: []byte("do as you like\n")},
		"engine/roll/roll.go":       {Data: []byte("package roll\n\nfunc Zero() int { return 0 }\n")},
		"engine/dice/seat/seat.go":  {Data: []byte("package seat\n\nimport (\n\t\"io\"\n\n\t\"bloodline/engine/roll\"\n)\n\ntype Policy interface{}\n\nfunc Main(name string, p Policy, args []string, in io.Reader, out, errs io.Writer) int { return roll.Zero() }\n")},
		"genome/gene/gene.go":       {Data: []byte("package gene\n")},
		"genome/dice/rules.go":      {Data: []byte("package dice\n\nimport \"bloodline/genome/gene\"\n\nvar Genes []gene.Gene\n\nfunc New(g []float64) int { return len(g) }\n")},
		"genome/dice/rules_test.go": {Data: []byte("package dice\n\nimport _ \"example.com/anything\"\n")},
		"genome/cards/rules.go":     {Data: []byte("package cards\n")},
		"engine/baseline.go":        {Data: []byte("package engine\n\ntype Baseline struct{ Name string }\n")},
		"arena/dice/dice.go":        {Data: []byte("package dice\n\nimport \"bloodline/engine\"\n\nfunc All() []engine.Baseline { return nil }\n")},
		"arena/dice/notes.md":       {Data: []byte("no source\n")},
	}
}

// source is what bots of dice consist of, if these are the sources of the house.
func source(house fs.FS) game.Source {
	s := game.Source{
		Module: "bloodline", Seat: "bloodline/engine/dice/seat", Rules: "bloodline/genome/dice",
		Baselines: "bloodline/arena/dice", License: tiny()["LICENSE"].Data,
	}
	for _, path := range []string{"engine/roll", "genome/gene", "engine", "arena/dice", "engine/dice/seat", "genome/dice"} {
		files, err := fs.Sub(house, path)
		if err != nil {
			panic(err)
		}
		s.Trees = append(s.Trees, game.Tree{Path: "bloodline/" + path, Files: files})
	}
	return s
}

func genome() Bot {
	return Bot{Source: source(tiny()), Game: "dice", Name: "A Bot", Genes: []float64{1}, Schema: []gene.Gene{{Name: "a", Max: 2, Unit: "share", Doc: "Bets | more."}}}
}

func baseline() Bot { return Bot{Source: source(tiny()), Game: "dice", Name: "A Bot", Baseline: "six"} }

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
	guard.Must(t, err)
	return strings.Join(list, " ")
}

func TestWrite_Layout(t *testing.T) {
	bred := genome()
	bred.Champion = []byte("{}\n")
	for _, c := range []struct {
		name string
		bot  Bot
		want string
	}{
		{"genome", genome(), "LICENSE README.md engine/dice/seat/seat.go engine/roll/roll.go genome/dice/rules.go genome/gene/gene.go go.mod main.go"},
		{"champion", bred, "LICENSE README.md champion.json engine/dice/seat/seat.go engine/roll/roll.go genome/dice/rules.go genome/gene/gene.go go.mod main.go"},
		{"baseline", baseline(), "LICENSE README.md arena/dice/dice.go engine/baseline.go engine/dice/seat/seat.go engine/roll/roll.go go.mod main.go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, exists := range []bool{false, true} {
				dir := filepath.Join(t.TempDir(), "bot")
				if exists {
					guard.Must(t, os.Mkdir(dir, 0o755))
				}
				guard.Must(t, Write(dir, c.bot))
				if have := paths(t, filepath.Dir(dir)); have != "bot/"+strings.ReplaceAll(c.want, " ", " bot/") {
					t.Errorf("exists before: %v: have %s\nwant %s", exists, have, c.want)
				}
			}
		})
	}
}

func TestWrite_Readme(t *testing.T) {
	b := genome()
	b.About = []string{"run coup-7, individual 12", "two\nlines"}
	b.Protocol = "The contest runs `./%s FILE`."
	dir := filepath.Join(t.TempDir(), "bot")
	guard.Must(t, Write(dir, b))
	text := guard.Value(os.ReadFile(filepath.Join(dir, "README.md")))(t)
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
	file := func(path, text string) fstest.MapFS {
		house := tiny()
		house[path] = &fstest.MapFile{Data: []byte(text)}
		return house
	}
	without := func(path string) fstest.MapFS {
		house := tiny()
		delete(house, path)
		return house
	}
	for _, c := range []struct {
		name, want string
		bot        Bot
		house      fs.FS
	}{
		{"no seat", "no source of bloodline/engine/dice/seat is at hand", genome(), without("engine/dice/seat/seat.go")},
		{"no baselines", "no source of bloodline/arena/dice is at hand", baseline(), without("arena/dice/dice.go")},
		{"nothing to play with", "genes: must be at least one", with(func(b *Bot) { b.Genes, b.Schema = nil, nil }), tiny()},
		{"a name too few", "have 1 with 0 names", with(func(b *Bot) { b.Schema = nil }), tiny()},
		{"not a number", "gene a: must be a number, have NaN", with(func(b *Bot) { b.Genes = []float64{math.NaN()} }), tiny()},
		{"not finite", "gene a: must be a number, have +Inf", with(func(b *Bot) { b.Genes = []float64{math.Inf(1)} }), tiny()},
		{"both", "has both", with(func(b *Bot) { b.Baseline = "six" }), tiny()},
		{"upward import", "genome/dice/more.go imports bloodline/arena: with a bot go only", genome(), file("genome/dice/more.go", "package dice\n\nimport _ \"bloodline/arena\"\n")},
		{"another game", "imports bloodline/genome/cards:", genome(), file("genome/dice/more.go", "package dice\n\nimport _ \"bloodline/genome/cards\"\n")},
		{"foreign import", "imports golang.org/x/sys/unix:", genome(), file("engine/dice/seat/more.go", "package seat\n\nimport _ \"golang.org/x/sys/unix\"\n")},
		{"cgo", "imports C:", genome(), file("engine/roll/more.go", "package roll\n\nimport \"C\"\n")},
		{"embedded data", "imports embed:", genome(), file("engine/roll/more.go", "package roll\n\nimport _ \"embed\"\n")},
		{"root package", "imports bloodline:", genome(), file("engine/roll/more.go", "package roll\n\nimport _ \"bloodline\"\n")},
		{"no Go", "read imports", genome(), file("genome/gene/more.go", "pakage gene\n")},
		{"source unreadable", "disk on fire", genome(), burning{tiny(), "genome/gene/gene.go"}},
		{"a game without baselines", "dice has no sources of its baselines", with(func(b *Bot) { b.Genes, b.Baseline, b.Baselines = nil, "six", "" }), tiny()},
		{"seat of another game", "main.go imports bloodline/genome/chess/seat: with a bot go only", with(func(b *Bot) { b.Seat = "bloodline/genome/chess/seat" }), tiny()},
		{"seat in main.go's folder", "main.go imports bloodline: ", with(func(b *Bot) { b.Seat = "bloodline" }), tiny()},
		{"the whole module is at hand", "main.go imports demo: ", with(func(b *Bot) { b.Module, b.Seat = "demo", "demo" }), tiny()},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			c.bot.Trees = append(source(c.house).Trees,
				game.Tree{Path: "demo", Files: fstest.MapFS{"seat.go": {Data: []byte("package demo\n")}}})
			err := Write(filepath.Join(parent, "bot"), c.bot)
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
	full, file, link, pipe := filepath.Join(parent, "full"), filepath.Join(parent, "file"), filepath.Join(parent, "link"), filepath.Join(parent, "pipe")
	guard.Must(t, errors.Join(os.Mkdir(full, 0o755), os.WriteFile(filepath.Join(full, "mine"), nil, 0o600), os.WriteFile(file, nil, 0o600), os.Symlink("nowhere", link), syscall.Mkfifo(pipe, 0o600)))
	before := paths(t, parent)
	for _, c := range []struct{ name, dir, want string }{
		{"not empty", full, "must not exist or be empty, it has mine"},
		{"a file", file, "not a directory"},
		{"a link to nowhere", link, "it is a file"},
		{"a pipe", pipe, "not a directory"},
		{"below a file", filepath.Join(file, "bot"), "not a directory"},
		{"no name", "", "must have a name"},
		{"far below a file", filepath.Join(file, "no", "such", "bot"), "not a directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, Write(c.dir, genome()), c.want)
			if after := paths(t, parent); after != before {
				t.Errorf("have %s afterwards, had %s", after, before)
			}
		})
	}
}

// A file that cannot be written, here since its folder is a file already, takes
// everything that was written before with it.
func TestPlace_AllOrNothing(t *testing.T) {
	files := []File{{"a/b", []byte("x")}, {"c", []byte("x")}, {"c/d", []byte("x")}}
	for _, exists := range []bool{false, true} {
		parent := t.TempDir()
		dir := filepath.Join(parent, "bot")
		if exists {
			guard.Must(t, os.Mkdir(dir, 0o755))
		}
		refused(t, Place(dir, files), "not a directory")
		if left := paths(t, parent); left != "" {
			t.Errorf("exists before: %v: left behind: %s", exists, left)
		}
		if _, err := os.Stat(dir); exists != (err == nil) {
			t.Errorf("exists before: %v, afterwards: %v", exists, err)
		}
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
		b := genome()
		b.Name = c.name
		if have := b.FileName(); have != c.want {
			t.Errorf("FileName(%q) = %q, want %q", c.name, have, c.want)
		}
	}
}

// A name may hold anything; the program must still be the one that was meant.
func TestProgram_Names(t *testing.T) {
	for _, name := range []string{"x\n*/ func init() { panic(1) }", "`\"%s%d\\", ""} {
		b := Bot{Game: "dice", Name: name, Genes: []float64{0.1, 2}, Schema: []gene.Gene{{Name: name}, {Name: "b"}}}
		f, err := b.program()
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if n := strings.Count(string(f.Text), "\nfunc "); n != 1 {
			t.Errorf("%q: main.go has %d functions:\n%s", name, n, f.Text)
		}
		b = Bot{Game: "dice", Name: name, Baseline: name + "x"}
		if f, err = b.program(); err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if want := fmt.Sprintf("engine.FindBaseline(field.All(), %q)", name+"x"); !strings.Contains(string(f.Text), want) {
			t.Errorf("main.go lacks %s:\n%s", want, f.Text)
		}
	}
}

// Folders and files named as those of a killed export may have come with an archive: nothing in them is followed,
// changed or removed, whatever it lists.
func TestPlace_leavesStages(t *testing.T) {
	parent := t.TempDir()
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte("x")))
	outside := filepath.Join(t.TempDir(), "letter")
	err := Place(parent, []File{
		{"letter", []byte("x")},
		{stagePrefix + "1/files", []byte(sum + " letter\n" + sum + " out/letter\n" + sum + " bot/a\n")},
		{stagePrefix + "1/bot/b", nil},
		{stagePrefix + "mine/diary", nil},
		{".export-mine/diary", nil},
		{"bot.part/diary", nil},
		{"bot/a", []byte("x")},
	})
	err = errors.Join(err, os.WriteFile(outside, []byte("x"), 0o600), os.Symlink(filepath.Dir(outside), filepath.Join(parent, "out")))
	guard.Must(t, err)
	before := paths(t, parent)
	refused(t, Place(parent, []File{{"new", nil}}), "it has "+stagePrefix+"1 of an export that was killed")
	refused(t, Place(filepath.Join(parent, "bot"), []File{{"new", nil}}), "it has a")
	guard.Must(t, Place(filepath.Join(parent, "new"), []File{{"new", nil}}))
	if after, want := paths(t, parent), strings.Replace(before, "letter out", "letter new/new out", 1); after != want {
		t.Errorf("have %s, want %s", after, want)
	}
	if text, err := os.ReadFile(outside); err != nil || string(text) != "x" {
		t.Errorf("the file outside has %q, %v", text, err)
	}
}

// Folders that were made for an export that fails are removed only as far as they are empty.
func TestFill_above(t *testing.T) {
	parent := t.TempDir()
	err := Fill(filepath.Join(parent, "a", "b", "bot"), func(string) error {
		return errors.Join(os.WriteFile(filepath.Join(parent, "a", "mine"), nil, 0o600), errors.New("no"))
	})
	refused(t, err, "no")
	if left := paths(t, parent); left != "a/mine" {
		t.Errorf("left is %s", left)
	}
}

// Genes stand in main.go to the last bit.
func TestBot_literal(t *testing.T) {
	b := Bot{Genes: []float64{1.0 / 3, math.Copysign(0, -1), 5e-324, -2}, Schema: []gene.Gene{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}}
	list, _ := b.literal()
	lines := strings.Split(strings.TrimSpace(list), "\n")
	for i, x := range b.Genes {
		_, number, _ := strings.Cut(strings.TrimSuffix(lines[len(lines)-len(b.Genes)+i], "},"), ", ")
		if i == 1 { // no constant of Go is a negative zero
			if number != "math.Copysign(0, -1)" {
				t.Errorf("-0 is %s", number)
			}
		} else if y, err := strconv.ParseFloat(number, 64); err != nil || x != y {
			t.Errorf("%v is %s", x, number)
		}
	}
}
