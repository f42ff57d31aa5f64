package games

import (
	"bloodline/arena"
	"bloodline/engine"
	"bloodline/genome"
	couprules "bloodline/genome/coup"
	couplearn "bloodline/genome/coup/learn"
)

// Learns reports whether the game's rules can tell what their games teach.
func (g *Game) Learns() bool { return g.scholar != nil }

// Scholar compiles a genome into a player that is an [arena.Scholar] too. The game
// must be one that learns. It reads the vector as long as it plays.
func (g *Game) Scholar(v genome.Vector) engine.Player { return g.scholar(v) }

// learning adds how a game's genomes learn.
func learning(g *Game, scholar func(genome.Vector) engine.Player) *Game {
	g.scholar = scholar
	return g
}

// coupScholar plays as its rules do, and sends students to learn.
type coupScholar struct {
	*couprules.Rules
	genes []float64
}

var _ arena.Scholar = coupScholar{}

func newCoupScholar(v genome.Vector) engine.Player {
	return coupScholar{couprules.New(v), v}
}

func (s coupScholar) Attend() arena.Student { return couplearn.New(s.Rules, s.genes) }

func (s coupScholar) Genes() int { return len(s.genes) }
