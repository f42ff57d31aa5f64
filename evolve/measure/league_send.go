package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/arena/work"
	"bloodline/evolve"
	"bloodline/genome"
)

// searchSettings are the settings that the searches of a round share.
type searchSettings struct {
	Settings Settings
	Field    int // opponents of the run
	Target   genome.Vector
}

// searchJob are the settings of one search.
type searchJob struct {
	Number int
	Origin genome.Vector `cbor:",omitempty"` // empty for the target
}

// send has a search done by a worker or by this process.
func (e *Evaluator) send(ctx context.Context, t task, play func(context.Context) (*exploiter, error)) (*exploiter, error) {
	setting, err := e.Sender.SearchSetting(searchSettings{e.Settings, len(e.Field), t.target})
	if err != nil {
		return nil, err
	}
	j := searchJob{Number: t.number}
	if !slices.Equal(t.origin, t.target) {
		j.Origin = t.origin
	}
	text, err := job.Encode(j)
	if err != nil {
		return nil, err
	}
	var found *exploiter
	err = e.Sender.Do(ctx, work.Work{
		Setting: setting, Units: 1, Turn: t.turn, Repeats: true,
		Job:  func(int, int) []byte { return text },
		Play: func(ctx context.Context, _, _ int) (any, error) { return play(ctx) },
		Read: func(_, _ int, text []byte) (any, error) {
			x := evolve.Exploiter{Number: t.number}
			if err := job.Decode(text, &x); err != nil {
				return nil, err
			}
			return e.exploiter(x)
		},
		Same: func(a, b any) bool {
			x, y := a.(*exploiter), b.(*exploiter)
			return x.Share == y.Share && x.Games == y.Games && slices.Equal(x.Genes, y.Genes)
		},
		CountGames: func(_, _ int, result any) int64 {
			games := result.(*exploiter).Games
			e.Game.Count(int(games))
			return games
		},
		Take: func(_, _ int, result any, remote bool) error {
			if found = result.(*exploiter); remote {
				e.games.Add(found.Games + int64(exploiterDeals*e.Game.Info().Seatings())) // as breedExploiter does
			}
			return nil
		},
	})
	return found, err
}

// Search does the search of a job for a worker, on one core. Equal searches have equal results, on every machine.
func Search(ctx context.Context, g *game.Game, settings, text []byte) ([]byte, error) {
	var (
		s searchSettings
		j searchJob
	)
	if err := errors.Join(job.Decode(settings, &s), job.Decode(text, &j)); err != nil {
		return nil, fmt.Errorf("a search that cannot be read: %w", err)
	}
	if len(j.Origin) == 0 {
		j.Origin = s.Target
	}
	if err := errors.Join(g.Schema.Check(s.Target), g.Schema.Check(j.Origin)); err != nil {
		return nil, err
	}
	e := &Evaluator{Settings: s.Settings, Game: g, Schema: g.Schema, Field: make([]Opponent, s.Field)}
	t := task{number: j.Number, target: s.Target, origin: j.Origin}
	x, err := e.breedExploiter(ctx, t, e.searcher(t, arena.New(g, 1)))
	if err != nil {
		return nil, err
	}
	return job.Encode(x.Exploiter)
}
