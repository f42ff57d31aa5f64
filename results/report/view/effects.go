package view

import (
	"fmt"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/results/report"
)

// Effects says which genes matter, by the games that a run has played: a regression of
// their results, at no further games (package surrogate).
type Effects struct {
	Games int64        `json:"games"`
	Group bool         `json:"group"` // rows are groups of genes, from the defaults (0) to the champion's (1)
	Rows  []Effect     `json:"rows"`  // those that matter most first
	Pairs []EffectPair `json:"pairs,omitempty"`

	Contour *Contour `json:"contour,omitempty"` // of the two rows that matter most
}

// Contour is what a game earns by two genes or groups, the others as the champion has them.
type Contour struct {
	One    string      `json:"one"`
	Other  string      `json:"other"`
	Ones   []string    `json:"ones"` // values, lowest first
	Others []string    `json:"others"`
	Points [][]float64 `json:"points"` // of a game: a row for each value of one, a column for each of the other
}

// contourSteps is how many values of each a contour has.
const contourSteps = 11

// Effect is what a gene or a group does.
type Effect struct {
	Name  string  `json:"name"`
	Tenth float64 `json:"tenth"` // change of the points of a game by a tenth of the range more
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Best  string  `json:"best"` // value where the others are the champion's
	From  string  `json:"from"` // region that is as good
	To    string  `json:"to"`
	Cost  float64 `json:"cost"` // of the worst value
}

// EffectPair are two genes that interact.
type EffectPair struct {
	One   string  `json:"one"`
	Other string  `json:"other"`
	Size  float64 `json:"size"` // in log-odds
	Z     float64 `json:"z"`    // standard deviations from 0
}

// single is the most genes that have a row each; of more, their groups have.
const single = 40

// readAtMost is how many generations are read, spread evenly over a long run.
const readAtMost = 60

// GenerationReader reads whole generations. It is a lineage.Store.
type GenerationReader interface {
	Generation(run string, number int) (*evolve.Generation, error)
}

// ReadEffects reads the games of a run of so many generations; nil before the first, and
// where the champion has the defaults in all groups.
func ReadEffects(s GenerationReader, g *game.Game, run string, generations int, champion genome.Vector) (*Effects, error) {
	if generations == 0 {
		return nil, nil
	}
	axes, info := axesOf(g.Schema, champion), g.Info()
	if len(axes.names) == 0 {
		return nil, nil
	}
	width := info.Max - info.Min
	var all []surrogate.Observation
	out := &Effects{Group: axes.grouped}
	read := min(generations, readAtMost)
	for k := range read {
		g, err := s.Generation(run, (k+1)*generations/read-1)
		if err != nil {
			return nil, err
		}
		for _, ind := range g.Individuals {
			all = append(all, surrogate.Observation{Point: axes.point(ind.Genes), Share: max(0, min(1, (ind.Fitness.Mean-info.Min)/width)), Games: ind.Fitness.Games})
			out.Games += ind.Fitness.Games
		}
	}
	out.fit(all, axes, axes.point(champion), info)
	return out, nil
}

func (e *Effects) fit(all []surrogate.Observation, axes *axes, champion []float64, info engine.Info) {
	m, width := surrogate.Fit(all, len(axes.names)), info.Max-info.Min
	effects := m.Effects(all, champion)
	for _, x := range effects {
		e.Rows = append(e.Rows, Effect{
			Name: axes.names[x.Parameter], Tenth: width * x.Tenth, Low: width * x.Low, High: width * x.High, Cost: width * x.Cost,
			Best: axes.value(x.Parameter, x.Best), From: axes.value(x.Parameter, x.From), To: axes.value(x.Parameter, x.To),
		})
	}
	for _, p := range m.Pairs() {
		e.Pairs = append(e.Pairs, EffectPair{axes.names[p.One], axes.names[p.Other], p.Size, p.Z})
	}
	if len(effects) < 2 {
		return
	}
	one, other := effects[0].Parameter, effects[1].Parameter
	c := &Contour{One: axes.names[one], Other: axes.names[other], Points: m.Contour(one, other, contourSteps, champion)}
	for k, row := range c.Points {
		at := float64(k) / (contourSteps - 1)
		c.Ones, c.Others = append(c.Ones, axes.value(one, at)), append(c.Others, axes.value(other, at))
		for l := range row {
			row[l] = info.Min + width*row[l]
		}
	}
	e.Contour = c
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
