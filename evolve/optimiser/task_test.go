package optimiser_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// task stands in for a contest of ten parameters: a win probability by a formula, which
// no search sees, and single games that are won with it. Two parameters matter most.
type task struct {
	schema  *genome.Schema
	optimum []float64                 // shares of the ranges, as all points
	main    [2]int                    // the parameters that matter most
	log     func(x []float64) float64 // log-odds of a win
	games   int64                     // for a measurement of a genome
	spent   int64
	played  []surrogate.Observation
}

// weights are how much the parameters matter, by the formula: the standard deviation over
// the range of what each adds to the log-odds, as the mean over the others.
func (t *task) weights() []float64 {
	const steps, others = 21, 200
	out := make([]float64, len(t.optimum))
	for i := range out {
		var sum, squares float64
		for k := range steps {
			rng, mean := rand.New(rand.NewPCG(1, uint64(i))), 0.0
			for range others {
				x := make([]float64, len(out))
				for j := range x {
					x[j] = rng.Float64()
				}
				x[i] = float64(k) / (steps - 1)
				mean += t.log(x) / others
			}
			sum, squares = sum+mean/steps, squares+mean*mean/steps
		}
		out[i] = math.Sqrt(squares - sum*sum)
	}
	return out
}

// newTask returns the task of a kind and a number: other optima, weights, slopes and
// defaults for each number.
//
//   - csb: bad defaults (0.30 of 0.85), slopes that differ left and right of the optimum,
//     and a cliff: beyond it, in a tenth of the space, a bot wins 0.10.
//   - tron: defaults win 0.45 of 0.80; what a parameter costs levels off, so most of the
//     space is a plain around a hill.
//   - logistic: defaults win 0.35 of 0.65; a quadratic form with pairs that interact.
func newTask(kind string, number uint64, games int64) *task {
	rng := rand.New(rand.NewPCG(number, roll.Mix(uint64(len(kind)))))
	t := &task{schema: &genome.Schema{Game: kind, Version: 1}, games: games}
	const n = 10
	start := make([]float64, n)
	weight := []float64{0.45, 0.4}
	rest := 0.0
	for len(weight) < 8 {
		w := math.Exp(0.6 * rng.NormFloat64())
		weight, rest = append(weight, w), rest+w
	}
	for i := 2; i < 8; i++ {
		weight[i] *= 0.15 / rest
	}
	weight = append(weight, 0, 0)
	order := rng.Perm(n)
	t.main = [2]int{order[0], order[1]}
	w := make([]float64, n)
	for k, i := range order {
		w[i] = weight[k]
	}
	for i := range n {
		o := 0.15 + 0.7*rng.Float64()
		t.optimum = append(t.optimum, o)
		away := 0.25 + 0.2*rng.Float64()
		if o+away > 0.95 || o-away > 0.05 && rng.IntN(2) == 0 {
			away = -away
		}
		start[i] = o + away
		t.schema.Genes = append(t.schema.Genes, gene.Gene{
			Name: fmt.Sprintf("p%d", i), Group: "bot", Unit: "u", Min: -2, Max: 3, Default: -2 + 5*start[i], Doc: "d",
		})
	}
	cost, from, top := t.shape(kind, w, rng)
	scale := (logit(top) - logit(from)) / cost(start)
	t.log = func(x []float64) float64 { return logit(top) - scale*cost(x) }
	if kind == "csb" {
		t.cliff(start, rng)
	}
	return t
}

// shape returns what a point costs, 0 at the optimum, and how much defaults and optimum win.
func (t *task) shape(kind string, w []float64, rng *rand.Rand) (cost func([]float64) float64, from, top float64) {
	left, right := make([]float64, len(w)), make([]float64, len(w))
	for i := range w {
		left[i], right[i] = math.Exp(0.5*rng.NormFloat64()), math.Exp(0.5*rng.NormFloat64())
	}
	partner := rng.Perm(len(w))
	return func(x []float64) float64 {
		sum := 0.0
		for i := range x {
			d := x[i] - t.optimum[i]
			switch kind {
			case "csb":
				if d < 0 {
					sum += w[i] * left[i] * math.Pow(-d, 1.5)
				} else {
					sum += w[i] * right[i] * math.Pow(d, 1.5)
				}
			case "tron":
				sum += w[i] * (1 - math.Exp(-d*d/0.1))
			default:
				k := partner[i]
				sum += w[i]*d*d + 0.8*math.Sqrt(w[i]*w[k])*d*(x[k]-t.optimum[k])
			}
		}
		return sum
	}, map[string]float64{"csb": 0.30, "tron": 0.45, "logistic": 0.35}[kind], map[string]float64{"csb": 0.85, "tron": 0.80, "logistic": 0.65}[kind]
}

// cliff puts a tenth of the space beyond an edge in two parameters, one of which matters
// most; defaults and optimum are not there.
func (t *task) cliff(start []float64, rng *rand.Rand) {
	slope := t.log
	for {
		a, b, angle := t.main[0], rng.IntN(len(start)), 2*math.Pi*rng.Float64()
		if a == b {
			continue
		}
		side := func(x []float64) float64 { return math.Cos(angle)*(x[a]-0.5) + math.Sin(angle)*(x[b]-0.5) }
		var sample []float64
		for range 2000 {
			x := make([]float64, len(start))
			x[a], x[b] = rng.Float64(), rng.Float64()
			sample = append(sample, side(x))
		}
		edge := quantile(sample, 0.9)
		if side(start) < edge && side(t.optimum) < edge {
			t.log = func(x []float64) float64 {
				if side(x) > edge {
					return logit(0.10)
				}
				return slope(x)
			}
			return
		}
	}
}

func quantile(xs []float64, share float64) float64 {
	sorted := append([]float64{}, xs...)
	for i := range sorted { // insertion is enough for a test
		for j := i; j > 0 && sorted[j] < sorted[j-1]; j-- {
			sorted[j], sorted[j-1] = sorted[j-1], sorted[j]
		}
	}
	return sorted[int(share*float64(len(sorted)))]
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// truth is the win probability of a genome.
func (t *task) truth(v genome.Vector) float64 {
	return 1 / (1 + math.Exp(-t.log(t.schema.Point(v))))
}

// Evaluate plays the games of a batch. The luck of a game belongs to its genome and deal.
func (t *task) Evaluate(ctx context.Context, round evolve.Round, vs []genome.Vector) ([]evolve.Fitness, error) {
	out := make([]evolve.Fitness, len(vs))
	for k, v := range vs {
		p, hash := t.truth(v), uint64(round.Number)
		for _, x := range v {
			hash = roll.Mix(hash, math.Float64bits(x))
		}
		wins := 0.0
		for g := range t.games {
			if roll.Unit(roll.Mix(hash, uint64(g))) < p {
				wins++
			}
		}
		mean := wins / float64(t.games)
		out[k] = evolve.Fitness{Mean: mean, StdErr: math.Sqrt(mean * (1 - mean) / float64(t.games)), Games: t.games}
		t.spent += t.games
		t.played = append(t.played, surrogate.Observation{Point: t.schema.Point(v), Share: mean, Games: t.games})
	}
	return out, ctx.Err()
}
