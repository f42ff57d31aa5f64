package games

import (
	"bloodline/arena"
	rules "bloodline/genome/coup"
	"bloodline/genome/coup/learn"
)

// scholar plays as its rules do, and sends students to learn.
type scholar struct {
	*rules.Rules
	genes []float64
}

var _ arena.Scholar = scholar{}

func (s scholar) Attend() arena.Student { return learn.New(s.Rules, s.genes) }

func (s scholar) Genes() int { return len(s.genes) }
