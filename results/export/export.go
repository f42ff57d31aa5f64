// Package export writes a bot as a Go module of the standard library, to build offline, with its contest's protocol.
//
// The module bears the path of the one that the game is from, so that the sources keep their import paths and are
// written byte for byte. The steps:
//
//  1. Write a main.go that hands the genes by name, or a baseline, to the game's seat.Main.
//  2. Follow its imports through the sources. Only packages of [game.Source] are followed. Any other import outside the
//     standard library is an error, so exports always build.
//  3. Where all is to be one file, merge them: see [Bot.Single].
//  4. Put main.go, go.mod, the packages reached, README.md, LICENSE and champion.json into a folder beside the target
//     and move it there. Packages of bloodline go into a module below it, if the game is from another one.
//
// An export costs some milliseconds. The package links no code of a game, only its sources as bytes.
package export

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/genome/gene"
)

// Bot describes an exported program: either a genome (Genes with Schema) or a baseline.
type Bot struct {
	game.Source
	Game string // name of the game in the README
	Name string // what a person calls the bot; files and the program go by [Bot.FileName]

	// The bot is a genome or, if Baseline is not empty, an opponent: a hand-written one, or "stranger:" and a seed.
	Genes       []float64   // in the order of Schema; the caller has checked the ranges
	Schema      []gene.Gene // the game's
	Temperature float64     // of play of the genes, see [gene.AtTemperature]
	Baseline    string      // a name of a baseline in All; the caller has checked it

	Single bool // write one Go file, for contests that take only one

	About    []string // where the bot comes from, a line each, for the README
	Champion []byte   // written as champion.json if not empty
}

// Write writes b into dir, which must not exist or be empty; its parent must exist. An error leaves nothing behind.
func Write(dir string, b Bot) error {
	files, err := b.files()
	if err == nil {
		err = Place(dir, files)
	}
	if err != nil {
		return fmt.Errorf("export %s to %s: %w", oneLine(b.Name), dir, err)
	}
	return nil
}

func (b *Bot) check() error {
	if b.Baseline != "" {
		switch {
		case b.Genes != nil:
			return errors.New("bot: must have genes or be a baseline, has both")
		case b.Small != "":
		case b.stranger() == "" && b.Baselines == "":
			return fmt.Errorf("%s has no sources of its baselines", b.Game)
		case b.stranger() != "" && b.Strangers == "":
			return fmt.Errorf("%s has no sources of its strangers", b.Game)
		}
		return nil
	}
	if len(b.Genes) == 0 || len(b.Genes) != len(b.Schema) {
		return fmt.Errorf("genes: must be at least one with a name each, have %d with %d names", len(b.Genes), len(b.Schema))
	}
	if i := slices.IndexFunc(b.Genes, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }); i >= 0 {
		return fmt.Errorf("gene %s: must be a number, have %v", oneLine(b.Schema[i].Name), b.Genes[i])
	}
	return nil
}

func (b *Bot) stranger() string {
	if seed, ok := strings.CutPrefix(b.Baseline, game.StrangerOf); ok {
		return seed
	}
	return ""
}

func (b *Bot) files() ([]File, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	program, err := b.program()
	if err != nil {
		return nil, err
	}
	files, err := b.closure(program)
	if err != nil {
		return nil, err
	}
	if b.Single {
		if program, err = b.single(append(files, program)); err != nil {
			return nil, err
		}
		files = nil
	}
	files = append(files, program, File{"LICENSE", b.License}, File{"README.md", b.readme()})
	if len(b.Champion) > 0 {
		files = append(files, File{"champion.json", b.Champion})
	}
	// Last, since go finds the module of a folder only when its go.mod exists.
	return append(files, b.modules(files)...), nil
}

// modules returns the go.mod of the bot and, where packages of bloodline lie below another module, theirs.
func (b *Bot) modules(files []File) []File {
	mod := func(path, module, more string) File {
		return File{path, []byte("module " + module + "\n\ngo " + GoVersion + "\n" + more)}
	}
	nested := func(f File) bool { return strings.HasPrefix(f.Path, library+"/") }
	if b.Module == library || !slices.ContainsFunc(files, nested) {
		return []File{mod("go.mod", b.Module, "")}
	}
	needs := "\nrequire " + library + " v0.0.0\n\nreplace " + library + " => ./" + library + "\n"
	return []File{mod(library+"/go.mod", library, ""), mod("go.mod", b.Module, needs)}
}

// FileName makes a name of letters, digits, '-' and '_' out of the bot's: for the program, and for a folder to write it
// into. It is never empty and never the name of something that the module has.
func (b *Bot) FileName() string {
	const maxName = 40 // bounds a file name; contests print it in tables
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return ' '
	}, b.Name)
	safe = strings.Join(strings.Fields(safe), "-")
	safe = strings.Trim(safe[:min(len(safe), maxName)], "-")
	if safe == "" {
		return "bot"
	}
	for _, pkg := range []string{"license", b.Seat, b.Rules, b.Baselines, b.Strangers, b.Small, library} {
		top, _, _ := strings.Cut(b.pathInModule(pkg), "/")
		if strings.EqualFold(safe, top) {
			return safe + "-bot"
		}
	}
	return safe
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
