package clone

import (
	"context"
	"math"
	"math/rand/v2"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// Method is how genes are fitted, by Adam (Kingma, Ba 2015). Steps are in log-odds for genes in log-odds and in
// shares of the range for others.
type Method struct {
	Steps int
	Batch int     // decisions of a step, drawn anew for each; 0: all
	Rate  float64 // of learning, divided by 1 + step/Decay
	Decay float64
	Start map[string]float64 // genes that do not begin at their defaults

	Strangers int // one stranger should be met beside this many clones, as measured; 0: none
}

const ( // of Adam: the memory of the gradient and of its square
	beta1 = 0.9
	beta2 = 0.99
	tiny  = 1e-8
)

// Fit returns the genes under which the decisions for which use says so are most likely, with a normal prior around the
// defaults. The decisions must have an Observer. 15,000 decisions of Coup and 300 steps take about a second.
func Fit(ctx context.Context, s *genome.Schema, d Decisions, use func(i int) bool) (genome.Vector, error) {
	var places []int
	for i := range d.Len() {
		if use(i) {
			places = append(places, i)
		}
	}
	m := d.Method()
	f := &fit{schema: s, Decisions: d, genes: s.Default(), scale: make([]float64, len(s.Genes)), sums: make([]int64, len(s.Genes))}
	f.mean, f.square = make([]float64, len(s.Genes)), make([]float64, len(s.Genes))
	for i, g := range s.Genes {
		if f.scale[i] = g.Max - g.Min; g.Unit == gene.LogOdds {
			f.scale[i] = 1
		}
		if x, ok := m.Start[g.Name]; ok {
			f.genes[i] = x
		}
	}
	const domain = 0x666974 // keeps the draws of decisions apart from all others
	rng := rand.New(rand.NewPCG(roll.Mix(domain, uint64(len(places))), 0))
	batch := places
	if m.Batch > 0 && m.Batch < len(places) {
		batch = make([]int, m.Batch)
	}
	for n := range m.Steps {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(batch) < len(places) {
			for i := range batch {
				batch[i] = places[rng.IntN(len(places))]
			}
		}
		f.step(n, batch, float64(len(batch))/float64(len(places)), m.Rate/(1+float64(n)/m.Decay))
	}
	return f.genes, s.Check(f.genes)
}

// priorVariance is in the units of steps: of 1, 2, 4 and 10, it predicts decisions of Coup that the fit has not seen best.
const priorVariance = 4

type fit struct {
	schema *genome.Schema
	Decisions
	genes        genome.Vector
	scale        []float64 // of each gene: the unit of a step
	sums         []int64
	mean, square []float64 // Adam's moving averages
}

// step climbs the log-probability of a batch, which is a share of all decisions.
func (f *fit) step(n int, batch []int, share, rate float64) {
	observe, flush := f.Observer(f.genes)
	for _, i := range batch {
		observe(i)
	}
	clear(f.sums)
	flush(f.sums)
	fade1, fade2 := 1-math.Pow(beta1, float64(n+1)), 1-math.Pow(beta2, float64(n+1))
	for i, g := range f.schema.Genes {
		x := float64(engine.FixedMean(f.sums[i], 1) * f.scale[i])
		x -= float64(share * (f.genes[i] - g.Default) / f.scale[i] / priorVariance) // of the prior
		f.mean[i] = float64(beta1*f.mean[i]) + float64((1-beta1)*x)
		f.square[i] = float64(beta2*f.square[i]) + float64((1-beta2)*x*x)
		by := rate * (f.mean[i] / fade1) / (math.Sqrt(f.square[i]/fade2) + tiny)
		f.genes[i] = min(max(f.genes[i]+float64(by*f.scale[i]), g.Min), g.Max)
	}
}
