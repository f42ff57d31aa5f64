package rules_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/wojna/rules"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
	"bloodline/internal/guard"
)

// moderate returns a genome near the defaults, and far from sure of its choices.
func moderate(seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	out := schema().Default()
	for i, g := range rules.Genes {
		span := g.Max - g.Min
		out[i] = min(max(out[i]+0.1*span*(rng.Float64()-0.5), g.Min+0.01*span), g.Max-0.01*span)
		if g.Name == "mix.heat" {
			out[i] = 0.8
		}
	}
	return out
}

// slopeWitness compares slopes with the rules at every question, and with a derivative that is taken by steps.
type slopeWitness struct {
	t      *testing.T
	genes  []float64
	rules  *rules.Rules
	slopes *rules.Slopes
	read   map[string]bool
}

func (w *slopeWitness) Act(v *seat.View, x uint64) seat.Action {
	into := make([]float64, len(w.genes))
	a := w.slopes.Act(v, x, into)
	if want := w.rules.Act(v, x); a != want {
		w.t.Fatalf("the slopes chose %v, the rules %v", a, want)
	}
	every := uint64(1000)
	if v.Stack[v.Me] > 70 {
		every = 10 // a big stack is rare, and so rarer still among four
		if v.Alive == 1<<seat.Seats-1 {
			every = 1
		}
	}
	if roll.Next(x)%every != 0 {
		return a
	}
	observed := make([]float64, len(w.genes))
	if log, ok := w.slopes.Observe(v, a, observed); !ok || math.Abs(log-w.rules.LogProbability(v, a)) > 1e-2 {
		w.t.Errorf("%v: the log-probability of another player's move is %v, want %v", a, log, w.rules.LogProbability(v, a))
	}
	for i, x := range observed {
		if math.Abs(x-into[i]) > 1e-2+1e-2*math.Abs(into[i]) {
			w.t.Errorf("%v: observed, the slope of %s is %v, its own %v", a, rules.Genes[i].Name, x, into[i])
		}
	}
	log := func(i int, x float64) float64 {
		was := w.genes[i]
		w.genes[i] = x
		defer func() { w.genes[i] = was }()
		return rules.New(w.genes).LogProbability(v, a)
	}
	for i, g := range rules.Genes {
		span := g.Max - g.Min
		step := 0.002 * span
		here := rules.New(w.genes).LogProbability(v, a)
		left, right := (here-log(i, w.genes[i]-step))/step*span, (log(i, w.genes[i]+step)-here)/step*span
		have := into[i] * span
		// The two differ where a worth has a kink. The rules count in float32.
		slack := 0.03 + 0.03*math.Abs(have)
		if have < min(left, right)-slack || have > max(left, right)+slack {
			w.t.Errorf("%v: the slope of %s is %v of its range, the derivative %v on the left and %v on the right", a, g.Name, have, left, right)
		}
		if have != 0 {
			w.read[g.Name] = true
		}
	}
	return a
}

// Slopes play as the rules do, and are the derivatives of the log-probability of what they did.
func TestSlopes(t *testing.T) {
	guard.Slow(t)
	read := map[string]bool{}
	play := table.NewTable(table.New())
	for seed := range uint64(6) {
		v := moderate(seed)
		r := rules.New(v)
		w := &slopeWitness{t: t, genes: v, rules: r, slopes: rules.NewSlopes(r, v), read: read}
		seats := []engine.Player{w, rules.New(moderate(seed + 100)), rules.New(moderate(seed + 200)), rules.New(schema().Default())}
		play.Play(roll.Mix(seed), seats)
	}
	for _, g := range rules.Genes {
		if !read[g.Name] {
			t.Errorf("%s had no slope in any question: too few to judge", g.Name)
		}
	}
}

// A choice that depends on no gene has no slopes, and slopes are added to what is there.
func TestSlopes_Act_adds(t *testing.T) {
	v := moderate(1)
	d := rules.NewSlopes(rules.New(v), v)
	once, twice := make([]float64, len(v)), make([]float64, len(v))
	d.Act(stranger(9), 7, once)
	d.Act(stranger(9), 7, twice)
	d.Act(stranger(9), 7, twice)
	some := false
	for i := range once {
		some = some || once[i] != 0
		if math.Abs(twice[i]-2*once[i]) > 1e-12 {
			t.Errorf("%s: %v after two answers, %v after one", rules.Genes[i].Name, twice[i], once[i])
		}
	}
	if !some {
		t.Error("no gene has a slope")
	}
}
