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

	Words       [][]float64 // probability of each word, of genes with words; nil in runs that do not follow ranks
	Correlation [][]float64 // of the genes' normal steps; nil: independent genes

	// Set in runs with islands.
	Island   int      // number, from 1; 0 in other runs
	Age      int      // generations that were bred from it
	Games    int64    // of these generations
	Averaged string   // ID of its last averaged individual, empty without one
	Belief   Belief   // of that individual
	Islands  *Islands // of the distribution of a generation; nil for the others
}

func (d *Distribution) clone() *Distribution {
	out := *d
	for _, v := range []*[]float64{&out.Mean, &out.SD, &out.Average, &out.TailAverage, &out.Gradient, &out.M, &out.V} {
		*v = slices.Clone(*v)
	}
	out.Words, out.Correlation = cloneRows(d.Words), cloneRows(d.Correlation)
	out.Islands = d.Islands.clone()
	return &out
}

func cloneRows(rows [][]float64) [][]float64 {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = slices.Clone(rows[i])
	}
	return rows
}

// widen makes every standard deviation at least this large.
func widen(sd []float64, least float64) {
	for i, s := range sd {
		sd[i] = max(s, least)
	}
}

func (b *breeder) firstDistribution() *Distribution {
	mean := b.schema.Point(b.schema.Default())
	d := &Distribution{Mean: mean, SD: slices.Repeat([]float64{b.cfg.Sigma}, len(mean)), Average: slices.Clone(mean)}
	if b.cfg.Tail > 0 {
		d.TailAverage = slices.Clone(mean)
	}
	if b.cfg.Algorithm == AlgorithmDistribution && !b.cfg.FollowsGradient() {
		d.Words = make([][]float64, len(mean))
		for i, g := range b.schema.Genes {
			if g.Words > 0 {
				d.Words[i] = make([]float64, g.Words)
			}
		}
		d.startAt(mean)
		if b.cfg.Correlated {
			d.Correlation = uncorrelated(len(mean))
		}
	}
	if b.cfg.hasIslands() {
		d.Island, d.Islands = 1, &Islands{Leader: 1, Newest: 1, Stage: stageLead}
	}
	if b.cfg.FollowsGradient() {
		d.M, d.V = make([]float64, len(mean)), make([]float64, len(mean))
	}
	return d
}

// startAt moves a distribution to a point, where every other word has half of the probability together.
func (d *Distribution) startAt(x []float64) {
	d.Mean, d.Average = slices.Clone(x), slices.Clone(x)
	for i, p := range d.Words {
		for k := range p {
			if p[k] = 0.5 / float64(len(p)-1); k == wordAt(x[i], len(p)) {
				p[k] = 0.5
			}
		}
	}
}

// wordShare returns where in the range of a gene a word lies, and wordAt the word that lies there.
func wordShare(word, words int) float64 { return (float64(word) + 0.5) / float64(words) }

func wordAt(x float64, words int) int { return max(0, min(words-1, int(x*float64(words)))) }

// meanMember returns the mean of a distribution as the individual that samples are clones of.
func (b *breeder) meanMember(how *reproduction, mean []float64, parents ...string) *member {
	return &member{Individual{Operator: OpSampled, Genes: b.schema.AtPoint(mean), Parents: parents}, how}
}

// childOf reports whether the individual is a child of a generation: no elite, averaged individual or defaults.
func (ind *Individual) childOf(generation int) bool {
	return ind.Born == generation && ind.Operator != OpAveraged && ind.Operator != OpDefault
}

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

func (b *breeder) tail() int {
	last := b.cfg.Generations - 1
	return last - int(math.Round(b.cfg.Tail*float64(last)))
}

// updateTailAverage adds the moving average of a generation to that of the tail. Learning against adapting opponents
// cycles around the equilibrium; the path's mean is closer (Polyak, Juditsky 1992; Rakhlin, Shamir, Sridharan 2012).
func (b *breeder) updateTailAverage(d *Distribution, generation int) {
	if d.TailAverage == nil {
		return
	}
	seen := max(0, generation-b.tail()) // averages of the tail before this one
	for i := range d.TailAverage {
		d.TailAverage[i] += (d.Average[i] - d.TailAverage[i]) / float64(seen+1)
	}
}
