package small_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"bloodline"
	"bloodline/engine"
	"bloodline/games/gametest/lots"
	"bloodline/games/gametest/sticks"
	"bloodline/games/parttest"
	"bloodline/small"
	"bloodline/small/exact"
)

func run(input string) (code int, stdout, stderr string) {
	var out, err strings.Builder
	code = sticks.Game.Main("bot", sticks.Game.Baseline("Greedy"), nil, strings.NewReader(input), &out, &err)
	return code, out.String(), err.String()
}

// Strangers are described by whether they leave fewer or more sticks than the defaults do.
func TestStranger_Traits(t *testing.T) {
	described := map[bool]bool{}
	for seed := range uint64(50) {
		for _, trait := range sticks.Game.Stranger(seed, nil).Traits() {
			if less := trait == "leaves a multiple of four less often"; less || trait == "leaves a multiple of four more often" {
				described[less] = true
			}
			if trait == "" || trait[:1] != strings.ToLower(trait[:1]) || strings.HasSuffix(trait, ".") {
				t.Errorf("stranger %d: %q does not fit into a sentence", seed, trait)
			}
		}
	}
	if !described[true] || !described[false] {
		t.Errorf("of 50 strangers some leave a multiple of four less often and some more: %v", described)
	}
}

// A program answers every question; what is none ends it with one line that says where.
func TestGame_Main(t *testing.T) {
	const good = `{"view":{"Left":5},"legal":["1","2","3"]}` + "\n"
	for input, want := range map[string]string{
		good + `{"legal":["1","2"],"view":{"Left":2}}` + "\r\n": "\"3\"\n\"2\"\n",
		"":           "",
		good + "\n":  "!\"3\"\n",
		"\x00\xff\n": "!", "null\n": "!", "[]\n": "!", "{}\n": "!", `{"view":{"Left":5}}`: "!", `{"view":[],"legal":["1"]}`: "!",
		`{"view":{"Left":0},"legal":[]}`: "!", `{"view":{"Left":-9},"legal":["1"]}`: "!", `{"view":{"Left":5},"legal":["1"]}`: "!",
		`{"view":{"Left":1000000000},"legal":["1","2","3"]}` + "\nx": "!\"3\"\n", `{"view":{"Left":5},"legal":["1","2","3"],"more":1}`: "!",
		strings.Repeat("x", 1<<17): "!",
	} {
		code, out, err := run(input)
		want, fails := strings.CutPrefix(want, "!")
		if lines := strings.Count(err, "\n"); out != want || fails != (code == 1) || fails != (lines == 1) || len(err) > 250 {
			t.Errorf("%.60q: code %d, stdout %q, stderr %q", input, code, out, err)
		}
	}
}

// A view that no game comes to may be more than rules can bear.
func TestServe_Panics(t *testing.T) {
	p := small.Player[sticks.View, int](func(v *sticks.View, _ []int, _ uint64) int { return []int{1}[v.Left] })
	var out strings.Builder
	err := sticks.Game.Serve(p, 1, strings.NewReader(`{"view":{"Left":7},"legal":["1","2","3"]}`), &out)
	if err == nil || !strings.HasPrefix(err.Error(), "line 1: view: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("have %v", err)
	}
}

func FuzzServe(f *testing.F) {
	f.Add(`{"view":{"Left":5},"legal":["1","2","3"]}`)
	f.Add(`{"view":{"Left":2},"legal":["1","2"]}` + "\n{}")
	f.Fuzz(func(t *testing.T, input string) {
		code, _, err := run(input)
		if code > 1 || code == 1 && strings.Count(err, "\n") != 1 {
			t.Errorf("%q: code %d, %q", input, code, err)
		}
	})
}

// The transcript of a game is what a program is asked and answers.
func TestParity(t *testing.T) {
	p := &small.Linear[lots.View, int]{Features: lots.Game.Features, Weights: []float64{1, 0, 1}}
	parttest.Parity(t, lots.Game.Tables(), p, parttest.Lines{
		Serve: func(seed uint64, in io.Reader, out io.Writer) error {
			return lots.Game.Serve(p, seed, in, out)
		},
	})
}

// unscored is a game that has no score.
type unscored struct{ small.State[sticks.View, int] }

func (unscored) Score(int) float64 { return math.NaN() }

