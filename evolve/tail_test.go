package evolve_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"bloodline/evolve"
	"bloodline/internal/setting"
)

// tailed is a run of 13 generations, the last one of which begins a round and has the
// mean of the last seven moving averages.
func tailed(w way) evolve.Config {
	cfg := climbing()
	w.set(&cfg)
	cfg.Generations, cfg.Tail = 13, 0.5
	return cfg
}

// The champion of the last generation is the mean of the moving averages of the tail; before
// that the run is what it is without a tail.
func TestRun_tail(t *testing.T) {
	for _, name := range ways {
		cfg := tailed(name)
		result, all, l := climb(t, cfg, nil)
		if result.Champion.Operator != evolve.OpAveraged || result.Champion.Born != 12 {
			t.Fatalf("%s: champion %s by %s", name, result.Champion.ID, result.Champion.Operator)
		}
		mean := make([]float64, len(l.schema.Genes))
		for _, g := range all[6:] {
			for i, x := range g.Distribution.Average {
				mean[i] += x / 7
			}
		}
		for i, want := range l.schema.AtPoint(mean) {
			if have := result.Champion.Genes[i]; math.Abs(have-want) > 4.0/(1<<16) {
				t.Errorf("%s, gene %d: %v, the mean of the tail is %v", name, i, have, want)
			}
		}
		cfg.Tail = 0
		_, without, _ := climb(t, cfg, nil)
		for k := range 12 {
			if !reflect.DeepEqual(all[k].Individuals, without[k].Individuals) {
				t.Errorf("%s: generation %d differs from a run without a tail", name, k)
			}
		}
		if last := len(without) - 1; reflect.DeepEqual(all[last].Champion.Genes, without[last].Champion.Genes) {
			t.Errorf("%s: the tail changes nothing", name)
		}
	}
}

// The proximal term keeps the mean closer to the tail average, and changes nothing before
// the tail.
func TestRun_proximal(t *testing.T) {
	for _, name := range ways {
		cfg := tailed(name)
		_, loose, _ := climb(t, cfg, nil)
		cfg.Proximal = 0.5
		_, held, _ := climb(t, cfg, nil)
		for k := range 7 { // generation 6 is the first whose moving average the tail has
			if !reflect.DeepEqual(loose[k].Individuals, held[k].Individuals) {
				t.Errorf("%s: generation %d differs from a run without the term", name, k)
			}
		}
		far := func(g evolve.Generation) (sum float64) {
			for i, x := range g.Distribution.Mean {
				sum += math.Abs(x - g.Distribution.TailAverage[i])
			}
			return sum
		}
		if have, free := far(held[12]), far(loose[12]); have >= free {
			t.Errorf("%s: the mean ended %v from the tail average, without the term %v", name, have, free)
		}
	}
}

// A run cannot lose or gain its tail when it is resumed.
func TestRun_tailResume(t *testing.T) {
	_, whole, _ := climb(t, tailed(samplesByGradient), nil)
	without := tailed(samplesByGradient)
	without.Tail = 0
	_, bare, l := climb(t, without, nil)
	for name, tt := range map[string]struct {
		cfg  evolve.Config
		from *evolve.Generation
	}{"gain": {tailed(samplesByGradient), &bare[3]}, "lose": {without, &whole[3]}} {
		_, err := evolve.Run(context.Background(), l.schema, tt.cfg, l, l, nil, tt.from)
		if field := new(setting.Error); !errors.As(err, &field) || field.Key != "tail" {
			t.Errorf("%s a tail: %v", name, err)
		}
	}
}

// A generation with too few children to rank leaves the mean where it was, and is a
// generation of the tail all the same.
func TestRun_tailFewChildren(t *testing.T) {
	cfg := tailed(samplesByRanks)
	cfg.Population, cfg.Decay = 5, 0 // two children, but four where a round begins
	result, all, l := climb(t, cfg, nil)
	mean, still := make([]float64, len(l.schema.Genes)), 0
	for k, g := range all[6:] {
		if reflect.DeepEqual(g.Distribution.Mean, all[6+k-1].Distribution.Mean) {
			still++
		}
		for i, x := range g.Distribution.Average {
			mean[i] += x / 7
		}
	}
	if still == 0 || still == 7 {
		t.Fatalf("%d of seven generations left the mean where it was, want some", still)
	}
	for i, want := range l.schema.AtPoint(mean) {
		if have := result.Champion.Genes[i]; math.Abs(have-want) > 4.0/(1<<16) {
			t.Errorf("gene %d: %v, the mean of the tail is %v", i, have, want)
		}
	}
}
