package evolve_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// bowl is a concave fitness without noise, and its exact gradient as credit. Each
// gene has an optimum, in units of its range, that may lie beyond a bound.
type bowl struct {
	schema  *genome.Schema
	optimum []float64
}

func newBowl(optimum ...float64) *bowl {
	b := &bowl{&genome.Schema{Game: "bowl", Version: 1}, optimum}
	for i := range optimum {
		width := math.Pow(10, float64(i)-2) // units of every size
		b.schema.Genes = append(b.schema.Genes, gene.Gene{
			Name: string(rune('a' + i)), Group: "g", Unit: "u", Min: -width, Max: width, Default: 0.2 * width, Doc: "d",
		})
	}
	return b
}

func (b *bowl) Evaluate(ctx context.Context, _ int, population []genome.Vector) ([]evolve.Fitness, error) {
	out := make([]evolve.Fitness, len(population))
	for k, v := range population {
		f := evolve.Fitness{Mean: 1, Games: 10 + int64(k%3), Credit: make([]float64, len(v))}
		for i, x := range b.schema.Point(v) {
			away, weight := x-b.optimum[i], 1/float64(1+i)
			f.Mean -= weight * away * away
			f.Credit[i] = -2 * weight * away / (b.schema.Genes[i].Max - b.schema.Genes[i].Min)
		}
		out[k] = f
	}
	return out, ctx.Err()
}

func (b *bowl) Challenge(context.Context, int, genome.Vector, genome.Vector) (evolve.Verdict, error) {
	return evolve.Verdict{}, nil
}

// The centre climbs to the optimum, or to the bound before it, and stays there, no
// further off than a step. No step is longer than Adam's bound, which is the rate
// for these averages (Kingma, Ba 2015, section 2.1).
func TestRun_learning(t *testing.T) {
	b := newBowl(0.2, 0.5, 0.61, 0.9, 1, 1.5, -0.4, 0)
	goal := []float64{0.2, 0.5, 0.61, 0.9, 1, 1, 0, 0}
	cfg := quick()
	cfg.Crossover, cfg.Population, cfg.Generations, cfg.Immigrants = evolve.OpNormal, 60, 200, 0
	cfg.Learning, cfg.Step, cfg.RandomShare, cfg.Trend = 0.03, 0.03, 0, 0.2
	k := &keep{}
	if _, err := evolve.Run(context.Background(), b.schema, cfg, b, b, k, nil); err != nil {
		t.Fatal(err)
	}
	var last []float64
	for _, g := range k.all {
		for i, x := range g.Cloud.Centre {
			if x < 0 || x > 1 || last != nil && math.Abs(x-last[i]) > cfg.Learning {
				t.Fatalf("generation %d: gene %d is at %v, after %v", g.Number, i, x, last)
			}
			if off := math.Abs(x - goal[i]); g.Number >= 100 && off > cfg.Learning {
				t.Errorf("generation %d: gene %d is at %.4f, its optimum at %v", g.Number, i, x, goal[i])
			}
			if g.Cloud.Spread[i] != cfg.Step {
				t.Fatalf("generation %d: gene %d has spread %v", g.Number, i, g.Cloud.Spread[i])
			}
		}
		last = g.Cloud.Centre
	}
}

// teacher is a landscape that gives credit: its gradient, with noise.
type teacher struct {
	*landscape
	at      int // generation to spoil
	spoil   func(fs []evolve.Fitness)
	lessons map[string]evolve.Fitness // all that it gave, by generation and genes
}

func newTeacher() *teacher {
	return &teacher{landscape: newLandscape("quadratic", 20, 1), lessons: map[string]evolve.Fitness{}}
}

func (l *teacher) Evaluate(ctx context.Context, generation int, population []genome.Vector) ([]evolve.Fitness, error) {
	fs, err := l.landscape.Evaluate(ctx, generation, population)
	for k, v := range population {
		fs[k].Games += int64(100 * (k % 5))
		fs[k].Credit = make([]float64, len(v))
		beside := v.Clone()
		for i, x := range v {
			beside[i] = x + 1e-4
			up := l.truth(beside)
			beside[i] = x - 1e-4
			fs[k].Credit[i] = (up-l.truth(beside))/2e-4 + 0.01*normal(6, uint64(generation), uint64(i), print64(v))
			beside[i] = x
		}
		l.lessons[entry(generation, v)] = fs[k]
	}
	if generation == l.at && l.spoil != nil {
		l.spoil(fs)
	}
	return fs, err
}