// An illegal move is a fault of its player, and a score that is no number one of the game.
func TestTable_Panics(t *testing.T) {
	bad := sticks.Game
	bad.New = func() small.State[sticks.View, int] { return unscored{sticks.Game.New()} }
	one := func(_ *sticks.View, legal []int, _ uint64) int { return legal[0] }
	for want, c := range map[string]struct {
		g    small.Game[sticks.View, int]
		play small.Player[sticks.View, int]
	}{
		"illegal move 4":               {sticks.Game, func(*sticks.View, []int, uint64) int { return 4 }},
		"Score NaN is no whole number": {bad, one},
	} {
		t.Run(want, func(t *testing.T) {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), want) {
					t.Errorf("have %v", r)
				}
			}()
			c.g.NewTable().Play(1, []engine.Player{c.play, c.play})
		})
	}
}

// Outcomes are all there are, with their probabilities, which add up to 1.
func TestOutcomes(t *testing.T) {
	var sums [8]float64
	var sum int
	small.Outcomes(func(c *small.Chance) {
		if sum = c.N(2); sum == 1 {
			sum += c.N(3) + c.N(2)
		}
	}, func(p float64) { sums[sum] += p })
	for n, want := range []float64{1. / 2, 1. / 12, 2. / 12, 2. / 12, 1. / 12} {
		if math.Abs(sums[n]-want) > 1e-12 {
			t.Errorf("%d: %g, want %g", n, sums[n], want)
		}
	}
}

// Shuffle draws all orders alike.
func TestShuffle(t *testing.T) {
	orders := map[[3]int]float64{}
	var cards [3]int
	small.Outcomes(func(c *small.Chance) { cards = [3]int{1, 2, 3}; small.Shuffle(c, cards[:]) }, func(p float64) { orders[cards] += p })
	for order, p := range orders {
		if len(orders) != 6 || math.Abs(p-1./6) > 1e-12 {
			t.Errorf("%v: %g of %d orders", order, p, len(orders))
		}
	}
}

// The gradient is the derivative of the logarithm of a move's probability.
func TestLearner(t *testing.T) {
	const h = 1e-5
	weights := []float64{0.5, -1, 2}
	q := &small.Question[lots.View, int]{View: lots.View{Left: 2, Prize: 3}}
	q.Legal = q.View.Legal(nil)
	of := bloodline.Small(lots.Game, nil)
	linear := func() *small.Linear[lots.View, int] {
		return &small.Linear[lots.View, int]{Features: lots.Game.Features, Weights: weights}
	}
	share := func(move int) float64 { return linear().Weigh(q).Shares[move-1] }
	for _, x := range []uint64{0, 1 << 62, 1 << 63, 3 << 62, 1<<64 - 1} {
		tr := of.Gradient(weights).(engine.GradientPlayer).NewTrajectory()
		move := tr.(small.Policy[lots.View, int]).Act(q, x)
		got := make([]int64, len(weights))
		tr.Add(2, got)
		for j := range weights {
			weights[j] += h
			up := share(move)
			weights[j] -= 2 * h
			down := share(move)
			weights[j] += h
			want := 2 * (math.Log(up) - math.Log(down)) / (2 * h)
			if have := engine.FixedMean(got[j], 1); math.Abs(have-want) > 1e-5 {
				t.Errorf("roll %d, gene %d: %g, want %g", x, j, have, want)
			}
		}
	}
}

// Who always leaves a multiple of four loses only where it begins with one, or its opponent without.
func TestBestResponse(t *testing.T) {
	perfect := sticks.Game.Player([]float64{1000, 0})
	if x, err := exact.BestResponse(t.Context(), sticks.Game, perfect, 10_000); err != nil || math.Abs(x-0.5) > 1e-9 {
		t.Errorf("perfect play gives the best response %g, want 0.5", x)
	}
	if x, err := exact.BestResponse(t.Context(), sticks.Game, sticks.Game.Baseline("Greedy"), 1_000_000); err != nil || math.Abs(x-1) > 1e-9 {
		t.Errorf("greedy play gives the best response %g, want 1", x)
	}
	if _, err := exact.BestResponse(t.Context(), sticks.Game, perfect, 50); !errors.Is(err, exact.ErrLarge) {
		t.Errorf("with more than 50 nodes: %v", err)
	}
	if _, err := exact.BestResponse(t.Context(), lots.Game, lots.Game.Baseline("Top"), 1000); err == nil || errors.Is(err, exact.ErrLarge) {
		t.Errorf("with three seats: %v", err)
	}
}
