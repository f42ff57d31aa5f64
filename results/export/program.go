package export

import (
	"fmt"
	"go/format"
	"math"
	"strconv"
	"strings"
)

const genomeMain = `// Command %[1]s is a player of %[2]s that bloodline bred. The README tells how a
// contest calls it.
package main

import (
	"fmt"
%[4]s	"os"

	rules %[5]q
	seat %[6]q

	"bloodline/genome/gene"
)

// genes are all that was bred, by their names. The README says what each one means;
// package rules has their ranges and reads them.
var genes = map[string]float64{
%[3]s}

func main() {
	values, err := gene.Values(rules.Genes, genes)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%[1]s: %%v\n", err)
		os.Exit(2)
	}
	os.Exit(seat.Main(%[1]q, rules.New(%[7]s), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`

const baselineMain = `// Command %[1]s is a hand-written player of %[2]s. The README tells how a contest
// calls it.
package main

import (
	"fmt"
	"os"

	"bloodline/arena/baseline"
	field %[4]q
	seat %[5]q
)

func main() {
	b, ok := baseline.Find(field.All(), %[3]q)
	if !ok {
		fmt.Fprintf(os.Stderr, "%[1]s: no baseline has the name %%q\n", %[3]q)
		os.Exit(1)
	}
	os.Exit(seat.Main(%[1]q, b.Player.(seat.Policy), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`

const strangerMain = `// Command %[1]s is a player of %[2]s that was drawn at random from a family of styles.
// The README tells how a contest calls it.
package main

import (
	"os"

	seat %[5]q
	strangers %[4]q
)

func main() {
	os.Exit(seat.Main(%[1]q, strangers.New(%[3]s), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`

const smallGenomeMain = `// Command %[1]s is a player of %[2]s that bloodline bred. The README tells how a
// contest calls it.
package main

import (
	"fmt"
%[4]s	"os"

	game %[5]q
)

// genes are all that was bred, by their names. The README says what each one means; the
// package game has their ranges and reads them.
var genes = map[string]float64{
%[3]s}

func main() {
	player, err := game.Game.Bred(genes, %[6]v)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%[1]s: %%v\n", err)
		os.Exit(2)
	}
	os.Exit(game.Game.Main(%[1]q, player, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`

const smallMain = `// Command %[1]s is a player of %[2]s. The README tells how a contest calls it.
package main

import (
	"os"

	game %[3]q
)

func main() {
	os.Exit(game.Game.Main(%[1]q, game.Game.%[4]s, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`

// program returns main.go.
func (b *Bot) program() (File, error) {
	name := b.FileName()
	text := fmt.Sprintf(baselineMain, name, oneLine(b.Game), b.Baseline, b.Baselines, b.Seat)
	switch {
	case b.Small != "" && b.stranger() != "":
		text = fmt.Sprintf(smallMain, name, oneLine(b.Game), b.Small, "Stranger("+b.stranger()+", nil)")
	case b.Small != "" && b.Baseline != "":
		text = fmt.Sprintf(smallMain, name, oneLine(b.Game), b.Small, fmt.Sprintf("Baseline(%q)", b.Baseline))
	case b.Small != "":
		list, imports := b.literal()
		text = fmt.Sprintf(smallGenomeMain, name, oneLine(b.Game), list, imports, b.Small, b.Temperature)
	case b.stranger() != "":
		text = fmt.Sprintf(strangerMain, name, oneLine(b.Game), b.stranger(), b.Strangers, b.Seat)
	case b.Baseline == "":
		list, imports := b.literal()
		text = fmt.Sprintf(genomeMain, name, oneLine(b.Game), list, imports, b.Rules, b.Seat, b.values())
	}
	out, err := format.Source([]byte(text))
	if err != nil {
		return File{}, fmt.Errorf("format main.go: %w", err)
	}
	return File{"main.go", out}, nil
}

// values is what the program hands its rules.
func (b *Bot) values() string {
	if b.Temperature == 0 || b.Temperature == 1 {
		return "values"
	}
	return fmt.Sprintf("gene.AtTemperature(rules.Genes, values, %v)", b.Temperature)
}

