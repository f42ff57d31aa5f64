package view

import (
	"cmp"
	"slices"

	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/results/report"
)

// ReadTrials reads every setting that a run of programs has tried, and what a model of all its games guesses of them;
// nil for other games, for many genes and before the first generation.
func ReadTrials(s Source, g *game.Game, run string, generations int, champion genome.Vector) (*report.Trials, error) {
	axes, info := axesOf(g.Schema), g.Info()
	if g.Stored == nil || len(axes) == 0 || generations == 0 {
		return nil, nil
	}
	observe, err := Observer(s, g, run)
	if err != nil {
		return nil, err
	}
	out := &report.Trials{Run: run, Genes: report.GeneDocs(g.Schema)}
	var all []surrogate.Observation
	at := map[string]int{}
	own := report.NewTrial(g.Schema, champion)
	var best genome.Vector
	var id string // of the champion
	for n := range generations {
		gen, err := s.Generation(run, n)
		if err != nil {
			return nil, err
		}
		for _, ind := range distinct(g, gen.Individuals) {
			all = append(all, observe(ind))
			out.Games += ind.Fitness.Games
			t := report.NewTrial(g.Schema, ind.Genes)
			t.ID, t.Games, t.Points = ind.ID, ind.Fitness.Games, ind.Fitness.Mean
			key := t.Key()
			if gen.PlayOff() && key == own.Key() {
				own.Add(t)
			}
			k, again := at[key]
			if !again {
				at[key] = len(out.Trials)
				out.Trials = append(out.Trials, t)
				continue
			}
			out.Trials[k].Add(t)
		}
		if gen.Champion.Genes != nil { // else it is that of the generation before
			best, id = gen.Champion.Genes, gen.Champion.ID
			t := report.NewTrial(g.Schema, best)
			if k, again := at[t.Key()]; again {
				out.Trials[k].ID = id
			}
		}
		if best == nil || (n+1)*progressPoints/generations == n*progressPoints/generations {
			continue
		}
		out.Progress = append(out.Progress, report.Step{Games: out.Games, Champion: best})
	}
	model := surrogate.Fit(all, len(axes))
	guess := func(v genome.Vector) float64 { return model.Points(g.Schema.Point(v), info.Min, info.Max) }
	for i, x := range out.Progress { // by the last model, since models of few games are overconfident
		out.Progress[i].Guess = guess(x.Champion)
	}
	out.Defaults = guess(g.Schema.Default())
	if own.Games > 0 {
		out.PlayOff = &own
	}
	around := g.Schema.Point(champion)
	if _, tried := at[own.Key()]; !tried { // without values that went back to the defaults
		t := report.NewTrial(g.Schema, champion)
		t.ID = id
		out.Trials = append(out.Trials, t)
	}
	for i := range out.Trials {
		t := &out.Trials[i]
		t.Guess = guess(t.Vector)
		t.Champion = t.Key() == own.Key()
	}
	slices.SortStableFunc(out.Trials, func(a, b report.Trial) int { return cmp.Compare(b.Guess, a.Guess) })
	for i, a := range axes {
		c := report.Slice{Gene: a.Name, Choices: a.Choices > 0, At: a.Grid(sliceSteps), Champion: own.At[i]}
		c.Values, c.Guesses = report.Map(c.At, a.Text), model.Slice(i, c.At, around, info.Min, info.Max)
		out.Slices = append(out.Slices, c)
	}
	return out, nil
}

// distinct returns the individuals of a generation, of several that start the same bot only the first: they have the
// same games, which were played once. Where games are not stored, it returns all.
func distinct(g *game.Game, all []evolve.Individual) (out []evolve.Individual) {
	if g.Stored == nil {
		return all
	}
	seen := map[string]bool{}
	for _, ind := range all {
		if line := g.Stored.Bot(ind.Genes).CommandLine(); !seen[line] {
			seen[line], out = true, append(out, ind)
		}
	}
	return out
}

const progressPoints = 30 // how many points the curve of the progress has, at most

const sliceSteps = 41 // how many points the curve of a parameter has
