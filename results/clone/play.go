package clone

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"bloodline/arena"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
)

// Games are the games of a player against others, block by block.
type Games struct {
	Records []*record.Record
	Faults  *referee.PlayerStats // of the player, if it is a program

	schedule arena.Schedule
	scores   map[int]stats.Tally // of the player's games, by block
}

// gauntlet is the schedule of so many games, rounded up to whole deals.
func gauntlet(i engine.Info, opponents, games int, seed uint64) arena.Gauntlet {
	const dealDomain = 0x636c6f6e65 // keeps the deals of clones apart from all others
	return arena.Gauntlet{
		Candidates: 1, Field: opponents, Seats: i.Seats, Seed: roll.Mix(seed, dealDomain),
		Blocks: (games + i.Seatings() - 1) / i.Seatings(),
	}
}

// Play plays so many games of a player, rounded up to whole deals, against opponents that take turns or, at larger
// tables, are drawn. If ctx is cancelled, it returns the games so far with the context's error.
func Play(ctx context.Context, p *player.Player, opponents []*player.Player, games int, seed uint64, options referee.Options) (*Games, error) {
	g := p.Game
	info := g.Info()
	schedule := gauntlet(info, len(opponents), games, seed)
	all := append([]*player.Player{p}, opponents...)
	out := &Games{schedule: schedule, scores: map[int]stats.Tally{}}
	type kept struct {
		block, turn int
		*record.Record
	}
	var mu sync.Mutex
	var played []kept
	options.Count = g.Count
	options.Keep = func(block, turn int, r *record.Record) error {
		mu.Lock()
		defer mu.Unlock()
		played = append(played, kept{block, turn, r})
		return nil
	}
	var err error
	if slices.ContainsFunc(all, (*player.Player).IsProgram) {
		var report *referee.Report
		report, err = referee.Play(ctx, g.Contest, player.RefereeSeats(all), schedule, options)
		if report != nil && p.Command != nil {
			out.Faults = &report.Stats[0]
		}
	} else {
		err = g.TraceAll(ctx, player.Names(all), player.Seats(all), schedule, func(block, turn int, r *record.Record) error {
			g.Count(1)
			return options.Keep(block, turn, r)
		})
	}
	slices.SortFunc(played, func(x, y kept) int { return cmp.Or(cmp.Compare(x.block, y.block), cmp.Compare(x.turn, y.turn)) })
	for _, k := range played {
		b, n := out.scores[k.block], len(k.Points)
		b.Add(info.Score(k.Points[(n-k.turn%n)%n]))
		out.scores[k.block] = b
		out.Records = append(out.Records, k.Record)
	}
	return out, err
}

// Compare plays a clone in the player's place on deals without other programs; nil where there are fewer than two.
func (gs *Games) Compare(ctx context.Context, p *player.Player, opponents []*player.Player, twin engine.Player) (*champion.Twin, error) {
	g := p.Game
	i := g.Info()
	ours := &arena.BlockSubset{Schedule: gs.schedule}
	for k := range gs.schedule.Len() {
		b := gs.schedule.Block(k)
		program := slices.ContainsFunc(b.Lineup[1:i.Seats], func(at int32) bool { return opponents[at-1].IsProgram() })
		if !program && gs.scores[k].N == int64(i.Seatings()) {
			ours.Blocks = append(ours.Blocks, k)
		}
	}
	if ours.Len() < 2 {
		return nil, nil
	}
	seats := []engine.Player{twin}
	for _, x := range opponents {
		seat := twin // for a program, which does not play
		if !x.IsProgram() {
			seat = x.Seat()
		}
		seats = append(seats, seat)
	}
	ar := arena.New(g, 0)
	got, err := ar.Play(ctx, seats, ours)
	if err != nil {
		return nil, err
	}
	var pair stats.Paired
	for k, r := range got {
		pair.Add(r.Score[0], gs.scores[ours.Blocks[k]].Sum)
	}
	return &champion.Twin{Player: ar.Figure(pair.B), Clone: ar.Figure(pair.A), Difference: ar.Lead([]stats.Tally{pair.Diff}, stats.Level)}, nil
}
