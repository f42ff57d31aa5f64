//go:build linux

package export_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"bloodline/arena/game"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/results/export"
)

// Two packages whose names collide with each other, with what is predeclared, with
// imports and with what stands within functions.
const (
	trickySeat = `// Package seat is one.
package seat

import (
	"fmt"
	"io"
	mathrand "math/rand"
)

// Policy plays.
type Policy interface{ Act(v *View) string }

// View is embedded by another package.
type View struct{ Seen, names int }

// Len is promoted.
func (v *View) Len() int { return v.names + len(names) }

var names = [...]string{first: "seat", second: "two"} // by constants

const (
	first = iota
	second
)

func init() { names[second] += "!" }

func max(a int) int { return a + 100 }

// Counter counts.
type Counter interface{ Count() int }

// Deck has cards that are there before other packages begin.
type Deck struct{}

// Count counts them.
func (Deck) Count() int { return len(cards) }

var cards = make([]int, 7)

// unused is not reached.
func unused() int { return mathrand.Int() }

// Main prints.
func Main(name string, p Policy, args []string, in io.Reader, out, errs io.Writer) int {
	fmt.Fprintln(out, p.Act(&View{Seen: max(1), names: 3}), names)
	return 0
}
`
	trickyRules = `package rules

import (
	"bloodline/genome/gene"
	"demo/seat"
	"fmt"
	rand "math/bits"
	"strings"
)

// Genes are two.
var Genes = []gene.Gene{{Name: "a", Max: 9}, {Name: "b", Max: 9}}

type names struct {
	*seat.View
	Policy int
	first  map[string]int
}

const first = "rules"

var second = map[string]int{first: count(seat.Deck{})}

func count(c seat.Counter) int { return c.Count() }

// New returns a policy.
func New(g []float64) seat.Policy { return player{g[0], g[1]} }

type player [2]float64

// Act says what it sees.
func (p player) Act(v *seat.View) string {
	seatNames := names{View: v, Policy: max(int(p[0]), int(p[1])), first: second}
	Main, View := "local", seatNames.View.Seen
	return strings.Join([]string{first, Main, fmt.Sprint(View, seatNames.Len(), seatNames.Policy, seatNames.first["rules"], rand.Len(8))}, " ")
}
`
)

// One file means what the packages meant, is formatted and has nothing that is not
// reached.
func TestExported_single(t *testing.T) {
	guard.Slow(t)
	one := func(text string) fstest.MapFS { return fstest.MapFS{"a.go": {Data: []byte(text)}} }
	b := export.Bot{
		Source: game.Source{Module: "demo", Seat: "demo/seat", Rules: "demo/rules", Trees: []game.Tree{
			{Path: "demo/seat", Files: one(trickySeat)},
			{Path: "demo/rules", Files: one(trickyRules)},
			{Path: "bloodline/genome/gene", Files: os.DirFS("../../genome/gene")},
		}},
		Game: "demo", Name: "Tricky", Genes: []float64{4, 5}, Schema: []gene.Gene{{Name: "a", Max: 9}, {Name: "b", Max: 9}},
	}
	var said [2]string
	for i, single := range []bool{false, true} {
		b.Single = single
		dir := put(t, b)
		if list := tool(t, dir, "gofmt", "-l", "main.go"); list != "" {
			t.Errorf("gofmt would change %s", list)
		}
		tool(t, dir, "go", "vet", "./...")
		tool(t, dir, "go", "build", "-o", "bot", ".")
		said[i] = tool(t, dir, "./bot")
		if text, err := os.ReadFile(dir + "/main.go"); err != nil || single && strings.Contains(string(text), "unused") {
			t.Errorf("%v: what is not reached is there:\n%s", err, text)
		}
	}
	if want := "rules local 101 5 5 7 4 [seat two!]\n"; said[0] != want || said[1] != want {
		t.Errorf("packages say %q, one file %q, want %q", said[0], said[1], want)
	}
}
