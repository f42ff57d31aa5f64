package job

import (
	"cmp"
	"errors"
	"fmt"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
)

// The most that a job may ask for; no breeder sends a larger one.
const (
	maxPlayers = 1 << 16
	maxDeals   = 1 << 25
	maxBlocks  = maxPlayers * maxDeals
)

// checkPart returns an error for a part whose numbers are out of range.
func checkPart(p arena.Part) error {
	for _, n := range []struct{ have, most int }{
		{p.Candidates, maxPlayers},
		{p.Field, maxPlayers},
		{p.Blocks, maxDeals},
		{p.Skip, maxDeals},
		{p.Deals, maxDeals},
		{p.From, maxBlocks},
		{p.To, maxBlocks},
		{p.First, maxPlayers},
	} {
		if n.have < 0 || n.have > n.most {
			return fmt.Errorf("a count of %d", n.have)
		}
	}
	if !(p.From < p.To && p.Deals > 0 && p.Blocks > 0 && p.To <= p.Candidates*p.Deals && p.Skip+p.Deals <= len(p.Seeds)*p.Blocks) {
		return errors.New("the blocks of no part")
	}
	return nil
}

// checkGame refuses impossible results of a game of the given number of players.
func checkGame(g engine.Ranking, players int) error {
	if len(g.Ranks) != players || len(g.Errors) != players || !(g.Millis >= 0 && g.Millis < 1e12) {
		return fmt.Errorf("a game of %d ranks and %d errors in %v ms, want %d", len(g.Ranks), len(g.Errors), g.Millis, players)
	}
	for _, rank := range g.Ranks {
		if rank < 0 || rank >= players {
			return fmt.Errorf("a rank of %d among %d", rank, players)
		}
	}
	return nil
}

// checkSums returns an error for sums that the part cannot have.
func checkSums(all []arena.Sum, p arena.Part, info engine.Info, genes int) error {
	first, last := p.Covers()
	if len(all) != last-first {
		return fmt.Errorf("%d sums, want %d", len(all), last-first)
	}
	for i, s := range all {
		c := first + i
		blocks := min((c+1)*p.Deals, p.To) - max(c*p.Deals, p.From)
		if err := cmp.Or(checkTallies(s, p.Field, blocks, info), checkLists(s, p, blocks, genes)); err != nil {
			return fmt.Errorf("candidate %d: %w", c, err)
		}
	}
	return nil
}

// checkTallies holds tallies against the number of blocks, and against the most that the
// game can give for one.
func checkTallies(s arena.Sum, field, blocks int, info engine.Info) error {
	var by stats.Tally
	for _, t := range s.By {
		if t.N < 0 || t.SumSq < 0 {
			return errors.New("a tally below zero")
		}
		by.Merge(t)
	}
	seated := int64(info.Seats - 1)
	if s.All.N != int64(blocks) || len(s.By) != field || by != (stats.Tally{N: s.All.N * seated, Sum: s.All.Sum * seated, SumSq: s.All.SumSq * seated}) {
		return fmt.Errorf("not the sum of %d blocks", blocks)
	}
	least, most := info.Range()
	low, high := int64(least)*int64(info.Seatings()), int64(most)*int64(info.Seatings())
	if s.All.SumSq < 0 || s.All.Sum < low*s.All.N || s.All.Sum > high*s.All.N || s.All.SumSq > max(low*low, high*high)*s.All.N {
		return errors.New("no block gives so much")
	}
	return nil
}

// checkLists returns an error if gradient or scores do not have the length that the part asks for.
func checkLists(s arena.Sum, p arena.Part, blocks, genes int) error {
	want := 0
	if p.Gradient {
		want = genes
	}
	if len(s.Gradient) != want || (s.Gradient == nil) != (want == 0) {
		return fmt.Errorf("a gradient of %d genes, want %d", len(s.Gradient), want)
	}
	if !p.Scores {
		if s.Scores != nil {
			return errors.New("scores that were not asked for")
		}
		return nil
	}
	var sum int64
	for _, x := range s.Scores {
		sum += int64(x)
	}
	if len(s.Scores) != blocks || sum != s.All.Sum {
		return fmt.Errorf("not the scores of %d blocks", blocks)
	}
	return nil
}
