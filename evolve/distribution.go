package evolve

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine/roll"
	"bloodline/genome"
)

// Distribution is the normal distribution that children are drawn from, gene by gene
// and in units of the ranges (genome.Schema.Point). Its points are not bounded; a mean
// that follows a gradient stays in the ranges.
type Distribution struct {
	Mean        []float64
	SD          []float64 // standard deviation of each gene
	Average     []float64 // moving average of the means; the averaged individual is its genome
	TailAverage []float64 // mean of the moving averages of the run's tail so far; nil without a tail

	// For algorithm gradient, nil otherwise. Gradient is the mean gradient of the children,
	// weighted by games, nil until they are measured. M and V are Adam's moving averages of
	// the gradients before this one and of their squares. Units are those of
	// [Fitness].Gradient, V's the square of them.
	Gradient []float64
	M, V     []float64

	// For algorithm memetic, nil otherwise and in generation 0: how far all children have
	// moved from between their parents.
	Moves []float64
}

// clone returns a copy that shares nothing.
func (d *Distribution) clone() *Distribution {
	return &Distribution{
		slices.Clone(d.Mean), slices.Clone(d.SD), slices.Clone(d.Average), slices.Clone(d.TailAverage),
		slices.Clone(d.Gradient), slices.Clone(d.M), slices.Clone(d.V),
		slices.Clone(d.Moves),
	}
}

// algorithm tells which one has bred a generation.
func (g *Generation) algorithm() string {
	sampled := func(ind Individual) bool { return ind.Operator == OpSampled }
	switch d := g.Distribution; {
	case d == nil:
		return AlgorithmGenetic
	case d.M == nil:
		return AlgorithmDistribution
	case slices.ContainsFunc(g.Individuals, sampled):
		return AlgorithmGradient
	}
	return AlgorithmMemetic
}

// step is the root mean square of the standard deviations.
func (d *Distribution) step() float64 {
	squares := 0.0
	for _, s := range d.SD {
		squares += s * s / float64(len(d.SD))
	}
	return math.Sqrt(squares)
}

// widen makes every standard deviation at least this large.
func (d *Distribution) widen(least float64) {
	for i, s := range d.SD {
		d.SD[i] = max(s, least)
	}
}

// sampler is what the algorithms with a search distribution have in common.
type sampler struct{ *breeder }

// start returns a distribution around the schema's defaults.
func (a sampler) start() *Distribution {
	mean := a.schema.Point(a.schema.Default())
	d := &Distribution{Mean: mean, SD: make([]float64, len(mean)), Average: slices.Clone(mean)}
	for i := range d.SD {
		d.SD[i] = a.cfg.Distribution.Sigma
	}
	if a.cfg.Distribution.Tail > 0 {
		d.TailAverage = slices.Clone(mean)
	}
	return d
}

// first makes the defaults and draws the rest from a distribution around them.
func (a sampler) first(g *Generation) {
	g.Distribution = a.start()
	a.add(g, Individual{Operator: OpDefault, Step: a.cfg.Distribution.Sigma, Genes: a.schema.Default()})
	for place := 1; place < a.cfg.Population; place++ {
		a.add(g, Individual{Operator: OpSampled, Step: a.cfg.Distribution.Sigma, Genes: a.draw(g, place)})
	}
}

// recordedShare is how much of the population counts as parents of the averaged
// individual, which the distribution makes out of all.
const recordedShare = 0.25

// lead makes elites and the averaged individual of d, in this order.
func (a sampler) lead(last, g *Generation, d *Distribution, ranked []Individual) {
	g.Distribution = d
	g.Individuals = a.elites(last, ranked)
	averaged, _ := a.averaged(last, ranked, recordedShare)
	averaged.Step, averaged.Genes = d.step(), a.express(d.Average)
	if d.TailAverage != nil && g.Number == a.cfg.Generations-1 {
		averaged.Genes = a.express(d.TailAverage)
	}
	a.add(g, averaged)
}

// express returns the genome of a point that is rounded as those of children are.
func (b *breeder) express(point []float64) genome.Vector {
	x := make([]float64, len(point))
	for i := range x {
		x[i] = single(point[i])
	}
	return b.schema.Express(x)
}

// fill makes elites, the averaged individual and draws from d, in this order.
func (a sampler) fill(last, g *Generation, d *Distribution) {
	a.lead(last, g, d, byBelief(last.Individuals))
	step := d.step()
	parent, ok := averagedOf(last)
	if !ok {
		parent = last.Champion
	}
	for len(g.Individuals) < a.cfg.Population {
		genes := a.draw(g, len(g.Individuals))
		a.add(g, Individual{Operator: OpSampled, Parents: []string{parent.ID}, Step: step, Genes: genes})
	}
}

// draw returns the genes of a child that is sampled from g's distribution at a place.
func (b *breeder) draw(g *Generation, place int) genome.Vector {
	return g.Distribution.Draw(b.schema, b.cfg.Seed, OpSampled, g.Number, place, nil)
}

// childOf reports whether the individual is a child of a generation, and neither a
// survivor nor an average.
func (ind *Individual) childOf(generation int) bool {
	return ind.Born == generation && ind.Operator != OpAveraged && ind.Operator != OpDefault
}

// settle ends the move of a mean after a generation: it is held back, and the moving
// average follows it.
func (a sampler) settle(d *Distribution, generation int) {
	a.hold(d, d.Mean, generation)
	a.follow(d, generation)
}

// follow moves the moving average toward the mean.
func (a sampler) follow(d *Distribution, generation int) {
	approach(d.Average, d.Mean, max(a.cfg.Averaging, 1/float64(generation+1)))
}

