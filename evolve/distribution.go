package evolve

import (
	"math"
	"slices"
)

// Distribution is the normal distribution of a generation's children, gene by gene and in units of the ranges
// (genome.Schema.Point). With algorithm distribution children are drawn from it; with the others it describes them.
type Distribution struct {
	Mean        []float64 // in [0, 1]
	SD          []float64 // standard deviation of each gene's normal step
	Average     []float64 // moving average of the means; the averaged individual is its genome
	TailAverage []float64 // mean of the moving averages of the run's tail so far; nil without a tail

	// Set in runs that follow the gradient, nil otherwise. Gradient is the mean gradient of the children, weighted by
	// games, nil until they are measured. M and V are Adam's moving averages of the gradients before this one and of
	// their squares. Units are those of [stats.Fitness].Gradient, V's the square of them.
	Gradient []float64
	M, V     []float64
}

func (d *Distribution) clone() *Distribution {
	return &Distribution{
		slices.Clone(d.Mean), slices.Clone(d.SD), slices.Clone(d.Average), slices.Clone(d.TailAverage),
		slices.Clone(d.Gradient), slices.Clone(d.M), slices.Clone(d.V),
	}
}

// widen makes every standard deviation at least this large.
func widen(sd []float64, least float64) {
	for i, s := range sd {
		sd[i] = max(s, least)
	}
}

// firstDistribution returns a distribution around the schema's defaults.
func (b *breeder) firstDistribution() *Distribution {
	mean := b.schema.Point(b.schema.Default())
	d := &Distribution{Mean: mean, SD: make([]float64, len(mean)), Average: slices.Clone(mean)}
	for i := range d.SD {
		d.SD[i] = b.cfg.Sigma
	}
	if b.cfg.Tail > 0 {
		d.TailAverage = slices.Clone(mean)
	}
	if b.cfg.FollowsGradient() {
		d.M, d.V = make([]float64, len(mean)), make([]float64, len(mean))
	}
	return d
}

// meanMember returns the mean of a distribution as the individual that samples are clones of. Its recorded parent is
// the averaged individual of last; in generation 0, where last is nil, it has none.
func (b *breeder) meanMember(last *Generation, how *reproduction, mean []float64) *member {
	m := &member{Individual{Operator: OpSampled, Genes: b.schema.AtPoint(mean)}, how}
	if last == nil {
		return m
	}
	parent, ok := averagedOf(last)
	if !ok {
		parent = last.Champion
	}
	m.Parents = []string{parent.ID}
	return m
}

// childOf reports whether the individual is a child of a generation: neither an elite nor the averaged individual nor
// the defaults.
func (ind *Individual) childOf(generation int) bool {
	return ind.Born == generation && ind.Operator != OpAveraged && ind.Operator != OpDefault
}

// updateAverage moves the moving average toward the mean.
func (b *breeder) updateAverage(d *Distribution, generation int) {
	approach(d.Average, d.Mean, max(b.cfg.Averaging, 1/float64(generation+1)))
}

// holdBack holds a point back: it decays toward the start, and the proximal term leads it to the tail average.
//
// A gene without selection drifts with the noise, to values that an opponent outside of the field may punish: decay
// leads such genes back to the start, and the proximal term to their average so far. Steady selection moves that
// average too. Players that learn against each other converge with a proximal term, where they would cycle without (the
// proximal point method, Rockafellar 1976; in games with hidden cards: Perolat et al. 2022, Sokota et al. 2023).
func (b *breeder) holdBack(d *Distribution, x []float64, generation int) {
	c := b.cfg
	if c.Decay > 0 {
		approach(x, b.schema.Point(b.schema.Default()), c.Decay)
	}
	if c.Proximal > 0 && generation >= b.tail() {
		approach(x, d.TailAverage, c.Proximal)
	}
}

// approach moves a point a share of the way to another.
func approach(from, to []float64, share float64) {
	for i := range from {
		from[i] += float64(share * (to[i] - from[i]))
	}
}

// tail returns the first generation of the tail.
func (b *breeder) tail() int {
	last := b.cfg.Generations - 1
	return last - int(math.Round(b.cfg.Tail*float64(last)))
}

// updateTailAverage adds the moving average of a generation to the tail average. Learning against opponents that adapt
// cycles around the equilibrium; the mean of the path lies closer to it (Polyak, Juditsky 1992; of the last part alone:
// Rakhlin, Shamir, Sridharan 2012).
func (b *breeder) updateTailAverage(d *Distribution, generation int) {
	if d.TailAverage == nil {
		return
	}
	seen := max(0, generation-b.tail()) // averages of the tail before this one
	for i := range d.TailAverage {
		d.TailAverage[i] += (d.Average[i] - d.TailAverage[i]) / float64(seen+1)
	}
}
