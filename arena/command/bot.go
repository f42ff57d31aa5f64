package command

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/internal/system"
)

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

func (g *Game) Rival(line string) (engine.Player, genome.Vector, error) {
	b, err := g.Program(line, g.folder)
	if err != nil {
		return nil, nil, err
	}
	b.readable = g.folders(b.words)
	return b, nil, nil
}

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

func fill(word string, values map[string]string) string {
	return placeholder().ReplaceAllStringFunc(word, func(p string) string {
		if v, ok := values[p[1:len(p)-1]]; ok {
			return v
		}
		return p
	})
}

// Genes returns the genome of a command line of the run file's bot; false for another program.
func (g *Game) Genes(told string) (v []float64, ok bool) {
	words, err := system.Words(told)
	if err != nil || len(words) > len(g.bot) {
		return nil, false
	}
	const between = "\x00" // words, which are as many in the form, so that no value holds it
	form := ""
	for i, w := range g.bot {
		parts := placeholder().Split(w, -1)
		for k := range parts {
			parts[k] = regexp.QuoteMeta(parts[k])
		}
		w = between + strings.Join(parts, "([^"+between+"]*?)")
		if name := g.optional[i]; name != "" && name != g.optional[i-1] {
			w = "(?:" + w
		}
		if name := g.optional[i]; name != "" && (i+1 == len(g.bot) || name != g.optional[i+1]) {
			w += ")?"
		}
		form += w
	}
	valid := strings.ToValidUTF8 // as a pattern must be; paths need not
	values := regexp.MustCompile(valid("^(?s:"+form+")$", "\ufffd")).FindStringSubmatch(valid(between+strings.Join(words, between), "\ufffd"))
	if values == nil {
		return nil, false
	}
	found := map[string]json.RawMessage{}
	for k, p := range placeholder().FindAllString(strings.Join(g.bot, between), -1) {
		name, word := p[1:len(p)-1], values[k+1]
		var file map[string]json.RawMessage
		switch i, bred := g.Schema.Index(name); {
		case name == "parameters":
			_ = json.Unmarshal([]byte(word), &file)
			maps.Copy(found, file)
		case !bred || word == "" && g.Schema.Genes[i].When != nil: // left out
		case !strings.HasPrefix(g.Schema.Genes[i].Unit, Categorical):
			found[name] = json.RawMessage(word)
		default:
			found[name], _ = json.Marshal(word)
		}
	}
	text, _ := json.Marshal(found)
	v, _, problems := g.carry(g.parameters, g.Schema, string(text))
	return v, problems == nil && g.Bot(v).line == told
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

// Program splits a word: "exec:./bot -x", whose name is the word itself, or "rival: ./bot -x". ok is false for others.
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
