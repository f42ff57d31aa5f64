package optimiser_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"bloodline/evolve/optimiser"
	"bloodline/genome"
)

// fake is a trial of functions.
type fake struct {
	breed   func(ctx context.Context, arm string, budget int64) (genome.Vector, int64, error)
	measure func(ctx context.Context, arm string, best genome.Vector, spent int64) (float64, error)
}

func (f fake) Breed(ctx context.Context, arm string, budget int64) (genome.Vector, int64, error) {
	return f.breed(ctx, arm, budget)
}

func (f fake) Measure(ctx context.Context, arm string, best genome.Vector, spent int64) (float64, error) {
	return f.measure(ctx, arm, best, spent)
}

// Champions 0.5, 0.6 and 0.7 against 0.4, 0.6 and 0.5: the lead is 0.1, 0 and 0.2 with a
// deviation of 0.1, and Student's 0.975 quantile with two degrees of freedom is 4.3027.
func TestCompare(t *testing.T) {
	seeds, fixed := []uint64{7, 8, 9}, map[uint64]float64{7: 0.4, 8: 0.6, 9: 0.5}
	var budgets []int64
	begin := func(seed uint64) (optimiser.Trial, error) {
		return fake{
			breed: func(_ context.Context, arm string, budget int64) (genome.Vector, int64, error) {
				if arm == "ga" {
					return genome.Vector{float64(seed-2) / 10}, int64(100 * seed), nil
				}
				budgets = append(budgets, budget)
				return genome.Vector{fixed[seed]}, budget - 1, nil
			},
			measure: func(_ context.Context, _ string, v genome.Vector, _ int64) (float64, error) {
				return v[0], nil
			},
		}, nil
	}
	got, err := optimiser.Compare(context.Background(), []string{"ga", "fixed"}, seeds, begin)
	if err != nil || len(got) != 2 {
		t.Fatalf("%d results, %v", len(got), err)
	}
	if want := []int64{700, 800, 900}; !slices.Equal(budgets, want) || !slices.Equal(got[0].Spent, want) {
		t.Errorf("budgets %v, the reference spent %v", budgets, got[0].Spent)
	}
	if !slices.Equal(got[1].Spent, []int64{699, 799, 899}) || got[1].Games != 799 || got[0].Games != 800 {
		t.Errorf("the arm spent %v, a mean of %d", got[1].Spent, got[1].Games)
	}
	half := 4.3027 * 0.1 / math.Sqrt(3)
	for _, tt := range []struct {
		name string
		got  optimiser.Estimate
		mean float64
	}{{"ga", got[0].Estimate, 0.6}, {"fixed", got[1].Estimate, 0.5}, {"lead", *got[1].Lead, 0.1}} {
		if math.Abs(tt.got.Mean-tt.mean) > 1e-12 || math.Abs(tt.got.Low-(tt.mean-half)) > 1e-5 || math.Abs(tt.got.High-(tt.mean+half)) > 1e-5 {
			t.Errorf("%s: %+v, want %v ± %v", tt.name, tt.got, tt.mean, half)
		}
	}
	if got[0].Lead != nil || got[1].Min != 0.4 || got[1].Max != 0.6 || got[0].Arm != "ga" || got[1].Arm != "fixed" {
		t.Errorf("have %+v", got)
	}
}

// Whatever fails names its seed and its arm.
func TestCompare_errors(t *testing.T) {
	boom := errors.New("boom")
	fails := func(at, failing string) error {
		if at == failing {
			return boom
		}
		return nil
	}
	trial := func(breeding, measuring string) func(uint64) (optimiser.Trial, error) {
		return func(uint64) (optimiser.Trial, error) {
			return fake{
				breed: func(_ context.Context, arm string, _ int64) (genome.Vector, int64, error) {
					return genome.Vector{1}, 1, fails(arm, breeding)
				},
				measure: func(_ context.Context, arm string, _ genome.Vector, _ int64) (float64, error) {
					return 0, fails(arm, measuring)
				},
			}, nil
		}
	}
	for want, begin := range map[string]func(uint64) (optimiser.Trial, error){
		"seed 3: boom":         func(uint64) (optimiser.Trial, error) { return nil, boom },
		"seed 3: ga: boom":     trial("ga", ""),
		"seed 3: fixed: boom":  trial("fixed", ""),
		"seed 3: ga: boom ":    trial("", "ga"),
		"seed 3: fixed: boom ": trial("", "fixed"),
	} {
		if _, err := optimiser.Compare(context.Background(), []string{"ga", "fixed"}, []uint64{3, 4}, begin); err == nil || err.Error() != strings.TrimSpace(want) {
			t.Errorf("have %v, want %s", err, want)
		}
	}
}

// The full matrix is left out of long genomes, unless it is asked for.
func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		names []string
		genes int
		want  string
	}{
		{nil, 100, "random cma-full sep-cma"},
		{nil, 101, "random sep-cma"},
		{nil, 20, "random cma-full sep-cma tpe surrogate"},
		{[]string{"cma-full"}, 277, "cma-full"},
		{[]string{"sep-cma", " random", "sep-cma"}, 277, "sep-cma random"},
	} {
		arms, err := optimiser.Choose(tt.names, 100, tt.genes)
		var have []string
		for _, a := range arms {
			have = append(have, a.Name)
		}
		if err != nil || strings.Join(have, " ") != tt.want {
			t.Errorf("%v of %d genes: want %s, have %v, %v", tt.names, tt.genes, tt.want, have, err)
		}
	}
	if _, err := optimiser.Choose([]string{"ga"}, 100, 10); err == nil || err.Error() != `unknown "ga" (have random, cma-full, sep-cma, tpe, surrogate)` {
		t.Errorf("error %v", err)
	}
}
