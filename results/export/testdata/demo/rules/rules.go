// Package rules reads genomes of a game in a module of its own.
package rules

import (
	"demo/seat"

	"bloodline/genome/gene"
)

// Genes are the parameters of a bot.
var Genes = []gene.Gene{{Name: "bet", Max: 1, Default: 0.5}}

type rules struct{ bet float64 }

// New compiles a genome.
func New(genes []float64) seat.Policy { return rules{genes[0]} }

func (r rules) Act(_ *seat.View, x uint64) bool { return float64(x)/(1<<64) < r.bet }
