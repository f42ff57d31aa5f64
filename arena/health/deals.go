// Package health finds faults of a contest's programs by their games alone: programs that fail or are too late, a
// referee that fails or reverses ranks, deals that are copies of few, and a seat that wins every game.
package health

import (
	"maps"
	"slices"
)

// Deals finds out whether games of different seeds are copies of few: pairs of players play the same deals, and deals
// with equal results in all pairs may be equal. If many have a result of their own, as by chance, all may differ.
type Deals struct {
	Pairs, Each int // pairs of players, at most, and deals of each
	Telling     int // pairs whose deals don't all end alike that are enough

	all          []string       // results of each deal in all pairs
	first        map[string]int // pairs by the result of their first deal
	played, told int            // pairs, and those whose deals don't all end alike
}

// Add adds the results of a pair, by deal, and reports whether they are enough.
func (d *Deals) Add(results []string) (enough bool) {
	if d.played == 0 {
		d.all, d.first = make([]string, len(results)), map[string]int{}
	}
	d.played++
	d.first[results[0]]++
	if slices.ContainsFunc(results, func(r string) bool { return r != results[0] }) {
		d.told++
	}
	for k, r := range results {
		d.all[k] += r + "\n"
	}
	_, many := d.count()
	return many || d.told == d.Telling
}

// count returns how many deals have different results, and whether these are certainly more than few: about the share
// of deals with results of their own is that of all deals there may be that was not seen (Good 1953).
func (d *Deals) count() (different int, many bool) {
	const most = 5 // different deals that are few, or a quarter of the deals
	n, single := map[string]int{}, 0
	for _, r := range d.all {
		n[r]++
	}
	for _, k := range n {
		if k == 1 {
			single++
		}
	}
	return len(n), len(n) > max(most, len(d.all)/4) || single > 1
}

// Few returns how many different deals there are, if they are few; else 0. Pairs whose deals all end alike, as those of
// a weak player and a strong one, say nothing, unless all pairs are of that kind.
func (d *Deals) Few() int {
	different, many := d.count()
	if d.played == 0 || many || d.told < d.Telling && (d.told > 0 || d.played < d.Pairs) {
		return 0
	}
	return different
}

// TellPlayers reports whether a quarter of the results depend on who plays: else weak players may lose all deals.
func (d *Deals) TellPlayers() bool {
	return 4*slices.Max(slices.Collect(maps.Values(d.first))) <= 3*d.played
}

// OneSeat finds out whether one seat wins every game.
type OneSeat struct {
	Games, seat int
	others      bool // some game had another winner, or none
}

// Add adds a game by what the seats have, the winner most.
func (o *OneSeat) Add(points []int64) {
	best := slices.Max(points)
	seat := 1 + slices.Index(points, best)
	o.others = o.others || slices.Contains(points[seat:], best) || o.Games > 0 && seat != o.seat
	o.Games, o.seat = o.Games+1, seat
}

// Seat returns the seat, from 1, that has won all games; 0 for none.
func (o *OneSeat) Seat() int {
	if o.others {
		return 0
	}
	return o.seat
}
