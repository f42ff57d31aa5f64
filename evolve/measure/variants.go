package measure

import (
	"context"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/genome"
)

// variantsAt returns the variants of a genome, at a temperature of play, on deals of a stage against a field.
func (e *figures) variantsAt(v genome.Vector, temperature float64, stage uint64, field []Opponent, deals int) game.Variants {
	return game.Variants{
		On: func(candidates []genome.Vector) *arena.Measurement {
			return local(temperature, e.measurement(stage, field, deals, candidates))
		},
		Compile: func(v genome.Vector) engine.Player { return e.Game.PlayerAt(v, temperature) },
		Genome:  v,
	}
}

// playVariants plays variants and counts the games.
func (e *figures) playVariants(ctx context.Context, v *game.Variants, all []*game.Variant, part uint64) error {
	err := v.Play(ctx, all, part)
	if err == nil {
		e.games.Add(v.On(nil).Games() * int64(1+len(all)))
	}
	return err
}

// meet measures a genome against a field on so many deals; on 0 it plays none.
func (e *figures) meet(ctx context.Context, v genome.Vector, temperature float64, field []Opponent, deals int, part uint64) (arena.Against, error) {
	if len(field) == 0 || deals == 0 {
		return arena.Against{}, nil
	}
	got, err := e.atTemperatures(ctx, v, []float64{temperature}, e.measurement(arena.StageEvidence, field, deals, []genome.Vector{v}), part)
	if err != nil {
		return arena.Against{}, err
	}
	return got[0], nil
}

// atTemperatures measures a genome at each of some temperatures on the same deals.
func (e *figures) atTemperatures(ctx context.Context, v genome.Vector, temperatures []float64, m arena.Measurement, part uint64) ([]arena.Against, error) {
	var candidates []engine.Player
	for _, t := range temperatures {
		candidates = append(candidates, e.Game.PlayerAt(v, t))
		m = *local(t, m)
	}
	got, err := m.MeasureBlocks(ctx, candidates, part)
	for _, x := range got {
		e.games.Add(x.Total.Games)
	}
	return got, err
}

// local keeps a measurement at another temperature on this machine, since a job has genes alone.
func local(temperature float64, m arena.Measurement) *arena.Measurement {
	if temperature != 0 && temperature != 1 {
		m.PlayRemote = nil
	}
	return &m
}
