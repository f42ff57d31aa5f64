package evolve

import (
	"math"
	"testing"
)

func drawing() Config {
	c := small()
	c.Algorithm, c.Population, c.Averaging = AlgorithmDistribution, 200, 0.2
	return c
}

// A child is the genome of the point that its place draws again.
func TestBreeder_point(t *testing.T) {
	b := breeder{schema: line(7), cfg: drawing()}
	g := b.first()
	for place, ind := range g.Individuals[1:] {
		if want := b.schema.Express(g.Distribution.point(b.cfg.Seed, 0, place+1)); ind.Operator != OpSampled || !near(ind.Genes[3], want[3]) {
			t.Fatalf("%s is %v, its point's genome %v", ind.ID, ind.Genes, want)
		}
	}
}

// Ranked fitness moves the mean up its slope, narrows the gene that has an
// optimum, and leaves a gene alone that does not matter.
func TestBreeder_nextByRanks(t *testing.T) {
	b := breeder{schema: line(3), cfg: drawing()}
	g := b.first()
	begin := g.Distribution.clone()
	const generations = 30
	for range generations {
		for place := range g.Individuals {
			ind := &g.Individuals[place]
			if ind.Operator != OpSampled {
				continue
			}
			x := g.Distribution.point(b.cfg.Seed, g.Number, place)
			ind.Fitness.Mean = x[0] - 50*(x[1]-begin.Mean[1])*(x[1]-begin.Mean[1])
		}
		next, err := b.next(&Generation{Number: g.Number, Individuals: g.Individuals, Distribution: g.Distribution, Champion: g.Individuals[0]})
		if err != nil {
			t.Fatal(err)
		}
		g = next
	}
	c := g.Distribution
	if moved := c.Mean[0] - begin.Mean[0]; moved < 5*begin.SD[0] {
		t.Errorf("up the slope: moved %.2f in %d generations with steps of %.2f", moved, generations, begin.SD[0])
	}
	if moved := math.Abs(c.Mean[1] - begin.Mean[1]); moved > 0.1 || c.SD[1] > begin.SD[1]/2 {
		t.Errorf("at the optimum: moved %.2f, standard deviation %.3f from %.3f", moved, c.SD[1], begin.SD[1])
	}
	if ratio := c.SD[2] / begin.SD[2]; ratio < 0.5 || ratio > 2 {
		t.Errorf("a gene that does not matter: standard deviation %.3f from %.3f", c.SD[2], begin.SD[2])
	}
}

// The better half is weighted as in CMA-ES (Hansen, arXiv:1604.00772, table 1).
func TestRanks(t *testing.T) {
	w, sum := ranks(6)
	raw := []float64{math.Log(3.5), math.Log(3.5 / 2), math.Log(3.5 / 3)}
	all := raw[0] + raw[1] + raw[2]
	total := 0.0
	for k, x := range w {
		total += x
		want := 0.0
		if k < 3 {
			want = raw[k] / all
		} else {
			want = -against * raw[5-k] / all
		}
		if !near(x, want) {
			t.Errorf("weight %d is %v, want %v", k, x, want)
		}
	}
	if !near(total, sum) {
		t.Errorf("weights sum to %v, reported %v", total, sum)
	}
}