// literal returns the genes, a line each, in the shortest form that reads back as
// the very same number, and the import that they need: no constant of Go is a
// negative zero.
func (b *Bot) literal() (list, imports string) {
	var text strings.Builder
	for i, x := range b.Genes {
		number := strconv.FormatFloat(x, 'g', -1, 64)
		if x == 0 && math.Signbit(x) {
			number, imports = "math.Copysign(0, -1)", "\t\"math\"\n"
		}
		fmt.Fprintf(&text, "\t%q: %s,\n", b.Schema[i].Name, number)
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

// readme returns what a contest entry must state, and where the bot comes from.
func (b *Bot) readme() []byte {
	var text strings.Builder
	name := b.FileName()
	title := oneLine(b.Name)
	if title == "" {
		title = name
	}
	fmt.Fprintf(&text, readmeHead, title, b.sort(), goVersion, name)
	if p := strings.TrimSpace(b.Protocol); p != "" {
		fmt.Fprintf(&text, "## How the contest calls it\n\n%s\n\n", strings.ReplaceAll(p, "%s", name))
	}
	text.WriteString(readmeTail)
	text.WriteString("\n## Where it comes from\n\n")
	for _, line := range b.About {
		fmt.Fprintf(&text, "- %s\n", oneLine(line))
	}
	text.WriteString(b.anatomy())
	if b.Baseline == "" {
		text.WriteString(b.meanings())
	}
	return []byte(text.String())
}

// meanings lists the genes.
func (b *Bot) meanings() string {
	var text strings.Builder
	text.WriteString("\n## Genes\n\nThe program checks them when it starts: each must be there, and in its range.\n\n| gene | range | default | unit | a larger value |\n|---|---|---|---|---|\n")
	cell := func(s string) string { return strings.ReplaceAll(oneLine(s), "|", "\\|") }
	for _, g := range b.Schema {
		fmt.Fprintf(&text, "| `%s` | %g to %g | %g | %s | %s |\n", cell(g.Name), g.Min, g.Max, g.Default, cell(g.Unit), cell(g.Doc))
	}
	return text.String()
}

// sort says what kind of bot it is.
func (b *Bot) sort() string {
	if b.stranger() != "" {
		return fmt.Sprintf("A player of %s, drawn at random by bloodline from a family of styles: %s.", b.Game, b.Baseline)
	}
	if b.Baseline != "" {
		return fmt.Sprintf("A player of %s: %s, one of bloodline's hand-written opponents.", b.Game, oneLine(b.Baseline))
	}
	return fmt.Sprintf("A player of %s, bred by bloodline: %d genes, read by fixed rules.", b.Game, len(b.Genes))
}

// anatomy says what is where.
func (b *Bot) anatomy() string {
	if b.Single {
		text := "- `main.go` is all of it: the sources that it was bred with, merged; the LICENSE is bloodline's.\n"
		if len(b.Champion) > 0 {
			text += "- `champion.json` is the bot as bloodline reads it.\n"
		}
		return text
	}
	if b.Small != "" {
		text := "- `main.go` says which player it is; `" + b.path(b.Small) + "` has the game and its players.\n"
		if len(b.Champion) > 0 {
			text += "- `champion.json` is the bot as bloodline reads it.\n"
		}
		return text + sameSources
	}
	text := "- `main.go` picks the strategy out of `" + b.path(b.Baselines) + "`"
	if b.stranger() != "" {
		text = "- `main.go` states the seed; `" + b.path(b.Strangers) + "` draws the player"
	} else if b.Baseline == "" {
		text = "- `main.go` holds the genes by name; `" + b.path(b.Rules) + "` has their ranges and the rules that read them"
	}
	text += "; `" + b.path(b.Seat) + "` speaks the protocol.\n"
	if len(b.Champion) > 0 {
		text += "- `champion.json` is the bot as bloodline reads it.\n"
	}
	return text + sameSources
}

const sameSources = "- The sources are those that it was bred with, byte for byte; the LICENSE is bloodline's.\n"
