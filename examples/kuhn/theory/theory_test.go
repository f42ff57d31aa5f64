package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"bloodline/arena/baseline"
	"bloodline/engine"
	fixed "bloodline/genome/gradient"

	"kuhn/baselines"
	"kuhn/gradient"
	"kuhn/rules"
	"kuhn/seat"
	"kuhn/table"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s: %.6f, want %.6f ± %g", what, got, want, within)
	}
}

// equilibrium is one of the family of the first player's equilibria, 0 <= alpha <= 1/3,
// with the second player's only one.
func equilibrium(alpha float64) (s strategy) {
	for gene, p := range map[string]float64{
		"bet.first.jack": alpha, "bet.first.king": 3 * alpha, "call.first.queen": alpha + 1./3, "call.first.king": 1,
		"bet.second.jack": 1. / 3, "bet.second.king": 1, "call.second.queen": 1. / 3, "call.second.king": 1,
	} {
		for i, g := range rules.Genes {
			if g.Name == gene {
				s[i] = p
			}
		}
	}
	return s
}

// The counts are those of the literature, for a tree that deals one card at a time.
func TestTree_Counts(t *testing.T) {
	nodes, ends, sets := 1+seat.Cards, 0, map[seat.View]bool{}
	var count func(node)
	count = func(n node) {
		nodes++
		if _, over := n.end(); over {
			ends++
			return
		}
		sets[n.view()] = true
		quiet, bold := n.next()
		count(quiet)
		count(bold)
	}
	for _, d := range deals() {
		count(d)
	}
	if nodes != 58 || ends != 30 || len(sets) != 12 {
		t.Errorf("%d nodes, %d ends, %d information sets; want 58, 30, 12", nodes, ends, len(sets))
	}
	numbers := map[int]bool{}
	for v := range sets {
		numbers[v.Situation()] = true
	}
	if len(numbers) != seat.Situations {
		t.Errorf("%d information sets have %d numbers", len(sets), len(numbers))
	}
}

func TestEquilibrium(t *testing.T) {
	for _, alpha := range []float64{0, 0.1, 0.2, 1. / 3} {
		s := equilibrium(alpha)
		near(t, "value", value(s, s), -1./18, 1e-12)
		near(t, "exploitability", exploitability(s), 0, 1e-12)
	}
	// Beyond the family's end a best response gains.
	if e := exploitability(equilibrium(0.34)); e < 1e-3 {
		t.Errorf("alpha 0.34 has an exploitability of %.6f", e)
	}
}

// By hand: against a first player who checks and folds everything, the second player
// bets everything and wins 1; against a second player who does, the first one does.
func TestExploitability_ByHand(t *testing.T) {
	near(t, "never bets or calls", exploitability(strategy{}), 1, 1e-12)
	always := strategy{}
	for i := range always {
		always[i] = 1
	}
	// Bets and calls are always met: with the king +2, with the jack -1 by folding or
	// checking down -2; with the queen even.
	near(t, "always bets and calls", exploitability(always), (2.+0-1)/3, 1e-12)
}

// No mixed strategy does better than the best pure one.
func TestExploitability_Bounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() (s strategy) {
		for i := range s {
			s[i] = r.Float64()
		}
		return s
	}
	for range 200 {
		s, other := random(), random()
		if gain := (value(other, s) - value(s, other)) / 2; gain > exploitability(s) {
			t.Fatalf("a mixed strategy gains %.6f, the best response %.6f", gain, exploitability(s))
		}
	}
}

// bits is a pure strategy as a policy.
type bits uint16

func (b bits) Act(v *seat.View, _ uint64) seat.Action {
	return v.Answer(b>>v.Situation()&1 == 1)
}

// All pairs of pure strategies score at the table what the tree says, on one seed for
// each of the six deals.
func TestTable_IsTheTree(t *testing.T) {
	seeds := map[[seat.Seats]seat.Card]uint64{}
	for seed := uint64(0); len(seeds) < len(deals()); seed++ {
		seeds[dealt(seed)] = seed
	}
	tab := table.Game{}.NewTable()
	info := table.Game{}.Info()
	for b := range 1 << seat.Situations {
		s, seats := strategyOfBits(bits(b)), []engine.Player{bits(b), bits(b)}
		for _, d := range deals() {
			want := d.value([seat.Seats]*strategy{&s, &s})
			got := float64(tab.Play(seeds[d.cards], seats).Score[0])/float64(info.ScoreUnit) - info.Mean
			if got != want {
				t.Fatalf("%v, strategy %012b: the table says %g, the tree %g", d.cards, b, got, want)
			}
		}
	}
}

