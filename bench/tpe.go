package main

import (
	"fmt"

	"github.com/c-bata/goptuna"
	"github.com/c-bata/goptuna/tpe"

	"bloodline/engine/roll"
)

// searchTPE is the tree-structured Parzen estimator (Bergstra et al. 2011) of goptuna, Optuna's
// own default. It looks at all its trials for each, so hundreds of them take seconds. goptuna's draws from
// a generator without a seed, so its figures differ from run to run.
func searchTPE(m *meter) ([]*candidate, error) {
	study, err := goptuna.CreateStudy("", goptuna.StudyOptionDirection(goptuna.StudyDirectionMaximize), goptuna.StudyOptionLogger(nil),
		goptuna.StudyOptionSampler(tpe.NewSampler(tpe.SamplerOptionSeed(int64(roll.Mix(m.seed, domain))))))
	if err != nil {
		return nil, fmt.Errorf("set up goptuna: %w", err)
	}
	var all []*candidate
	trial := func(t goptuna.Trial) (float64, error) {
		x := make([]float64, len(m.schema.Genes))
		for i, g := range m.schema.Genes {
			if x[i], err = t.SuggestFloat(g.Name, 0, 1); err != nil {
				return 0, err
			}
		}
		c := &candidate{Genes: m.schema.AtPoint(x)}
		all = append(all, c)
		for range max(1, m.left()/max(1, tpeTrials-len(all))) {
			if m.searches(1) && !m.measureNew(c) {
				return 0, m.err
			}
		}
		return c.Mean, nil
	}
	for m.err == nil && m.searches(1) {
		if err := study.Optimize(trial, 1); err != nil && m.err == nil {
			return nil, err
		}
	}
	sortBest(all)
	return append(all[:min(len(all), tpeFinalists):min(len(all), tpeFinalists)], &candidate{Genes: m.schema.Default()}), nil
}

// tpeTrials is how many trials there are; a larger budget measures each more often.
const tpeTrials = 300

// tpeFinalists is how many of the best trials the play-off looks at.
const tpeFinalists = 4
