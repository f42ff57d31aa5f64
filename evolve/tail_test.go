package evolve_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
)

// tailed is a run of 13 generations, the last one of which begins a round and has the
// mean of the last seven trails.
func tailed(rate float64) evolve.Config {
	cfg := learning()
	cfg.Learning, cfg.Generations, cfg.Tail = rate, 13, 0.5
	return cfg
}

// The champion of the last generation is the mean of the trails of the tail; before
// that the run is what it is without a tail.
func TestRun_tail(t *testing.T) {
	for name, rate := range map[string]float64{"by credit": 0.02, "by ranks": 0} {
		cfg := tailed(rate)
		result, all, l := taught(t, cfg, nil)
		if result.Champion.Operator != evolve.OpConsensus || result.Champion.Born != 12 {
			t.Fatalf("%s: champion %s by %s", name, result.Champion.ID, result.Champion.Operator)
		}
		mean := make([]float64, len(l.schema.Genes))
		for _, g := range all[6:] {
			for i, x := range g.Cloud.Trail {
				mean[i] += x / 7
			}
		}
		for i, want := range l.schema.Express(mean) {
			if have := result.Champion.Genes[i]; math.Abs(have-want) > 1e-9 {
				t.Errorf("%s, gene %d: %v, the mean of the tail is %v", name, i, have, want)
			}
		}
		cfg.Tail = 0
		_, without, _ := taught(t, cfg, nil)
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

// An anchor keeps the ways of the tail closer together, and changes nothing before it.
func TestRun_anchor(t *testing.T) {
	for name, rate := range map[string]float64{"by credit": 0.02, "by ranks": 0} {
		cfg := tailed(rate)
		_, loose, _ := taught(t, cfg, nil)
		cfg.Anchor = 0.5
		_, held, _ := taught(t, cfg, nil)
		for k := range 7 { // generation 6 is the first whose trail the tail has
			if !reflect.DeepEqual(loose[k].Individuals, held[k].Individuals) {
				t.Errorf("%s: generation %d differs from a run without an anchor", name, k)
			}
		}
		far := func(g evolve.State) (sum float64) {
			for i, x := range g.Cloud.Centre {
				sum += math.Abs(x - g.Cloud.Tail[i])
			}
			return sum
		}
		if have, free := far(held[12]), far(loose[12]); have >= free {
			t.Errorf("%s: the centre ended %v from the mean, without an anchor %v", name, have, free)
		}
	}
}

// A run with a tail ends alike wherever it was stopped and resumed, and cannot lose or
// gain the tail on the way.
func TestRun_tailResume(t *testing.T) {
	anchored := tailed(0.02)
	anchored.Anchor = 0.3
	want, whole, _ := taught(t, anchored, nil)
	for k := range whole {
		result, after, _ := taught(t, anchored, &whole[k])
		if !reflect.DeepEqual(append(whole[:k+1:k+1], after...), whole) || !reflect.DeepEqual(want, result) {
			t.Errorf("stopped after generation %d:\n%s", k, cmp.Diff(want, result))
		}
	}
	without := tailed(0.02)
	without.Tail = 0
	_, bare, l := taught(t, without, nil)
	for name, tt := range map[string]struct {
		cfg  evolve.Config
		from *evolve.State
	}{"gain": {tailed(0.02), &bare[3]}, "lose": {without, &whole[3]}} {
		_, err := evolve.Run(context.Background(), l.schema, tt.cfg, l, l, nil, tt.from)
		if field := new(evolve.FieldError); !errors.As(err, &field) || field.Field != "tail" {
			t.Errorf("%s a tail: %v", name, err)
		}
	}
}

// A generation that draws too few children to learn from leaves the trail where it
// was, and is a generation of the tail all the same.
func TestRun_tailFewChildren(t *testing.T) {
	cfg := tailed(0)
	cfg.CrossoverRate = 0.2
	result, all, l := taught(t, cfg, nil)
	mean, still := make([]float64, len(l.schema.Genes)), 0
	for k, g := range all[6:] {
		if reflect.DeepEqual(g.Cloud.Trail, all[6+k-1].Cloud.Trail) {
			still++
		}
		for i, x := range g.Cloud.Trail {
			mean[i] += x / 7
		}
	}
	if still == 0 || still == 7 {
		t.Fatalf("%d of seven generations left the trail where it was, want some", still)
	}
	for i, want := range l.schema.Express(mean) {
		if have := result.Champion.Genes[i]; math.Abs(have-want) > 1e-9 {
			t.Errorf("gene %d: %v, the mean of the tail is %v", i, have, want)
		}
	}
}
