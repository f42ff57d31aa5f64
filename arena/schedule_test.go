package arena_test

import (
	"slices"
	"testing"

	"bloodline/arena"
)

// even reports whether something that happens with probability p in each of n cases happened so often, within five
// standard errors.
func even(often int, n, p float64) bool {
	off := float64(often) - n*p
	return off*off <= 25*n*p*(1-p)
}

// With two seats a round is every unordered pair once. With more every player sits once in a round, and none twice at a
// table; the players that fill up the last table change from round to round, and fewer players than seats sit as evenly
// as can be. No deal serves twice.
func TestRoundRobin(t *testing.T) {
	for _, seats := range []int{2, 4} {
		for n := 2; n <= 13; n++ {
			const rounds = 400
			r, blocks := arena.RoundRobin{Players: n, Seats: seats, Rounds: rounds, Seed: 9}, n*(n-1)/2
			if seats == 4 {
				blocks = (n + 3) / 4
			}
			if r.Len() != rounds*blocks {
				t.Fatalf("%d players: want %d blocks, have %d", n, rounds*blocks, r.Len())
			}
			total, seeds, least := make([]int, n), map[uint64]bool{}, blocks*seats/n
			for round := range rounds {
				in, pairs := make([]int, n), map[[2]int32]bool{}
				for k := range blocks {
					b := r.Block(round*blocks + k)
					l := b.Lineup[:seats]
					seeds[b.Seed] = true
					for s, who := range l {
						if in[who]++; n >= seats && slices.Contains(l[:s], who) {
							t.Fatalf("%d players: %d sits twice at %v", n, who, l)
						}
					}
					pairs[[2]int32{min(l[0], l[1]), max(l[0], l[1])}] = true
				}
				for who, k := range in {
					if total[who] += k - least; k != least && (k != least+1 || blocks*seats%n == 0) || seats == 2 && len(pairs) != blocks {
						t.Fatalf("%d players, round %d: %d sits %d times; %d pairs", n, round, who, k, len(pairs))
					}
				}
			}
			for who, k := range total {
				if p := float64(blocks*seats%n) / float64(n); len(seeds) != r.Len() || !even(k, rounds, p) {
					t.Errorf("%d players: %d fills up %d times, want about %.0f; %d deals", n, who, k, rounds*p, len(seeds))
				}
			}
		}
	}
}

// The candidates of a gauntlet differ in nothing but themselves, and every deal is another one. With two seats
// opponents are met exactly alike, with four about so; a field below three sits down again.
func TestGauntlet(t *testing.T) {
	for field := 1; field <= 13; field++ {
		for _, seats := range []int{2, 4} {
			g := arena.Gauntlet{Candidates: 3, Field: field, Seats: seats, Blocks: 400 * field, Seed: 3}
			met, seeds := make([]int, field), map[uint64]bool{}
			for i := range g.Len() {
				b, first := g.Block(i), g.Block(i%g.Blocks)
				if int(b.Lineup[0]) != i/g.Blocks {
					t.Fatalf("block %d: want candidate %d, have %d", i, i/g.Blocks, b.Lineup[0])
				}
				if b.Lineup[0] = 0; b != first {
					t.Fatalf("block %d: candidate %d meets %v, candidate 0 %v", i, i/g.Blocks, b, first)
				}
				seeds[b.Seed] = true
				for s, o := range b.Lineup[1:seats] {
					met[int(o)-g.Candidates]++ // panics where it is no one of the field
					if field >= seats-1 && slices.Contains(b.Lineup[1:1+s], o) {
						t.Fatalf("block %d: %d sits twice at %v", i, o, b.Lineup)
					}
				}
			}
			for k, n := range met {
				deals, p := 3*float64(g.Blocks), float64(seats-1)/float64(field) // of all candidates
				if field < seats-1 {
					deals, p = deals*float64(seats-1), 1/float64(field)
				}
				if seats == 2 && n != 3*400 || !even(n/3, deals/3, p) || len(seeds) != g.Blocks || g.Len() != 3*g.Blocks {
					t.Errorf("%d seats, field of %d: opponent %d is met %d times, want about %.0f; %d deals", seats, field, k, n, deals*p, len(seeds))
				}
			}
		}
	}
	seeds := map[uint64]bool{}
	for i := range 1000 {
		seeds[arena.Pair{Blocks: 1000}.Block(i).Seed] = true
	}
	if len(seeds) != 1000 {
		t.Errorf("a pair: %d deals of 1000", len(seeds))
	}
}
