package arena

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
)

// Part is a part of a measurement, for any arena of the game: blocks of one candidate after the other.
type Part struct {
	Candidates, Field int      // players of the whole measurement
	Seeds             []uint64 // of gauntlets, whose deals follow one another
	Blocks            int      // deals of a gauntlet
	Skip, Deals       int      // of all these deals, those left out at the beginning, and then those of each candidate
	At                []int    `cbor:",omitempty"` // numbers of the deals that are played, of all; nil: all
	Turn              int      // of the first deal, in a game of few [Maps]
	Figures           bool     // the maps are those kept for figures
	From, To          int      // blocks to be played, of all candidates

	OwnDeals bool    // every candidate plays deals of its own
	First    int     // number of the first candidate, where a generation comes in parts
	Gradient bool    // candidates that are an [engine.GradientPlayer] send trajectories
	Baseline float64 // points that gradients take off a score, above the game's Info.Mean
	Scores   bool    // the score of each block is wanted, too
}

// Sum is the sum of a candidate's blocks of a part, all integers: however a whole is cut, its parts add up to the same.
type Sum struct {
	All      stats.Tally
	By       []stats.Tally // by opponent
	Ahead    []stats.Tally // by opponent: of each block, games and [BlockResult.Ahead]; empty for two seats
	Firsts   int64         `cbor:",omitempty"` // games of three seats and more that it ends first
	Gradient []int64       // in fixed point; nil for a player without one
	Scores   []int64       // by block, if asked for
}

// Add adds the blocks of another part, which follow those of s, to the zero Sum or another.
func (s *Sum) Add(o Sum) {
	s.All.Merge(o.All)
	s.By, s.Ahead, s.Firsts = merge(s.By, o.By), merge(s.Ahead, o.Ahead), s.Firsts+o.Firsts
	if s.Gradient == nil {
		s.Gradient = o.Gradient
	} else {
		for i, x := range o.Gradient {
			s.Gradient[i] += x
		}
	}
	s.Scores = append(s.Scores, o.Scores...)
}

func merge(into, from []stats.Tally) []stats.Tally {
	if into == nil {
		return slices.Clone(from)
	}
	for i, t := range from {
		into[i].Merge(t)
	}
	return into
}

// CandidateRange returns the first candidate with blocks in the part, and the one after the last.
func (p *Part) CandidateRange() (first, last int) {
	return p.From / p.Deals, (p.To + p.Deals - 1) / p.Deals
}

// schedule returns the deals of the candidates that a part covers, and which of their blocks
// is its first. A large part takes seconds, so it ends with the context.
func (p *Part) schedule(ctx context.Context, seats int, maps Maps) (*gauntletDeals, int, error) {
	first, last := p.CandidateRange()
	skip, deals, begin := p.Skip, p.Deals, p.From-first*p.Deals
	if last-first == 1 { // the deals of the others are not needed
		skip, deals, begin = skip+begin, p.To-p.From, 0
	}
	s := &gauntletDeals{deals: make([]Block, deals), candidates: last - first, own: p.OwnDeals, first: p.First + first}
	g := Gauntlet{Candidates: last - first, Field: p.Field, Seats: seats, Blocks: p.Blocks, Maps: maps}
	for k := range s.deals {
		if k%(1<<16) == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		at := skip + k
		if p.At != nil {
			at = p.At[at]
		}
		g.Seed, g.Maps.First = p.Seeds[at/p.Blocks], p.Turn+at/p.Blocks*turns(p.Blocks, p.Field, seats)
		s.deals[k] = g.deal(at % p.Blocks)
	}
	return s, begin, nil
}

// PlayPart plays a part with the candidates that it covers, and returns their sums.
func (a *Arena) PlayPart(ctx context.Context, p Part, candidates, field []engine.Player) ([]Sum, error) {
	const piece = 1 << 19 // bounds the blocks of which PlayPart keeps deals and results at a time: 104 bytes each
	out := make([]Sum, len(candidates))
	base, _ := p.CandidateRange()
	for q := range p.pieces(piece) {
		first, last := q.CandidateRange()
		first, last = first-base, last-base
		sums, err := a.playPiece(ctx, q, candidates[first:last], field)
		if err != nil {
			return nil, NamePlayers(err, func(player int) string {
				if player < last-first {
					return fmt.Sprintf("candidate %d", first+player)
				}
				return fmt.Sprintf("opponent %d", player-(last-first))
			})
		}
		for i, s := range sums {
			out[first+i].Add(s)
		}
	}
	return out, nil
}

// pieces cuts a part into parts of at most so many blocks: of whole candidates, or of some deals of a single one.
func (p Part) pieces(most int) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		for end := p.To; p.From < end; p.From = p.To {
			p.To = min(p.From+most, end)
			if whole := p.To - p.To%p.Deals; whole > p.From && p.To < end {
				p.To = whole
			}
			if !yield(p) {
				return
			}
		}
	}
}

