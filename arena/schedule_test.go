package arena_test

import (
	"slices"
	"testing"

	"bloodline/arena"
)

// With two seats a round is every unordered pair once; in its two rotations a
// block is both ordered ones.
func TestRoundRobin_pairs(t *testing.T) {
	for n := 2; n <= 13; n++ {
		const rounds = 3
		r := arena.RoundRobin{Players: n, Seats: 2, Rounds: rounds, Seed: 4}
		var want [][2]int32
		for x := range int32(n) {
			for y := x + 1; y < int32(n); y++ {
				want = append(want, [2]int32{x, y})
			}
		}
		if r.Len() != rounds*len(want) {
			t.Fatalf("%d players: want %d blocks, have %d", n, rounds*len(want), r.Len())
		}
		for round := range rounds {
			var got [][2]int32
			for k := range want {
				l := r.Block(round*len(want) + k).Lineup
				got = append(got, [2]int32{min(l[0], l[1]), max(l[0], l[1])})
			}
			slices.SortFunc(got, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
			if !slices.Equal(got, want) {
				t.Fatalf("%d players, round %d: want %v, have %v", n, round, want, got)
			}
		}
	}
}

// With four seats every player sits once in a round, and none twice at a table;
// the players that fill up the last table change from round to round.
func TestRoundRobin_tables(t *testing.T) {
	for n := 4; n <= 13; n++ {
		const rounds = 400
		tables := (n + 3) / 4
		r := arena.RoundRobin{Players: n, Seats: 4, Rounds: rounds, Seed: 9}
		if r.Len() != rounds*tables {
			t.Fatalf("%d players: want %d blocks, have %d", n, rounds*tables, r.Len())
		}
		total := make([]int, n)
		for round := range rounds {
			in := make([]int, n)
			for k := range tables {
				b := r.Block(round*tables + k)
				l := b.Lineup[:4]
				for s, who := range l {
					in[who]++
					if slices.Contains(l[:s], who) {
						t.Fatalf("%d players: %d sits twice at %v", n, who, l)
					}
				}
			}
			for who, k := range in {
				total[who] += k
				if k < 1 || k > 2 || n%4 == 0 && k != 1 {
					t.Fatalf("%d players, round %d: %d sits %d times", n, round, who, k)
				}
			}
		}
		// Second sittings are shared out evenly, within five standard errors of a
		// binomial.
		p := float64(4*tables-n) / float64(n)
		for who, k := range total {
			if off := float64(k-rounds) - rounds*p; off*off > 25*rounds*p*(1-p) {
				t.Errorf("%d players: %d fills up %d times, want about %.0f", n, who, k-rounds, rounds*p)
			}
		}
	}
}

// Fewer players than seats: they fill up the table as evenly as can be.
func TestRoundRobin_fewPlayers(t *testing.T) {
	r := arena.RoundRobin{Players: 2, Seats: 4, Rounds: 5, Seed: 1}
	for i := range r.Len() {
		l := r.Block(i).Lineup
		slices.Sort(l[:r.Seats])
		if !slices.Equal(l[:r.Seats], []int32{0, 0, 1, 1}) {
			t.Errorf("block %d: have %v", i, l)
		}
	}
}

// Common random numbers: the candidates differ in nothing but themselves.
func TestGauntlet_sameForAll(t *testing.T) {
	for _, seats := range []int{2, 4} {
		g := arena.Gauntlet{Candidates: 5, Field: 4, Seats: seats, Blocks: 40, Seed: 8}
		if g.Len() != 200 {
			t.Fatalf("want 200 blocks, have %d", g.Len())
		}
		for i := range g.Len() {
			b, first := g.Block(i), g.Block(i%g.Blocks)
			if int(b.Lineup[0]) != i/g.Blocks {
				t.Fatalf("block %d: want candidate %d, have %d", i, i/g.Blocks, b.Lineup[0])
			}
			b.Lineup[0] = first.Lineup[0]
			if b != first {
				t.Fatalf("block %d: candidate %d meets %v, candidate 0 %v", i, i/g.Blocks, b, first)
			}
		}
	}
}

func TestGauntlet_opponents(t *testing.T) {
	count := func(g arena.Gauntlet) []int {
		n := make([]int, g.Field)
		for i := range g.Blocks {
			b := g.Block(i)
			l := b.Lineup[:g.Seats]
			for s := 1; s < g.Seats; s++ {
				n[int(l[s])-g.Candidates]++ // panics where it is no one of the field
				if g.Field >= g.Seats-1 && slices.Contains(l[:s], l[s]) {
					t.Fatalf("block %d: %d sits twice at %v", i, l[s], l)
				}
			}
		}
		return n
	}
	// Two seats: exactly alike.
	for field := 1; field <= 13; field++ {
		for k, n := range count(arena.Gauntlet{Candidates: 3, Field: field, Seats: 2, Blocks: 5 * field}) {
			if n != 5 {
				t.Errorf("field of %d: opponent %d is met %d times, want 5", field, k, n)
			}
		}
	}
	// Four seats: alike within five standard errors. A field below three sits down
	// again.
	for _, field := range []int{1, 2, 3, 4, 9} {
		const blocks = 2000
		p := min(3/float64(field), 1)
		for k, n := range count(arena.Gauntlet{Candidates: 2, Field: field, Seats: 4, Blocks: blocks, Seed: 3}) {
			if field < 3 {
				p = 1 / float64(field)
			}
			draws := map[bool]float64{true: 3 * blocks, false: blocks}[field < 3]
			if off := float64(n) - draws*p; off*off > 25*draws*p*(1-p) {
				t.Errorf("field of %d: opponent %d is met %d times, want about %.0f", field, k, n, draws*p)
			}
		}
	}
}

// No deal serves twice within a schedule, but for the common ones of a gauntlet.
func TestSchedules_seeds(t *testing.T) {
	for _, c := range []struct {
		name  string
		s     arena.Schedule
		deals int
	}{
		{"round robin", arena.RoundRobin{Players: 9, Seats: 2, Rounds: 30}, 36 * 30},
		{"tables", arena.RoundRobin{Players: 9, Seats: 4, Rounds: 30}, 90},
		{"gauntlet", arena.Gauntlet{Candidates: 4, Field: 3, Seats: 2, Blocks: 300}, 300},
		{"pair", arena.Pair{Blocks: 1000}, 1000},
	} {
		seen := map[uint64]bool{}
		for i := range c.s.Len() {
			seen[c.s.Block(i).Seed] = true
		}
		if len(seen) != c.deals {
			t.Errorf("%s: want %d deals, have %d", c.name, c.deals, len(seen))
		}
	}
}
