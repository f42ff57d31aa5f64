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
	p := e.part(1+len(variants), coordinates...)
	p.Scores = true
	sums, err := e.Arena.PlayPart(ctx, p, slices.Concat([]engine.Player{player}, variants), e.Field)
	if err != nil {
		return nil, nil, err
	}
	deals, _ := p.schedule(ctx, e.Arena.seats)
	total, by = make([]stats.Paired, len(variants)), make([][]stats.Paired, len(variants))
	for i, s := range sums[1:] {
		by[i] = make([]stats.Paired, len(e.Field))
		for k, score := range s.Scores {
			x, y := int64(score), int64(sums[0].Scores[k])
			total[i].Add(x, y)
			for _, opponent := range deals.deals[k].Lineup[1:e.Arena.seats] {
				by[i][int(opponent)-p.Candidates].Add(x, y)
			}
		}
	}
	return total, by, nil
}
