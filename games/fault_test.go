package games_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"bloodline"
	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/games/coup"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/games/gametest"
	"bloodline/games/parttest"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// A kit that passes whatever it is given is no test. Each fault is put into Coup, in a
// process of its own since its test fails, and must be reported in these words.
var faults = map[string]struct {
	run  func(t *testing.T)
	says string
}{
	"gene not read": {genes(func(_ seat.Policy, v *seat.View, _ uint64) seat.Action { return lowest(v) }), "changes none of"},
	"remembers": {genes(func() act {
		n := uint64(0)
		return func(r seat.Policy, v *seat.View, x uint64) seat.Action { n++; return r.Act(v, x^n<<60) }
	}()), "to an equal view and roll"},
	"changes the view": {genes(func(r seat.Policy, v *seat.View, x uint64) seat.Action { v.Own().Caught++; return r.Act(v, x) }), "the answer changes the view"},
	"allocates": {genes(func(r seat.Policy, v *seat.View, x uint64) seat.Action {
		waste = new([16]byte)
		return r.Act(v, x)
	}), "choices allocate"},
	"illegal": {genes(func(seat.Policy, *seat.View, uint64) seat.Action { return seat.Coup }), "panic"},
	"bad gene": {func(t *testing.T) {
		parttest.Genes(t, table.Game{}, []gene.Gene{{Name: "a.b", Group: "a", Unit: "x", Max: -1, Doc: "D."}}, rules.New, parttest.GeneOptions{})
	}, "is not a range"},

	"baseline twice": {baselines(func(all []engine.Baseline) []engine.Baseline { return append(all, all[0]) }), "is listed twice"},
	"baseline order": {baselines(func(all []engine.Baseline) []engine.Baseline { slices.Reverse(all); return all }), "strongest first"},
	"no random":      {baselines(func(all []engine.Baseline) []engine.Baseline { return all[:3] }), "called random"},
	"no doc":         {baselines(func(all []engine.Baseline) []engine.Baseline { all[1].Doc = ""; return all }), "a sentence of its own"},

	"probe plays otherwise": {broken(func(g *bloodline.Game) {
		g.Portrait = probe(func(p *odd) { p.turned = true })
	}), "with the probe"},
	"uneven table": {broken(func(g *bloodline.Game) { g.Portrait = probe(func(p *odd) { p.row = []string{"a"} }) }), "under columns"},
	"impossible habit": {broken(func(g *bloodline.Game) {
		g.Portrait = probe(func(p *odd) { p.habit = portrait.Cell{Kind: portrait.IsShare, Did: 2, Could: 1, Habit: "x"} })
	}), "habit {Text: Kind:share Did:2"},
	"no words": {broken(func(g *bloodline.Game) { g.Portrait = probe(func(*odd) {}) }), "says nothing"},

	"weak defaults": {broken(func(g *bloodline.Game) {
		g.Rules = func([]float64) engine.Player {
			return acts(func(v *seat.View, _ uint64) seat.Action { return lowest(v) })
		}
		g.Gradient = nil
	}), "than Random in their place"},
	"gradient plays otherwise": {broken(func(g *bloodline.Game) {
		inner := g.Gradient
		g.Gradient = func(v []float64) engine.Player { return inner(make([]float64, len(v))) }
	}), "with the rules of the same genes"},
	"no gradient player": {broken(func(g *bloodline.Game) { g.Gradient = g.Rules }), "must be an engine.GradientPlayer"},
	"run file": {broken(func(g *bloodline.Game) {
		g.RunFiles = fstest.MapFS{"coup-bad.yaml": {Data: []byte("game: coup\nseed: many\n")}}
	}), "coup-bad:2: seed"},
	"champion of another schema": {broken(func(g *bloodline.Game) { g.Version = 99 }), "this program reads schema 99"},
	"part missing":               {broken(func(g *bloodline.Game) { g.Genes = nil }), "Genes: must be at least one"},
}

const variable = "BLOODLINE_TEST_FAULT"

func TestFaults(t *testing.T) {
	guard.Slow(t)
	for name, f := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(os.Args[0], "-test.run=^TestFault$", "-test.short")
			cmd.Env = append(os.Environ(), variable+"="+name)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), f.says) {
				t.Errorf("err %v, no %q in\n%.2000s", err, f.says, out)
			}
		})
	}
}

func TestFault(t *testing.T) {
	f, ok := faults[os.Getenv(variable)]
	if !ok {
		t.Skip("run by TestFaults")
	}
	f.run(t)
}

var waste *[16]byte

type act func(inner seat.Policy, v *seat.View, x uint64) seat.Action

// bent answers by a function that may ask the rules.
type bent struct {
	inner seat.Policy
	act   act
}

func (b bent) Act(v *seat.View, x uint64) seat.Action { return b.act(b.inner, v, x) }

type acts func(v *seat.View, x uint64) seat.Action

func (p acts) Act(v *seat.View, x uint64) seat.Action { return p(v, x) }

func lowest(v *seat.View) seat.Action {
	for a := seat.Action(0); ; a++ {
		if v.Legal.Has(a) {
			return a
		}
	}
}

// genes runs the kit over Coup's rules with every answer bent.
func genes(f act) func(t *testing.T) {
	return func(t *testing.T) {
		parttest.Genes(t, table.Game{}, rules.Described(), func(v []float64) bent {
			return bent{rules.New(v), f}
		}, parttest.GeneOptions{Questions: 500})
	}
}

func baselines(f func([]engine.Baseline) []engine.Baseline) func(t *testing.T) {
	return func(t *testing.T) {
		parttest.Baselines[seat.View, seat.Action](t, table.Game{}, func() []engine.Baseline { return f(coup.Game().Baselines) })
	}
}

func broken(f func(*bloodline.Game)) func(t *testing.T) {
	return func(t *testing.T) {
		g := coup.Game()
		f(&g)
		gametest.Run(t, g)
	}
}

// odd is a probe with a fault.
type odd struct {
	seat.Policy
	turned bool
	row    []string
	habit  portrait.Cell
}

func probe(f func(*odd)) func(engine.Player) portrait.Probe {
	return func(p engine.Player) portrait.Probe {
		o := &odd{Policy: p.(seat.Policy)}
		f(o)
		return o
	}
}

func (o *odd) Act(v *seat.View, x uint64) seat.Action {
	if o.turned {
		x = ^x
	}
	return o.Policy.Act(v, x)
}

func (o *odd) Tables() []portrait.CountTable {
	t := portrait.CountTable{Title: "T", Columns: []string{"a", "b"}}
	if o.row != nil {
		t.Add(o.row)
	}
	if o.habit.Habit != "" {
		t.Add([]string{"h"}, o.habit)
	}
	return []portrait.CountTable{t}
}

func (o *odd) Words() []portrait.Sentence {
	if o.turned || o.row != nil || o.habit.Habit != "" {
		return []portrait.Sentence{{Text: fmt.Sprint(o.turned), Row: -1}}
	}
	return nil
}
