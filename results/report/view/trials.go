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
	out := &report.Trials{Run: run, Genes: report.GeneDocs(g.Schema)}
	at := map[string]int{}
	own := report.NewTrial(g.Schema, champion)
	for n := range generations {
		gen, err := s.Generation(run, n)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{} // command lines; those of a generation that are alike have the same games
		for _, ind := range gen.Individuals {
			line := g.Stored.Bot(ind.Genes).CommandLine()
			if seen[line] {
				continue
			}
			seen[line] = true
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
