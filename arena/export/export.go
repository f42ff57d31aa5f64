// Package export writes a bot out as a Go module of its own, which needs nothing
// but the standard library, builds offline and speaks its contest's protocol.
//
// The module is called bloodline too, so that the sources keep their import paths
// and are written byte for byte. The steps:
//
//  1. Write a main.go that hands the genes, or a baseline's name, to the game's
//     seat.Main.
//  2. Follow its imports through the embedded sources. Only the rooms that may go
//     with a bot are followed: engine/roll, genome/gene, engine/<game>/seat and
//     the bot's own genome/<game> or arena/baseline/<game>. Anything else is an
//     error, so that what is written is known to build.
//  3. Put main.go, go.mod, the packages reached, README.md, LICENSE and
//     champion.json into a folder beside the target and move it there.
//
// An export costs some milliseconds. The package must not know any game: the
// names above are all that it relies on.
package export

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"bloodline"
)

// Bot is what is to be written out.
type Bot struct {
	Game string // the game's name, as in engine.Info
	Name string // what a person calls the bot; files and the program go by [FileName]

	// The bot is a genome or, if Baseline is not empty, a hand-written opponent.
	Genes     []float64 // in the order of the game's genes; the caller has checked the ranges
	GeneNames []string  // as long as Genes
	Baseline  string    // a name that New of arena/baseline/<game> knows; the caller has checked it

	About    []string // where the bot comes from, a line each, for the README
	Champion []byte   // written as champion.json if not empty
	Protocol string   // how the contest calls the program, for the README, as Markdown; %s stands for [FileName]
}

// Write writes b into dir, which must not exist or be empty; its parent must
// exist. On an error, which is one line, nothing is left behind.
func Write(dir string, b Bot) error { return write(dir, b, bloodline.Source) }

func write(dir string, b Bot, source fs.FS) error {
	files, err := b.files(source)
	if err == nil {
		err = place(dir, files)
	}
	if err != nil {
		return fmt.Errorf("export %s to %s: %w", oneLine(b.Name), dir, err)
	}
	return nil
}

// check reports the first thing about the bot that cannot be written.
func (b *Bot) check() error {
	if b.Game == "" || strings.Trim(b.Game, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return fmt.Errorf("game: must be lowercase letters and digits, have %q", b.Game)
	}
	if b.Baseline != "" {
		if b.Genes != nil {
			return errors.New("bot: must have genes or be a baseline, has both")
		}
		return nil
	}
	if len(b.Genes) == 0 || len(b.Genes) != len(b.GeneNames) {
		return fmt.Errorf("genes: must be at least one with a name each, have %d with %d names", len(b.Genes), len(b.GeneNames))
	}
	if i := slices.IndexFunc(b.Genes, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }); i >= 0 {
		return fmt.Errorf("gene %s: must be a number, have %v", oneLine(b.GeneNames[i]), b.Genes[i])
	}
	return nil
}

// file is one file of the module. Its path has slashes.
type file struct {
	path string
	text []byte
}

// files returns the whole module.
func (b *Bot) files(source fs.FS) ([]file, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	program, err := b.program()
	if err != nil {
		return nil, err
	}
	files, err := b.closure(program, source)
	if err != nil {
		return nil, err
	}
	license, err := fs.ReadFile(source, "LICENSE")
	if err != nil {
		return nil, fmt.Errorf("read LICENSE: %w", err)
	}
	files = append(files,
		program,
		file{"LICENSE", license},
		file{"README.md", b.readme()},
	)
	if len(b.Champion) > 0 {
		files = append(files, file{"champion.json", b.Champion})
	}
	// Last, since a folder is no module before it is there.
	return append(files, file{"go.mod", []byte("module " + module + "\n\ngo " + goVersion + "\n")}), nil
}

// maxName bounds a file name; contests print it in tables.
const maxName = 40

// FileName makes a name of letters, digits, '-' and '_' out of any: for the
// program, and for a folder to write it into. It is never empty and never the
// name of something that the module has.
func FileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return ' '
	}, name)
	safe = strings.Join(strings.Fields(safe), "-")
	safe = strings.Trim(safe[:min(len(safe), maxName)], "-")
	switch strings.ToLower(safe) {
	case "":
		return "bot"
	case "arena", "engine", "genome", "license":
		return safe + "-bot"
	}
	return safe
}

// oneLine makes text fit for one line of a comment or of a heading.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
