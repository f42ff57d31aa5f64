package export

import (
	"cmp"
	"fmt"
	"go/format"
	"math"
	"strconv"
	"strings"
)

// mainText is main.go: name, game, kind of player, imports, genes, what main does, and how it seats the player.
const mainText = `// Command %[1]s is a %[3]splayer of %[2]s%[4]s. The README tells how a contest calls it.
package main

import (
%[5]s
)
%[6]s
func main() {
	%[7]sos.Exit(%[8]s, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`

// genesText declares the genes, and complain ends the program if they don't fit the rules.
const (
	genesText = `
// genes are all that was bred, by their names. The README says what each one means, and the rules have their ranges and
// read them.
var genes = []gene.Value{
%s}
`
	complain = `
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %%v\n", err)
		os.Exit(2)
	}
`
)

func (b *Bot) program() (File, error) {
	name, bred := b.FileName(), b.Baseline == ""
	imports, genes, kind, after := []string{`"os"`}, "", "hand-written ", ""
	if b.stranger() != "" {
		kind, after = "", ", drawn at random from a family of styles"
	} else if bred {
		list, needed := b.literal()
		imports, genes = append(imports, needed+`"fmt"`), fmt.Sprintf(genesText, list)
		kind, after = "", " that bloodline bred"
	}
	does, seats := "", fmt.Sprintf("seat.Main(%q, ", name)
	if imports = append(imports, ""); len(genes) > 0 {
		imports = append(imports, `"bloodline/genome/gene"`)
	}
	if b.Small == "" {
		imports = append(imports, fmt.Sprintf("seat %q", b.Seat))
	} else {
		imports = append(imports, fmt.Sprintf("game %q", b.Small))
		seats = "game.Game." + strings.TrimPrefix(seats, "seat.")
	}
	switch {
	case b.Small != "" && b.stranger() != "":
		seats += "game.Game.Stranger(" + b.stranger() + ", nil)"
	case b.Small != "" && !bred:
		seats += fmt.Sprintf("game.Game.Baseline(%q)", b.Baseline)
	case b.Small != "":
		does = fmt.Sprintf("player, err := game.Game.Bred(genes, %v)"+complain, b.Temperature, name)
		seats += "player"
	case b.stranger() != "":
		imports = append(imports, fmt.Sprintf("strangers %q", b.Strangers))
		seats += "strangers.New(" + b.stranger() + ")"
	case !bred:
		imports = append(imports, fmt.Sprintf("field %q", b.Baselines), `"bloodline/engine"`)
		does = fmt.Sprintf("b, _ := engine.FindBaseline(field.All(), %q)\n", b.Baseline) // the caller has checked it
		seats += "b.Player.(seat.Policy)"
	default:
		imports = append(imports, fmt.Sprintf("rules %q", b.Rules))
		does = fmt.Sprintf("values, err := gene.Values(rules.Genes, genes)"+complain, name)
		values := "values"
		if b.Temperature != 0 && b.Temperature != 1 {
			values = fmt.Sprintf("gene.AtTemperature(rules.Genes, values, %v)", b.Temperature)
		}
		seats += "rules.New(" + values + ")"
	}
	text := fmt.Sprintf(mainText, name, oneLine(b.Game), kind, after, strings.Join(imports, "\n"), genes, does, seats)
	out, err := format.Source([]byte(text))
	if err != nil {
		return File{}, fmt.Errorf("format main.go: %w", err)
	}
	return File{"main.go", out}, nil
}

// literal returns the genes, a line each, that read back as the same numbers, and their import, for a negative zero.
func (b *Bot) literal() (list, imports string) {
	var text strings.Builder
	for i, x := range b.Genes {
		number := strconv.FormatFloat(x, 'g', -1, 64)
		if x == 0 && math.Signbit(x) {
			number, imports = "math.Copysign(0, -1)", "\"math\"\n"
		}
		fmt.Fprintf(&text, "\t{%q, %s},\n", b.Schema[i].Name, number)
	}
	return text.String(), imports
}

const (
	readmeHead = `# %[1]s

%[2]s
It is a Go module of its own: it needs Go %[3]s or newer, nothing but the standard
library, and no network.

## Compile

    CGO_ENABLED=0 GOPROXY=off go build -buildvcs=false -o %[4]s .

## Run

    ./%[4]s

`
	readmeTail = `Every run plays with fresh randomness of the operating system. To repeat a game, set
the environment variable BLOODLINE_SEED to a decimal number.
`
)

// readme returns the README of a bot: the statements that the contest asks for, and its origin.
func (b *Bot) readme() []byte {
	var text strings.Builder
	name := b.FileName()
	kind := fmt.Sprintf("A player of %s, bred by bloodline: %d genes, read by fixed rules.", b.Game, len(b.Genes))
	if b.stranger() != "" {
		kind = fmt.Sprintf("A player of %s, drawn at random by bloodline from a family of styles: %s.", b.Game, b.Baseline)
	} else if b.Baseline != "" {
		kind = fmt.Sprintf("A player of %s: %s, one of bloodline's hand-written opponents.", b.Game, oneLine(b.Baseline))
	}
	fmt.Fprintf(&text, readmeHead, cmp.Or(oneLine(b.Name), name), kind, GoVersion, name)
	if p := strings.TrimSpace(b.Protocol); p != "" {
		fmt.Fprintf(&text, "## How the contest calls it\n\n%s\n\n", strings.ReplaceAll(p, "%s", name))
	}
	text.WriteString(readmeTail)
	text.WriteString("\n## Where it comes from\n\n")
	for _, line := range b.About {
		fmt.Fprintf(&text, "- %s\n", oneLine(line))
	}
	text.WriteString(b.fileList())
	if b.Baseline != "" {
		return []byte(text.String())
	}
	text.WriteString("\n## Genes\n\nThe program checks them when it starts: each must be there, and in its range.\n\n| gene | range | default | unit | a larger value |\n|---|---|---|---|---|\n")
	cell := func(s string) string { return strings.ReplaceAll(oneLine(s), "|", "\\|") }
	for _, g := range b.Schema {
		fmt.Fprintf(&text, "| `%s` | %g to %g | %g | %s | %s |\n", cell(g.Name), g.Min, g.Max, g.Default, cell(g.Unit), cell(g.Doc))
	}
	return []byte(text.String())
}

func (b *Bot) fileList() string {
	text, sources := "", "- The sources are those that it was bred with, byte for byte; the LICENSE is bloodline's.\n"
	seat := "; `" + b.pathInModule(b.Seat) + "` speaks the protocol.\n"
	switch {
	case b.Single:
		text, sources = "- `main.go` is all of it: the sources that it was bred with, merged; the LICENSE is bloodline's.\n", ""
	case b.Small != "":
		text = "- `main.go` says which player it is; `" + b.pathInModule(b.Small) + "` has the game and its players.\n"
	case b.stranger() != "":
		text = "- `main.go` states the seed; `" + b.pathInModule(b.Strangers) + "` draws the player" + seat
	case b.Baseline == "":
		text = "- `main.go` holds the genes by name; `" + b.pathInModule(b.Rules) + "` has their ranges and the rules that read them" + seat
	default:
		text = "- `main.go` picks the strategy out of `" + b.pathInModule(b.Baselines) + "`" + seat
	}
	if len(b.Champion) > 0 {
		text += "- `champion.json` is the bot as bloodline reads it.\n"
	}
	return text + sources
}
