package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"bloodline/arena"
	"bloodline/arena/champion"
	"bloodline/arena/games"
	"bloodline/arena/stats"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/genome"
)

// lab is where evolve and the arena meet: it measures and judges genomes of one
// game by playing.
type lab struct {
	game   *games.Game
	schema *genome.Schema // the game's, but its defaults are where breeding starts
	arena  *arena.Arena
	cfg    *configs.Config
	names  []string // of the field, in order
	field  []engine.Player
	held   []string // of the holdout
	out    []engine.Player
	games  atomic.Int64 // played since the program started
	guard  *guard
}

var (
	_ evolve.Evaluator = (*lab)(nil)
	_ evolve.Judge     = (*lab)(nil)
)

func (a *app) newLab(cfg *configs.Config) (*lab, error) {
	g, ok := games.ByName(cfg.Game)
	if !ok {
		return nil, usage("unknown game %q (have %s)", cfg.Game, list(games.Names()))
	}
	l := &lab{game: g, schema: g.Schema, arena: arena.New(g, cfg.Workers), cfg: cfg}
	var err error
	if cfg.Start != configs.StartDefaults {
		if l.schema, err = a.startOf(g, cfg.Start); err != nil {
			return nil, fmt.Errorf("start: %w", err)
		}
	}
	if l.names, l.field, err = a.opponents(g, cfg.Field); err != nil {
		return nil, fmt.Errorf("field: %w", err)
	}
	if l.held, l.out, err = a.opponents(g, cfg.Holdout); err != nil {
		return nil, fmt.Errorf("holdout: %w", err)
	}
	l.guard = &guard{lab: l}
	return l, nil
}

// ofGame resolves a player who must be of the game.
func (a *app) ofGame(g *games.Game, word string) (*contender, error) {
	c, err := a.resolve(word, g)
	if err == nil && c.Game.Info().Name != g.Info().Name {
		return nil, usage("%s plays %s, not %s", c.Name, c.Game.Info().Name, g.Info().Name)
	}
	return c, err
}

// startOf returns the schema of breeding that starts at a champion.
func (a *app) startOf(g *games.Game, word string) (*genome.Schema, error) {
	c, err := a.ofGame(g, word)
	switch {
	case err != nil:
		return nil, err
	case c.Genes == nil:
		return nil, usage("%s is a baseline and has no genes to start from", c.Name)
	}
	return startingAt(g.Schema, c.Genes), nil
}

// startingAt returns a schema whose defaults are a genome: breeding starts there.
func startingAt(s *genome.Schema, v genome.Vector) *genome.Schema {
	out := *s
	out.Genes = slices.Clone(s.Genes)
	for i := range out.Genes {
		out.Genes[i].Default = v[i]
	}
	return &out
}

// opponents finds the players of a field; "all" is every baseline.
func (a *app) opponents(g *games.Game, words []string) ([]string, []engine.Player, error) {
	var names []string
	var players []engine.Player
	for _, w := range words {
		if strings.EqualFold(w, "all") {
			n, p, err := a.opponents(g, g.BaselineNames())
			if err != nil {
				return nil, nil, err
			}
			names, players = append(names, n...), append(players, p...)
			continue
		}
		c, err := a.ofGame(g, w)
		if err != nil {
			return nil, nil, err
		}
		names, players = append(names, c.Name), append(players, c.player())
	}
	return names, players, nil
}

func (l *lab) evaluator(stage uint64, field []engine.Player, blocks int) arena.Evaluator {
	return arena.Evaluator{Arena: l.arena, Field: field, Blocks: blocks, Seed: l.cfg.Seed, Stage: stage}
}

// compile returns the players of a population, with gradients where breeding learns.
func (l *lab) compile(population []genome.Vector) []engine.Player {
	player := l.game.Player
	if l.cfg.Evolve.Learning > 0 {
		player = l.game.GradientPlayer
	}
	out := make([]engine.Player, len(population))
	for i, v := range population {
		out[i] = player(v)
	}
	return out
}

