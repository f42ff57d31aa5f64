package clone

import (
	"maps"
	"math"
	"slices"

	"bloodline/engine/stats"
)

// Judge says how well genes predict the decisions for which use says so, of all kinds and of each. Intervals are
// over games.
func Judge(d Decisions, genes []float64, use func(i int) bool) []stats.Prediction {
	observe, _ := d.Observer(genes)
	agrees := d.Agreement(genes)
	kinds := []string{"all"}
	sums := map[string]map[int]*counts{"all": {}}
	for i := range d.Len() {
		if !use(i) {
			continue
		}
		x := counts{decisions: 1, agreed: agrees(i)}
		if observe != nil {
			x.loss = -observe(i)
		}
		kind := d.Kind(i)
		if sums[kind] == nil {
			kinds, sums[kind] = append(kinds, kind), map[int]*counts{}
		}
		for _, k := range []string{"all", kind} {
			g := sums[k][d.Game(i)]
			if g == nil {
				g = new(counts)
				sums[k][d.Game(i)] = g
			}
			g.decisions, g.loss, g.agreed = g.decisions+x.decisions, g.loss+x.loss, g.agreed+x.agreed
		}
	}
	var out []stats.Prediction
	slices.Sort(kinds[1:])
	for _, kind := range kinds {
		var all []*counts // in the order of games, so that sums do not depend on chance
		p := stats.Prediction{Kind: kind}
		for _, game := range slices.Sorted(maps.Keys(sums[kind])) {
			g := sums[kind][game]
			all, p.Decisions = append(all, g), p.Decisions+int(g.decisions)
		}
		p.LogLoss = ratio(all, func(g *counts) float64 { return g.loss })
		p.Agreement = ratio(all, func(g *counts) float64 { return g.agreed }).Within(0, 1)
		out = append(out, p)
	}
	return out
}

type counts struct{ decisions, loss, agreed float64 } // of a game

// ratio is the mean over all decisions, of games with different numbers of decisions, with the interval of a ratio
// estimator (Cochran 1977, chapter 6). The interval of a single game has no width, because its spread is unknown.
func ratio(games []*counts, of func(*counts) float64) stats.Sample {
	n, sum := 0.0, 0.0
	for _, g := range games {
		n, sum = n+g.decisions, sum+of(g)
	}
	if n == 0 {
		return stats.Sample{}
	}
	mean, k := sum/n, float64(len(games))
	if k < 2 {
		return stats.Sample{Mean: mean, Low: mean, High: mean}
	}
	var away []float64 // of each game, with the standard error of the ratio as that of their mean
	for _, g := range games {
		away = append(away, mean+float64((of(g)-float64(mean*g.decisions))*k/n))
	}
	s := stats.SampleOf(away)
	half := math.Max(0, (s.High-s.Low)/2)
	return stats.Sample{Mean: mean, Low: max(0, mean-half), High: mean + half}
}
