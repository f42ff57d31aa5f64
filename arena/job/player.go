package job

import (
	"context"
	"sync"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
)

// Player plays jobs, for any number of goroutines.
type Player struct {
	games game.Set
	// Contest makes the game of a run file whose games are played by commands; nil plays
	// none.
	Contest func(config []byte) (*game.Game, error)

	tables tables

	mu     sync.Mutex
	recent []*recent // settings, the latest first
}

type recent struct {
	bytes   string
	setting *setting
}

// settings is how many settings a player remembers.
const settings = 4

// NewPlayer returns a player of these games.
func NewPlayer(games game.Set) *Player { return &Player{games: games} }

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
	if s.contest != nil {
		return p.programs(ctx, s, part, candidates)
	}
	sums, err := p.tables.play(ctx, s.game, part, candidates, s.field)
	if err != nil {
		return nil, err
	}
	return result(sums, nil), nil
}

// programs plays a part of programs and notes its games.
func (p *Player) programs(ctx context.Context, s *setting, part arena.Part, candidates []engine.Player) ([]byte, error) {
	g, notes := *s.game, &notebook{}
	g.Table = s.contest.With(notes)
	sums, err := arena.New(&g, 1).PlayPart(ctx, part, candidates, s.field)
	if err != nil {
		return nil, err
	}
	return result(sums, notes.games), nil
}

// notebook is a book that knows no game and notes them all in their order.
type notebook struct{ games []command.Result }

// Find finds nothing.
func (*notebook) Find(uint64, []string) (command.Result, bool, error) {
	return command.Result{}, false, nil
}

// Enter notes a game.
func (n *notebook) Enter(_ uint64, _ []string, r command.Result) error {
	n.games = append(n.games, r)
	return nil
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
	s, err := (&reader{in: text}).setting(p)
	if err != nil {
		return nil, err
	}
	p.recent = append([]*recent{{string(text), s}}, p.recent[:min(len(p.recent), settings-1)]...)
	return s, nil
}

// tables are arenas of one worker that nobody uses.
type tables struct {
	mu   sync.Mutex
	idle map[*game.Game][]*arena.Arena
}

// play plays a part at one of them.
func (t *tables) play(ctx context.Context, g *game.Game, part arena.Part, candidates, field []engine.Player) ([]arena.Sum, error) {
	a := t.take(g)
	defer t.back(g, a)
	return a.PlayPart(ctx, part, candidates, field)
}

func (t *tables) take(g *game.Game) *arena.Arena {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.idle[g]
	if len(all) == 0 {
		return arena.New(g, 1)
	}
	t.idle[g] = all[:len(all)-1]
	return all[len(all)-1]
}

func (t *tables) back(g *game.Game, a *arena.Arena) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.idle == nil {
		t.idle = map[*game.Game][]*arena.Arena{}
	}
	t.idle[g] = append(t.idle[g], a)
}
