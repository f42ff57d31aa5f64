package view

import (
	"cmp"
	"math"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/results/report"
)

// Drift is how the genes moved along the champion's line of first parents.
type Drift struct {
	Generations []int      `json:"generations"` // in which the ancestors of the columns were born
	Genes       []GenePath `json:"genes"`       // those that moved most, first
	GeneCount   int        `json:"of"`          // genes in all
	Rest        float64    `json:"rest"`        // the most that a gene moved which is not listed
}

// GenePath is the path of one gene, as a shift from its default in shares of its range.
type GenePath struct {
	Name   string           `json:"name"`
	Group  string           `json:"group"`
	Shifts []float64        `json:"shifts"`
	From   report.GeneValue `json:"from"` // value of the first ancestor
	To     report.GeneValue `json:"to"`   // and of the champion
	Moved  float64          `json:"moved"`
}

const (
	mostColumns = 40
	mostPaths   = 40
)

// drift takes a line, oldest first.
func drift(s *genome.Schema, line []evolve.Individual) *Drift {
	if len(line) < 2 {
		return nil
	}
	d := &Drift{GeneCount: len(s.Genes)}
	columns := SampleEvenly(line, mostColumns)
	d.Generations = report.Map(columns, func(c evolve.Individual) int { return c.Born })
	for i := range s.Genes {
		g := &s.Genes[i]
		first, last := line[0].Genes[i], line[len(line)-1].Genes[i]
		x := GenePath{Name: g.Name, Group: g.Group, From: report.ValueOf(g, first), To: report.ValueOf(g, last), Moved: (last - first) / (g.Max - g.Min)}
		x.Shifts = report.Map(columns, func(c evolve.Individual) float64 { return (c.Genes[i] - g.Default) / (g.Max - g.Min) })
		d.Genes = append(d.Genes, x)
	}
	slices.SortStableFunc(d.Genes, func(a, b GenePath) int { return cmp.Compare(math.Abs(b.Moved), math.Abs(a.Moved)) })
	if len(d.Genes) > mostPaths {
		d.Rest = math.Abs(d.Genes[mostPaths].Moved)
		d.Genes = d.Genes[:mostPaths]
	}
	return d
}
