package stats_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"bloodline/engine/stats"
	"bloodline/internal/guard"
)

func mustStart(t testing.TB, s stats.SPRT, on stats.Support) *stats.Walk {
	t.Helper()
	w, err := s.Start(on)
	guard.Must(t, err)
	return w
}

// The verdict is that of the first crossing: a long run of losses after it, which
// would turn the ratio around, changes nothing.
func TestWalk_FirstCrossing(t *testing.T) {
	test := stats.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	w := mustStart(t, test, stats.Steps(2))
	counts := make([]int64, 3)
	_, upper := test.Bounds()
	for i := 0; w.Decision() == stats.Continue; i++ {
		k := 2 - i%4/3*2 // three wins, one loss
		counts[k]++
		crossed := test.LLR(stats.Steps(2), counts) >= upper
		if have := w.Add(k) == stats.AcceptH1; have != crossed {
			t.Fatalf("block %d: verdict %v, crossed %v", i, w.Decision(), crossed)
		}
	}
	n, llr := w.N(), w.LLR()
	for range 5000 {
		w.Add(0)
	}
	if w.Decision() != stats.AcceptH1 || w.N() != n || w.LLR() != llr || w.Counts()[0] != counts[0] {
		t.Errorf("after the verdict: %v, N %d, LLR %v; want accept H1, %d, %v", w.Decision(), w.N(), w.LLR(), n, llr)
	}
	counts[0] += 5000
	if test.LLR(stats.Steps(2), counts) >= 0 {
		t.Error("the later losses are too few to test anything")
	}
}

func TestWalk_AllocatesNothing(t *testing.T) {
	w := mustStart(t, stats.SPRT{Elo0: 0, Elo1: 0.1, Alpha: 0.05, Beta: 0.05}, stats.Steps(4))
	i := 0
	if n := testing.AllocsPerRun(1000, func() { w.Add(i % 5); i++ }); n != 0 {
		t.Errorf("%v allocations a block, want 0", n)
	}
	d, err := stats.PairedTest{Diff0: 0, Diff1: 1e-6, Alpha: 0.05, Beta: 0.05, Min: 2, Max: 1e9}.Start()
	guard.Must(t, err)
	k := int64(0)
	if n := testing.AllocsPerRun(1000, func() { d.Add(k%3, 1); k++ }); n != 0 {
		t.Errorf("paired: %v allocations a block, want 0", n)
	}
}

func mustPaired(t testing.TB, d stats.PairedTest) *stats.PairedWalk {
	t.Helper()
	w, err := d.Start()
	guard.Must(t, err)
	return w
}

// Two arms with a large common part, the deal; the challenger is the better by one unit in a share of the blocks.
// Errors near alpha and beta, half of them at least, within four counting errors.
func TestPairedTest_ErrorRates(t *testing.T) {
	const walks = 2000
	counting := math.Sqrt(0.05 * 0.95 / walks)
	test := stats.PairedTest{Diff0: 0, Diff1: 0.25, Alpha: 0.05, Beta: 0.05, Min: 16, Max: 100_000}
	for _, c := range []struct {
		edge  float64
		wrong stats.Decision
	}{{0, stats.AcceptH1}, {0.25, stats.AcceptH0}} {
		bad := 0
		for k := range walks {
			rng := rand.New(rand.NewPCG(uint64(k), math.Float64bits(c.edge)))
			w := mustPaired(t, test)
			for w.Decision() == stats.Continue {
				deal := rng.Int64N(1000)
				a := deal + rng.Int64N(5)
				if rng.Float64() < c.edge {
					a++
				}
				w.Add(a, deal+rng.Int64N(5))
			}
			if w.Decision() == c.wrong {
				bad++
			}
		}
		rate := float64(bad) / walks
		if rate > 0.05+4*counting || rate < 0.025-4*counting {
			t.Errorf("edge %v: %.4f wrong, want about 0.05 ± %.4f", c.edge, rate, 4*counting)
		}
	}
}

// The ratio against the likelihoods of a normal distribution, written out and maximized over sigma by a scan.
func TestPairedTest_LLR(t *testing.T) {
	xs := []int64{3, -2, 0, 5, 1, 1, -4, 2, 2, -1}
	var diff stats.Tally
	for _, x := range xs {
		diff.Add(x)
	}
	top := func(mean float64) float64 {
		return best(0.5, 20, func(sigma float64) float64 {
			sum := 0.0
			for _, x := range xs {
				z := (float64(x) - mean) / sigma
				sum -= z*z/2 + math.Log(sigma)
			}
			return sum
		})
	}
	d := stats.PairedTest{Diff0: -0.5, Diff1: 1.25}
	near(t, "LLR", d.LLR(diff), top(1.25)-top(-0.5), 1e-9)
	near(t, "empty", d.LLR(stats.Tally{}), 0, 0)
}

func TestPairedTest_MinAndMax(t *testing.T) {
	d := stats.PairedTest{Diff0: 0, Diff1: 1, Alpha: 0.05, Beta: 0.05, Min: 10, Max: 20}
	for name, c := range map[string]struct {
		diff func(i int64) int64
		want stats.Decision
		n    int64
	}{
		"clones":     {func(int64) int64 { return 0 }, stats.AcceptH0, 10},
		"always one": {func(int64) int64 { return 1 }, stats.AcceptH1, 10},
		"too noisy":  {func(i int64) int64 { return 50 - i%2*100 }, stats.AcceptH0, 20},
		"below, cap": {func(i int64) int64 { return -50 + i%2*60 }, stats.AcceptH0, 20},
		// 2, 2, -1, …: 11/2·log(35/20) = 3.08 is the first ratio from block 10 on
		// beyond 2.94; at block 10 it is 10/2·log(31/19) = 2.45.
		"in between": {func(i int64) int64 { return 2 - i%3/2*3 }, stats.AcceptH1, 11},
	} {
		w := mustPaired(t, d)
		for i := range int64(50) {
			w.Add(1000+c.diff(i), 1000)
		}
		if w.Decision() != c.want || w.N() != c.n || w.Arms().A.N != c.n {
			t.Errorf("%s: %v after %d; want %v after %d", name, w.Decision(), w.N(), c.want, c.n)
		}
	}
}

func TestPairedTest_Validate(t *testing.T) {
	good := stats.PairedTest{Diff0: 0, Diff1: 1, Alpha: 0.05, Beta: 0.05, Min: 10, Max: 10}
	guard.Must(t, good.Validate())
	for want, change := range map[string]func(*stats.PairedTest){
		"alpha: must be in (0, 0.5), have 0.5":    func(d *stats.PairedTest) { d.Alpha = 0.5 },
		"beta: must be in (0, 0.5), have NaN":     func(d *stats.PairedTest) { d.Beta = math.NaN() },
		"diff1: must be above diff0 = 0, have 0":  func(d *stats.PairedTest) { d.Diff1 = 0 },
		"min: must be at least 2, have 1":         func(d *stats.PairedTest) { d.Min = 1 },
		"max: must be at least min = 10, have 9":  func(d *stats.PairedTest) { d.Max = 9 },
		"diff0: must be in [-1.7976931348623157e": func(d *stats.PairedTest) { d.Diff0 = math.Inf(-1) },
	} {
		d := good
		change(&d)
		if _, err := d.Start(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", d, err, want)
		}
	}
}
