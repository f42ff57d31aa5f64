package view

import (
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/results/report"
)

// ReadTrials reads every setting that a run of programs has tried; nil for other games and before the first generation.
func ReadTrials(s Source, g *game.Game, run string, generations int, champion genome.Vector) (*report.Trials, error) {
	if g.Stored == nil || generations == 0 {
		return nil, nil
	}
	out := &report.Trials{Run: run, Genes: report.GeneDocs(g.Schema), Axes: report.EmptyCurves(g.Schema, 3)}
	at := map[string]int{}
	own := report.NewTrial(g.Schema, champion)
	for n := range generations {
		gen, err := s.Generation(run, n)
		if err != nil {
			return nil, err
		}
		for _, ind := range distinct(g, gen.Individuals) {
			out.Games += ind.Fitness.Games
			t := report.NewTrial(g.Schema, ind.Genes)
			t.ID, t.Fitness = ind.ID, ind.Fitness
			k, again := at[t.Key()]
			if !again {
				at[t.Key()] = len(out.Trials)
				out.Trials = append(out.Trials, t)
				continue
			}
			if f := &out.Trials[k].Fitness; ind.Fitness.Games > 0 {
				*f = evolve.Pool(*f, ind.Fitness)
			}
		}
		if gen.Champion.Genes != nil { // else it is that of the generation before
			own.ID = gen.Champion.ID
			t := report.NewTrial(g.Schema, gen.Champion.Genes)
			if k, again := at[t.Key()]; again {
				out.Trials[k].ID = own.ID
			}
		}
	}
	if _, tried := at[own.Key()]; !tried { // without values that went back to the defaults
		out.Trials = append(out.Trials, own)
	}
	for i := range out.Trials {
		out.Trials[i].Champion = out.Trials[i].Key() == own.Key()
	}
	report.EstimateTrials(g.Info().Scale(), out.Trials)
	return out, nil
}

// distinct returns the individuals of a generation, of several that start the same bot only the first: they have the
// same games, which were played once.
func distinct(g *game.Game, all []evolve.Individual) (out []evolve.Individual) {
	seen := map[string]bool{}
	for _, ind := range all {
		if line := g.Stored.Bot(ind.Genes).CommandLine(); !seen[line] {
			seen[line], out = true, append(out, ind)
		}
	}
	return out
}
