package view

import (
	"cmp"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/results/report"
)

// ReadTrials reads every setting that a run of programs has tried, and what a model of all its
// games says of them; nil for other games, for many genes and before the first generation.
func ReadTrials(s Source, g *game.Game, run string, generations int, champion genome.Vector) (*report.Trials, error) {
	axes, info := axesOf(g.Schema, champion), g.Info()
	if !g.Slow() || axes.way != nil || generations == 0 {
		return nil, nil
	}
	out := &report.Trials{Run: run, Genes: report.GeneDocs(g.Schema)}
	var all []surrogate.Observation
	var model *surrogate.Model
	best, at := g.Schema.Point(g.Schema.Default()), map[string]int{}
	for n := range generations {
		gen, err := s.Generation(run, n)
		if err != nil {
			return nil, err
		}
		for _, ind := range gen.Individuals {
			share := max(0, min(1, (ind.Fitness.Mean-info.Min)/(info.Max-info.Min)))
			all = append(all, surrogate.Observation{Point: axes.point(ind.Genes), Share: share, Games: ind.Fitness.Games})
			out.Games += ind.Fitness.Games
			t := report.NewTrial(g.Schema, ind.Genes)
			t.ID, t.Games, t.Points = ind.ID, ind.Fitness.Games, ind.Fitness.Mean
			key := t.Key()
			k, again := at[key]
			if !again {
				at[key] = len(out.Trials)
				out.Trials = append(out.Trials, t)
				continue
			}
			out.Trials[k].Add(t)
		}
		model = surrogate.Fit(all, len(axes.all))
		best = model.Optimum(best)
		out.Progress = append(out.Progress, report.Step{Games: out.Games, Estimate: model.Estimate(best).Scaled(info.Min, info.Max)})
	}
	around, own := g.Schema.Point(champion), report.NewTrial(g.Schema, champion)
	for i := range out.Trials {
		t := &out.Trials[i]
		t.Estimate = model.Estimate(g.Schema.Point(t.Vector)).Scaled(info.Min, info.Max)
		t.Champion = t.Key() == own.Key()
	}
	slices.SortStableFunc(out.Trials, func(a, b report.Trial) int { return cmp.Compare(b.Estimate.Mean, a.Estimate.Mean) })
	for i, gene := range out.Genes {
		out.Slices = append(out.Slices, sliceOf(model, axes, i, gene, around, info.Min, info.Max))
	}
	return out, nil
}

// sliceSteps is how many points a curve has.
const sliceSteps = 41

// sliceOf returns the curve of a gene: of a choice, a point for each.
func sliceOf(m *surrogate.Model, a *axes, i int, gene report.GeneDoc, around []float64, least, most float64) report.Slice {
	out, steps := report.Slice{Gene: gene.Name}, sliceSteps
	choices := a.choices(i)
	if len(choices) > 0 {
		steps = 2*len(choices) + 1 // whose odd ones are in the middle of a choice's share of the range
	}
	for k, e := range m.Slice(i, steps, around) {
		if len(choices) > 0 && k%2 == 0 {
			continue
		}
		x := float64(k) / float64(steps-1)
		out.At = append(out.At, x)
		out.Values = append(out.Values, a.all[i].Text(x))
		out.Estimates = append(out.Estimates, e.Scaled(least, most))
	}
	out.Champion = around[i]
	return out
}

// choices returns the words of a gene that is one of several; nil for a number.
func (a *axes) choices(i int) (out []string) {
	g := &a.schema.Genes[i]
	if !strings.HasPrefix(g.Unit, "categorical") {
		return nil
	}
	for x := g.Min + 0.5; x < g.Max; x++ {
		out = append(out, report.ValueOf(g, x).String())
	}
	return out
}
