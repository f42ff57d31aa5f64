package job

import (
	"context"
	"sync"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine"
)

// Player plays jobs, for any number of goroutines.
type Player struct {
	games game.Set

	mu     sync.Mutex
	recent []*recent // settings, the latest first
	idle   map[*game.Game][]*arena.Arena
}

type recent struct {
	bytes   string
	setting *setting
}

// settings is how many settings a player remembers.
const settings = 4

// NewPlayer returns a player of these games.
func NewPlayer(games game.Set) *Player {
	return &Player{games: games, idle: map[*game.Game][]*arena.Arena{}}
}

// Play plays a job and returns its result. Equal jobs have equal results, on every
// machine.
func (p *Player) Play(ctx context.Context, setting, job []byte) ([]byte, error) {
	s, err := p.setting(setting)
	if err != nil {
		return nil, err
	}
	r := &reader{in: job}
	part := r.part()
	compile := s.game.Rules
	if part.Gradient && s.game.Gradient != nil {
		compile = s.game.Gradient
	}
	if part.Field != len(s.field) {
		r.fail("a field of %d, the setting has %d", part.Field, len(s.field))
	}
	var candidates []engine.Player
	if r.err == nil {
		first, last := part.Covers()
		for range last - first {
			candidates = append(candidates, r.player(s.game, compile))
		}
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	a := p.table(s.game)
	defer p.back(s.game, a)
	sums, err := a.PlayPart(ctx, part, candidates, s.field)
	if err != nil {
		return nil, err
	}
	var w writer
	w.sums(sums)
	return w.out, nil
}

func (p *Player) setting(text []byte) (*setting, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, r := range p.recent {
		if r.bytes == string(text) {
			copy(p.recent[1:], p.recent[:i])
			p.recent[0] = r
			return r.setting, nil
		}
	}
	s, err := (&reader{in: text}).setting(p.games)
	if err != nil {
		return nil, err
	}
	p.recent = append([]*recent{{string(text), s}}, p.recent[:min(len(p.recent), settings-1)]...)
	return s, nil
}

// table returns an arena of one worker that nobody uses.
func (p *Player) table(g *game.Game) *arena.Arena {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.idle[g]
	if len(all) == 0 {
		return arena.New(g, 1)
	}
	p.idle[g] = all[:len(all)-1]
	return all[len(all)-1]
}

func (p *Player) back(g *game.Game, a *arena.Arena) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle[g] = append(p.idle[g], a)
}
