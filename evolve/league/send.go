package league

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/evolve/key"
)

// common is what the searches of a round have in common, as another machine is told it.
type common struct {
	Game, Schema string
	Settings     Settings
	Field        int    // opponents of the run
	Target       []byte // see [job.Genome]
}

// own is what a search has of its own.
type own struct {
	Number int
	Origin []byte `json:",omitempty"` // empty for the target
}

// mark is what the setting of a search begins with: no measurement's does, which begin with
// the name of a game.
const mark = 0

// send has a search done by a worker or by this process.
func (e *Evaluator) send(ctx context.Context, t task, play func(context.Context) (*exploiter, error)) (*exploiter, error) {
	s := e.Game.Schema
	setting, err := json.Marshal(common{e.Game.Name(), s.Hash(), e.Settings, len(e.Field), job.Genome(s, t.target)})
	if err != nil {
		return nil, err
	}
	h := own{Number: t.number}
	if !slices.Equal(t.origin, t.target) {
		h.Origin = job.Genome(s, t.origin)
	}
	body, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	var here atomic.Bool
	text, err := e.Sender.Whole(ctx, job.Whole{
		Setting: append([]byte{mark}, setting...), Job: body, Turn: t.turn, Round: e.roundOf(t.number) * e.Exploiters.Round,
		Play: func(ctx context.Context) ([]byte, error) {
			here.Store(true)
			x, err := play(ctx)
			if err != nil {
				return nil, err
			}
			return json.Marshal(x)
		},
		Check: func(result []byte) (int64, error) {
			x, err := e.readExploiter(result, t.number)
			if err != nil {
				return 0, err
			}
			return x.Games, nil
		},
	})
	if err != nil {
		return nil, err
	}
	x, err := e.readExploiter(text, t.number)
	if err == nil && !here.Load() {
		e.games.Add(x.Games)
		e.Game.Count(int(x.Games))
	}
	return x, err
}

// Plays returns what does jobs of both kinds: searches, and by rest the parts of
// measurements. Equal searches have equal results, on every machine.
func Plays(games game.Set, rest func(ctx context.Context, setting, job []byte) ([]byte, error)) func(ctx context.Context, setting, job []byte) ([]byte, error) {
	return func(ctx context.Context, setting, body []byte) ([]byte, error) {
		if len(setting) == 0 || setting[0] != mark {
			return rest(ctx, setting, body)
		}
		e, t, err := readTask(games, setting[1:], body)
		if err != nil {
			return nil, err
		}
		x, err := e.find(ctx, t, e.search(t, arena.New(e.Game, 1)))
		if err != nil {
			return nil, err
		}
		return json.Marshal(x)
	}
}

func readTask(games game.Set, setting, body []byte) (*Evaluator, task, error) {
	var (
		s common
		h own
		t task
	)
	if err := errors.Join(json.Unmarshal(setting, &s), json.Unmarshal(body, &h)); err != nil {
		return nil, t, fmt.Errorf("a search that cannot be read: %w", err)
	}
	g, _ := games.ByName(s.Game)
	if g == nil || g.Schema.Hash() != s.Schema {
		return nil, t, fmt.Errorf("no game %q with the genes %q", s.Game, s.Schema)
	}
	set := &s.Settings
	if len(key.Check(&set.Fitness))+len(key.Check(&set.Verdict))+len(key.Check(&set.Exploiters))+len(key.Check(&set.Evolve))+len(set.Evolve.Rules()) > 0 || len(set.Exploiters.Initial) == 0 ||
		h.Number < 1 || h.Number > maxNumber || s.Field < 1 || s.Field > maxNumber {
		return nil, t, errors.New("a search with settings that no run file has")
	}
	e := &Evaluator{Settings: s.Settings, Game: g, Schema: g.Schema, Field: make([]Opponent, s.Field)}
	var err error
	t.number = h.Number
	if t.target, err = job.ReadGenome(g.Schema, s.Target); err != nil {
		return nil, t, fmt.Errorf("target: %w", err)
	}
	if t.origin = t.target; len(h.Origin) > 0 {
		if t.origin, err = job.ReadGenome(g.Schema, h.Origin); err != nil {
			return nil, t, fmt.Errorf("origin: %w", err)
		}
	}
	return e, t, nil
}

// maxNumber is more than a run can have.
const maxNumber = 1 << 25