func strategyOfBits(b bits) (s strategy) {
	for i := range s {
		s[i] = float64(b >> i & 1)
	}
	return s
}

// witness notes its card.
type witness struct{ card *seat.Card }

func (w witness) Act(v *seat.View, _ uint64) seat.Action {
	*w.card = v.Card
	return seat.Check
}

func dealt(seed uint64) (cards [seat.Seats]seat.Card) {
	table.Game{}.NewTable().Play(seed, []engine.Player{witness{&cards[0]}, witness{&cards[1]}})
	return cards
}

// The deals are alike, within five standard errors.
func TestTable_Deals(t *testing.T) {
	const n = 60_000
	count := map[[seat.Seats]seat.Card]float64{}
	for seed := range uint64(n) {
		count[dealt(seed)]++
	}
	for cards, have := range count {
		near(t, cards[0].String()+cards[1].String(), have, n/6, 5*math.Sqrt(n*5./36))
	}
	if len(count) != 6 {
		t.Errorf("%d deals", len(count))
	}
}

// What the rules draw is what the genes say.
func TestRules_AreTheirGenes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		genes := make([]float64, len(rules.Genes))
		for i := range genes {
			genes[i] = r.Float64()
		}
		for i, p := range strategyOf(rules.New(genes)) {
			near(t, rules.Genes[i].Name, p, genes[i], 1e-5)
		}
	}
}

// Every baseline's exact mean against the others, both seats, never rises down the list;
// the defaults beat Random.
func TestField_Order(t *testing.T) {
	var field []strategy
	for _, b := range baselines.All() {
		field = append(field, strategyOf(b.Player.(seat.Policy)))
	}
	last := math.Inf(1)
	for i, b := range baselines.All() {
		sum := 0.0
		for _, other := range field {
			sum += (value(field[i], other) - value(other, field[i])) / 2
		}
		mean := sum / float64(len(field)-1)
		t.Logf("%-8s %+.4f chips a game, exploitability %.4f", b.Name, mean, exploitability(field[i]))
		if mean > last+1e-12 {
			t.Errorf("%s is stronger than who stands above", b.Name)
		}
		last = mean
	}
	var genes []float64
	for _, g := range rules.Genes {
		genes = append(genes, g.Default)
	}
	s := strategyOf(rules.New(genes))
	random, _ := baseline.Find(baselines.All(), "random")
	r := strategyOf(random.Player.(seat.Policy))
	gain := (value(s, r) - value(r, s)) / 2
	t.Logf("defaults: %+.4f against Random, exploitability %.4f", gain, exploitability(s))
	if gain < 0.1 {
		t.Errorf("the defaults win %.4f against Random", gain)
	}
}

// The gradient is the derivative of the exact mean of both seats, within five
// standard errors.
func TestGradient_IsTheDerivative(t *testing.T) {
	const plays = 200_000
	genes := []float64{0.3, 0.2, 0.7, 0.1, 0.6, 0.9, 0.4, 0.25, 0.8, 0.15, 0.5, 0.85}
	other := rules.New([]float64{0.6, 0.1, 0.5, 0.2, 0.3, 0.7, 0.2, 0.5, 0.9, 0.3, 0.6, 0.8})
	path := gradient.New(genes).NewTrajectory()
	tab, info := table.Game{}.NewTable(), table.Game{}.Info()
	sum, squares := make([]float64, len(genes)), make([]float64, len(genes))
	for k := range uint64(plays) {
		own := int(k % 2)
		seats := []engine.Player{other, other}
		seats[own] = path
		score := tab.Play(k, seats).Score[own]
		into := make([]int64, len(genes))
		path.Add(float64(score)/float64(info.ScoreUnit)-info.Mean, into)
		for i, x := range into {
			d := fixed.Mean(x, 1)
			sum[i] += d / plays
			squares[i] += d * d / plays
		}
	}
	o := strategyOf(other)
	mean := func(i int, by float64) float64 {
		s := strategy(genes)
		s[i] += by
		return (value(s, o) - value(o, s)) / 2
	}
	for i, g := range rules.Genes {
		near(t, g.Name, sum[i], (mean(i, 1e-3)-mean(i, -1e-3))/2e-3, 5*math.Sqrt(squares[i]/plays))
	}
}
