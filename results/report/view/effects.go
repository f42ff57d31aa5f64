package view

import (
	"fmt"
	"math"
	"strings"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/results/report"
)

// Single is the most genes that have a row each; of more, their groups have.
const Single = 40

// readAtMost is how many generations are read, spread evenly over a long run.
const readAtMost = 60

// ReadEffects says which genes matter, by the games of a run of so many generations: a regression
// of their results, at no further games. It is nil before the first generation, and where the
// champion has the defaults in all groups.
func ReadEffects(s Source, g *game.Game, run string, generations int, champion genome.Vector) (*surrogate.Effects, error) {
	axes, info := axesOf(g.Schema, champion), g.Info()
	if generations == 0 || len(axes.all) == 0 {
		return nil, nil
	}
	var all []surrogate.Observation
	read := min(generations, readAtMost)
	for k := range read {
		g, err := s.Generation(run, (k+1)*generations/read-1)
		if err != nil {
			return nil, err
		}
		for _, ind := range g.Individuals {
			all = append(all, axes.observation(ind, info))
		}
	}
	out := surrogate.Explain(all, axes.all, axes.point(champion), axes.point(g.Schema.Default()), info.Min, info.Max)
	out.Group = axes.way != nil
	return out, nil
}

// axes are the parameters of a regression: genes, or groups of them.
type axes struct {
	schema *genome.Schema
	all    []surrogate.Axis
	from   []float64   // point of the defaults
	way    [][]float64 // of each group, from the defaults to the champion; nil for genes
}

func axesOf(s *genome.Schema, champion genome.Vector) *axes {
	a := &axes{schema: s, from: s.Point(s.Default())}
	if len(s.Genes) <= Single {
		for i := range s.Genes {
			g := &s.Genes[i]
			a.all = append(a.all, surrogate.Axis{Name: g.Name, Text: func(x float64) string { return report.ValueOf(g, g.Min+x*(g.Max-g.Min)).Short() }, Choices: choices(g)})
		}
		return a
	}
	to := s.Point(champion)
	for _, group := range s.Groups() {
		way := make([]float64, len(to))
		length := 0.0
		for i, g := range s.Genes {
			if g.Group == group {
				way[i] = to[i] - a.from[i]
				length += way[i] * way[i]
			}
		}
		if length == 0 {
			continue
		}
		for i := range way {
			way[i] /= length
		}
		a.way = append(a.way, way)
		a.all = append(a.all, surrogate.Axis{Name: group, Text: func(x float64) string { return fmt.Sprintf("%.1f", x) }})
	}
	return a
}

// choices returns how many words a gene has; 0 for a number.
func choices(g *gene.Gene) int {
	if !strings.HasPrefix(g.Unit, "categorical") {
		return 0
	}
	return int(math.Round(g.Max - g.Min))
}

// observation is what the games of an individual say.
func (a *axes) observation(x evolve.Individual, info engine.Info) surrogate.Observation {
	share := (x.Fitness.Mean - info.Min) / (info.Max - info.Min)
	return surrogate.Observation{Point: a.point(x.Genes), Share: max(0, min(1, share)), Games: x.Fitness.Games}
}

// point returns where a genome lies: of a group, how far it has come on the way from the
// defaults (0) to the champion (1).
func (a *axes) point(v genome.Vector) []float64 {
	x := a.schema.Point(v)
	if a.way == nil {
		return x
	}
	out := make([]float64, len(a.way))
	for k, way := range a.way {
		for i, w := range way {
			out[k] += w * (x[i] - a.from[i])
		}
		out[k] = max(-1, min(2, out[k]))
	}
	return out
}
