package evolve

import "math"

// The shares of the averages that Adam keeps in a generation: it remembers lessons
// for some ten generations, their squares for a hundred.
const (
	keptMomentum = 0.9
	keptScale    = 0.99
)

// learn moves the centre by the lesson of a generation, whose children were drawn
// around it: memetic breeding (cf. Khadka, Tumer 2018, "Evolution-guided policy
// gradient"). The step is Adam's (Kingma, Ba 2015). It divides a lesson by its usual
// size, so the unit of a gene does not matter, and rate is in units of the ranges.
// The spread stays: it is how far the children look around, and no step.
//
// Momentum begins at zero and is not corrected for it, so a run begins gently, with
// a tenth of a step: adversaries begin anew each round, and a first full step of
// every gene in the direction of noise would undo what they know. Scale is corrected,
// or the first steps would be ten times as long.
//
// The centre stops at the bounds. Beyond one, where genomes are mirror images, more
// of the coordinate is less of the gene, and its credit would point the wrong way.
func (c *Cloud) learn(rate float64, generation int) {
	seen := 1 - math.Pow(keptScale, float64(generation+1))
	for i := range c.Centre {
		x := c.Lesson[i]
		c.Momentum[i] = keptMomentum*c.Momentum[i] + (1-keptMomentum)*x
		c.Scale[i] = keptScale*c.Scale[i] + (1-keptScale)*x*x
		move := rate * c.Momentum[i] / (math.Sqrt(c.Scale[i]/seen) + 1e-12)
		c.Centre[i] = max(0, min(1, c.Centre[i]+move))
	}
	c.Lesson = nil
}

// rate is the usual move of a gene by the lesson of a generation.
func (b *breeder) rate(generation int) float64 {
	if b.cfg.Cooling == 0 {
		return b.cfg.Learning
	}
	return b.cfg.Learning / (1 + float64(generation)/float64(b.cfg.Cooling))
}

// lesson is the mean credit of the children that were drawn in g, weighted by games.
// It is zero where there are none, which leaves the centre to its momentum.
func lesson(g *Generation, fs []Fitness) []float64 {
	games := 0.0
	for i, f := range fs {
		if g.Individuals[i].drawnIn(g.Number) {
			games += float64(f.Games)
		}
	}
	out := make([]float64, len(g.Cloud.Centre))
	for i, f := range fs {
		if !g.Individuals[i].drawnIn(g.Number) {
			continue
		}
		share := float64(f.Games) / games
		for k, x := range f.Credit {
			out[k] += share * x
		}
	}
	return out
}
