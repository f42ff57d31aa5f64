package measure

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// weakestOf strangers are drawn for [champion.Evidence.Weakest].
const weakestOf = 2000

// weakestStages returns how they are found, in about five times the deals of the evidence; none where a stranger would
// play a single deal, and of strangers that have no traits to tell.
func (e *Evaluator) weakestStages() []game.SearchStage {
	deals := e.Settings.Evidence.Deals
	if !e.drawsStrangers() || e.Game.UserBot != nil || deals < weakestOf {
		return nil
	}
	return []game.SearchStage{{Players: weakestOf, Blocks: 2 * deals / weakestOf}, {Players: weakestOf / 10, Blocks: 20 * deals / weakestOf}, {Players: weakestOf / 100, Blocks: 100 * deals / weakestOf}}
}

// weakest measures a genome against the hardest of many strangers.
func (e *Evaluator) weakest(ctx context.Context, v genome.Vector, temperature float64) (*champion.Weakest, error) {
	rounds := e.weakestStages()
	if rounds == nil {
		return nil, nil
	}
	m := arena.Measurement{Arena: e.Arena, Seed: e.Seed, Stage: arena.StageEvidence}
	all, err := e.Game.Hardest(ctx, e.Game.PlayerAt(v, temperature), m, func(games int64) { e.games.Add(games) }, rounds...)
	if err != nil {
		return nil, err
	}
	hardest := all[:rounds[len(rounds)-1].Players]
	out := &champion.Weakest{Drawn: len(all), Players: len(hardest)}
	variance := 0.0
	for _, s := range hardest {
		out.Games += s.Points.Games
		out.Mean += s.Points.Mean / float64(len(hardest))
		variance += float64(s.Points.Half() * s.Points.Half())
	}
	half := math.Sqrt(variance) / float64(len(hardest))
	out.Low, out.High = out.Mean-half, out.Mean+half
	out.Common = common(hardest, all)
	return out, nil
}

// common returns the traits that distinguish some strangers from all: those that a quarter of them more have, most
// telling first.
func common(some, all []game.Stranger) (out []champion.Common) {
	count := func(of []game.Stranger, trait string) (n int) {
		for _, s := range of {
			if slices.Contains(s.Traits, trait) {
				n++
			}
		}
		return n
	}
	more := func(c champion.Common) float64 {
		return float64(c.Players)/float64(len(some)) - float64(c.Drawn)/float64(len(all))
	}
	seen := map[string]bool{}
	for _, s := range some {
		for _, trait := range s.Traits {
			c := champion.Common{Trait: trait, Players: count(some, trait), Drawn: count(all, trait)}
			if !seen[trait] && more(c) >= 0.25 {
				out = append(out, c)
			}
			seen[trait] = true
		}
	}
	slices.SortStableFunc(out, func(x, y champion.Common) int { return cmp.Compare(more(y), more(x)) })
	return out
}
