package game

import (
	"math/rand/v2"
	"slices"

	"bloodline/arena/baseline"
	"bloodline/engine"
	"bloodline/genome"
)

// Matchup is what a benchmark plays: game i seats Lineups[i mod len], rotated by one seat
// each time around.
type Matchup struct {
	Name    string
	Lineups [][]engine.Player // each as long as the game has seats
}

// Seatings lists who sits where, game by game, until it begins anew. The list is
// made ahead: a few divisions a game would cost a tenth of a game of Coup.
func (m Matchup) Seatings() [][]engine.Player {
	var out [][]engine.Player
	for rotation := range m.Lineups[0] {
		for _, lineup := range m.Lineups {
			out = append(out, slices.Concat(lineup[rotation:], lineup[:rotation]))
		}
	}
	return out
}

// Style is a baseline of which a whole table is benched, under a name of its own.
type Style struct{ Name, Baseline string }

// Matchups returns what is benched: random play where a baseline is called so, a
// champion against the field, two genomes drawn from the ranges, and a table of each
// of the game's styles.
func (g *Game) Matchups(champion genome.Vector) []Matchup {
	seats := g.Info().Seats
	rng := rand.New(rand.NewPCG(1, 2))
	first, second := g.Player(g.Schema.Random(rng)), g.Player(g.Schema.Random(rng))
	var out []Matchup
	if random, ok := baseline.Find(g.Baselines, "random"); ok {
		out = append(out, Matchup{Name: "random", Lineups: [][]engine.Player{fill(seats, random.Player)}})
	}
	if len(g.Baselines) > 0 {
		out = append(out, Matchup{Name: "field", Lineups: g.tables(g.Player(champion))})
	}
	out = append(out, Matchup{Name: "genomes", Lineups: [][]engine.Player{fill(seats, first, second)}})
	for _, s := range g.Styles {
		b, _ := baseline.Find(g.Baselines, s.Baseline)
		out = append(out, Matchup{Name: s.Name, Lineups: [][]engine.Player{fill(seats, b.Player)}})
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
			table = append(table, g.Baselines[(i+s-1)%len(g.Baselines)].Player)
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