// hold holds a point back: it decays toward the start, and the proximal term leads it to
// the tail average.
//
// Where nothing selects a gene, noise drives it away, and an opponent that was not
// there will punish it: decay leads such genes back to where they began, and the
// proximal term to where they have been on average. What selects them for long moves
// that average too. Players who learn against each other come to rest so, where
// else they would go around (the proximal point method, Rockafellar 1976; in games
// with hidden cards: Perolat et al. 2022, Sokota et al. 2023).
func (a sampler) hold(d *Distribution, x []float64, generation int) {
	c := a.cfg.Distribution
	if c.Decay > 0 {
		approach(x, a.schema.Point(a.schema.Default()), c.Decay)
	}
	if c.Proximal > 0 && generation >= a.tail() {
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
func (a sampler) tail() int {
	last := a.cfg.Generations - 1
	return last - int(math.Round(a.cfg.Distribution.Tail*float64(last)))
}

// extend adds the moving average of a generation to the tail average. Who learns
// against opponents that answer goes around what is hard to answer, and never comes to
// rest there; the mean of the way lies closer (Polyak, Juditsky 1992; of the last part
// alone: Rakhlin, Shamir, Sridharan 2012).
func (a sampler) extend(d *Distribution, generation int) {
	if d.TailAverage == nil {
		return
	}
	seen := max(0, generation-a.tail()) // averages of the tail before this one
	for i := range d.TailAverage {
		d.TailAverage[i] += (d.Average[i] - d.TailAverage[i]) / float64(seen+1)
	}
}

// rankSearch is algorithm distribution: CMA-ES with a diagonal matrix (Ros, Hansen
// 2008) and active updates (Jastrebski, Arnold 2006), without its paths and its common
// step: with noise like that of a few hundred games they gain nothing.
type rankSearch struct{ sampler }

var _ algorithm = rankSearch{}

func (a rankSearch) next(last, g *Generation) error {
	d := a.moved(last)
	a.extend(d, g.Number)
	if a.rounds(g.Number) {
		d.widen(roundStep)
	}
	a.fill(last, g, d)
	return nil
}

// measured accepts every fitness.
func (a rankSearch) measured(*Generation, []Fitness) error { return nil }

// fewest is how many children must be ranked to move the distribution.
const fewest = 4

// moved returns the distribution after the children of last are ranked.
func (a rankSearch) moved(last *Generation) *Distribution {
	d := last.Distribution.clone()
	if points := a.ranked(last); len(points) >= fewest {
		a.rank(d, points)
		a.settle(d, last.Number)
	}
	return d
}

// rank moves the mean to where the better half of the children lie, by their
// ranks, and away from the worse half; each gene's variance follows that of the
// better half about the old mean, less that of the worse. So genes that selection
// cares for narrow, the others stay wide, and a gene that moves one way keeps its
// standard deviation. points are best first.
func (a rankSearch) rank(d *Distribution, points [][]float64) {
	weights, sum := ranks(len(points))
	rate := varianceRate(weights, len(d.Mean))
	for i := range d.Mean {
		moved, squares := 0.0, 0.0
		for k, x := range points {
			away := x[i] - d.Mean[i]
			moved += float64(weights[k] * away)
			squares += float64(weights[k] * away * away)
		}
		d.Mean[i] += moved / (1 + against)
		was := square(d.SD[i])
		variance := max(was/2, was+float64(rate*(squares-float64(sum*was))))
		d.SD[i] = max(a.cfg.Distribution.SigmaMin, min(maxStep, math.Sqrt(variance)))
	}
}

// ranked returns the points of the children that were drawn in g, best first.
func (a rankSearch) ranked(g *Generation) [][]float64 {
	var places []int
	for place, ind := range g.Individuals {
		if ind.childOf(g.Number) {
			places = append(places, place)
		}
	}
	slices.SortStableFunc(places, func(p, q int) int {
		return cmp.Compare(g.Individuals[q].Fitness.Mean, g.Individuals[p].Fitness.Mean)
	})
	out := make([][]float64, len(places))
	for k, place := range places {
		out[k] = g.Distribution.point(a.cfg.Seed, g.Number, place)
	}
	return out
}

// against is the weight of the worse half beside that of the better one.
const against = 0.3

// ranks returns the weights of n children, best first, and their sum. Those of the
// better half are CMA-ES's and sum to 1; the worst child has minus [against] times
// the weight of the best.
func ranks(n int) (weights []float64, sum float64) {
	weights = make([]float64, n)
	half := n / 2
	for k, w := range LogWeights(half, float64(half)+0.5) {
		weights[k], weights[n-1-k] = w, -against*w
	}
	return weights, 1 - against
}

// LogWeights returns weights for n points, best first, in proportion to
// log(zero) - log(rank), ranks from 1; their sum is 1. zero is the rank of which the
// weight would be 0.
func LogWeights(n int, zero float64) []float64 {
	w := make([]float64, n)
	sum := 0.0
	for k := range w {
		w[k] = roll.Log(zero) - roll.Log(float64(k+1))
		sum += w[k]
	}
	for k := range w {
		w[k] /= sum
	}
	return w
}

// varianceRate returns how fast variances learn: twice as fast as in separable
// CMA-ES, and at most so fast that four generations are remembered.
func varianceRate(weights []float64, genes int) float64 {
	squares := 0.0
	for _, w := range weights {
		squares += w * w / (1 + against) / (1 + against)
	}
	m, n := 1/squares, float64(genes)
	return max(0, min(0.25, 4*(n+2)/3*(m-2+1/m)/(float64((n+2)*(n+2))+m)))
}
