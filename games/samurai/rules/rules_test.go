package rules_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/parttest"
	"bloodline/games/samurai/rules"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
	"bloodline/genome"
)

var schema = genome.Schema{Game: "samurai", Version: rules.Version, Genes: rules.Genes}

func TestRules_Conformance(t *testing.T) {
	parttest.Genes(t, table.Game{}, rules.Genes, rules.New, parttest.GeneOptions{Questions: 2000})
}

// Rows of defaults in another order than the genes would shift all that follow: these are the values that were bred.
func TestDefaults_Order(t *testing.T) {
	bred := map[string]float64{
		"worth.top.6": 1.225, "worth.last.6": 1.38, "worth.final.5": 0.642, "forecast.1.day.habit": 0.124,
		"forecast.1.night.top": 2.11, "forecast.2.prior": -0.711, "forecast.3.prior": -4.068, "forecast.evidence": 0.772,
		"forecast.later": 0.414, "forecast.beyond": 1.284, "forecast.variance": 1.007, "plan.draw.strength": -0.28,
		"plan.later.8": 0.579, "plan.beyond": 0.844, "threat.spread.first": 5.763, "threat.risk.second": 0.087,
		"habit.noise.night": 0.034, "open.strength.3": 0.154, "open.noise": 0.042,
	}
	found := 0
	for _, g := range rules.Genes {
		want, ok := bred[g.Name]
		if ok && g.Default != want {
			t.Errorf("gene %s: default %g, want %g", g.Name, g.Default, want)
		} else if ok {
			found++
		}
	}
	if last := rules.Genes[len(rules.Genes)-1].Name; found != len(bred) || last != "open.noise" || len(rules.Genes) != 71 {
		t.Errorf("%d of %d defaults, %d genes, the last is %s", found, len(bred), len(rules.Genes), last)
	}
}

// meetings returns what the default is asked in games with bots drawn at random.
func meetings(n int) []parttest.Question[seat.View] {
	rng := rand.New(rand.NewPCG(1, 1))
	return parttest.Questions[seat.View, seat.Action](table.Game{}, n, func(int) (seats []engine.Player) {
		for range 3 {
			seats = append(seats, rules.New(schema.Random(rng)))
		}
		return append(seats, rules.New(schema.Default()))
	})
}

// calm is the default without chance.
func calm() *rules.Rules {
	v := schema.Default()
	for i, g := range rules.Genes {
		if strings.Contains(g.Name, "noise") {
			v[i] = 0
		}
	}
	return rules.New(v)
}

// With two lords exchanged, the visits are exchanged.
func TestAct_LordsExchanged(t *testing.T) {
	views := meetings(2000)
	p, moved := calm(), 0
	for k := range views {
		v := *views[k].View
		swap(&v.Strength)
		swap(&v.Own)
		swap((*[6][4]uint8)(&v.Public))
		swap((*[6][4]uint8)(&v.Fresh))
		for i := range v.Shown {
			swap((*[6][4]uint8)(&v.Shown[i]))
		}
		swap((*[6]uint8)(&v.Secret[0]))
		swap((*[6]uint8)(&v.Secret[1]))
		a, b := p.Act(views[k].View, 0), p.Act(&v, 0)
		if a.Count(1) != b.Count(4) || a.Count(4) != b.Count(1) {
			moved++
		}
	}
	// On turn 1 lords of equal strength are equals, and it is a ninth of all.
	if moved*5 > len(views) {
		t.Errorf("%d of %d choices do not follow", moved, len(views))
	}
}

func swap[T any](x *[seat.Lords]T) { x[1], x[4] = x[4], x[1] }

// On the last turn four visits decide the strongest lord, everything else is far
// decided: the default must put them there.
func TestAct_DecidedByOneLord(t *testing.T) {
	v := seat.View{Strength: [6]uint8{3, 3, 6, 3, 3, 3}}
	v.Turn = seat.Turns
	v.Public = seat.Matrix{{0, 30, 30, 30}, {30, 0, 10, 10}, {7, 10, 0, 2}, {0, 30, 20, 20}, {30, 0, 10, 10}, {30, 0, 10, 10}}
	for l := range v.Public {
		v.Own[l] = v.Public[l][0]
	}
	for r := range uint64(20) {
		if a := rules.New(schema.Default()).Act(&v, roll.Mix(r)); a.Count(2) < 4 {
			t.Errorf("plays %v", a)
		}
	}
}
