package game

import (
	"context"
	"runtime"
	"strings"

	"bloodline/arena"
	"bloodline/arena/baseline"
	"bloodline/arena/calibrate"
	"bloodline/arena/stats"
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

// Published returns what the published table has of a baseline; 0 in a game without one,
// where a baseline's points are measured.
func (g *Game) Published(name string) float64 {
	if g.Fit == nil {
		return 0
	}
	b, _ := baseline.Find(g.Baselines, name)
	return b.Points
}

// Fitted is a baseline of a fitted field: its published points, and those that it has in
// as many rounds, with their 95 % interval.
type Fitted struct {
	Bot       string             `json:"bot"`
	Published float64            `json:"published"`
	Points    float64            `json:"points"`
	Low       float64            `json:"low"`
	High      float64            `json:"high"`
	Params    map[string]float64 `json:"parameters"` // by their names within the baseline
}

// MeasureFit plays rounds of the field with these parameters, on deals that no fit has
// seen, and returns its table, most points first, and Spearman's rank correlation with
// the published one.
func (g *Game) MeasureFit(ctx context.Context, at []float64, rounds int, seed uint64, workers int) ([]Fitted, float64, error) {
	ar := arena.New(g, workers)
	s := arena.RoundRobin{Players: len(g.Baselines), Seats: g.Info().Seats, Rounds: rounds, Seed: roll.Mix(seed, arena.StageEvidence)}
	results, err := ar.Play(ctx, g.Fit.Players(at), s)
	if err != nil {
		return nil, 0, err
	}
	var out []Fitted
	var ours, theirs []float64
	full := g.PointsOut()
	for _, x := range ar.Fold(len(g.Baselines), s, results).Order {
		b := g.Baselines[x.Player]
		out = append(out, Fitted{
			b.Name, b.Points, full * x.Share.Mean, full * x.Share.Interval.Low, full * x.Share.Interval.High, g.Fit.of(b.Name, at),
		})
		ours, theirs = append(ours, x.Share.Mean), append(theirs, b.Points)
	}
	return out, stats.Spearman(ours, theirs), nil
}

// ParametersOf names the parameters of one baseline as the baseline does, with their
// places among all.
func (f *Fit) ParametersOf(bot string) (names []string, places []int) {
	for i, p := range f.Parameters {
		if name, ok := strings.CutPrefix(p.Name, strings.ToLower(bot)+"."); ok {
			names, places = append(names, name), append(places, i)
		}
	}
	return names, places
}

// of returns the parameters of one baseline.
func (f *Fit) of(bot string, at []float64) map[string]float64 {
	out := map[string]float64{}
	names, places := f.ParametersOf(bot)
	for i, name := range names {
		out[name] = at[places[i]]
	}
	return out
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
			defer g.Count(2 * rounds)
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
