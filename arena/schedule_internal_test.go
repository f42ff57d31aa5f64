package arena

import (
	"slices"
	"testing"
)

// A lap is a part of its gauntlet, block by block and laid out in chunks of any
// length.
func TestGauntlet_lap(t *testing.T) {
	for _, seats := range []int{2, 4} {
		g := Gauntlet{Candidates: 6, Field: 5, Seats: seats, Blocks: 23, Seed: 11}
		for _, c := range []struct {
			name       string
			who        []int
			begin, end int
		}{
			{"whole", everybody(6), 0, 23},
			{"first part", everybody(6), 0, 9},
			{"rest of some", []int{1, 2, 5}, 9, 23},
			{"one block", []int{0, 3}, 22, 23},
			{"one candidate", []int{4}, 0, 23},
			{"nobody", nil, 0, 23},
		} {
			l := g.lap(c.who, c.begin, c.end)
			var want []Block
			for _, who := range c.who {
				for k := c.begin; k < c.end; k++ {
					want = append(want, g.Block(who*g.Blocks+k))
				}
			}
			if l.Len() != len(want) {
				t.Fatalf("%s: want %d blocks, have %d", c.name, len(want), l.Len())
			}
			for i := range want {
				if got := l.Block(i); got != want[i] {
					t.Fatalf("%d seats, %s, block %d: want %v, have %v", seats, c.name, i, want[i], got)
				}
				for n := range len(want) - i + 1 {
					got := make([]Block, n)
					if l.lay(i, got); !slices.Equal(got, want[i:i+n]) {
						t.Fatalf("%d seats, %s: want %v from %d on, have %v", seats, c.name, want[i:i+n], i, got)
					}
				}
			}
		}
	}
}
