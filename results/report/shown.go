package report

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"bloodline/arena/command"
	"bloodline/internal/setting"
	"bloodline/internal/system"
)

// SampleGame is a game of programs to look at: results don't show reversed ranks, or parameters in another order.
type SampleGame struct {
	Seed   uint64   `json:"seed"`
	Map    string   `json:"map,omitempty"`
	Seats  []string `json:"seats"`  // command lines
	Output string   `json:"output"` // of the referee: the text that the result was read from
	Result string   `json:"result"` // in words
}

// ShownText describes games of one deal that differ in their seats, the first in full.
func ShownText(games []SampleGame) string {
	var out []string
	for k, g := range games {
		says, quoted := "  seats swapped: ", strconv.Quote(g.Output) // which shows characters that are not printed: \t
		if k == 0 {
			says = "  referee: "
			out = append(out, fmt.Sprintf("A first game, %s: are result and parameters read correctly?", command.DealText(g.Seed, g.Map)))
			for i, line := range g.Seats {
				words, _ := ShortWords(line)
				out = append(out, clipped(fmt.Sprintf("  p%d: %s", i+1, system.Line(words)), 12))
			}
		}
		out = append(out, clipped(says+backslashes.Replace(quoted[1:len(quoted)-1]), 3), setting.Wrap(g.Result, "  ", Columns))
	}
	return strings.Join(out, "\n")
}

// clipped breaks a text into at most so many lines, at blanks where it can.
func clipped(text string, most int) string {
	rest, out := []rune(text), ""
	for lines := 1; len(rest) > Columns; lines++ {
		if lines == most {
			return out + string(rest[:Columns-1]) + "…"
		}
		at := Columns
		if blank := strings.LastIndexByte(string(rest[:Columns+1]), ' '); blank > Columns/2 {
			at = len([]rune(string(rest)[:blank]))
		}
		out += string(rest[:at]) + "\n"
		rest = []rune("      " + strings.TrimLeft(string(rest[at:]), " "))
	}
	return out + string(rest)
}

// backslashes takes away what is quoted without need.
var backslashes = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// fraction matches a number with more digits than a reader compares.
var fraction = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+\.\d{3,}`) })

// ShortWords splits a command line, with files without folders and three digits of numbers; if it can't, as one word.
func ShortWords(line string) (words []string, ok bool) {
	words, err := system.Words(line)
	if err != nil {
		return []string{line}, false
	}
	for i, w := range words {
		if filepath.IsAbs(w) {
			w = filepath.Base(w)
		}
		words[i] = fraction().ReplaceAllStringFunc(w, func(x string) string {
			f, _ := strconv.ParseFloat(x, 64)
			if math.Abs(f) >= 1000 {
				return strconv.FormatFloat(f, 'f', 0, 64)
			}
			return strconv.FormatFloat(f, 'g', 3, 64)
		})
	}
	return words, true
}
