package evolve

import (
	"math"
	"testing"
)

func drawing() Config {
	c := small()
	c.Crossover, c.Population, c.RandomShare, c.Trend = OpNormal, 200, 0, 0.2
	return c
}

// A child is the genome of the point that its place draws again.
func TestBreeder_point(t *testing.T) {
	b := breeder{schema: line(7), cfg: drawing()}
	g := b.first()
	for place, one := range g.Individuals[1:] {
		if want := b.schema.Express(b.point(g.Cloud, 0, place+1)); one.Operator != OpNormal || !near(one.Genes[3], want[3]) {
			t.Fatalf("%s is %v, its point's genome %v", one.ID, one.Genes, want)
		}
	}
}

// ranked fitness pulls the centre up its slope, narrows the gene that has an
// optimum, and leaves a gene alone that does not matter.
func TestBreeder_nextCloud(t *testing.T) {
	b := breeder{schema: line(3), cfg: drawing()}
	g := b.first()
	begin := g.Cloud.clone()
	const generations = 30
	for range generations {
		for place := range g.Individuals {
			one := &g.Individuals[place]
			if one.Operator != OpNormal {
				continue
			}
			x := b.point(g.Cloud, g.Number, place)
			one.Fitness.Mean = x[0] - 50*(x[1]-begin.Centre[1])*(x[1]-begin.Centre[1])
		}
		next, err := b.next(&Generation{Number: g.Number, Individuals: g.Individuals, Cloud: g.Cloud, Champion: g.Individuals[0]})
		if err != nil {
			t.Fatal(err)
		}
		g = next
	}
	c := g.Cloud
	if moved := c.Centre[0] - begin.Centre[0]; moved < 5*begin.Spread[0] {
		t.Errorf("up the slope: moved %.2f in %d generations with steps of %.2f", moved, generations, begin.Spread[0])
	}
	if moved := math.Abs(c.Centre[1] - begin.Centre[1]); moved > 0.1 || c.Spread[1] > begin.Spread[1]/2 {
		t.Errorf("at the optimum: moved %.2f, spread %.3f from %.3f", moved, c.Spread[1], begin.Spread[1])
	}
	if ratio := c.Spread[2] / begin.Spread[2]; ratio < 0.5 || ratio > 2 {
		t.Errorf("a gene that does not matter: spread %.3f from %.3f", c.Spread[2], begin.Spread[2])
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
