package view

import (
	"context"
	"fmt"
	"slices"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/results/report"
)

// Tournament is a round robin of players and the baselines of their game: the figures
// of tournament.
type Tournament struct {
	*report.Standings
	Scale    engine.Scale `json:"scale"`
	Entrants []string     `json:"entrants"`          // players that are no baselines
	Circles  []string     `json:"circles,omitempty"` // the widest
	Found    int          `json:"found"`             // circles in all
}

const mostCircles = 10

// Tournament plays the players and all baselines of their game.
func (m Measurer) Tournament(ctx context.Context, ps []*player.Player, g *game.Game) (*Tournament, error) {
	m = m.of(g)
	t := &Tournament{Scale: g.Info().Scale(), Entrants: player.Names(ps)}
	for _, b := range g.Baselines {
		ps = append(ps[:len(ps):len(ps)], &player.Player{Name: b.Name, Game: g})
	}
	if len(ps) < g.Info().Seats {
		return nil, nil
	}
	var entrants []report.Entrant
	for _, p := range ps {
		entrants = append(entrants, report.Entrant{Name: p.Name})
	}
	ar := arena.New(g, m.Workers)
	s := arena.RoundRobin{Players: len(ps), Seats: g.Info().Seats, Rounds: m.Rounds, Seed: roll.Mix(m.Seed, arena.StageShow)}
	results, err := ar.Play(ctx, player.Seats(ps), s)
	if err == nil {
		t.Standings, err = report.NewStandings(g, m.Rounds, m.Seed, entrants, ar.Fold(len(ps), s, results))
	}
	if err != nil {
		return nil, fmt.Errorf("tournament: %w", err)
	}
	if t.Versus != nil {
		all := t.Cycles()
		t.Circles, t.Found = all[:min(mostCircles, len(all))], len(all)
	}
	return t, nil
}

// Entrant tells whether a player is no baseline.
func (t *Tournament) Entrant(name string) bool { return slices.Contains(t.Entrants, name) }
