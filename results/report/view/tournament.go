package view

import (
	"context"
	"fmt"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine/roll"
	"bloodline/results/player"
)

// Tournament is a round robin of players and the baselines of their game.
type Tournament struct {
	Game    string      `json:"game"`
	Scale   Scale       `json:"scale"`
	Rounds  int         `json:"rounds"`
	Seed    uint64      `json:"seed"`
	Places  []Place     `json:"places"`           // best first
	Versus  [][]float64 `json:"versus,omitempty"` // points of the row against the column, both in the order of the places; two seats only
	Circles [][]string  `json:"circles,omitempty"`
	Found   int         `json:"found"` // circles in all
}

// Place is one row of the standings.
type Place struct {
	Rank int `json:"rank"`
	Figure
	Elo     float64 `json:"elo,omitempty"` // Bradley-Terry, mean 0; two seats only
	EloLow  float64 `json:"elo_low,omitempty"`
	EloHigh float64 `json:"elo_high,omitempty"`
	Guest   bool    `json:"guest"` // no baseline
}

const mostCircles = 10

// Tournament plays the players and all baselines of their game.
func (l Lab) Tournament(ctx context.Context, ps []*player.Player, g *game.Game) (*Tournament, error) {
	l = l.of(g)
	guests := len(ps)
	for _, b := range g.Baselines {
		ps = append(ps[:len(ps):len(ps)], &player.Player{Name: b.Name, Game: g})
	}
	seats := g.Info().Seats
	if len(ps) < seats {
		return nil, nil
	}
	ar := arena.New(g, l.Workers)
	s := arena.RoundRobin{Players: len(ps), Seats: seats, Rounds: l.Rounds, Seed: roll.Mix(l.Seed, arena.StageShow)}
	results, err := ar.Play(ctx, player.Seats(ps), s)
	if err != nil {
		return nil, fmt.Errorf("tournament: %w", err)
	}
	st := ar.Fold(len(ps), s, results)
	t := &Tournament{Game: g.Name(), Scale: ScaleOf(g.Info()), Rounds: l.Rounds, Seed: l.Seed}
	for i, x := range st.Order {
		t.Places = append(t.Places, Place{Rank: i + 1, Figure: figureOf(ps[x.Player].Name, x.Games, x.Share), Guest: x.Player < guests})
	}
	if st.Versus != nil {
		t.pairs(ps, st)
	}
	return t, nil
}

// pairs fills in what only a game for two has.
func (t *Tournament) pairs(ps []*player.Player, st *arena.Standings) {
	ratings, err := st.Ratings()
	for i, x := range st.Order {
		if err == nil {
			p := &t.Places[i]
			p.Elo, p.EloLow, p.EloHigh = ratings.Elo[x.Player], ratings.Interval[x.Player].Low, ratings.Interval[x.Player].High
		}
		row := make([]float64, len(st.Order))
		for j, y := range st.Order {
			if i != j {
				row[j] = st.Versus[x.Player][y.Player].Mean() / float64(st.Unit)
			}
		}
		t.Versus = append(t.Versus, row)
	}
	circles := st.Cycles()
	t.Found = len(circles)
	for _, c := range circles[:min(mostCircles, len(circles))] {
		t.Circles = append(t.Circles, []string{ps[c.A].Name, ps[c.B].Name, ps[c.C].Name})
	}
}
