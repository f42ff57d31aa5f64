package games

import (
	"context"

	"bloodline/arena"
	"bloodline/arena/calibrate"
	"bloodline/engine"
	"bloodline/genome/gene"
)

// ContestRounds is how many rounds a contest of two seats plays: n players are
// out of ContestRounds·2·(n-1) points.
const ContestRounds = 10

// Fit is a field of baselines whose free parameters were fitted to a published
// table.
type Fit struct {
	Parameters []gene.Gene                     // defaults are where a fit starts
	Shipped    []float64                       // what the baselines play with
	Players    func([]float64) []engine.Player // the field with these parameters
}

// fitted adds the parameters of a game's baselines.
func fitted[P any](g *Game, params []gene.Gene, shipped []float64, field func([]float64) []P) *Game {
	g.Fit = &Fit{Parameters: params, Shipped: shipped, Players: func(at []float64) []engine.Player {
		var out []engine.Player
		for _, p := range field(at) {
			out = append(out, p)
		}
		return out
	}}
	return g
}

// Problem states the fit of a game's field to its published points. Its Play
// stops early when ctx is cancelled; calibrate.Fit notices that by itself.
func (g *Game) Problem(ctx context.Context, workers int) calibrate.Problem {
	ar := arena.New(g, workers)
	p := calibrate.Problem{Params: g.Fit.Parameters}
	for _, b := range g.Baselines {
		p.Target = append(p.Target, b.Points)
	}
	p.Play = func(at []float64, rounds int, seed uint64) []float64 {
		s := arena.RoundRobin{Players: len(g.Baselines), Seats: g.Info().Seats, Rounds: rounds, Seed: seed}
		results, err := ar.Play(ctx, g.Fit.Players(at), s)
		points := make([]float64, len(g.Baselines))
		if err != nil {
			return points
		}
		for _, x := range ar.Fold(len(points), s, results).Order {
			points[x.Player] = x.Share.Mean * float64(ContestRounds*2*(len(points)-1))
		}
		return points
	}
	return p
}
