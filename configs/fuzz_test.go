package configs

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/internal/guard"
)

// FuzzSet reads what follows --set on the command line: it is refused in lines that name
// the flag, or the settings hold it.
func FuzzSet(f *testing.F) {
	for _, pair := range []string{
		"evolve.population=50", "field=Taxman,Random", "field=[Taxman]", "fitness.deals=1.5", "seed", "=5", "a.b=5", "verdict.alpha=NaN",
		"evolve.sigma=", "holdout=", "league.initial=champion,latest", "budget.max_time=3h", "EVOLVE.population=5", "game=wojna", "start=x.json",
		"evolve=1", "field.0=Taxman", "seed=0x10", "evolve.follow=gradient\n", "field={a: b}", "field=&a [*a]",
	} {
		f.Add(pair, "")
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		o := Overrides{Set: []string{first, second}}
		if second == "" {
			o.Set = o.Set[:1]
		}
		c, err := Load("quick", o, known())
		if err == nil {
			roundTrip(t, c)
			return
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if !strings.HasPrefix(line, "--set") {
				t.Errorf("%q, %q: %q does not name the flag", first, second, line)
			}
		}
	})
}

// known has a run file of its own, which is read without a disk.
func known() game.Set {
	set := names()
	set[0].Shipped.RunFiles = []game.File{{Name: "quick", Data: []byte("game: coup\nfield: [Taxman]\n")}}
	return set
}

// A run file of a contest that is taken gives bots whose command lines lead back to their genomes, and genomes that
// keep its relations.
func FuzzContest(f *testing.F) {
	const head = "game: command\nfield: [{x: 'true 1'}]\nholdout: []\ncommand:\n  referee: true {p1} {p2}\n"
	for _, rest := range []string{
		"  bot: true {a} {b}\n  genes:\n    a: {distribution: float, low: 0, high: 1, default: 0.2}\n    b: {distribution: int, low: 5, high: 5, default: 5}\n",
		"  bot: true --mode={mode} --depth={depth}\n  genes:\n    mode: {distribution: categorical, choices: [rush, search], default: rush}\n    depth: {distribution: int, low: 4, high: 9, default: 5, when: mode == search}\n",
		"  bot: true {parameters}\n  relations: ['a + b + c <= 1', 'a < b + 0.1', '2*a < b']\n  genes:\n    a: {distribution: float, low: 0, high: 1, default: 0.1}\n" +
			"    b: {distribution: float, low: 0, high: 1, default: 0.3}\n    c: {distribution: float, low: 0, high: 1, default: 0.5}\n",
		"  scores: '[.x[] | .y]'\n  errors: '.e'\n  bot: true {W[1]} {s}\n  genes:\n    'W[1]': {distribution: float, low: 1000000.1, high: 1000000.9, default: 1000000.5}\n" +
			"    s: {distribution: int, low: 25, high: 300, step: 10, default: 25}\n    c: {fixed: 5}\n",
	} {
		f.Add(head + rest)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse("f.yaml", []byte(text), names())
		if err != nil || c.Game != command.Name || c.Simulator() {
			return
		}
		g, err := command.New(c.Command, dir, nil)
		if err != nil {
			return // its programs are not there
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for k := range 20 {
			v := g.Schema.Default()
			if k > 0 {
				v = g.Schema.Random(rng)
			}
			if r := g.Schema.Relations; r != nil && len(r.Broken(v)) > 0 {
				t.Errorf("%v breaks a relation", v)
			}
			if !json.Valid(g.Parameters(v)) {
				t.Errorf("parameters %s", g.Parameters(v))
			}
			line := g.Bot(v).CommandLine()
			if back, ok := g.Genes(line); ok && g.Bot(back).CommandLine() != line {
				t.Errorf("%s leads to %v, which is %s", line, back, g.Bot(back).CommandLine())
			}
		}
	})
}

func TestMain(m *testing.M) { os.Exit(guard.Tests(m).Run()) }
