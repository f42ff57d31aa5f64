package arena

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// keptMaps is the least number of maps of which a part is kept for figures.
const keptMaps = 8

// Maps are those of a contest of few that a schedule plays in turn, each once before one is played again. The zero
// value leaves deals as they are.
type Maps struct {
	Numbers []int // of the maps, shuffled
	Each    int   // deals of a map; 0: any number
	First   int   // turn of the first deal
}

// MapsOf returns the maps for what selects players, or for figures: a quarter, which no selection sees. Where maps are
// fewer than [keptMaps], none is kept, and both have all. Every run has the same parts.
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

// KeepsMaps reports whether a game keeps maps for figures.
func KeepsMaps(info engine.Info) bool { return info.Maps >= keptMaps }

// Deals returns how many different deals the maps have, at most so many.
func (m Maps) Deals(most int) int {
	if m.Each == 0 {
		return most
	}
	return min(most, len(m.Numbers)*m.Each)
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

// mapMeans returns the mean score of the blocks of each map, rounded to a score unit, and how many blocks there are:
// of all blocks for a negative opponent, or of those with it.
func (a *Arena) mapMeans(deals []Block, opponent int, scores []int32) (means []int64, blocks int64) {
	sums, counts, at := []int64(nil), []int64(nil), map[int]int{}
	for k, score := range scores {
		if opponent >= 0 && !slices.Contains(a.lineup(&deals[k])[1:], int32(opponent)) {
			continue
		}
		m, _ := a.info.Map(deals[k].Seed)
		i, known := at[m]
		if !known {
			i, at[m] = len(sums), len(sums)
			sums, counts = append(sums, 0), append(counts, 0)
		}
		sums[i] += int64(score)
		counts[i]++
		blocks++
	}
	for i, n := range counts {
		means = append(means, int64(math.Round(float64(sums[i])/float64(n))))
	}
	return means, blocks
}
