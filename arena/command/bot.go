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
	b := &Bot{words: g.filled(g.bot, v, !g.Plain), readable: g.readable, genome: true}
	if strings.Contains(g.Settings.Bot, "{parameters}") {
		b.parameters = g.Parameters(v)
	}
	b.line = system.Line(b.commandWith(string(b.parameters)))
	return b
}

// each calls use with the parameters of a genome's bot, as JSON, and whether they are handed over.
func (g *contest) each(v []float64, use func(name, text string, given bool)) {
	for _, p := range g.parameters {
		given := p.when == nil || p.when(v)
		if p.gene != noGene && given {
			p.text = g.Schema.Genes[p.gene].Text(v[p.gene])
		}
		use(p.name, p.text, given)
	}
}

// filled puts the values of a genome into words of the bot, of which those that name files then become absolute.
func (g *Game) filled(words []string, v []float64, absolute bool) (out []string) {
	values, left := map[string]string{}, map[string]bool{}
	g.each(v, func(name, text string, given bool) { values[name], left[name] = genome.Word(text), !given })
	for i, w := range words {
		word := fill(w, values)
		if absolute && word != w {
			word = program.Absolute(g.folder, word)
		}
		if !left[g.optional[i]] {
			out = append(out, word)
		}
	}
	return out
}

// optionalWords returns for each word of the bot the parameter without which it is left out, or "": a word such as
// --depth={depth}, {depth} behind an option, with the option, and {depth} at the end. Elsewhere the default stands.
func (g *Game) optionalWords() []string {
	out := make([]string, len(g.bot))
	for i, w := range g.bot[1:] {
		for _, x := range g.Settings.Genes {
			before, after, found := strings.Cut(w, "{"+x.Name+"}")
			switch bare := before == "" && after == ""; {
			case !found || x.When == "" || strings.Contains(before+after, "{"):
			case bare && i > 0 && strings.HasPrefix(g.bot[i], "-"):
				out[i], out[i+1] = x.Name, x.Name
			case i+2 == len(g.bot), strings.HasPrefix(before, "-"), strings.HasSuffix(before, "="):
				out[i+1] = x.Name
			}
		}
	}
	return out
}

// RunFileCommand returns the command of a genome's bot as the run file has it, with [ParametersFile] for {parameters}.
func (g *Game) RunFileCommand(v []float64) string {
	words, _ := system.Words(g.Settings.Bot) // they have been read
	return system.Line((&Bot{words: g.filled(words, v, false)}).commandWith(ParametersFile))
}

func (g *contest) Parameters(v []float64) []byte {
	var out []string
	g.each(v, func(name, text string, given bool) {
		if given {
			out = append(out, fmt.Sprintf("%q:%s", name, text))
		}
	})
	return []byte("{" + strings.Join(out, ",") + "}")
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
