package evolve

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline/engine/roll"
)

func drawing() Config {
	c := small()
	c.Algorithm, c.Population, c.Averaging = AlgorithmDistribution, 200, 0.2
	return c
}

// Ranked fitness moves the mean up its slope to the bound, narrows the gene that has an
// optimum, and leaves a gene alone that does not matter.
func TestBreeder_nextByRanks(t *testing.T) {
	b := breeder{schema: line(3), cfg: drawing()}
	g := b.firstGeneration()
	begin := g.Distribution.clone()
	const generations = 30
	for range generations {
		for place := range g.Individuals {
			ind := &g.Individuals[place]
			if ind.Operator != OpSampled {
				continue
			}
			x := b.schema.Point(ind.Genes)
			ind.Fitness.Mean = x[0] - 50*(x[1]-begin.Mean[1])*(x[1]-begin.Mean[1])
		}
		g = b.breed(&Generation{Number: g.Number, Individuals: g.Individuals, Distribution: g.Distribution, Champion: g.Individuals[0]}, nil)
	}
	c := g.Distribution
	if c.Mean[0] < 0.99 {
		t.Errorf("up the slope: at %.2f after %d generations, the bound is 1", c.Mean[0], generations)
	}
	if moved := math.Abs(c.Mean[1] - begin.Mean[1]); moved > 0.1 || c.SD[1] > begin.SD[1]/2 {
		t.Errorf("at the optimum: moved %.2f, standard deviation %.3f from %.3f", moved, c.SD[1], begin.SD[1])
	}
	if ratio := c.SD[2] / begin.SD[2]; ratio < 0.5 || ratio > 2 {
		t.Errorf("a gene that does not matter: standard deviation %.3f from %.3f", c.SD[2], begin.SD[2])
	}
}

// One move by the ranks of four points on a line, counted by hand: log weights of two, 0.3 of the worse half, and CMA-ES's
// rate for one gene. A word moves a fifth of the way to its share of the better half.
func TestDistribution_moveByRanks(t *testing.T) {
	d := &Distribution{Mean: []float64{0.5, 0.5}, SD: []float64{0.2, 0.2}, Words: [][]float64{nil, {0.5, 0.5}}}
	first := math.Log(2.5) / (math.Log(2.5) + math.Log(1.25))
	points := [][]float64{{0.9, 0.75}, {0.7, 0.75}, {0.4, 0.25}, {0.2, 0.25}}
	d.moveByRanks(points)
	moved := first*0.4 + (1-first)*0.2 + 0.3*((1-first)*0.1+first*0.3)
	if want := 0.5 + moved/1.3; !near(d.Mean[0], want) {
		t.Errorf("the mean is at %v, want %v", d.Mean[0], want)
	}
	m, n := 1.3*1.3/(first*first+(1-first)*(1-first))/(1+0.3*0.3), 2.0
	rate := max(0, min(0.25, 4*(n+2)/3*(m-2+1/m)/((n+2)*(n+2)+m)))
	squares := first*0.16 + (1-first)*0.04 - 0.3*((1-first)*0.01+first*0.09)
	if want := math.Sqrt(max(0.02, 0.04+rate*(squares-0.7*0.04))); !near(d.SD[0], want) {
		t.Errorf("the standard deviation is %v, want %v", d.SD[0], want)
	}
	if p := d.Words[1]; !near(p[0], 0.4) || !near(p[1], 0.6) {
		t.Errorf("words have probabilities %v", p)
	}
}

// Correlated steps are the factor of the correlation times independent ones, each as wide as its gene's deviation.
func TestReproduction_step(t *testing.T) {
	r := &reproduction{factor: cholesky([][]float64{{1, 0.6}, {0.6, 1}}), sd: []float64{0.1, 0.2}}
	again, x := rand.New(rand.NewPCG(1, 2)), []float64{0.5, 0.5}
	r.step(x, rand.New(rand.NewPCG(1, 2)))
	a, b := roll.Normal(again), roll.Normal(again)
	if !near(x[0], 0.5+0.1*a) || !near(x[1], 0.5+0.2*(0.6*a+0.8*b)) {
		t.Errorf("a step to %v by %v and %v", x, a, b)
	}
}

