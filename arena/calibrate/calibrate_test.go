package calibrate_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/calibrate"
	"bloodline/engine/roll"
	"bloodline/genome/gene"
)

func unit(name string, start float64) gene.Gene {
	return gene.Gene{Name: name, Min: 0, Max: 1, Default: start}
}

// toy is a field of four bots with one parameter each: bot i beats bot j with
// probability 1/(1+exp(4(pj-pi))), measured by drawing games. Its points are those
// of 60 games.
func toy() calibrate.Problem {
	p := calibrate.Problem{Target: make([]float64, 4)}
	for range 4 {
		p.Params = append(p.Params, unit("bot", 0.5))
	}
	for i, a := range toyStrength {
		for j, b := range toyStrength {
			if i != j {
				p.Target[i] += 20 * beats(a, b)
			}
		}
	}
	p.Play = calibrate.Pairwise(4, []int{0, 1, 2, 3}, 2, toyMatch)
	return p
}

// toyStrength keeps the mean of the start, since a table tells differences only.
var toyStrength = []float64{0.85, 0.6, 0.4, 0.15}

func beats(a, b float64) float64 { return 1 / (1 + math.Exp(4*(b-a))) }

func toyMatch(_ int, params []float64, i, j, rounds int, seed uint64) (float64, float64) {
	rng, won := roll.New(seed), 0.0
	for range 20 * rounds {
		if rng.Float() < beats(params[i], params[j]) {
			won++
		}
	}
	return won / float64(rounds), 20 - won/float64(rounds)
}

