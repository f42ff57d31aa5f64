package view

import (
	"context"

	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/results/report"
)

// Observe plays a player against the baselines, over so many deals against each, and finds
// the strangers that it fares worst against: the figures of inspect.
func Observe(ctx context.Context, p *player.Player, deals int, seed uint64) (*report.Profile, error) {
	b, err := look(ctx, p, len(p.Game.Baselines), deals, seed)
	if err != nil {
		return nil, err
	}
	if b.Worst, err = p.Game.WorstStrangers(ctx, p.Seat(), deals, seed, 0); err != nil {
		return nil, err
	}
	if p.Genes != nil {
		b.Genes = report.Genes(p.Game.Schema, p.Genes)
	}
	if p.File != nil {
		b.Clone = p.File.Clone
	}
	return b, nil
}

// Recorded is what a player did in games on record, with its points there; those of a record that has none are not known.
func Recorded(g *game.Game, name string, probe portrait.Probe, games int, points []float64) *report.Profile {
	b := &report.Profile{Name: name, Game: g.Name(), Games: games, Words: probe.Words(), Habits: probe.Tables()}
	if len(points) > 1 {
		s := stats.SampleOf(points).Within(g.Info().Min, g.Info().Max)
		b.Field = &report.Figure{Player: "mean", Summary: stats.Summary{Games: int64(len(points)), Mean: s.Mean, Low: s.Low, High: s.High}}
	}
	return b
}

// look plays a player against so many of the baselines. See [game.Game.Observe].
func look(ctx context.Context, p *player.Player, opponents, deals int, seed uint64) (*report.Profile, error) {
	g := p.Game
	probe, got, err := g.Observe(ctx, p.Seat(), g.Field()[:opponents], deals, seed)
	if err != nil {
		return nil, err
	}
	b := &report.Profile{Name: p.Name, Game: g.Name(), Games: int(got.Games), Words: []portrait.Sentence{}, Habits: []portrait.Table{}}
	if probe != nil {
		b.Words, b.Habits = probe.Words(), probe.Tables()
	}
	b.Field = &report.Figure{Player: "mean", Summary: got.Summary()}
	for i, name := range g.BaselineNames()[:opponents] {
		if x := got.ByOpponent[i]; x.N > 0 {
			b.Against = append(b.Against, report.Figure{Player: name, Summary: x.Summary(x.N * int64(g.Info().Seatings()))})
		}
	}
	return b, nil
}
