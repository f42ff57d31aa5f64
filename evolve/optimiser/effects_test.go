package optimiser_test

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"bloodline/evolve/optimiser"
	"bloodline/evolve/surrogate"
	"bloodline/internal/tier"
)

// The table of genes names the two parameters that matter most, after 700 games, in 45 of
// 50 runs of each task.
func TestEffects(t *testing.T) {
	tier.Slow(t)
	for _, kind := range []string{"csb", "tron", "logistic"} {
		named := 0
		for seed := range uint64(50) {
			k := newTask(kind, unseen+seed, 4)
			a := optimiser.Surrogate{Population: 12}
			if _, _, err := a.Breed(context.Background(), k.schema, seed, k, 700); err != nil {
				t.Fatal(err)
			}
			m := surrogate.Fit(k.played, len(k.optimum))
			effects := m.Effects(k.played, m.Optimum(k.schema.Point(k.schema.Default())))
			got := []int{effects[0].Parameter, effects[1].Parameter}
			w := k.weights()
			want := make([]int, len(w))
			for i := range want {
				want[i] = i
			}
			slices.SortFunc(want, func(a, b int) int { return cmp.Compare(w[b], w[a]) })
			slices.Sort(got)
			top := slices.Clone(want[:2])
			slices.Sort(top)
			if slices.Equal(got, top) {
				named++
			} else {
				t.Logf("%s %d: named %v, want %v: %.2f %.2f %.2f", kind, seed, got, want[:3], w[want[0]], w[want[1]], w[want[2]])
			}
		}
		t.Logf("%s: %d of 50", kind, named)
	}
}
