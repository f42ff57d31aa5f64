package command

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/internal/system"
)

// Bot is a program as a player.
type Bot struct {
	words      []string
	parameters []byte   // of the JSON file that {parameters} stands for; nil without one
	readable   []string // folders that it may read
	line       string   // that names the program
	genome     bool     // it is the bot of the run file
}

var _ engine.Program = (*Bot)(nil)

// CommandLine returns the command line that starts the bot, with its parameters in place of the file's path.
func (b *Bot) CommandLine() string { return b.line }

// Line returns the command line of a player of a [Game].
func Line(p engine.Player) string { return p.(*Bot).line }

// Program returns the player of a command line, of which the files are looked up from a folder; "" is the current one.
func (g *Game) Program(line, folder string) (*Bot, error) {
	words, err := system.Words(line)
	if !g.Plain {
		words, err = program.Command(folder, line)
	}
	if err != nil {
		return nil, err
	}
	return &Bot{words: words, line: system.Line(words)}, nil
}

// Rival implements [UserBot].
func (g *Game) Rival(line string) (engine.Player, genome.Vector, error) {
	b, err := g.Program(line, g.folder)
	if err != nil {
		return nil, nil, err
	}
	b.readable = g.folders(b.words)
	return b, nil, nil
}

// Bot returns the player of a genome.
func (g *Game) Bot(v []float64) *Bot {
	b := &Bot{words: make([]string, len(g.bot)), readable: g.readable, genome: true}
	values := g.values(v)
	for i, w := range g.bot {
		if b.words[i] = fill(w, values); b.words[i] != w && !g.Plain {
			b.words[i] = program.Absolute(g.folder, b.words[i])
		}
	}
	if strings.Contains(g.Settings.Bot, "{parameters}") {
		b.parameters = g.Parameters(v)
	}
	b.line = system.Line(b.commandWith(string(b.parameters)))
	return b
}

func (g *Game) values(v []float64) map[string]string {
	values := make(map[string]string)
	for i, x := range g.Schema.Genes {
		values[x.Name] = unquoted(x.Text(v[i]))
	}
	return values
}

// RunFileCommand returns the command of a genome's bot as the run file has it, with [ParametersFile] for {parameters}.
func (g *Game) RunFileCommand(v []float64) string {
	values := g.values(v)
	values["parameters"] = ParametersFile
	return fill(g.Settings.Bot, values)
}

func (g *contest) Parameters(v []float64) []byte {
	out := []byte("{")
	for i, x := range g.Schema.Genes {
		if i > 0 {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, "%q:%s", x.Name, x.Text(v[i]))
	}
	return append(out, '}')
}

// A program among players is exec:COMMAND, or NAME: COMMAND.
const (
	execute = "exec:"
	NameEnd = ": "
)

// Program splits a word for a program into its name and its command line: "exec:./bot -x", whose name is the word
// itself, or "rival: ./bot -x". ok is false for any other word.
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
