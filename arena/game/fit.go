package game

import (
	"context"
	"runtime"

	"bloodline/arena/calibrate"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome/gene"
)

// ContestRounds is how many rounds a contest of two seats plays: n players are
// out of ContestRounds·2·(n-1) points.
const ContestRounds = 10

// Fit is a field of baselines whose free parameters were fitted to a published
// table of two seats.
type Fit struct {
	Parameters []gene.Gene                     // defaults are where a fit starts
	Owners     []int                           // the baseline that each parameter belongs to
	Shipped    []float64                       // what the baselines play with
	Players    func([]float64) []engine.Player // the field with these parameters
}

// PointsOut returns the most points that the published table could give to a player
// of the field.
func (g *Game) PointsOut() float64 {
	return float64(ContestRounds * 2 * (len(g.Baselines) - 1))
}

// Problem states the fit of a game's field to its published points. A round is one
// game of every ordered pair; pairs whose parameters have not changed are not
// played again, and each pair's deals are its own. When ctx is cancelled the
// points are worthless; calibrate.Fit notices that by itself.
func (g *Game) Problem(ctx context.Context, workers int) calibrate.Problem {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	p := calibrate.Problem{Params: g.Fit.Parameters}
	for _, b := range g.Baselines {
		p.Target = append(p.Target, b.Points)
	}
	tables := make([]engine.Table, workers)
	for i := range tables {
		tables[i] = g.NewTable()
	}
	p.Play = calibrate.Pairwise(len(g.Baselines), g.Fit.Owners, workers,
		func(w int, at []float64, i, j, rounds int, seed uint64) (float64, float64) {
			f := g.Fit.Players(at)
			return pairing(ctx, tables[w], f[i], f[j], rounds, seed)
		})
	return p
}

// pairing plays rounds of two players, both seatings of each deal, and returns
// their points in ContestRounds rounds.
func pairing(ctx context.Context, t engine.Table, a, b engine.Player, rounds int, seed uint64) (x, y float64) {
	first, second := []engine.Player{a, b}, []engine.Player{b, a}
	var won [2]int32
	for r := range rounds {
		if ctx.Err() != nil {
			break
		}
		deal := roll.Mix(seed, uint64(r))
		o, p := t.Play(deal, first), t.Play(deal, second)
		won[0] += o.Score[0] + p.Score[1]
		won[1] += o.Score[1] + p.Score[0]
	}
	scale := ContestRounds / float64(rounds)
	return float64(won[0]) * scale, float64(won[1]) * scale
}
