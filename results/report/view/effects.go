package view

import (
	"math"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/results/report"
)

// readAtMost is how many generations are read, spread evenly over a long run. Programs play so few games that all are
// read.
const readAtMost = 60

// ReadEffects guesses which genes matter, by the games of a run of so many generations: a regression of their results,
// at no further games. It is nil before the first generation, and of more than [report.MostModelGenes] genes.
func ReadEffects(s Source, g *game.Game, run string, generations int, champion genome.Vector) (*surrogate.Effects, error) {
	axes, info := axesOf(g.Schema), g.Info()
	if generations == 0 || len(axes) == 0 {
		return nil, nil
	}
	observe, err := Observer(s, g, run)
	if err != nil {
		return nil, err
	}
	var all []surrogate.Observation
	read := generations
	if g.Stored == nil {
		read = min(generations, readAtMost)
	}
	for k := range read {
		gen, err := s.Generation(run, (k+1)*generations/read-1)
		if err != nil {
			return nil, err
		}
		all = append(all, report.Map(distinct(g, gen.Individuals), observe)...)
	}
	return surrogate.Explain(all, axes, g.Schema.Point(champion), info.Min, info.Max), nil
}

// Observer returns a function from an individual to what its games say to a model of a run's games. Games in which a
// program of the individual's genes failed are left out: a crash says nothing about how well values play.
func Observer(s Source, g *game.Game, run string) (func(evolve.Individual) surrogate.Observation, error) {
	plain := func(x evolve.Individual) surrogate.Observation { return report.Observation(g.Schema, x, g.Info()) }
	played, err := ReadProgramResults(s, g, run)
	if played == nil || err != nil {
		return plain, err
	}
	failed := map[string]*ProgramResult{}
	for _, p := range played {
		if p.Failed > 0 {
			failed[p.Line] = p
		}
	}
	for _, b := range g.Baselines { // which plays as an opponent, too
		delete(failed, command.Line(b.Player))
	}
	if len(failed) == 0 {
		return plain, nil
	}
	return func(x evolve.Individual) surrogate.Observation {
		if p := failed[g.Stored.Bot(x.Genes).CommandLine()]; p != nil {
			sound := p.Games - p.Failed
			x.Fitness.Mean = (p.Points - p.FailedPoints) / float64(max(1, sound))
			x.Fitness.Games = x.Fitness.Games * sound / p.Games
		}
		return plain(x)
	}, nil
}

// AddEffects fills in the effects of a run's genes around its champion, which ReadRun leaves out.
func (r *RunData) AddEffects(s Source, f *player.Finder) error {
	p, err := f.Find(r.Name, nil)
	if r.Generations == 0 || r.game == nil || err != nil { // of other genes
		return nil
	}
	r.Effects, err = ReadEffects(s, r.game, r.Name, r.Generations, p.Genes)
	return err
}

// axesOf returns the parameters of a regression, none of more than [report.MostModelGenes] genes.
func axesOf(s *genome.Schema) (out []surrogate.Axis) {
	if len(s.Genes) > report.MostModelGenes {
		return nil
	}
	for i := range s.Genes {
		g := &s.Genes[i]
		axis := surrogate.Axis{Name: g.Name, Text: func(x float64) string { return report.ValueOf(g, g.Min+x*(g.Max-g.Min)).Brief() }}
		if report.IsChoice(g.Unit) {
			axis.Choices = int(math.Round(g.Max - g.Min))
		}
		out = append(out, axis)
	}
	return out
}
