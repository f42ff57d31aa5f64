package game

import (
	"cmp"
	"context"
	"slices"
	"strconv"
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
// Portrait, on one worker. Games of a program are replayed. In a contest of commands the probe is nil.
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
	var probe portrait.Probe
	workers := 0
	if g.UserBot == nil && !arena.Programs([]engine.Player{p}) {
		probe, workers = g.Portrait(p), 1
		p = probe
	}
	got, err := measureAgainst(ctx, arena.New(g, workers), p, opponents, deals, seed)
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

// Stranger is one player of a game's family, and how another player fares against it.
type Stranger struct {
	Name   string       `json:"player"`           // "stranger:7", to play against
	Traits []string     `json:"traits,omitempty"` // what characterises it, in words; none where the game has no words for it
	Points stats.Figure `json:"points"`           // of the other player, a game

	seed uint64
}

// A SearchStage of the search for the hardest strangers: how many are left, and the deals that each of them plays.
type SearchStage struct{ Players, Blocks int }

// WorstStrangers returns the ten of 200 strangers against which a player has the fewest points, the fewest first. deals
// is the number that Observe plays against each baseline. It returns nil without strangers, and for a program.
func (g *Game) WorstStrangers(ctx context.Context, p engine.Player, deals int, seed uint64, workers int) ([]Stranger, error) {
	if arena.Programs([]engine.Player{p}) {
		return nil, nil
	}
	e := arena.Measurement{Arena: arena.New(g, workers), Seed: seed, Stage: arena.StageShow}
	all, err := g.Hardest(ctx, p, e, func(int64) {}, worstStages(deals)...)
	return all[:min(10, len(all))], err
}

// StrangerGames returns how many games WorstStrangers takes: about as many as Observe.
func (g *Game) StrangerGames(p engine.Player, deals int) (n int64) {
	if g.Strangers == nil || arena.Programs([]engine.Player{p}) {
		return 0
	}
	e := arena.Measurement{Arena: arena.New(g, 1), Field: []engine.Player{p}} // against one at a time
	for _, r := range worstStages(deals) {
		e.Blocks = r.Blocks
		n += int64(r.Players) * e.Games()
	}
	return n
}

func worstStages(deals int) []SearchStage {
	return []SearchStage{{200, deals / 40}, {30, deals / 8}, {10, deals / 2}}
}

// Hardest draws rounds[0].Players strangers and returns them by difficulty: first those of the last round, the player's
// fewest points first. Each round keeps the hardest and plays deals of its own, so that luck in one does not count in
// the next; Points are those of the last round. It returns nil without strangers, and passes the games to played.
func (g *Game) Hardest(ctx context.Context, p engine.Player, e arena.Measurement, played func(games int64), rounds ...SearchStage) ([]Stranger, error) {
	if g.Strangers == nil {
		return nil, nil
	}
	var out []Stranger
	for i := range uint64(rounds[0].Players) {
		s := uint64(uint32(roll.Mix(e.Seed, i))) // short enough to be typed
		x := Stranger{Name: StrangerOf + strconv.FormatUint(s, 10), seed: s}
		if p, ok := g.Strangers(s, nil).(interface{ Traits() []string }); ok {
			x.Traits = p.Traits()
		} else if g.Simulator != nil {
			x.Traits = g.Simulator.Traits(s)
		}
		out = append(out, x)
	}
	for stage, r := range rounds {
		left := out[:r.Players]
		for i := range left {
			e.Field, e.Blocks = []engine.Player{g.Strangers(left[i].seed, nil)}, r.Blocks
			const domain = 0x776f727374 // keeps these deals apart from others of the stage
			got, err := e.Measure(ctx, []engine.Player{p}, domain, uint64(stage))
			if err != nil {
				return nil, err
			}
			left[i].Points = got[0].Total
			played(got[0].Total.Games)
		}
		slices.SortStableFunc(left, func(x, y Stranger) int { return cmp.Compare(x.Points.Mean, y.Points.Mean) })
	}
	return out, nil
}
