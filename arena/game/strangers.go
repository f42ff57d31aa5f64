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

	seed uint64
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
// many games. nil for a game without strangers, and for a program: it would be started anew
// for each of a thousand games.
func (g *Game) WorstStrangers(ctx context.Context, p engine.Player, deals int, seed uint64, workers int) ([]Stranger, error) {
	if g.Strangers == nil || arena.Programs([]engine.Player{p}) {
		return nil, nil
	}
	a := arena.New(g, workers)
	var out []Stranger
	for i := range uint64(rounds[0].players) {
		s := uint64(uint32(roll.Mix(seed, i))) // short enough to be typed
		out = append(out, Stranger{Name: StrangerOf + strconv.FormatUint(s, 10), Traits: g.traits(s), seed: s})
	}
	for stage, r := range rounds {
		out = out[:r.players]
		for i := range out {
			e := arena.Evaluator{
				Arena: a, Field: []engine.Player{g.Strangers(out[i].seed, nil)}, Blocks: max(2, deals/r.share),
				Seed: seed, Stage: arena.StageShow,
			}
			got, err := e.Measure(ctx, []engine.Player{p}, strangersDeals, uint64(stage))
			if err != nil {
				return nil, err
			}
			out[i].Points = got[0].Total.Summary(got[0].Games)
		}
		slices.SortStableFunc(out, func(x, y Stranger) int { return cmp.Compare(x.Points.Mean, y.Points.Mean) })
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
