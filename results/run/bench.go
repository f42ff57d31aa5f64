package run

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"

	"bloodline/arena/bench"
	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
	"bloodline/genome"
	"bloodline/results/player"
)

// Bench breeds the first tenth of a run file's generations in every round, into a store of
// its own that is thrown away, and returns two figures by the game: of the games of fitness alone,
// called learn where they tell a gradient, and of breed, that is with verdicts, breeding
// and recording, which also says what an individual takes in the store. The checksum is
// of all genes that were bred.
func Bench(ctx context.Context, f *player.Finder, c *configs.Config, rounds int, progress func(round int)) ([]bench.Figure, error) {
	c.Evolve.Generations = max(2, c.Evolve.Generations/10)
	fitness, whole := sum{name: "fitness"}, sum{name: "breed"}
	if c.Evolve.Learns() {
		fitness.name = "learn"
	}
	workers := 0
	for round := range rounds {
		e, err := NewEvaluator(f, c)
		if err == nil {
			workers = e.Arena.Workers()
			err = benchRound(ctx, e, c, &fitness, &whole)
		}
		if err != nil {
			return nil, fmt.Errorf("bench: %w", err)
		}
		progress(round + 1)
	}
	out := []bench.Figure{fitness.figure(c.Game, workers), whole.figure(c.Game, workers)}
	out[1].BytesPerIndividual = float64(whole.bytes) / float64(whole.individuals)
	return out, nil
}

// sum adds up rounds.
type sum struct {
	name               string
	games              int64
	rounds             []bench.Timing
	checksum           uint64 // of a round
	bytes, individuals int64
}

func (s *sum) figure(game string, workers int) bench.Figure {
	out := bench.Summary(s.games, s.rounds)
	out.Game, out.Matchup, out.Workers = game, s.name, workers
	out.Checksum = fmt.Sprintf("%016x", s.checksum)
	return out
}

func benchRound(ctx context.Context, e *league.Evaluator, c *configs.Config, fitness, whole *sum) (err error) {
	dir, err := os.MkdirTemp("", "bloodline-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "lineage.db")
	s, err := lineage.Open(path)
	if err != nil {
		return err
	}
	info := lineage.NewInfo("bench", e.Game.Schema)
	info.Config, info.Seed = string(c.YAML()), c.Seed
	clock, digest := &clocked{Evaluator: e}, fnv.New64a()
	individuals := int64(0)
	watch := evolve.RecorderFunc(func(g evolve.Generation) error {
		for _, ind := range g.Individuals {
			if ind.Born != g.Number {
				continue
			}
			individuals++
			for _, x := range ind.Genes {
				digest.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
			}
		}
		return nil
	})
	timer := bench.Start()
	rows, err := s.Begin(info)
	if err == nil {
		_, err = evolve.Run(ctx, e.Schema, c.Evolve, clock, e, evolve.Recorders{rows, watch}, nil)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	whole.rounds = append(whole.rounds, timer.Stop())
	fitness.rounds = append(fitness.rounds, clock.took)
	whole.games, fitness.games = e.Games(), clock.games
	file, err := os.Stat(path)
	if err != nil {
		return err
	}
	whole.bytes, whole.individuals = file.Size(), individuals
	whole.checksum, fitness.checksum = digest.Sum64(), digest.Sum64()
	return nil
}

// clocked is an evaluator that adds up what its measurements take.
type clocked struct {
	*league.Evaluator
	took  bench.Timing
	games int64
}

func (c *clocked) Evaluate(ctx context.Context, round evolve.Round, vs []genome.Vector) ([]evolve.Fitness, error) {
	timer := bench.Start()
	out, err := c.Evaluator.Evaluate(ctx, round, vs)
	t := timer.Stop()
	c.took.CPU += t.CPU
	c.took.Wall += t.Wall
	c.took.Allocs += t.Allocs
	for _, f := range out {
		c.games += f.Games
	}
	return out, err
}
