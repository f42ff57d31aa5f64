package arena

import (
	"slices"
	"testing"

	"bloodline/internal/guard"
)

// The deals of a part are the beginning of its gauntlet, block by block and filled in chunks of any
// length.
func TestGauntlet_slice(t *testing.T) {
	for _, seats := range []int{2, 4} {
		g := Gauntlet{Candidates: 6, Field: 5, Seats: seats, Blocks: 23, Seed: 11}
		for _, blocks := range []int{23, 9, 1} {
			p := Part{Candidates: 6, Field: 5, Seeds: []uint64{g.Seed}, Blocks: g.Blocks, Deals: blocks, To: 6 * blocks}
			s, _, err := p.schedule(t.Context(), seats, Maps{})
			guard.Must(t, err)
			var want []Block
			for c := range g.Candidates {
				for k := range blocks {
					want = append(want, g.Block(c*g.Blocks+k))
				}
			}
			for i := range want {
				for n := range len(want) - i + 1 {
					got := make([]Block, n)
					if s.fill(i, got); !slices.Equal(got, want[i:i+n]) || s.Block(i) != want[i] || s.Len() != len(want) {
						t.Fatalf("%d seats, %d blocks: want %v from %d on, have %v", seats, blocks, want[i:i+n], i, got)
					}
				}
			}
		}
	}
}

// The pieces of a part are its blocks in order, and none is longer than asked. Where a piece covers two
// candidates, and is not the first or the last, it has all blocks of both.
func TestPart_pieces(t *testing.T) {
	for _, p := range []Part{{Deals: 7, To: 42}, {Deals: 7, From: 3, To: 40}, {Deals: 100, From: 5, To: 250}, {Deals: 1, To: 9}} {
		for most := 1; most < 60; most++ {
			next := p.From
			for q := range p.pieces(most) {
				if q.From != next || q.To <= q.From || q.To-q.From > most {
					t.Fatalf("%d at most of %d to %d: %d to %d after %d", most, p.From, p.To, q.From, q.To, next)
				}
				if first, last := q.CandidateRange(); last-first > 1 && q.From != p.From && q.To != p.To && (q.From%p.Deals != 0 || q.To%p.Deals != 0) {
					t.Fatalf("%d at most of %d to %d: %d to %d is a part of several candidates of %d deals", most, p.From, p.To, q.From, q.To, p.Deals)
				}
				next = q.To
			}
			if next != p.To {
				t.Fatalf("%d at most of %d to %d: the end is %d", most, p.From, p.To, next)
			}
		}
	}
}
