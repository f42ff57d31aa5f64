package arena

import (
	"context"
	"slices"

	"bloodline/arena/stats"
	"bloodline/engine"
)

// CompareOpponents plays what [Evaluator.Compare] plays and returns the same tallies,
// and for each variant those of each opponent's blocks. With more than two seats a
// block counts for every opponent at the table.
func (e *Evaluator) CompareOpponents(ctx context.Context, player engine.Player, variants []engine.Player, coordinates ...uint64) (total []stats.Paired, by [][]stats.Paired, err error) {
	g := e.gauntlet(1+len(variants), coordinates...)
	s := g.slice(ctx, g.Blocks)
	own, err := e.play(ctx, s, slices.Concat([]engine.Player{player}, variants))
	if err != nil {
		return nil, nil, err
	}
	total, by = make([]stats.Paired, len(variants)), make([][]stats.Paired, len(variants))
	for i := range variants {
		by[i] = make([]stats.Paired, len(e.Field))
		for k, r := range own[0] {
			x, y := int64(own[1+i][k].Score[0]), int64(r.Score[0])
			total[i].Add(x, y)
			for _, opponent := range s.deals[k].Lineup[1:e.Arena.seats] {
				by[i][int(opponent)-g.Candidates].Add(x, y)
			}
		}
	}
	return total, by, nil
}
