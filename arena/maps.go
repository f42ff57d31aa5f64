package arena

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
)

// Maps are those of a contest of few that a schedule plays in turn. The zero value leaves deals as they are.
type Maps struct {
	Numbers []int // of the maps, shuffled
	Each    int   // deals of a map; 0: any number
	First   int   // turn of the first deal
}

// MapsOf returns the maps for what selects players, or for figures: a quarter, which no selection sees. Where maps are
// fewer than eight, none is kept, and both have all. Every run has the same parts.
func MapsOf(info engine.Info, figures bool) (m Maps) {
	if info.Maps == 0 {
		return m
	}
	m.Each = info.MapDeals
	for k := range info.Maps {
		m.Numbers = append(m.Numbers, k)
	}
	slices.SortFunc(m.Numbers, func(a, b int) int { return cmp.Compare(roll.Mix(uint64(a)), roll.Mix(uint64(b))) })
	switch kept := info.Maps / 4; {
	case !KeepsMaps(info):
	case figures:
		m.Numbers = m.Numbers[:kept]
	default:
		m.Numbers = m.Numbers[kept:]
	}
	return m
}

func KeepsMaps(info engine.Info) bool { return info.Maps >= 8 }

// Deals returns how many different deals the maps have, each with so many lineups, at most so many.
func (m Maps) Deals(most, lineups int) int {
	if m.Each == 0 {
		return most
	}
	return min(most, len(m.Numbers)*m.Each*lineups)
}

// seed returns the seed of the deal of a turn, and of a seed in a game without maps.
func (m Maps) seed(turn int, seed uint64) uint64 {
	n := len(m.Numbers)
	if n == 0 {
		return seed
	}
	turn += m.First
	deal := seed >> 34 // players that are drawn by the seed differ on equal deals
	if m.Each > 0 {
		deal += uint64(turn/n%m.Each) - deal%uint64(m.Each)
	}
	return engine.MapSeed(m.Numbers[turn%n], deal)
}

// unitTally tallies block scores by the unit of statistics: each block or, in a game of few maps, the mean score of those
// on a map, rounded to a score unit, since games on one map are not independent.
type unitTally struct {
	stats.Tally
	maps map[int]*unitMean
}

type unitMean struct{ sum, blocks int64 }

func (t *unitTally) add(info *engine.Info, b *Block, score int64) {
	if info.Maps == 0 {
		t.Add(score)
		return
	}
	m, _ := info.Map(b.Seed)
	if t.maps == nil {
		t.maps = map[int]*unitMean{}
	}
	if t.maps[m] == nil {
		t.maps[m] = &unitMean{}
	}
	t.maps[m].sum += score
	t.maps[m].blocks++
}

func (t *unitTally) units() stats.Tally {
	for _, m := range t.maps {
		t.Add(int64(math.Round(float64(m.sum) / float64(m.blocks))))
		t.Blocks += m.blocks
	}
	t.maps = nil
	return t.Tally
}

type unitPairs struct{ a, b, diff unitTally }

func (p *unitPairs) add(info *engine.Info, b *Block, first, second int64) {
	p.a.add(info, b, first)
	p.b.add(info, b, second)
	p.diff.add(info, b, first-second)
}

func (p *unitPairs) units() stats.Paired {
	return stats.Paired{A: p.a.units(), B: p.b.units(), Diff: p.diff.units()}
}

// opponents returns the places in the field of the opponents of a block's first place, each once.
func (a *Arena) opponents(b *Block, candidates int, into []int) []int {
	into = into[:0]
	for _, player := range a.lineup(b)[1:] {
		if o := int(player) - candidates; !slices.Contains(into, o) {
			into = append(into, o)
		}
	}
	return into
}
