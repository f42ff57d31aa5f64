package optimiser_test

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

type gp struct {
	x     [][]float64
	l     [][]float64
	alpha []float64
	mean  float64
	s2    float64
	ell   []float64
	ll    float64
}

func (g *gp) kern(a, b []float64) float64 {
	d := 0.0
	for i := range a {
		t := (a[i] - b[i]) / g.ell[i]
		d += t * t
	}
	r := math.Sqrt(5 * d)
	return g.s2 * (1 + r + 5*d/3) * math.Exp(-r)
}

func fitGP(x [][]float64, w, n []float64, ell []float64, s2 float64) *gp {
	g := &gp{x: x, ell: ell, s2: s2}
	tw, tn := 0.0, 0.0
	for i := range w {
		tw, tn = tw+w[i], tn+n[i]
	}
	g.mean = tw / tn
	N := len(x)
	y := make([]float64, N)
	g.l = make([][]float64, N)
	for i := range N {
		g.l[i] = make([]float64, i+1)
		for j := range i + 1 {
			g.l[i][j] = g.kern(x[i], x[j])
		}
		p := (w[i] + 4*g.mean) / (n[i] + 4)
		g.l[i][i] += p*(1-p)/n[i] + 1e-4
		y[i] = w[i]/n[i] - g.mean
	}
	for i, row := range g.l {
		for j := range i {
			s := row[j]
			for k, v := range g.l[j][:j] {
				s -= row[k] * v
			}
			row[j] = s / g.l[j][j]
		}
		s := row[i]
		for _, v := range row[:i] {
			s -= v * v
		}
		row[i] = math.Sqrt(max(s, 1e-12))
	}
	z := g.forward(y)
	for i, v := range z {
		g.ll -= v*v/2 + math.Log(g.l[i][i])
	}
	g.alpha = slices.Clone(z)
	for i := N - 1; i >= 0; i-- {
		g.alpha[i] /= g.l[i][i]
		for j, v := range g.l[i][:i] {
			g.alpha[j] -= v * g.alpha[i]
		}
	}
	return g
}

func (g *gp) forward(b []float64) []float64 {
	y := make([]float64, len(b))
	for i, row := range g.l {
		s := b[i]
		for j, v := range row[:i] {
			s -= v * y[j]
		}
		y[i] = s / row[i]
	}
	return y
}

func (g *gp) at(x []float64) (m, sd float64) {
	k := make([]float64, len(g.x))
	m = g.mean
	for i := range g.x {
		k[i] = g.kern(x, g.x[i])
		m += k[i] * g.alpha[i]
	}
	z := g.forward(k)
	v := g.s2
	for _, t := range z {
		v -= t * t
	}
	return m, math.Sqrt(max(v, 1e-9))
}

func (g *gp) mu(x []float64) float64 {
	m := g.mean
	for i := range g.x {
		m += g.kern(x, g.x[i]) * g.alpha[i]
	}
	return m
}

type gpOpts struct {
	first, games       int64
	share              float64
	children, mu       int
	pool               int // candidates a child is chosen from
	step, decay, least float64
	ucb                float64
	ard                bool
	again              int // best that are measured again
	reserve            float64
}

