package measure

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Prune returns a genome without the optional genes that contribute nothing measurable. Genes are tried in the order of
// their own loss, smallest first, and as many are left out as together have no significant loss (95 %). A gene whose
// own loss is significant stays. Losses are measured against the field and strangers, on deals of a stage of their own.
// In a league and in games with programs nothing is left out.
//
// The second result is nil if no gene was left out.
func (e *figures) Prune(ctx context.Context, v genome.Vector, temperature float64) (genome.Vector, *champion.Pruned, error) {
	const pruneCost = 1 << 32 // marks the deals of the cost of leaving genes out, which did not choose them
	variants := e.variantsAt(v, temperature, arena.StagePrune, e.pruneField(), e.Settings.Evidence.Deals)
	losses := func(part uint64, less ...*game.Variant) (out []stats.Figure, err error) { // of each, to the whole champion
		err = e.playVariants(ctx, &variants, less, part)
		for _, x := range less {
			out = append(out, e.Arena.Difference(x.Paired).Opposite())
		}
		return out, err
	}
	var set []int             // of the optional genes that are not at their defaults
	var alone []*game.Variant // without each of them
	for i, g := range e.Game.Schema.Genes {
		if g.Optional && v[i] != g.Default {
			set, alone = append(set, i), append(alone, variants.Reset(e.Game.Schema, i))
		}
	}
	if e.optionalFrozen || len(set) == 0 || !e.canPrune() {
		return v, nil, nil
	}
	e.Begins(e.pruneGames() + e.evidenceGames())
	lost, err := losses(0, alone...)
	if err != nil {
		return nil, nil, err
	}
	least := make(map[int]stats.Figure, len(set))
	for k, i := range set {
		least[i] = lost[k]
	}
	set = slices.DeleteFunc(set, func(i int) bool { return least[i].Low > 0 })
	slices.SortStableFunc(set, func(i, k int) int { return cmp.Compare(least[i].Mean, least[k].Mean) })
	// The longest part of the list that loses nothing certain, by halves.
	n := sort.Search(len(set), func(n int) bool {
		if err != nil {
			return true
		}
		var together []stats.Figure
		if together, err = losses(1+uint64(n), variants.Reset(e.Game.Schema, set[:n+1]...)); err != nil {
			return true
		}
		return together[0].Low > 0
	})
	if err != nil || n == 0 {
		return v, nil, err
	}
	out := variants.Reset(e.Game.Schema, set[:n]...)
	cost, err := losses(pruneCost, out)
	if err != nil {
		return nil, nil, err
	}
	return out.Genome, &champion.Pruned{LeftOut: n, Optional: len(least), Cost: cost[0]}, nil
}

// pruneGames returns at most how many games Prune takes.
func (e *figures) pruneGames() int64 {
	optional := e.Game.Schema.OptionalCount()
	if optional == 0 || e.optionalFrozen || !e.canPrune() {
		return 0
	}
	return int64(1+optional+2*bits.Len(uint(optional))+2) * e.gamesAgainst(e.pruneField(), e.Settings.Evidence.Deals, arena.StagePrune)
}

// BreedOptional sets whether optional genes are bred: [New] by the number of games, a resumed run as it was begun.
func (e *play) BreedOptional(yes bool) {
	e.optionalFrozen = !yes
	e.StartAt(e.Schema.Default(), e.Schema.Starts...)
}

// canPrune reports whether [Evaluator.Prune] measures losses: not in a league, whose exploiters answer the whole
// champion, nor with programs, which take too long.
func (e *figures) canPrune() bool {
	return e.Exploiters.Share == 0 && !e.slow(e.pruneField())
}

// pruneField returns the opponents of [Evaluator.Prune]: those of breeding that stay the same, and strangers.
func (e *figures) pruneField() []Opponent {
	out := fixed(e.Field)
	if e.Game.Strangers != nil {
		out = append(out, e.strangerField()...)
	}
	return out
}
