package view

import (
	"fmt"

	"bloodline/arena/game"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/results/report"
)

// single is the most genes that have a row each; of more, their groups have.
const single = 40

// readAtMost is how many generations are read, spread evenly over a long run.
const readAtMost = 60

// ReadEffects says which genes matter, by the games of a run of so many generations: a regression
// of their results, at no further games. It is nil before the first generation, and where the
// champion has the defaults in all groups.
func ReadEffects(s Source, g *game.Game, run string, generations int, champion genome.Vector) (*surrogate.Effects, error) {
	axes, info := axesOf(g.Schema, champion), g.Info()
	if generations == 0 || len(axes.names) == 0 {
		return nil, nil
	}
	width := info.Max - info.Min
	var all []surrogate.Observation
	read := min(generations, readAtMost)
	for k := range read {
		g, err := s.Generation(run, (k+1)*generations/read-1)
		if err != nil {
			return nil, err
		}
		for _, ind := range g.Individuals {
			all = append(all, surrogate.Observation{Point: axes.point(ind.Genes), Share: max(0, min(1, (ind.Fitness.Mean-info.Min)/width)), Games: ind.Fitness.Games})
		}
	}
	var named []surrogate.Axis
	for i, name := range axes.names {
		named = append(named, surrogate.Axis{Name: name, Text: func(x float64) string { return axes.value(i, x) }})
	}
	out := surrogate.Explain(all, named, axes.point(champion), info.Min, info.Max)
	out.Group = axes.grouped
	return out, nil
}

// axes are the parameters of a regression: genes, or groups of them.
type axes struct {
	schema  *genome.Schema
	grouped bool
	names   []string
	from    []float64   // point of the defaults
	way     [][]float64 // of a group, from the defaults to the champion
}

func axesOf(s *genome.Schema, champion genome.Vector) *axes {
	a := &axes{schema: s, from: s.Point(s.Default())}
	if len(s.Genes) <= single {
		for _, g := range s.Genes {
			a.names = append(a.names, g.Name)
		}
		return a
	}
	a.grouped = true
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
		a.names, a.way = append(a.names, group), append(a.way, way)
	}
	return a
}

// point returns where a genome lies: of a group, how far it has come on the way from the
// defaults (0) to the champion (1).
func (a *axes) point(v genome.Vector) []float64 {
	x := a.schema.Point(v)
	if !a.grouped {
		return x
	}
	out := make([]float64, len(a.names))
	for k, way := range a.way {
		for i, w := range way {
			out[k] += w * (x[i] - a.from[i])
		}
		out[k] = max(-1, min(2, out[k]))
	}
	return out
}

// value says a coordinate as the bot is told it.
func (a *axes) value(axis int, x float64) string {
	if a.grouped {
		return fmt.Sprintf("%.1f", x)
	}
	g := &a.schema.Genes[axis]
	return report.ValueOf(g, g.Min+x*(g.Max-g.Min)).Short()
}