// learning has everything of a generation: rounds, elites, mutants and immigrants
// beside those that are drawn.
func learning() evolve.Config {
	cfg := quick()
	cfg.Crossover, cfg.CrossoverRate, cfg.Learning, cfg.Step, cfg.Pull = evolve.OpNormal, 0.7, 0.02, 0.05, 0.01
	cfg.Round, cfg.RoundSpread, cfg.Generations = 4, 0.3, 14
	return cfg
}

func taught(tb testing.TB, cfg evolve.Config, from *evolve.State) (evolve.Result, []evolve.Generation, *teacher) {
	tb.Helper()
	l, k := newTeacher(), &keep{}
	result, err := evolve.Run(context.Background(), l.schema, cfg, l, l, k, from)
	if err != nil {
		tb.Fatal(err)
	}
	return result, k.all, l
}

// A learning run that is stopped after any generation and resumed ends like one
// that was not.
func TestRun_learningResume(t *testing.T) {
	want, whole, _ := taught(t, learning(), nil)
	for k := range whole {
		cut := learning()
		cut.Generations = k + 1
		first, before, _ := taught(t, cut, nil)
		result, after, _ := taught(t, learning(), &first.Last)
		if all := append(before, after...); !reflect.DeepEqual(whole, all) || !reflect.DeepEqual(want, result) {
			t.Fatalf("stopped after generation %d:\n%s%s", k, cmp.Diff(whole, all), cmp.Diff(want, result))
		}
	}
}

// The record of a generation holds its lesson and the averages before it, in every
// round the same spread, and with no individual a credit.
func TestRun_learningRecord(t *testing.T) {
	cfg := learning()
	_, all, l := taught(t, cfg, nil)
	momentum, scale := make([]float64, 20), make([]float64, 20)
	for _, g := range all {
		want, games := make([]float64, 20), 0.0
		for _, one := range g.Individuals {
			if one.Operator == evolve.OpNormal && one.Born == g.Number {
				f := l.lessons[entry(g.Number, one.Genes)]
				games += float64(f.Games)
				for i, x := range f.Credit {
					want[i] += float64(f.Games) * x
				}
			}
		}
		if games == 0 {
			t.Fatalf("generation %d: nobody was drawn", g.Number)
		}
		for i := range want {
			want[i] /= games
			if c := g.Cloud; math.Abs(c.Lesson[i]-want[i]) > 1e-12 || math.Abs(c.Momentum[i]-momentum[i]) > 1e-12 || math.Abs(c.Scale[i]-scale[i]) > 1e-12 || c.Spread[i] != cfg.Step {
				t.Fatalf("generation %d, gene %d: lesson %v, want %v, momentum %v, want %v, scale %v, want %v, spread %v",
					g.Number, i, c.Lesson[i], want[i], c.Momentum[i], momentum[i], c.Scale[i], scale[i], c.Spread[i])
			}
			momentum[i] = 0.9*momentum[i] + 0.1*want[i]
			scale[i] = 0.99*scale[i] + 0.01*want[i]*want[i]
		}
		for _, one := range slices.Concat(g.Individuals, g.HallOfFame, []evolve.Individual{g.Champion}) {
			if one.Fitness.Credit != nil || one.Pooled.Credit != nil || one.Fitness.Games == 0 || one.Pooled.Games == 0 {
				t.Fatalf("generation %d: %s has fitness %+v, pooled %+v", g.Number, one.ID, one.Fitness, one.Pooled)
			}
		}
	}
}