func TestFit(t *testing.T) {
	var sweeps int
	r, err := calibrate.Fit(context.Background(), toy(), calibrate.Options{Seed: 7, Penalty: 1e-9}, func(p calibrate.Progress) {
		sweeps++
		if p.Stage < 1 || p.Sweep < 1 || p.Rounds < 1 || p.Loss < 0 {
			t.Errorf("odd progress: %+v", p)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if sweeps < 4 {
		t.Errorf("%d sweeps reported, want one at least of each stage", sweeps)
	}
	if r.Worst > 0.5 || r.Spearman != 1 {
		t.Errorf("worst residual %.2f of 60, Spearman %v", r.Worst, r.Spearman)
	}
	for i, want := range toyStrength {
		got := r.Params[i] - r.Params[3] + toyStrength[3]
		if math.Abs(got-want) > 0.05 {
			t.Errorf("parameter %d: %.3f, planted %.3f", i, got, want)
		}
	}
}

func TestFit_repeats(t *testing.T) {
	o := calibrate.Options{Seed: 3, Stages: []calibrate.Stage{{Rounds: 5, Sweeps: 4, Step: 0.2}}, Check: 10}
	a, _ := calibrate.Fit(context.Background(), toy(), o, nil)
	b, _ := calibrate.Fit(context.Background(), toy(), o, nil)
	if !slices.Equal(a.Params, b.Params) || !slices.Equal(a.Points, b.Points) || a.Plays != b.Plays {
		t.Errorf("two fits of one seed: %+v and %+v", a, b)
	}
	o.Seed = 4
	if c, _ := calibrate.Fit(context.Background(), toy(), o, nil); slices.Equal(a.Points, c.Points) {
		t.Error("another seed saw the same deals")
	}
}

// TestFit_penalty lets the loss decide between fits that are equally good: the second
// parameter has no effect and stays where it is.
func TestFit_penalty(t *testing.T) {
	p := calibrate.Problem{
		Params: []gene.Gene{unit("works", 0.2), unit("idles", 0.3)},
		Target: []float64{7, 3},
		Play: func(params []float64, _ int, _ uint64) []float64 {
			return []float64{10 * params[0], 10 - 10*params[0]}
		},
	}
	r, err := calibrate.Fit(context.Background(), p, calibrate.Options{Penalty: 0.1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Params[0]-0.7) > 0.02 || r.Params[1] != 0.3 {
		t.Errorf("params %v, want about [0.7 0.3]", r.Params)
	}
}

// TestFit_order has a field of two that cannot be right: the least squares stand in
// the wrong order, and the hinge pulls them towards the right one. The wanted
// values are where the derivative of the loss is zero.
func TestFit_order(t *testing.T) {
	p := calibrate.Problem{
		Params: []gene.Gene{unit("share", 0.5)},
		Target: []float64{6, 5.9},
		Play: func(params []float64, _ int, _ uint64) []float64 {
			return []float64{10 * params[0], 10 - 2*params[0]}
		},
	}
	for _, c := range []struct{ margin, want float64 }{{0.1, 189.4 / 248}, {1e-9, 188.2 / 248}} {
		r, err := calibrate.Fit(context.Background(), p, calibrate.Options{Margin: c.margin, Penalty: 1e-9}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.Params[0]-c.want) > 0.01 {
			t.Errorf("margin %v: parameter %.4f, want %.4f", c.margin, r.Params[0], c.want)
		}
	}
	p.Target[1] = 6 // a tie has no order
	if r, _ := calibrate.Fit(context.Background(), p, calibrate.Options{Penalty: 1e-9}, nil); math.Abs(r.Params[0]-68./104) > 0.01 {
		t.Errorf("tie: parameter %.4f, want %.4f", r.Params[0], 68./104)
	}
}

func TestFit_cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p, calls := toy(), 0
	inner := p.Play
	p.Play = func(params []float64, rounds int, seed uint64) []float64 {
		if calls++; calls == 3 {
			cancel()
		}
		return inner(params, rounds, seed)
	}
	r, err := calibrate.Fit(ctx, p, calibrate.Options{}, nil)
	if !errors.Is(err, context.Canceled) || calls > 4 || len(r.Params) != 4 || r.Points != nil {
		t.Errorf("after %d calls: %+v, %v", calls, r, err)
	}
}

func TestFit_invalid(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*calibrate.Problem, *calibrate.Options)
	}{
		{"no play", "no Play", func(p *calibrate.Problem, _ *calibrate.Options) { p.Play = nil }},
		{"one bot", "at least 2 bots, have 1", func(p *calibrate.Problem, _ *calibrate.Options) { p.Target = p.Target[:1] }},
		{"no parameters", "no parameters", func(p *calibrate.Problem, _ *calibrate.Options) { p.Params = nil }},
		{"reversed", "must be in [1, 0]", func(p *calibrate.Problem, _ *calibrate.Options) { p.Params[1].Min, p.Params[1].Max = 1, 0 }},
		{"not a number", "must be in [0, 1], have NaN", func(p *calibrate.Problem, _ *calibrate.Options) { p.Params[0].Default = math.NaN() }},
		{"target", "target 2 must be finite", func(p *calibrate.Problem, _ *calibrate.Options) { p.Target[2] = math.Inf(1) }},
		{"rounds", "stage 1: rounds must be positive", func(_ *calibrate.Problem, o *calibrate.Options) {
			o.Stages = []calibrate.Stage{{Sweeps: 1, Step: 0.1}}
		}},
		{"sweeps", "stage 1: sweeps must be positive", func(_ *calibrate.Problem, o *calibrate.Options) {
			o.Stages = []calibrate.Stage{{Rounds: 1, Step: 0.1}}
		}},
		{"step", "step must be in (0, 1]", func(_ *calibrate.Problem, o *calibrate.Options) {
			o.Stages = []calibrate.Stage{{Rounds: 1, Sweeps: 1, Step: 2}}
		}},
		{"penalty", "penalty must be", func(_ *calibrate.Problem, o *calibrate.Options) { o.Penalty = math.NaN() }},
		{"margin", "margin must be", func(_ *calibrate.Problem, o *calibrate.Options) { o.Margin = -1 }},
		{"check", "check must be positive", func(_ *calibrate.Problem, o *calibrate.Options) { o.Check = -1 }},
	} {
		p, o := toy(), calibrate.Options{}
		c.spoil(&p, &o)
		if _, err := calibrate.Fit(context.Background(), p, o, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// TestPairwise compares a round robin with memory and a round robin without, over
// a walk like that of a search, and counts what it played.
func TestPairwise(t *testing.T) {
	owner := []int{0, 0, 1, 2, 3}
	played := 0
	counted := func(w int, params []float64, i, j, rounds int, seed uint64) (float64, float64) {
		played++
		rng := roll.New(roll.Mix(seed, uint64(i), uint64(j), uint64(rounds), math.Float64bits(strength(owner, params, i)), math.Float64bits(strength(owner, params, j))))
		return rng.Float(), rng.Float()
	}
	remembers := calibrate.Pairwise(5, owner, 1, counted)
	at := []float64{0.1, 0.2, 0.3, 0.4, 0.5}
	for _, step := range []struct {
		change int
		seed   uint64
		pairs  int
	}{
		{-1, 1, 10}, // everything
		{-1, 1, 0},  // nothing new
		{0, 1, 4},   // the pairs of bot 0
		{2, 1, 4},   // back at 0, on at 1
		{4, 1, 4},
		{-1, 1, 0},
		{-1, 2, 10}, // other deals
	} {
		params := slices.Clone(at)
		if step.change >= 0 {
			params[step.change] += 0.05
		}
		played = 0
		got := remembers(params, 3, step.seed)
		if played != step.pairs {
			t.Errorf("change %d: played %d pairs, want %d", step.change, played, step.pairs)
		}
		if want := calibrate.Pairwise(5, owner, 1, counted)(params, 3, step.seed); !slices.Equal(got, want) {
			t.Errorf("change %d: %v, afresh %v", step.change, got, want)
		}
	}
}

// strength is any function of one bot's parameters.
func strength(owner []int, params []float64, bot int) float64 {
	var sum float64
	for k, p := range params {
		if owner[k] == bot {
			sum += float64(k+1) * p
		}
	}
	return sum
}

func TestPairwise_workers(t *testing.T) {
	params := []float64{0.9, 0.2, 0.5, 0.4}
	want := calibrate.Pairwise(4, []int{0, 1, 2, 3}, 1, toyMatch)(params, 50, 9)
	for _, workers := range []int{0, 2, 7} {
		if got := calibrate.Pairwise(4, []int{0, 1, 2, 3}, workers, toyMatch)(params, 50, 9); !slices.Equal(got, want) {
			t.Errorf("%d workers: %v, one: %v", workers, got, want)
		}
	}
}
