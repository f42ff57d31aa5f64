package arena

import (
	"context"
	"math"

	"bloodline/engine"
	"bloodline/engine/stats"
)

// MeasureBlocks is [Measurement.Measure] that keeps the score of each block.
func (e *Measurement) MeasureBlocks(ctx context.Context, players []engine.Player, coordinates ...uint64) ([]Against, error) {
	p := e.part(len(players), coordinates...)
	p.Scores = true
	return e.measure(ctx, p, players)
}

// MostResults returns the most different scores of a player's blocks that differ in nothing but their deals.
func (x Against) MostResults() (most int) {
	seen := map[[engine.MaxSeats]int32]map[int64]bool{}
	for k, score := range x.Blocks {
		lineup := x.deals[k].Lineup
		if seen[lineup] == nil {
			seen[lineup] = map[int64]bool{}
		}
		seen[lineup][score] = true
		most = max(most, len(seen[lineup]))
	}
	return most
}

// Paired compares two players that were measured on the same deals, see [Measurement.MeasureBlocks].
func (a *Arena) Paired(first, second Against) stats.Paired {
	var p unitPairs
	for k, score := range first.Blocks {
		p.add(&a.info, &first.deals[k], score, second.Blocks[k])
	}
	return p.units()
}

// LeadOver returns by how many points a game a player leads another one on the same deals, by opponent or in all, see
// [stats.Stratified]: with maps or shared tables, units against different opponents are not independent.
func (a *Arena) LeadOver(first, second Against, level float64) stats.Figure {
	if a.info.Seats != 2 || a.info.Maps > 0 {
		return a.Lead([]stats.Tally{a.Paired(first, second).Diff}, level)
	}
	return a.Lead(a.DifferencesByOpponent(first, second), level)
}

// DifferencesByOpponent tallies by how much the first of two players scores more on the same deals against each opponent. With
// more than two seats a block counts for every opponent at the table.
func (a *Arena) DifferencesByOpponent(first, second Against) (out []stats.Tally) {
	by, met := make([]unitTally, len(first.ByOpponent)), make([]int, 0, engine.MaxSeats)
	for k, score := range first.Blocks {
		b := &first.deals[k]
		for _, o := range a.opponents(b, first.candidates, met) {
			by[o].add(&a.info, b, score-second.Blocks[k])
		}
	}
	for i := range by {
		out = append(out, by[i].units())
	}
	return out
}

// Between returns how many points a game the players of one sample have more than those of another, all measured
// together, or without another the mean of the sample. A deal of [stats.Between] is a round of the field, or a map.
func (e *Measurement) Between(first, second []Against) stats.Between {
	round, info := len(e.Field), e.Arena.Info()
	rows := func(of []Against) (out [][]float64) { // scores in rounds, or the mean score of a round on each map
		for _, x := range of {
			var row, blocks []float64
			at := map[int]int{}
			for k, score := range x.Blocks {
				i := k / round
				if info.Maps > 0 {
					m, _ := info.Map(x.deals[k].Seed)
					if _, known := at[m]; !known {
						at[m] = len(at)
					}
					i = at[m]
				}
				if i == len(row) {
					row, blocks = append(row, 0), append(blocks, 0)
				}
				row[i] += float64(score)
				blocks[i]++
			}
			for i, n := range blocks {
				row[i] *= float64(round) / n
			}
			out = append(out, row)
		}
		return out
	}
	b := stats.NewBetween(rows(first), rows(second), e.Arena.Unit()*float64(round), stats.Level)
	low, high, share := info.Min, info.Max, b.Share
	if len(second) == 0 {
		b.Figure = b.Plus(info.Zero)
	} else {
		low, high, share = info.Min-info.Max, info.Max-info.Min, b.ShareDifference
	}
	if b.SE == 0 && info.Shares() { // all rounds ended alike, which proves nothing
		b.Figure = share(float64(first[0].Total.Games)/float64(b.N), stats.Level)
	}
	b.Games, b.Low, b.High = first[0].Total.Games, max(b.Low, low), min(b.High, high)
	return b
}

// Sequential is a test of two players against each other, under way or ended.
type Sequential struct {
	Decision      stats.Decision
	LLR           float64
	Blocks        stats.Tally // first player's score less the second's, by block
	Share         stats.Tally // first player's block scores
	Games         int64       // games of a block
	Squares       float64     // sum of the squares of the first player's single games
	Counts        []int64     // blocks by result, see [Arena.Support]
	maxDifference int64       // see [Arena.maxDifference]
}

func (s *Sequential) Played() int64 { return s.Games * s.Share.N }

// VarianceSaved returns the variance of two games on deals of their own over that of a block: above 1 it saved games.
func (s *Sequential) VarianceSaved() float64 {
	n, sum := float64(s.Played()), float64(s.Share.Sum)
	games := (float64(n*s.Squares) - float64(sum*sum)) / (n * (n - 1))
	return float64(s.Games) * games / s.Share.Var()
}

// Elo returns the first player's Elo advantage with its 95 % interval, of shares clamped to [1e-6, 1-1e-6].
func (s *Sequential) Elo() (elo float64, interval stats.Interval) {
	diff := s.Blocks.Figure(2*float64(s.maxDifference), stats.Level)
	at := func(x float64) float64 { return stats.ScoreToElo(min(max(0.5+x, 1e-6), 1-1e-6)) }
	return at(diff.Mean), stats.Interval{Low: at(diff.Low), High: at(diff.High)}
}

// maxDifference is the largest difference between the block scores of two players.
func (a *Arena) maxDifference() int64 {
	least, most := a.Info().Range()
	return (most - least) * int64(a.games)
}

// steps returns how many shares above one half a block can have. Scores with an even sum have even differences.
func (a *Arena) steps() int64 {
	const finest = 500
	i, n := a.Info(), a.maxDifference()
	if total := i.Mean * float64(a.info.Seats) * i.ScoreUnit; i.ZeroSum && math.Mod(total, 2) == 0 && n%2 == 0 {
		n /= 2
	}
	return min(n, finest)
}

// Support returns the results of a block in [Arena.Test]: the first player's share of the points. Where a game is won,
// drawn or lost, that is the mean of 1, 1/2 and 0. Games with more than 1,000 results are rounded to thousandths.
func (a *Arena) Support() stats.Support { return stats.Steps(int(2 * a.steps())) }

// Test plays two players until the test of the shares of [Arena.Support] decides, or all blocks. progress may be nil.
func (a *Arena) Test(ctx context.Context, test stats.SPRT, players [2]engine.Player, all Pair, progress func(*Sequential)) (*Sequential, error) {
	walk, err := test.Start(a.Support())
	if err != nil {
		return nil, err
	}
	steps := a.steps()
	s := &Sequential{Games: int64(a.games), maxDifference: a.maxDifference()}
	look := 512 // blocks that are played between looks of the test
	if Programs(players[:]) {
		look = a.Workers()
	}
	for begin := 0; begin < all.Blocks && walk.Decision() == stats.Continue; begin += look {
		results, err := a.Play(ctx, players[:], blockRange{all, begin, min(begin+look, all.Blocks)})
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			if walk.Decision() != stats.Continue {
				break
			}
			diff := r.Score[0] - r.Score[1]
			walk.Add(int(steps + int64(math.Round(float64(diff*steps)/float64(s.maxDifference)))))
			s.Blocks.Add(diff)
			s.Share.Add(r.Score[0])
			s.Squares += r.Square
		}
		s.Decision, s.LLR, s.Counts = walk.Decision(), walk.LLR(), walk.Counts()
		if progress != nil {
			progress(s)
		}
	}
	return s, nil
}