// Credit that an evaluator gives without being asked leaves no trace.
func TestRun_unasked(t *testing.T) {
	cfg := learning()
	cfg.Learning = 0
	want, whole, l := taught(t, cfg, nil)
	if len(l.lessons) == 0 {
		t.Fatal("no credit was given")
	}
	mute := &mute{l}
	k := &keep{}
	got, err := evolve.Run(context.Background(), l.schema, cfg, mute, mute, k, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(whole, k.all) || !reflect.DeepEqual(want, got) {
		t.Errorf("with credit and without:\n%s", cmp.Diff(whole, k.all))
	}
	if c := got.Last.Cloud; c.Lesson != nil || c.Momentum != nil || c.Scale != nil {
		t.Errorf("it learned: %+v", c)
	}
}

// mute is a teacher that keeps its credit to itself.
type mute struct{ *teacher }

func (m *mute) Evaluate(ctx context.Context, generation int, population []genome.Vector) ([]evolve.Fitness, error) {
	fs, err := m.teacher.Evaluate(ctx, generation, population)
	for i := range fs {
		fs[i].Credit = nil
	}
	return fs, err
}

// A credit that is none stops the run in its generation; only those who were just
// drawn owe one, and only to a run that learns.
func TestRun_credit(t *testing.T) {
	const elite, child, immigrant = 0, 7, 23
	for _, tt := range []struct {
		name     string
		learning float64
		place    int
		credit   func([]float64) []float64
		say      string // empty when the run goes on
	}{
		{"short", 0.02, child, func(c []float64) []float64 { return c[1:] }, "generation 2: measure: individual g002-007: credit: want 20 genes, have 19"},
		{"long", 0.02, child, func(c []float64) []float64 { return append(c, 1) }, "want 20 genes, have 21"},
		{"empty", 0.02, child, func([]float64) []float64 { return []float64{} }, "want 20 genes, have 0"},
		{"short, of an elite", 0.02, elite, func(c []float64) []float64 { return c[1:] }, "want 20 genes, have 19"},
		{"short, unasked", 0, child, func(c []float64) []float64 { return c[1:] }, "want 20 genes, have 19"},
		{"NaN", 0.02, child, func(c []float64) []float64 { c[3] = math.NaN(); return c }, "individual g002-007: credit of gene g0.3: NaN is no measurement"},
		{"infinite", 0.02, child, func(c []float64) []float64 { c[19] = math.Inf(-1); return c }, "credit of gene g1.9: -Inf is no measurement"},
		{"NaN, unasked", 0, child, func(c []float64) []float64 { c[3] = math.NaN(); return c }, "NaN is no measurement"},
		{"none", 0.02, child, func([]float64) []float64 { return nil }, "individual g002-007: fitness without credit"},
		{"none, unasked", 0, child, func([]float64) []float64 { return nil }, ""},
		{"none, of an elite", 0.02, elite, func([]float64) []float64 { return nil }, ""},
		{"none, of an immigrant", 0.02, immigrant, func([]float64) []float64 { return nil }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := learning()
			cfg.Learning, cfg.CrossoverRate, cfg.Generations = tt.learning, 1, 4
			l, k := newTeacher(), &keep{}
			l.at, l.spoil = 2, func(fs []evolve.Fitness) { fs[tt.place].Credit = tt.credit(fs[tt.place].Credit) }
			_, err := evolve.Run(context.Background(), l.schema, cfg, l, l, k, nil)
			switch {
			case tt.say == "" && (err != nil || len(k.all) != 4):
				t.Errorf("%d generations, %v", len(k.all), err)
			case tt.say != "" && (err == nil || !strings.Contains(err.Error(), tt.say) || len(k.all) != 2):
				t.Errorf("%d generations, error %v, want %q", len(k.all), err, tt.say)
			}
		})
	}
}

// A run that learned cannot go on without, nor the other way round.
func TestRun_learningRefuses(t *testing.T) {
	without := learning()
	without.Learning = 0
	for name, tt := range map[string][2]evolve.Config{"stops": {learning(), without}, "begins": {without, learning()}} {
		tt[0].Generations = 3
		result, _, l := taught(t, tt[0], nil)
		_, err := evolve.Run(context.Background(), l.schema, tt[1], l, l, nil, &result.Last)
		var field *evolve.FieldError
		if !errors.As(err, &field) || field.Field != "learning" {
			t.Errorf("%s to learn: %v", name, err)
		}
	}
}
