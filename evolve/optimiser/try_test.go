package optimiser_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
)

type finder func(k *entrants, seed uint64, budget int64) genome.Vector

func armOf(name string, games int64, batch int) finder {
	return func(k *entrants, seed uint64, budget int64) genome.Vector {
		as, _ := optimiser.Choose([]string{name}, batch, 10)
		k.games = games
		got, err := optimiser.Breed(context.Background(), as[0], optimiser.Task{Schema: k.schema, Evaluator: k, Seed: seed, Budget: budget})
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

type indiv struct {
	v    genome.Vector
	w, n float64
}

func (i *indiv) score() float64 { return (i.w + 3) / (i.n + 6) }
func (i *indiv) low() float64 {
	p := (i.w + 2) / (i.n + 4)
	return p - 1.5*math.Sqrt(p*(1-p)/(i.n+4))
}

// gaOpts
type gaOpts struct {
	first, games       int64
	children           int
	mu                 int
	share              float64 // random part
	step, decay, least float64
	withDefault        bool
	keep               float64 // gene of first parent
}

var plainOpts = gaOpts{12, 18, 10, 5, 0.2, 0.25, 0.9, 0.06, true, 0.7}

func ga(o gaOpts) finder {
	return func(k *entrants, seed uint64, budget int64) genome.Vector {
		rng := rand.New(rand.NewPCG(seed, 7))
		round := 0
		measure := func(all []*indiv, games int64) {
			k.games = games
			var vs []genome.Vector
			for _, x := range all {
				vs = append(vs, x.v)
			}
			fs, _ := k.Evaluate(context.Background(), evolve.Round{Number: round}, vs)
			round++
			for i, f := range fs {
				all[i].w += f.Mean * float64(games)
				all[i].n += float64(games)
			}
		}
		var pop []*indiv
		if o.withDefault {
			pop = append(pop, &indiv{v: k.schema.Default()})
		}
		for int64(len(pop))*o.first < int64(o.share*float64(budget)) {
			pop = append(pop, &indiv{v: k.schema.Random(rng)})
		}
		measure(pop, o.first)
		best := func(n int, by func(*indiv) float64) []*indiv {
			s := slices.Clone(pop)
			slices.SortStableFunc(s, func(a, b *indiv) int { return cmp.Compare(by(b), by(a)) })
			return s[:min(n, len(s))]
		}
		step := o.step
		for k.spent+int64(o.children+o.mu)*o.games < budget*5/6 {
			parents := best(o.mu, (*indiv).score)
			batch := slices.Clone(parents)
			for range o.children {
				a, b := k.schema.Point(parents[rng.IntN(len(parents))].v), k.schema.Point(parents[rng.IntN(len(parents))].v)
				for i := range a {
					if rng.Float64() > o.keep {
						a[i] = b[i]
					}
					if rng.Float64() < 0.5 {
						a[i] += step * rng.NormFloat64()
					}
				}
				c := &indiv{v: k.schema.Express(a)}
				pop, batch = append(pop, c), append(batch, c)
			}
			measure(batch, o.games)
			step = max(o.least, step*o.decay)
		}
		final := best(5, (*indiv).low)
		each := (budget - k.spent) / int64(len(final))
		if each > 0 {
			measure(final, each)
		}
		slices.SortStableFunc(final, func(a, b *indiv) int { return cmp.Compare(b.low(), a.low()) })
		return final[0].v
	}
}

var finders = map[string]finder{
	"surrogate": armOf("surrogate", 4, 12),
	"ga":        ga(plainOpts),
	"plus4":     armOf("plus", 4, 12),
	"plus6":     armOf("plus", 6, 12),
}

func TestSearches(t *testing.T) {
	seeds, _ := strconv.Atoi(os.Getenv("SEEDS"))
	judge, _ := strconv.Atoi(os.Getenv("JUDGE"))
	names := strings.Split(os.Getenv("FIND"), ",")
	budgets := []int64{700, 3000}
	if b := os.Getenv("BUDGETS"); b != "" {
		budgets = nil
		for _, x := range strings.Split(b, ",") {
			n, _ := strconv.Atoi(x)
			budgets = append(budgets, int64(n))
		}
	}
	for _, budget := range budgets {
		for _, c := range contests {
			var ref []float64
			for _, name := range names {
				out := make([]float64, seeds)
				var wg sync.WaitGroup
				next := make(chan int, seeds)
				for i := range seeds {
					next <- i
				}
				close(next)
				for range 2 {
					wg.Go(func() {
						for i := range next {
							k := &entrants{contest: c}
							out[i] = c.truth(finders[name](k, uint64(i+1), budget), judge)
							if k.spent > budget {
								panic(fmt.Sprint(name, k.spent))
							}
						}
					})
				}
				wg.Wait()
				m, sd := ms(out)
				line := fmt.Sprintf("%-9s %6d %-14s %5.1f ±%.1f worst %5.1f", c.name, budget, name, 100*m, 196*sd/math.Sqrt(float64(seeds)), 100*slices.Min(out))
				if ref != nil {
					d := make([]float64, seeds)
					for i := range d {
						d[i] = out[i] - ref[i]
					}
					m, sd := ms(d)
					line += fmt.Sprintf("   lead %+.1f ±%.1f", 100*m, 196*sd/math.Sqrt(float64(seeds)))
				} else {
					ref = out
				}
				fmt.Println(line)
			}
		}
	}
}

func ms(x []float64) (m, sd float64) {
	for _, v := range x {
		m += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - m) * (v - m)
	}
	return m, math.Sqrt(sd / float64(len(x)-1))
}
