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
%[4]s	"os"

	"bloodline/engine/%[2]s/seat"
	rules "bloodline/genome/%[2]s"
)

// genes are all that was bred: the numbers that the rules of genome/%[2]s read. What
// each one means stands there, under the name beside it.
var genes = []float64{
%[3]s}

func main() {
	os.Exit(seat.Main(%[1]q, rules.New(genes), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`

const baselineMain = `// Command %[1]s is a hand-written player of %[2]s. The README tells how a contest
// calls it.
package main

import (
	"fmt"
	"os"

	baseline "bloodline/arena/baseline/%[2]s"
	"bloodline/engine/%[2]s/seat"
)

func main() {
	p, ok := baseline.New(%[3]q)
	if !ok {
		fmt.Fprintf(os.Stderr, "%[1]s: no baseline has the name %%q\n", %[3]q)
		os.Exit(1)
	}
	os.Exit(seat.Main(%[1]q, p, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
`

// program returns main.go.
func (b *Bot) program() (file, error) {
	name := FileName(b.Name)
	text := fmt.Sprintf(baselineMain, name, b.Game, b.Baseline)
	if b.Baseline == "" {
		list, imports := b.literal()
		text = fmt.Sprintf(genomeMain, name, b.Game, list, imports)
	}
	out, err := format.Source([]byte(text))
	if err != nil {
		return file{}, fmt.Errorf("format main.go: %w", err)
	}
	return file{"main.go", out}, nil
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
		fmt.Fprintf(&text, "\t%s, // %s\n", number, oneLine(b.GeneNames[i]))
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
	name := FileName(b.Name)
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
	return []byte(text.String())
}

// sort says what kind of bot it is.
func (b *Bot) sort() string {
	if b.Baseline != "" {
		return fmt.Sprintf("A player of %s: %s, one of bloodline's hand-written opponents.", b.Game, oneLine(b.Baseline))
	}
	return fmt.Sprintf("A player of %s, bred by bloodline: %d genes, read by fixed rules.", b.Game, len(b.Genes))
}

// anatomy says what is where.
func (b *Bot) anatomy() string {
	text := "- `main.go` picks the strategy out of `arena/baseline/" + b.Game + "`"
	if b.Baseline == "" {
		text = "- `main.go` holds the genes; `genome/" + b.Game + "` names them and has the rules that read them"
	}
	text += "; `engine/" + b.Game + "/seat` speaks the protocol.\n"
	if len(b.Champion) > 0 {
		text += "- `champion.json` is the bot as bloodline reads it.\n"
	}
	return text + "- The sources are bloodline's own, byte for byte, under the LICENSE beside them.\n"
}
