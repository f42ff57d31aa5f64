package arena

import (
	"context"
	"slices"

	"bloodline/arena/stats"
	"bloodline/engine"
)

// Compare plays variants of a player against the field on the player's own deals
// and returns, for each, the tally of the differences: variant minus player, deal
// by deal.
func (e *Evaluator) Compare(ctx context.Context, player engine.Player, variants []engine.Player, coordinates ...uint64) ([]stats.Paired, error) {
	g := e.gauntlet(1+len(variants), coordinates...)
	own, err := e.lap(ctx, g.lap(everybody(g.Candidates), 0, g.Blocks), slices.Concat([]engine.Player{player}, variants), nil)
	if err != nil {
		return nil, err
	}
	out := make([]stats.Paired, len(variants))
	for i := range variants {
		for k, r := range own[0] {
			out[i].Add(int64(own[1+i][k].Score[0]), int64(r.Score[0]))
		}
	}
	return out, nil
}

// Sequential is a test of two players against each other, under way or ended.
type Sequential struct {
	Verdict stats.Verdict
	LLR     float64
	Blocks  stats.Tally // first player's score less the second's, by block
	Share   stats.Tally // first player's block scores
	Squares int64       // sum of the squares of the first player's single games
	Counts  []int64     // blocks by result: difference -seats to +seats
}

// Saved tells how much the pairing of the two games of a deal saved: the variance
// of two games on deals of their own over that of a block. Above 1 it saved.
func (s *Sequential) Saved() float64 {
	n := 2 * s.Share.N
	games := stats.Tally{N: n, Sum: s.Share.Sum, SumSq: s.Squares}
	return 2 * games.Var() / s.Share.Var()
}

// sequentialChunk is how many blocks are played between two looks at whether the
// test has ended; the test itself looks after every block, in schedule order.
const sequentialChunk = 512

// Test plays two players of a game of two seats, block by block, until the test
// decides or blocks are played. A win counts 1, a draw 1/2. progress, which may be
// nil, hears of the test after each chunk.
func (a *Arena) Test(ctx context.Context, test stats.SPRT, first, second engine.Player, blocks int, seed uint64, progress func(*Sequential)) (*Sequential, error) {
	walk, err := test.Start(stats.Games(a.seats))
	if err != nil {
		return nil, err
	}
	s := &Sequential{}
	whole := Pair{Blocks: blocks, Seed: seed}
	for begin := 0; begin < blocks && walk.Verdict() == stats.Continue; begin += sequentialChunk {
		part := slice{whole, begin, min(begin+sequentialChunk, blocks)}
		results, err := a.Play(ctx, []engine.Player{first, second}, part)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			if walk.Verdict() != stats.Continue {
				break
			}
			walk.Add(int(r.Score[0] - r.Score[1] + int32(a.seats)))
			s.Blocks.Add(int64(r.Score[0] - r.Score[1]))
			s.Share.Add(int64(r.Score[0]))
			s.Squares += int64(r.Square)
		}
		s.Verdict, s.LLR, s.Counts = walk.Verdict(), walk.LLR(), walk.Counts()
		if progress != nil {
			progress(s)
		}
	}
	return s, nil
}

// slice is a part of a schedule.
type slice struct {
	Schedule
	begin, end int
}

func (s slice) Len() int          { return s.end - s.begin }
func (s slice) Block(i int) Block { return s.Schedule.Block(s.begin + i) }
