package game

import (
	"context"
	"sync"

	"bloodline/arena"
	"bloodline/arena/portrait"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
)

// Observe plays a player against each opponent over the same number of deals and counts its decisions with the game's
// Portrait, on one worker. Games of a program are recorded and then replayed. In a contest of commands the probe is
// nil.
func (g *Game) Observe(ctx context.Context, p engine.Player, opponents []engine.Player, deals int, seed uint64) (portrait.Probe, arena.Against, error) {
	if seat, program := p.(referee.Seat); program && g.Replay != nil && g.Portrait != nil {
		var mu sync.Mutex
		var games []*record.Record
		h := *g
		h.Programs.Keep = func(block, rotation int, r *record.Record) error {
			mu.Lock()
			defer mu.Unlock()
			games = append(games, r)
			if g.Programs.Keep == nil {
				return nil
			}
			return g.Programs.Keep(block, rotation, r)
		}
		got, err := measureAgainst(ctx, arena.New(&h, 0), p, opponents, deals, seed)
		if err != nil {
			return nil, got, err
		}
		look := g.NewRecordProbe(seat.Name)
		for _, r := range games {
			_ = look.Add(r) // what cannot be replayed was no move
		}
		return look.Probe, got, nil
	}
	if g.UserBot != nil || arena.Programs([]engine.Player{p}) {
		got, err := measureAgainst(ctx, arena.New(g, 0), p, opponents, deals, seed)
		return nil, got, err
	}
	probe := g.Portrait(p)
	got, err := measureAgainst(ctx, arena.New(g, 1), probe, opponents, deals, seed)
	return probe, got, err
}

// RecordProbe counts the decisions of one player in recorded games.
type RecordProbe struct {
	Probe  portrait.Probe
	game   *Game
	player string
	set    func(engine.Player)
}

// NewRecordProbe returns a RecordProbe of the player of this name. The game must have a Portrait, a Replay and a Clone.
func (g *Game) NewRecordProbe(player string) *RecordProbe {
	relay, set := g.Clone().Relay()
	return &RecordProbe{g.Portrait(relay), g, player, set}
}

// Add counts the player's decisions in a game, up to an impossible move, which is an error.
func (l *RecordProbe) Add(r *record.Record) error {
	_, err := l.game.Replay(r.Played(), func(seat int, scripted engine.Player) engine.Player {
		if r.Players[seat] != l.player {
			return nil
		}
		l.set(scripted)
		return l.Probe
	})
	return err
}

// HeadToHead plays two players of a game for two seats, rounded up to whole deals, and returns the points of the first.
func (g *Game) HeadToHead(ctx context.Context, players [2]engine.Player, games int, seed uint64, workers int) (stats.Figure, error) {
	deals := (games + g.Info().Seatings() - 1) / g.Info().Seatings()
	got, err := measureAgainst(ctx, arena.New(g, workers), players[0], players[1:], deals, roll.Mix(seed))
	return got.Total, err
}

func measureAgainst(ctx context.Context, a *arena.Arena, p engine.Player, opponents []engine.Player, deals int, seed uint64) (arena.Against, error) {
	e := arena.Measurement{Arena: a, Field: opponents, Blocks: deals * len(opponents), Seed: seed, Stage: arena.StageShow}
	got, err := e.Measure(ctx, []engine.Player{p})
	if err != nil {
		return arena.Against{}, err
	}
	return got[0], nil
}
