// Package clone fits genes to the decisions of another player, by maximum likelihood (behavioural cloning): the
// derivative of the log-probability of another player's answer is that of the policy gradient.
//
//  1. [Decisions] collects the questions and answers of a player, game by game. Package kit implements it.
//  2. [Fit] finds the genes under which these decisions are most likely; a game without such probabilities is searched
//     by how often its rules agree ([Decisions.Agreement]), above this package.
//  3. [Judge] says how well genes predict decisions that the fit has not seen.
package clone

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// Method is how genes are fitted, by Adam (Kingma, Ba 2015). Steps are in log-odds or in shares of a gene's range.
type Method struct {
	Steps int
	Batch int     // decisions of a step, drawn anew for each; 0: all
	Rate  float64 // of learning, divided by 1 + step/Decay
	Decay float64
	Start map[string]float64 // genes that do not begin at their defaults

	Strangers int // one stranger should be met beside this many clones, as measured; 0: none
}

// Fit returns the genes under which the decisions for which use says so are most likely, with a normal prior around the
// defaults. The decisions must have an Observer. 15,000 decisions of Coup and 300 steps take about a second.
func Fit(ctx context.Context, s *genome.Schema, d Decisions, use func(i int) bool) (genome.Vector, error) {
	const priorVariance = 4 // in the units of steps: of 1, 2, 4 and 10, it best predicts unseen decisions of Coup
	var places []int
	for i := range d.Len() {
		if use(i) {
			places = append(places, i)
		}
	}
	m := d.Method()
	genes, sums, scale := s.Default(), make([]int64, len(s.Genes)), make([]float64, len(s.Genes)) // the unit of a step
	mean, square := make([]float64, len(s.Genes)), make([]float64, len(s.Genes))                  // moving averages
	for i, g := range s.Genes {
		if scale[i] = g.Max - g.Min; g.Unit == gene.LogOdds {
			scale[i] = 1
		}
		if x, ok := m.Start[g.Name]; ok {
			genes[i] = x
		}
	}
	const beta1, beta2, tiny = 0.9, 0.99, 1e-8 // of Adam: the memory of the gradient and of its square
	const domain = 0x666974                    // keeps the draws of decisions apart from all others
	rng := rand.New(rand.NewPCG(roll.Mix(domain, uint64(len(places))), 0))
	batch := places
	if m.Batch > 0 && m.Batch < len(places) {
		batch = make([]int, m.Batch)
	}
	for n := range m.Steps {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(batch) < len(places) {
			for i := range batch {
				batch[i] = places[rng.IntN(len(places))]
			}
		}
		// A step climbs the log-probability of the batch, which is a share of all decisions.
		share, rate := float64(len(batch))/float64(len(places)), m.Rate/(1+float64(n)/m.Decay)
		observe, flush := d.Observer(genes)
		for _, i := range batch {
			observe(i)
		}
		clear(sums)
		flush(sums)
		fade1, fade2 := 1-math.Pow(beta1, float64(n+1)), 1-math.Pow(beta2, float64(n+1))
		for i, g := range s.Genes {
			x := float64(engine.FixedMean(sums[i], 1) * scale[i])
			x -= float64(share * (genes[i] - g.Default) / scale[i] / priorVariance) // of the prior
			mean[i] = float64(beta1*mean[i]) + float64((1-beta1)*x)
			square[i] = float64(beta2*square[i]) + float64((1-beta2)*x*x)
			by := rate * (mean[i] / fade1) / (math.Sqrt(square[i]/fade2) + tiny)
			genes[i] = min(max(genes[i]+float64(by*scale[i]), g.Min), g.Max)
		}
	}
	return genes, s.Check(genes)
}

// Judge says how well genes predict the decisions of use, of all kinds and of each. Intervals are over games.
func Judge(d Decisions, genes []float64, use func(i int) bool) []stats.Prediction {
	observe, _ := d.Observer(genes)
	agrees := d.Agreement(genes)
	kinds := []string{"all"}
	sums := map[string]map[int]counts{"all": {}} // by kind and game
	for i := range d.Len() {
		if !use(i) {
			continue
		}
		loss := 0.0
		if observe != nil {
			loss = -observe(i)
		}
		kind, game := d.Kind(i), d.Game(i)
		if sums[kind] == nil {
			kinds, sums[kind] = append(kinds, kind), map[int]counts{}
		}
		for _, k := range []string{"all", kind} {
			g := sums[k][game]
			sums[k][game] = counts{g.decisions + 1, g.loss + loss, g.agreed + agrees(i)}
		}
	}
	var out []stats.Prediction
	slices.Sort(kinds[1:])
	for _, kind := range kinds {
		var all []counts // in the order of games, so that sums do not depend on chance
		p := stats.Prediction{Kind: kind}
		for _, game := range slices.Sorted(maps.Keys(sums[kind])) {
			g := sums[kind][game]
			all, p.Decisions = append(all, g), p.Decisions+int(g.decisions)
		}
		p.LogLoss = ratio(all, func(g counts) float64 { return g.loss })
		p.Agreement = ratio(all, func(g counts) float64 { return g.agreed }).Within(0, 1)
		out = append(out, p)
	}
	return out
}

type counts struct{ decisions, loss, agreed float64 } // of a game

// ratio is the mean over all decisions, of games with different numbers of decisions, with the interval of a ratio
// estimator (Cochran 1977, chapter 6). The interval of a single game has no width, because its spread is unknown.
func ratio(games []counts, of func(counts) float64) stats.Figure {
	n, sum := 0.0, 0.0
	for _, g := range games {
		n, sum = n+g.decisions, sum+of(g)
	}
	if n == 0 {
		return stats.Figure{}
	}
	mean, k := sum/n, float64(len(games))
	if k < 2 {
		return stats.Figure{Mean: mean, Low: mean, High: mean}
	}
	var away []float64 // of each game, with the standard error of the ratio as that of their mean
	for _, g := range games {
		away = append(away, mean+float64((of(g)-float64(mean*g.decisions))*k/n))
	}
	s := stats.SampleOf(away)
	half := math.Max(0, (s.High-s.Low)/2)
	return stats.Figure{Mean: mean, Low: max(0, mean-half), High: mean + half}
}

// Decisions collects the decisions of one player. One goroutine uses it.
type Decisions interface {
	Watch(p engine.Player) engine.Player // plays as p and adds what it decides
	End(keep bool)                       // of a game, whose decisions are dropped unless they are to be kept
	Len() int                            // decisions
	Seen() int                           // decisions before some were dropped for their size
	Game(i int) int                      // number of the game of a decision
	Kind(i int) string                   // of the question of a decision
	Method() Method                      // by which genes are fitted
	// Agreement returns how far rules of these genes answer as the player did, 0 to 1, at the decision's own roll.
	Agreement(genes []float64) func(i int) float64
	// Observer returns a function that adds decision i and returns its log-probability, and a second one, which hands
	// over the sum of their derivatives by the genes; nil for rules without probabilities.
	Observer(genes []float64) (observe func(i int) float64, flush func(into []int64))
	Relay() (p engine.Player, set func(engine.Player)) // p plays as the player that was set last
}