func (a *Arena) playPiece(ctx context.Context, p Part, candidates, field []engine.Player) ([]Sum, error) {
	s, first, err := p.schedule(ctx, a.info.Seats, a.maps[p.Figures])
	if err != nil {
		return nil, err
	}
	var acc *accumulator
	if p.Gradient {
		acc = a.accumulator(candidates, p.Baseline)
	}
	n := p.To - p.From
	if cap(*a.scratch) < n {
		*a.scratch = make([]BlockResult, n) // whose pages come when they are written to
	} else {
		clear((*a.scratch)[:n])
	}
	results := (*a.scratch)[:n]
	if err := a.play(ctx, slices.Concat(candidates, field), acc, blockRange{s, first, first + len(results)}, results); err != nil {
		return nil, err
	}
	out := make([]Sum, s.candidates)
	n = len(s.deals)
	for c := range out {
		begin, end := max(c*n, first), min((c+1)*n, first+len(results))
		own := results[begin-first : end-first]
		out[c] = a.sum(s.deals[begin-c*n:], own, len(out), p.Field)
		if acc != nil {
			out[c].Gradient = acc.sums[c]
		}
		if p.Scores {
			for k := range own {
				out[c].Scores = append(out[c].Scores, own[k].Score[0])
			}
		}
	}
	return out, nil
}

// part returns a whole measurement of candidates, on the deals of these coordinates.
func (e *Measurement) part(candidates int, coordinates ...uint64) Part {
	blocks := e.blocksPerCandidate()
	p := Part{
		Candidates: candidates, Field: len(e.Field), Seeds: []uint64{e.seed(coordinates)}, Blocks: blocks,
		Deals: blocks, To: candidates * blocks, Figures: e.figures(), Scores: e.Arena.info.Maps > 0,
	}
	if len(coordinates) > 0 {
		p.Turn = int(coordinates[0]) * turns(blocks, p.Field, e.Arena.info.Seats)
	}
	if n := len(e.Arena.maps[true].Numbers); n > 0 && p.Figures { // another seed has other maps, if not all are played
		p.Turn += int(roll.Mix(e.Seed, e.Stage) % uint64(n))
	}
	return p
}

// turns returns how many maps such a number of blocks of a gauntlet plays, one after the other.
func turns(blocks, field, seats int) int {
	if seats == 2 {
		return blocks / field
	}
	return blocks
}

func (e *Measurement) figures() bool {
	return e.Stage == StageEvidence || e.Stage == StageShow || e.Stage == StageCurves
}

func (e *Measurement) seed(coordinates []uint64) uint64 {
	return roll.Mix(append([]uint64{e.Seed, e.Stage}, coordinates...)...)
}

func (e *Measurement) playPart(ctx context.Context, p Part, candidates []engine.Player) (sums []Sum, err error) {
	if e.PlayRemote != nil {
		sums, err = e.PlayRemote(ctx, p)
	} else {
		sums, err = e.Arena.PlayPart(ctx, p, candidates, e.Field)
	}
	if e.Erring == nil || err != nil {
		return sums, err
	}
	for i := range e.Field {
		var t stats.Tally
		for _, s := range sums {
			t.Merge(s.By[i])
		}
		if games := t.N * int64(e.Arena.games); games >= 8 && t.Errors == games {
			return nil, e.Erring(i, games)
		}
	}
	return sums, nil
}

// Games yields the seed of every game of a part, in the order in which one worker plays them, and the players by seat
// as [Block.Seatings] does: the candidates that the part covers and then the field.
func (p *Part) Games(info engine.Info) iter.Seq2[uint64, []int] {
	return func(yield func(uint64, []int) bool) {
		s, first, _ := p.schedule(context.Background(), info.Seats, MapsOf(info, p.Figures)) // only a context can end it
		for i := range p.To - p.From {
			for seed, seats := range s.Block(first + i).Seatings(info) {
				if !yield(seed, seats) {
					return
				}
			}
		}
	}
}

// Seatings yields the seed and the players by seat of every game of a block; the slice is overwritten by the next.
func (b Block) Seatings(info engine.Info) iter.Seq2[uint64, []int] {
	return func(yield func(uint64, []int) bool) {
		seats := make([]int, info.Players(b.Seed))
		for game := range info.Seatings() {
			r, seed := (&Arena{info: info, games: info.Seatings()}).rotationAndSeed(&b, game, len(seats))
			for seat := range seats {
				seats[seat] = int(b.Lineup[(seat+r)%len(seats)])
			}
			if !yield(seed, seats) {
				return
			}
		}
	}
}
