package calibrate

import (
	"math"
	"sync"

	"bloodline/engine/roll"
)

// Match measures one pair of bots under params: the points that each gets from the
// other over this many rounds, on the table's scale. Workers call it at the same
// time, each under its own number from 0. Equal arguments must give equal points,
// whichever worker asks.
type Match func(worker int, params []float64, i, j, rounds int, seed uint64) (a, b float64)

// Pairwise returns a Problem's Play for a round robin of pairs. owner tells for
// each parameter which bot it belongs to. A pair is played again only if a
// parameter of one of the two has changed, so a step of a fit costs 2 of
// len(bots) of a round robin; that is why a bot's points must depend on nothing
// but the two bots of each pair. The pairs' seeds are unrelated. Play remembers
// and is therefore for one goroutine; its results do not depend on workers.
func Pairwise(bots int, owner []int, workers int, m Match) func(params []float64, rounds int, seed uint64) []float64 {
	r := &roundRobin{owner: owner, match: m, keys: make([]uint64, bots), workers: max(workers, 1)}
	for i := range bots {
		for j := range i {
			r.pairs = append(r.pairs, pair{i: j, j: i})
		}
	}
	return r.play
}

// roundRobin is a round robin that keeps its pairs' last results.
type roundRobin struct {
	owner   []int
	match   Match
	workers int
	pairs   []pair
	keys    []uint64 // by bot, of its parameters
}

// pair remembers its last results. Two trials at each of two bots may pass before
// a search comes back to the point where it stands.
type pair struct {
	i, j int
	last [5]meeting // the one used last first
}

// recall brings the result for a key to the front, or room for it if it is not
// there.
func (p *pair) recall(key uint64) (known bool) {
	k := 0
	for k < len(p.last)-1 && p.last[k].key != key {
		k++
	}
	m := p.last[k]
	if known = m.key == key; !known {
		m = meeting{key: key}
	}
	copy(p.last[1:k+1], p.last[:k])
	p.last[0] = m
	return known
}

type meeting struct {
	key  uint64 // 0: nothing
	a, b float64
}

func (r *roundRobin) play(params []float64, rounds int, seed uint64) []float64 {
	for i := range r.keys {
		r.keys[i] = roll.Mix(seed, uint64(rounds), uint64(i))
	}
	for k, p := range params {
		i := r.owner[k]
		r.keys[i] = roll.Mix(r.keys[i], math.Float64bits(p))
	}
	r.playPairs(r.missing(), params, rounds, seed)
	points := make([]float64, len(r.keys))
	for k := range r.pairs {
		p := &r.pairs[k]
		points[p.i] += p.last[0].a
		points[p.j] += p.last[0].b
	}
	return points
}

// missing returns the pairs without a result for the keys.
func (r *roundRobin) missing() []int {
	var list []int
	for k := range r.pairs {
		p := &r.pairs[k]
		if !p.recall(roll.Mix(r.keys[p.i], r.keys[p.j]) | 1) {
			list = append(list, k)
		}
	}
	return list
}

// playPairs plays pairs. Workers take every so many-th of them and share nothing.
func (r *roundRobin) playPairs(list []int, params []float64, rounds int, seed uint64) {
	var wait sync.WaitGroup
	for w := range r.workers {
		wait.Go(func() {
			for k := w; k < len(list); k += r.workers {
				p := &r.pairs[list[k]]
				m := &p.last[0]
				m.a, m.b = r.match(w, params, p.i, p.j, rounds, roll.Mix(seed, uint64(list[k])))
			}
		})
	}
	wait.Wait()
}
