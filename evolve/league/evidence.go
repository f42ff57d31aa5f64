package league

import (
	"context"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Evidence measures a champion on deals that no selection has seen.
func (e *Evaluator) Evidence(ctx context.Context, v genome.Vector) (*champion.Evidence, error) {
	field, total, err := e.AgainstField(ctx, v)
	if err != nil {
		return nil, err
	}
	held, unseen, err := e.lines(ctx, v, e.Holdout, 1)
	if err != nil {
		return nil, err
	}
	out := &champion.Evidence{
		Seed: e.Seed, Blocks: int(total.Games) / e.Arena.Info().Seatings(), Points: e.Arena.Info().Points, Noisy: e.Noisy,
		Field: total, Against: field, Holdout: held,
	}
	if held != nil {
		out.Unseen = &unseen
	}
	return out, nil
}

// AgainstField measures a genome against the field on the deals of the evidence.
func (e *Evaluator) AgainstField(ctx context.Context, v genome.Vector) ([]champion.Line, champion.Measured, error) {
	return e.lines(ctx, v, fixed(e.Field), 0)
}

func (e *Evaluator) lines(ctx context.Context, v genome.Vector, field []Opponent, part uint64) ([]champion.Line, champion.Measured, error) {
	if len(field) == 0 {
		return nil, champion.Measured{}, nil
	}
	m := e.against(arena.StageEvidence, field, e.Settings.Evidence.Deals, []genome.Vector{v})
	got, err := m.Measure(ctx, []engine.Player{e.Game.Player(v)}, part)
	if err != nil {
		return nil, champion.Measured{}, err
	}
	e.games.Add(got[0].Games)
	var out []champion.Line
	for i, x := range got[0].ByOpponent {
		out = append(out, champion.Line{Opponent: field[i].Name, Measured: measured(x, x.N*int64(e.Arena.Info().Seatings()))})
	}
	return out, measured(got[0].Total, got[0].Games), nil
}

func measured(e stats.Estimate, games int64) champion.Measured {
	return champion.Measured(e.Summary(games))
}
