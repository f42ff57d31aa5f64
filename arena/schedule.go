package arena

import (
	"math"
	"slices"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// RoundRobin is rounds in which with two seats every pair plays a block, and with more all players are dealt out to
// tables at random; free seats of the last table go to players of other tables.
type RoundRobin struct {
	Players, Seats, Rounds int
	Seed                   uint64
	Maps                   Maps // a round is a turn
}

func (r RoundRobin) Len() int { return r.Maps.Deals(r.Rounds, 1) * r.perRound() }

func (r RoundRobin) perRound() int {
	if r.Seats == 2 {
		return r.Players * (r.Players - 1) / 2
	}
	return (r.Players + r.Seats - 1) / r.Seats
}

func (r RoundRobin) Block(i int) Block {
	round, k := i/r.perRound(), i%r.perRound()
	b := Block{Seed: r.Maps.seed(round, roll.Mix(r.Seed, uint64(i)))}
	if r.Seats == 2 {
		first := 0
		for n := r.Players - 1; k >= n; n-- {
			first, k = first+1, k-n
		}
		b.Lineup[0], b.Lineup[1] = int32(first), int32(first+1+k)
		return b
	}
	rng := roll.New(roll.Mix(r.Seed, uint64(round), 1))
	order := make([]int32, r.Players) // shuffled
	for i := range order {
		j := rng.N(i + 1)
		order[i], order[j] = order[j], int32(i)
	}
	for s := range r.Seats {
		b.Lineup[s] = order[(k*r.Seats+s)%r.Players]
	}
	return b
}

// Gauntlet measures candidates, players 0 to Candidates-1, against a field of the players behind them, all on the same
// Blocks. With two seats the opponents take turns; with more, each block seats a random choice of different ones.
type Gauntlet struct {
	Candidates, Field, Seats int
	Blocks                   int // of each candidate; a multiple of Field treats all opponents alike
	Seed                     uint64
	Maps                     Maps // with two seats all opponents are met on a map before the next
}

func (g Gauntlet) Len() int { return g.Candidates * g.Blocks }

func (g Gauntlet) Block(i int) Block {
	b := g.deal(i % g.Blocks)
	b.Lineup[0] = int32(i / g.Blocks)
	return b
}

// deal returns block k of any candidate, whose own place in the lineup is left 0.
func (g Gauntlet) deal(k int) Block {
	b := Block{Seed: roll.Mix(g.Seed, uint64(k))}
	if g.Seats == 2 {
		b.Lineup[1] = int32(g.Candidates + k%g.Field)
		b.Seed = g.Maps.seed(k/g.Field, b.Seed)
		return b
	}
	different := g.Field >= g.Seats-1 // opponents, if the field has enough
	if n := g.Maps.Deals(math.MaxInt, 1); n < math.MaxInt {
		// Each deal with all lineups in turn. Numbers of lineups in a row seat all opponents equally often.
		turn := k + g.Maps.First
		number := (turn%n + turn/n) % lineups(g.Field, g.Seats)
		first, rest := number%g.Field, number/g.Field
		free := make([]int, g.Field) // by how far they are behind the first
		for i := range free {
			free[i] = i
		}
		for s := 1; s < g.Seats; s++ {
			i := 0
			if s > 1 {
				i, rest = rest%len(free), rest/len(free)
			}
			b.Lineup[s] = int32(g.Candidates + (first+free[i])%g.Field)
			if different {
				free = slices.Delete(free, i, i+1)
			}
		}
	} else {
		rng := roll.Stream(b.Seed, 1<<32)
		for s := 1; s < g.Seats; s++ {
			for b.Lineup[s] = -1; b.Lineup[s] < 0 || different && slices.Contains(b.Lineup[1:s], b.Lineup[s]); {
				b.Lineup[s] = int32(g.Candidates + rng.N(g.Field))
			}
		}
	}
	b.Seed = g.Maps.seed(k, b.Seed)
	return b
}

// lineups returns the orders of opponents beside a candidate, a million at most: of different ones if there are enough.
func lineups(field, seats int) int {
	n := 1
	for s := range seats - 1 {
		if n *= field; field >= seats-1 {
			n = n / field * (field - s)
		}
		n = min(n, 1_000_000)
	}
	return n
}

// gauntletDeals is a gauntlet whose deals are worked out once for all candidates. The blocks of candidate 0 come first.
type gauntletDeals struct {
	deals      []Block // of every candidate, whose own place in the lineup is left 0
	candidates int
	own        bool // every candidate plays deals of its own
	first      int  // number of candidate 0 in its generation, from which its own seeds are made
}

func (s *gauntletDeals) Len() int { return s.candidates * len(s.deals) }

func (s *gauntletDeals) Block(i int) Block {
	var b [1]Block
	s.fill(i, b[:])
	return b[0]
}

func (s *gauntletDeals) fill(begin int, into []Block) {
	c := begin / len(s.deals)
	k := begin - c*len(s.deals)
	for i := range into {
		into[i] = s.deals[k]
		into[i].Lineup[0] = int32(c)
		if s.own {
			into[i].Seed = roll.Mix(into[i].Seed, uint64(s.first+c))
		}
		if k++; k == len(s.deals) {
			c, k = c+1, 0
		}
	}
}

// Pair plays one lineup over and over: players 0 to seats-1 on fresh deals.
type Pair struct {
	Blocks int
	Seed   uint64
	Maps   Maps
}

func (p Pair) Len() int { return p.Maps.Deals(p.Blocks, 1) }

func (p Pair) Block(i int) Block {
	b := Block{Seed: p.Maps.seed(i, roll.Mix(p.Seed, uint64(i)))}
	for s := range engine.MaxSeats {
		b.Lineup[s] = int32(s)
	}
	return b
}

type BlockSubset struct {
	Schedule
	Blocks []int // their indices
}

func (s *BlockSubset) Len() int          { return len(s.Blocks) }
func (s *BlockSubset) Block(i int) Block { return s.Schedule.Block(s.Blocks[i]) }

type blockRange struct {
	Schedule
	begin, end int
}

func (s blockRange) Len() int                     { return s.end - s.begin }
func (s blockRange) Block(i int) Block            { return s.Schedule.Block(s.begin + i) }
func (s blockRange) fill(begin int, into []Block) { fill(s.Schedule, s.begin+begin, into) }

// Drawn is an opponent that is a different player in every block, drawn from the block's seed (domain randomisation,
// Tobin et al. 2017). A Drawn may be in a field, but not among candidates.
//
// The function returns the player of a seed, for concurrent use. It may change and return into, which is nil or its
// earlier result in the same goroutine, so that a draw allocates nothing.
type Drawn func(seed uint64, into engine.Player) engine.Player

// Family makes a Drawn of players that can be drawn anew in place.
func Family[P interface{ Draw(seed uint64) }](fresh func(seed uint64) P) Drawn {
	return func(seed uint64, into engine.Player) engine.Player {
		p, ok := into.(P)
		if !ok {
			return fresh(seed)
		}
		p.Draw(seed)
		return p
	}
}

const drawnDomain = 0x647261776e // keeps the seeds of drawn players apart from those of deals