// Mutation has three quarters of the children's variance; words lie a third apart, whichever they are.
func TestReproduction_setMutationSD(t *testing.T) {
	r := &reproduction{schema: line(2), sd: make([]float64, 2)}
	r.schema.Genes[1].Words, r.schema.Genes[1].Min, r.schema.Genes[1].Max = 4, -0.5, 3.5
	children := make([]*member, 4)
	for i, x := range [][]float64{{0.4, 0.125}, {0.6, 0.125}, {0.4, 0.125}, {0.6, 0.875}} {
		children[i] = &member{Individual{Genes: r.schema.AtPoint(x)}, r}
	}
	r.setMutationSD(children)
	if want := []float64{math.Sqrt(0.75 * 0.01), math.Sqrt(0.75 / 4 / 9)}; !near(r.sd[0], want[0]) || !near(r.sd[1], want[1]) {
		t.Errorf("have %v, want %v", r.sd, want)
	}
}

// The better half is weighted as in CMA-ES (Hansen, arXiv:1604.00772, table 1).
func TestRanks(t *testing.T) {
	w, sum := rankWeights(6)
	raw := []float64{math.Log(3.5), math.Log(3.5 / 2), math.Log(3.5 / 3)}
	all := raw[0] + raw[1] + raw[2]
	total := 0.0
	for k, x := range w {
		total += x
		want := 0.0
		if k < 3 {
			want = raw[k] / all
		} else {
			want = -worseWeight * raw[5-k] / all
		}
		if !near(x, want) {
			t.Errorf("weight %d is %v, want %v", k, x, want)
		}
	}
	if !near(total, sum) {
		t.Errorf("weights sum to %v, reported %v", total, sum)
	}
}

// On a ridge across two genes their steps become correlated, and the third stays apart; the factor of the correlation is
// exact.
func TestDistribution_moveCorrelation(t *testing.T) {
	d := &Distribution{Mean: []float64{0.3, 0.3, 0.5}, SD: []float64{0.1, 0.1, 0.1}, Average: []float64{0, 0, 0}, Correlation: uncorrelated(3)}
	rng := newSource(7)
	for range 60 {
		l := cholesky(d.Correlation)
		var points [][]float64
		for range 40 {
			z := []float64{rng(), rng(), rng()}
			x := slices.Clone(d.Mean)
			for i := range x {
				for k, a := range l[i] {
					x[i] += d.SD[i] * a * z[k]
				}
			}
			points = append(points, x)
		}
		height := func(x []float64) float64 { return -math.Abs(x[0]+x[1]-1) - 5*math.Abs(x[0]-x[1]) }
		slices.SortFunc(points, func(a, b []float64) int { return cmp.Compare(height(b), height(a)) })
		d.moveByRanks(points)
	}
	r := d.Correlation
	if r[0][1] < 0.8 || math.Abs(r[0][2]) > 0.5 || !near(r[0][1], r[1][0]) || !near(r[2][2], 1) {
		t.Errorf("correlation of the ridge %.2f, of a gene beside it %.2f: %v", r[0][1], r[0][2], r)
	}
	l := cholesky(r)
	for i := range r {
		for j := range i + 1 {
			sum := 0.0
			for k := range j + 1 {
				sum += l[i][k] * l[j][k]
			}
			if math.Abs(sum-r[i][j]) > 1e-9 {
				t.Errorf("row %d, column %d of the square of the factor: want %v, have %v", i, j, r[i][j], sum)
			}
		}
	}
}

// newSource returns a generator of normal numbers.
func newSource(seed uint64) func() float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	return func() float64 { return roll.Normal(rng) }
}
