package evolve_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// landscape stands in for a game: a true fitness that the GA does not see, and
// samples of it. A quarter of the genes does nothing, the others matter very
// unequally (log-normal weights), and the defaults are a third of the way from
// anywhere to the optimum.
type landscape struct {
	schema    *genome.Schema
	kind      string
	optimum   []float64
	weight    []float64
	noise     float64 // standard deviation of a sample
	best      float64 // fitness at the optimum
	evaluated int     // genomes so far
}

func newLandscape(kind string, genes int, seed uint64) *landscape {
	rng := rand.New(rand.NewPCG(seed, 7))
	l := &landscape{kind: kind, noise: 0.015, schema: &genome.Schema{Game: kind, Version: 1}}
	sum := 0.0
	for i := range genes {
		o, w := rng.Float64(), math.Exp(1.2*rng.NormFloat64())
		if i%4 == 3 {
			w = 0
		}
		start := rng.Float64()
		l.optimum, l.weight, sum = append(l.optimum, o), append(l.weight, w), sum+w
		l.schema.Genes = append(l.schema.Genes, gene.Gene{
			Name: fmt.Sprintf("g%d.%d", i/10, i%10), Group: fmt.Sprintf("g%d", i/10), Unit: "u",
			Min: -2, Max: 2, Default: -2 + 4*(start+0.35*(o-start)), Doc: "d",
		})
	}
	for i := range l.weight {
		l.weight[i] /= sum
	}
	l.best = l.truth(l.top())
	return l
}

func (l *landscape) top() genome.Vector {
	v := make(genome.Vector, len(l.optimum))
	for i, o := range l.optimum {
		v[i] = -2 + 4*o
	}
	return v
}

// truth is the fitness of a genome: 0.75 at the optimum of quadratic,
// about 0.35 far from it.
func (l *landscape) truth(v genome.Vector) float64 {
	away := make([]float64, len(v))
	for i, x := range v {
		away[i] = (x+2)/4 - l.optimum[i]
	}
	q := 0.0
	switch l.kind {
	case "logistic": // peaked genes behind a logistic curve
		for i := range v {
			q += l.weight[i] * (1 - 2*math.Abs(away[i]))
		}
		return 1 / (1 + math.Exp(0.6-1.7*q))
	default:
		for i := range v {
			q += l.weight[i] * away[i] * away[i]
		}
	}
	return 0.35 + 0.4*math.Exp(-6*q/0.7)
}

// normal is a standard normal number that belongs to its coordinates.
func normal(coordinates ...uint64) float64 {
	u, v := roll.Unit(roll.Mix(append(coordinates, 1)...)), roll.Unit(roll.Mix(append(coordinates, 2)...))
	return math.Sqrt(-2*math.Log(1-u)) * math.Cos(2*math.Pi*v)
}

func print64(v genome.Vector) uint64 {
	h := uint64(len(v))
	for _, x := range v {
		h = roll.Mix(h, math.Float64bits(x))
	}
	return h
}

// sample is a measurement: a fifth of its variance is the luck of the deals that
// the whole generation shares.
func (l *landscape) sample(generation int, v genome.Vector) stats.Fitness {
	own := normal(3, uint64(generation), print64(v))
	shared := normal(4, uint64(generation))
	return stats.Fitness{Mean: l.truth(v) + l.noise*(math.Sqrt(0.8)*own+math.Sqrt(0.2)*shared), SE: l.noise, Games: 1000}
}

func (l *landscape) Evaluate(ctx context.Context, round evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(population))
	for i, v := range population {
		out[i] = l.sample(round.Number, v)
	}
	l.evaluated += len(out)
	return out, ctx.Err()
}

// Challenge is a sequential test of "no better" against "better by 0.01" with
// errors of 0.05, on batches of 200 games whose points have a deviation of 0.5,
// ended after 20,000 games.
func (l *landscape) Challenge(ctx context.Context, round evolve.GenerationInfo, candidate genome.Vector) (stats.Verdict, error) {
	const goal, batch, limit = 0.01, 200, 20000
	edge := l.truth(candidate) - l.truth(round.Champion)
	bound := math.Log(0.95 / 0.05)
	v := stats.Verdict{}
	sum := 0.0
	for v.Games < limit && math.Abs(v.LLR) < bound {
		v.Rounds++
		v.Games += batch
		x := batch*edge + 0.5*math.Sqrt(batch)*normal(5, uint64(round.Number), print64(candidate), uint64(v.Rounds))
		sum += x
		v.LLR += goal / 0.25 * (x - batch*goal/2)
	}
	v.Share = 0.5 + sum/float64(v.Games)
	v.Accepted = v.LLR >= bound
	return v, ctx.Err()
}
