package game

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// Stranger is one player of a game's family, and how another player fares against it.
type Stranger struct {
	Name   string        `json:"player"`           // "stranger:7", to play against
	Traits []string      `json:"traits,omitempty"` // what characterises it, in words; none where the game has no words for it
	Points stats.Summary `json:"points"`           // of the other player, a game
}

// How the strangers that a player fares worst against are found: in rounds, each on deals
// of its own, so that those that were lucky in a round do not keep their luck. The last
// round's figures are reported; it selects nobody.
var rounds = []struct{ players, share int }{
	{200, 40}, // strangers, and the part of the deals that each of them plays
	{30, 8},
	{10, 2},
}

// WorstStrangers returns the ten of 200 strangers against which a player fares worst, the
// worst first. deals is what Observe plays against each baseline; this takes about as
// many games. nil for a game without strangers.
func (g *Game) WorstStrangers(ctx context.Context, p engine.Player, deals int, seed uint64, workers int) ([]Stranger, error) {
	if g.Strangers == nil {
		return nil, nil
	}
	a := arena.New(g, workers)
	var seeds []uint64
	for i := range uint64(rounds[0].players) {
		seeds = append(seeds, uint64(uint32(roll.Mix(seed, i)))) // short enough to be typed
	}
	var out []Stranger
	for stage, r := range rounds {
		seeds, out = seeds[:r.players], nil
		for _, s := range seeds {
			e := arena.Evaluator{
				Arena: a, Field: []engine.Player{g.Strangers(s, nil)}, Blocks: max(2, deals/r.share),
				Seed: seed, Stage: arena.StageShow,
			}
			got, err := e.Measure(ctx, []engine.Player{p}, strangersDeals, uint64(stage))
			if err != nil {
				return nil, err
			}
			out = append(out, Stranger{StrangerOf + strconv.FormatUint(s, 10), g.traits(s), got[0].Total.Summary(got[0].Games)})
		}
		order := slices.SortedStableFunc(slices.Values(index(len(seeds))), func(i, j int) int { return cmp.Compare(out[i].Points.Mean, out[j].Points.Mean) })
		seeds, out = picked(seeds, order), picked(out, order)
	}
	return out, nil
}

// strangersDeals keeps these deals apart from others of the stage.
const strangersDeals = 0x776f727374

func (g *Game) traits(seed uint64) []string {
	p, ok := g.Strangers(seed, nil).(interface{ Traits() []string })
	if !ok {
		return nil
	}
	return p.Traits()
}

func index(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func picked[T any](all []T, order []int) []T {
	out := make([]T, len(order))
	for i, k := range order {
		out[i] = all[k]
	}
	return out
}
