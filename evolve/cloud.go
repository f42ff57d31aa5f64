package evolve

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Cloud is the normal distribution that the children of [OpNormal] are drawn from,
// gene by gene and in units of the ranges (genome.Schema.Point). Its points are not
// bounded; a centre that learns stays in the ranges.
//
// Lesson, Momentum and Scale are nil unless Config.Learning is above 0. They are in
// the unit of [Fitness.Credit], Scale in its square.
type Cloud struct {
	Centre []float64
	Spread []float64 // standard deviation of each gene
	Trail  []float64 // moving average of the centres; the consensus is its genome
	Tail   []float64 // mean of the trails of the run's tail so far, nil unless Config.Tail is above 0

	Lesson   []float64 // mean credit of the children that were drawn, by games; nil until they are measured
	Momentum []float64 // moving average of the lessons before this one
	Scale    []float64 // moving average of their squares
}

// clone returns a copy that shares nothing.
func (c *Cloud) clone() *Cloud {
	return &Cloud{
		slices.Clone(c.Centre), slices.Clone(c.Spread), slices.Clone(c.Trail), slices.Clone(c.Tail),
		slices.Clone(c.Lesson), slices.Clone(c.Momentum), slices.Clone(c.Scale),
	}
}

// firstCloud lies around the schema's defaults.
func (b *breeder) firstCloud() *Cloud {
	centre := b.schema.Point(b.schema.Default())
	c := &Cloud{Centre: centre, Spread: make([]float64, len(centre)), Trail: slices.Clone(centre)}
	for i := range c.Spread {
		c.Spread[i] = b.cfg.Step
	}
	if b.cfg.Tail > 0 {
		c.Tail = slices.Clone(centre)
	}
	if b.cfg.Learning > 0 {
		c.Momentum, c.Scale = make([]float64, len(centre)), make([]float64, len(centre))
	}
	return c
}

// step is the root mean square of the spreads.
func (c *Cloud) step() float64 {
	squares := 0.0
	for _, s := range c.Spread {
		squares += s * s / float64(len(c.Spread))
	}
	return math.Sqrt(squares)
}

// widen makes every spread at least this large.
func (c *Cloud) widen(least float64) {
	for i, s := range c.Spread {
		c.Spread[i] = max(s, least)
	}
}

// drawn keeps the generators of points apart from those of places.
const drawn = 1 << 31

// point is the draw of a place. It can be drawn again when its fitness is known,
// so that no generation has to remember points beside genomes.
func (b *breeder) point(c *Cloud, generation, place int) []float64 {
	rng := rand.New(b.source(generation, drawn+place))
	out := make([]float64, len(c.Centre))
	for i := range out {
		out[i] = c.Centre[i] + c.Spread[i]*rng.NormFloat64()
	}
	return out
}

// nextCloud returns the distribution of the generation after g: it follows ranks,
// or what was learned.
//
// Where nothing selects a gene, noise drives it away, and an opponent that was not
// there will punish it: Config.Pull leads such genes back to where they began, and
// Config.Anchor to where they have been on average. What selects them for long moves
// that average too. Players who learn against each other come to rest so, where
// else they would go around (the proximal point method, Rockafellar 1976; in games
// with hidden cards: Perolat et al. 2022, Sokota et al. 2023).
func (b *breeder) nextCloud(g *Generation) *Cloud {
	c := g.Cloud.clone()
	if b.cfg.Learning > 0 {
		c.learn(b.rate(g.Number), g.Number)
	} else if points := b.ranked(g); len(points) >= 4 {
		b.follow(c, points)
	} else {
		return c
	}
	if b.cfg.Pull > 0 {
		approach(c.Centre, b.schema.Point(b.schema.Default()), b.cfg.Pull)
	}
	if b.cfg.Anchor > 0 && g.Number >= b.tail() {
		approach(c.Centre, c.Tail, b.cfg.Anchor)
	}
	approach(c.Trail, c.Centre, max(b.cfg.Trend, 1/float64(g.Number+1)))
	return c
}

// approach moves a point a share of the way to another.
func approach(from, to []float64, share float64) {
	for i := range from {
		from[i] += share * (to[i] - from[i])
	}
}

// tail returns the first generation of the tail.
func (b *breeder) tail() int {
	last := b.cfg.Generations - 1
	return last - int(math.Round(b.cfg.Tail*float64(last)))
}

// extend adds the trail of a generation to the tail. Who learns against opponents
// that answer goes around what is hard to answer, and never comes to rest there; the
// mean of the way lies closer (Polyak, Juditsky 1992; of the last part alone:
// Rakhlin, Shamir, Sridharan 2012).
func (b *breeder) extend(c *Cloud, generation int) {
	if c.Tail == nil {
		return
	}
	seen := max(0, generation-b.tail()) // trails in the tail before this one
	for i := range c.Tail {
		c.Tail[i] += (c.Trail[i] - c.Tail[i]) / float64(seen+1)
	}
}

// follow moves the centre to where the better half of the children lie, by their
// ranks, and away from the worse half; each gene's variance follows that of the
// better half about the old centre, less that of the worse. So genes that selection
// cares for narrow, the others stay wide, and a gene that moves one way keeps its
// step. points are best first.
//
// It is CMA-ES with a diagonal matrix (Ros, Hansen 2008) and active updates
// (Jastrebski, Arnold 2006), without its paths and its common step: with noise like
// that of a few hundred games they gain nothing.
func (b *breeder) follow(c *Cloud, points [][]float64) {
	weights, sum := ranks(len(points))
	rate := varianceRate(weights, len(c.Centre))
	for i := range c.Centre {
		moved, squares := 0.0, 0.0
		for k, x := range points {
			d := x[i] - c.Centre[i]
			moved += weights[k] * d
			squares += weights[k] * d * d
		}
		c.Centre[i] += moved / (1 + against)
		was := c.Spread[i] * c.Spread[i]
		variance := max(was/2, was+rate*(squares-sum*was))
		c.Spread[i] = max(b.cfg.StepMin, min(b.cfg.StepMax, math.Sqrt(variance)))
	}
}

// drawnIn reports whether a generation's cloud is where the individual is from.
func (one *Individual) drawnIn(generation int) bool {
	return one.Operator == OpNormal && one.Born == generation
}

// ranked returns the points of the children that were drawn in g, best first.
func (b *breeder) ranked(g *Generation) [][]float64 {
	var places []int
	for place, one := range g.Individuals {
		if one.drawnIn(g.Number) {
			places = append(places, place)
		}
	}
	slices.SortStableFunc(places, func(p, q int) int {
		return cmp.Compare(g.Individuals[q].Fitness.Mean, g.Individuals[p].Fitness.Mean)
	})
	out := make([][]float64, len(places))
	for k, place := range places {
		out[k] = b.point(g.Cloud, g.Number, place)
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
	for k := range half {
		weights[k] = math.Log(float64(half)+0.5) - math.Log(float64(k+1))
		sum += weights[k]
	}
	for k := range half {
		weights[k] /= sum
		weights[n-1-k] = -against * weights[k]
	}
	return weights, 1 - against
}

// varianceRate returns how fast variances learn: twice as fast as in separable
// CMA-ES, and at most so fast that four generations are remembered.
func varianceRate(weights []float64, genes int) float64 {
	squares := 0.0
	for _, w := range weights {
		squares += w * w / (1 + against) / (1 + against)
	}
	m, n := 1/squares, float64(genes)
	return max(0, min(0.25, 4*(n+2)/3*(m-2+1/m)/((n+2)*(n+2)+m)))
}