func gpGA(o gpOpts) finder {
	return func(k *entrants, seed uint64, budget int64) genome.Vector {
		rng := rand.New(rand.NewPCG(seed, 7))
		round := 0
		type one struct {
			x    []float64
			w, n float64
		}
		var pop []*one
		measure := func(all []*one, games int64) {
			k.games = games
			var vs []genome.Vector
			for _, x := range all {
				vs = append(vs, k.schema.Express(x.x))
			}
			fs, _ := k.Evaluate(context.Background(), evolve.Round{Number: round}, vs)
			round++
			for i, f := range fs {
				all[i].w += f.Mean * float64(games)
				all[i].n += float64(games)
			}
		}
		pop = append(pop, &one{x: k.schema.Point(k.schema.Default())})
		for int64(len(pop))*o.first < int64(o.share*float64(budget)) {
			pop = append(pop, &one{x: k.schema.Point(k.schema.Random(rng))})
		}
		measure(pop, o.first)
		ell := make([]float64, 10)
		for i := range ell {
			ell[i] = 0.8
		}
		gen := 0
		s2 := 0.04
		fit := func() *gp {
			var xs [][]float64
			var w, n []float64
			for _, p := range pop {
				xs, w, n = append(xs, p.x), append(w, p.w), append(n, p.n)
			}
			g := fitGP(xs, w, n, slices.Clone(ell), s2)
			if gen%3 == 0 {
				try := func(e []float64, s float64) {
					if h := fitGP(xs, w, n, e, s); h.ll > g.ll {
						g, ell, s2 = h, e, s
					}
				}
				for _, f := range []float64{0.7, 1.4} {
					e := slices.Clone(ell)
					for i := range e {
						e[i] = max(0.1, min(4, e[i]*f))
					}
					try(e, s2)
					try(slices.Clone(ell), s2*f)
				}
				if o.ard {
					for i := range ell {
						for _, f := range []float64{0.6, 1.7} {
							e := slices.Clone(ell)
							e[i] = max(0.1, min(4, e[i]*f))
							try(e, s2)
						}
					}
				}
			}
			return g
		}
		step := o.step
		var g *gp
		rank := func(by func(*one) float64) []*one {
			s := slices.Clone(pop)
			score := map[*one]float64{}
			for _, p := range s {
				score[p] = by(p)
			}
			slices.SortStableFunc(s, func(a, b *one) int { return cmp.Compare(score[b], score[a]) })
			return s
		}
		cost := int64(o.children+o.again) * o.games
		for k.spent+cost < int64((1-o.reserve)*float64(budget)) {
			g = fit()
			best := rank(func(p *one) float64 { return g.mu(p.x) })
			parents := best[:min(o.mu, len(best))]
			var batch []*one
			batch = append(batch, best[:min(o.again, len(best))]...)
			for range o.children {
				var top *one
				topV := math.Inf(-1)
				for range o.pool {
					a, b := slices.Clone(parents[rng.IntN(len(parents))].x), parents[rng.IntN(len(parents))].x
					for i := range a {
						if rng.Float64() > 0.7 {
							a[i] = b[i]
						}
						if rng.Float64() < 0.5 {
							a[i] += step * rng.NormFloat64()
						}
					}
					a = k.schema.Point(k.schema.Express(a))
					m, sd := g.at(a)
					if v := m + o.ucb*sd*rng.NormFloat64(); v > topV {
						topV, top = v, &one{x: a}
					}
				}
				batch, pop = append(batch, top), append(pop, top)
			}
			measure(batch, o.games)
			step = max(o.least, step*o.decay)
			gen++
		}
		g = fit()
		final := rank(func(p *one) float64 { m, sd := g.at(p.x); return m - 0.5*sd })
		final = final[:min(3, len(final))]
		each := (budget - k.spent) / int64(len(final))
		if each > 0 {
			measure(final, each)
			g = fit()
		}
		slices.SortStableFunc(final, func(a, b *one) int { return cmp.Compare(g.mu(b.x), g.mu(a.x)) })
		return k.schema.Express(final[0].x)
	}
}

func init() {
	base := gpOpts{first: 6, games: 6, share: 0.15, children: 12, mu: 5, pool: 20, step: 0.25, decay: 0.93, least: 0.05, ucb: 1, again: 0, reserve: 0.1}
	finders["gp"] = gpGA(base)
	v := base
	v.ard = true
	finders["gp-ard"] = gpGA(v)
	v.ucb = 0
	finders["gp-ard-ucb0"] = gpGA(v)
	v.ucb, v.pool = 1, 1
	finders["gp-ard-pool1"] = gpGA(v)
	v.pool, v.least = 20, 0.1
	finders["gp-ard-least10"] = gpGA(v)
}