// verdictOfOne turns the rounds of a test against a field into those against one
// opponent: a round is one deal then, so it takes as many more of them as the
// field has opponents.
func verdictOfOne(v configs.Verdict, field int) configs.Verdict {
	v.MinRounds, v.MaxRounds = v.MinRounds*field, v.MaxRounds*field
	return v
}

// Evaluate measures a generation against the field, on deals of its own.
func (l *lab) Evaluate(ctx context.Context, generation int, population []genome.Vector) ([]evolve.Fitness, error) {
	field, err := l.guard.fieldOf(ctx, generation, population[0])
	if err != nil {
		return nil, err
	}
	e := l.evaluator(arena.StageFitness, field, l.cfg.Fitness.Blocks)
	got, err := e.Fitness(ctx, l.compile(population), uint64(generation))
	if err != nil {
		return nil, err
	}
	out := make([]evolve.Fitness, len(got))
	for i, m := range got {
		out[i] = evolve.Fitness{Mean: m.Mean, StdErr: m.SE, Games: m.Games, Credit: m.Gradient}
		l.games.Add(m.Games)
	}
	return out, nil
}

// Challenge tests a candidate against the reigning champion, both playing the
// field on the same deals.
func (l *lab) Challenge(ctx context.Context, generation int, candidate, reigning genome.Vector) (evolve.Verdict, error) {
	v := l.cfg.Verdict
	test := stats.PairedTest{
		Diff1: v.Margin, Alpha: v.Alpha, Beta: v.Beta,
		Min: int64(v.MinRounds), Max: int64(v.MaxRounds),
	}
	field, err := l.guard.fieldOf(ctx, generation, reigning)
	if err != nil {
		return evolve.Verdict{}, err
	}
	e := l.evaluator(arena.StageVerdict, field, 0)
	t, err := e.Challenge(ctx, test, l.game.Player(candidate), l.game.Player(reigning), uint64(generation))
	if err != nil {
		return evolve.Verdict{}, err
	}
	l.games.Add(t.Games)
	return evolve.Verdict{Accepted: t.Accepted, LLR: t.LLR, Blocks: t.Rounds, Games: t.Games, Share: t.Challenger}, nil
}

// evidence measures a champion on deals that no selection has seen.
func (l *lab) evidence(ctx context.Context, v genome.Vector) (*champion.Evidence, error) {
	field, total, err := l.lines(ctx, v, l.names, l.field, l.cfg.Evidence.Blocks, 0)
	if err != nil {
		return nil, err
	}
	held, _, err := l.lines(ctx, v, l.held, l.out, l.cfg.Evidence.Blocks, 1)
	if err != nil {
		return nil, err
	}
	return &champion.Evidence{
		Seed: l.cfg.Seed, Blocks: int(total.Games) / l.arena.Info().Seats, Points: l.arena.Info().Points,
		Field: total, Against: field, Holdout: held,
	}, nil
}

func (l *lab) lines(ctx context.Context, v genome.Vector, names []string, field []engine.Player, blocks int, part uint64) ([]champion.Line, champion.Measured, error) {
	if len(field) == 0 {
		return nil, champion.Measured{}, nil
	}
	e := l.evaluator(arena.StageEvidence, field, blocks)
	got, err := e.Measure(ctx, []engine.Player{l.game.Player(v)}, part)
	if err != nil {
		return nil, champion.Measured{}, err
	}
	l.games.Add(got[0].Games)
	var out []champion.Line
	for i, x := range got[0].ByOpponent {
		out = append(out, champion.Line{Opponent: names[i], Measured: measured(x, x.N*int64(l.arena.Info().Seats))})
	}
	return out, measured(got[0].Total, got[0].Games), nil
}

func measured(e stats.Estimate, games int64) champion.Measured {
	return champion.Measured(e.Summary(games))
}

// baseName is the config's name without folder and ending: "coup-quick".
func baseName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}
