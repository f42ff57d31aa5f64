package games

import (
	"math/rand/v2"

	"bloodline/arena/bench"
	"bloodline/engine"
	"bloodline/genome"
)

// Style is a baseline of which a whole table is benched, under a name of its own.
type Style struct{ Name, Baseline string }

// benched says of how many deals one Play of a game consists, and what is benched
// besides the match-ups of all games.
func benched(g *Game, deals int, styles ...Style) *Game {
	g.Deals, g.Styles = deals, styles
	return g
}

// Matchups returns what is benched: random play, a champion against the field, two
// genomes drawn from the ranges, and a table of each of the game's styles.
func (g *Game) Matchups(champion genome.Vector) []bench.Matchup {
	seats := g.Info().Seats
	random, _ := g.Baseline("random")
	rng := rand.New(rand.NewPCG(1, 2))
	first, second := g.Player(g.Schema.Random(rng)), g.Player(g.Schema.Random(rng))
	out := []bench.Matchup{
		{Name: "random", Lineups: [][]engine.Player{fill(seats, random)}},
		{Name: "field", Lineups: g.tables(g.Player(champion))},
		{Name: "genomes", Lineups: [][]engine.Player{fill(seats, first, second)}},
	}
	for _, s := range g.Styles {
		p, _ := g.Baseline(s.Baseline)
		out = append(out, bench.Matchup{Name: s.Name, Lineups: [][]engine.Player{fill(seats, p)}})
	}
	return out
}

// tables seats a player with neighbours of the field, all in turn.
func (g *Game) tables(p engine.Player) [][]engine.Player {
	seats := g.Info().Seats
	var out [][]engine.Player
	for i := range g.Baselines {
		table := []engine.Player{p}
		for s := 1; s < seats; s++ {
			b, _ := g.Baseline(g.Baselines[(i+s-1)%len(g.Baselines)].Name)
			table = append(table, b)
		}
		out = append(out, table)
	}
	return out
}

// fill seats players in turn.
func fill(seats int, ps ...engine.Player) []engine.Player {
	out := make([]engine.Player, seats)
	for i := range out {
		out[i] = ps[i%len(ps)]
	}
	return out
}
