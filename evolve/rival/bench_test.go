package rival_test

import (
	"fmt"
	"testing"

	"github.com/c-bata/goptuna/cmaes"
)

func BenchmarkOptimizer(b *testing.B) {
	for _, dim := range []int{50, 150, 278} {
		mean := make([]float64, dim)
		o, err := cmaes.NewOptimizer(mean, 0.2, cmaes.OptimizerOptionPopulationSize(100))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("ask/genes=%d", dim), func(b *testing.B) {
			for b.Loop() {
				o.Ask()
			}
		})
		b.Run(fmt.Sprintf("tell/genes=%d", dim), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				s := make([]*cmaes.Solution, 100)
				for i := range s {
					x, _ := o.Ask()
					s[i] = &cmaes.Solution{Params: x, Value: x[0]}
				}
				b.StartTimer()
				o.Tell(s)
			}
		})
	}
}
