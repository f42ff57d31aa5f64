package league

import (
	"context"

	"bloodline/arena"
	"bloodline/arena/game"
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
	held, unseen, err := e.lines(ctx, v, e.Holdout, holdoutPart)
	if err != nil {
		return nil, err
	}
	out := &champion.Evidence{
		Seed: e.Seed, Points: e.Arena.Info().Points, Noisy: e.Noisy,
		Field: total, Against: field, Holdout: held,
	}
	if held != nil {
		out.Unseen = &unseen
	}
	if e.Game.Strangers != nil {
		if out.Strangers, err = e.strangers(ctx, v); err != nil {
			return nil, err
		}
	}
	if len(field) == 0 && out.Strangers != nil { // bred against strangers alone
		out.Field = out.Strangers.Measured
	}
	out.Blocks = int(out.Field.Games) / e.Arena.Info().Seatings()
	return out, nil
}

// strangers measures a genome and the defaults against players drawn for the evidence,
// others in every block.
func (e *Evaluator) strangers(ctx context.Context, v genome.Vector) (*champion.Strangers, error) {
	field := []Opponent{{Name: game.Strangers, Player: e.Game.Strangers}}
	m := e.against(arena.StageEvidence, field, e.Settings.Evidence.Deals, nil)
	both, err := m.Compare(ctx, e.Game.Player(e.Game.Schema.Default()), []engine.Player{e.Game.Player(v)}, strangersPart)
	if err != nil {
		return nil, err
	}
	info, unit := e.Arena.Info(), e.Arena.Unit()
	games := both[0].A.N * int64(info.Seatings())
	e.games.Add(2 * games)
	summary := func(t stats.Tally) champion.Measured { return measured(t.Estimate(unit, stats.Level), games) }
	return &champion.Strangers{
		Players: both[0].A.N * int64(info.Seats-1), Measured: summary(both[0].A), Lead: summary(both[0].Diff),
	}, nil
}

// The parts of the evidence: coordinates of their deals.
const (
	fieldPart = iota
	holdoutPart
	strangersPart
)

// AgainstField measures a genome against the field on the deals of the evidence.
func (e *Evaluator) AgainstField(ctx context.Context, v genome.Vector) ([]champion.Line, champion.Measured, error) {
	return e.lines(ctx, v, fixed(e.Field), fieldPart)
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
