package main

import (
	"bloodline/engine/roll"
	"fmt"

	"github.com/c-bata/goptuna"
	"github.com/c-bata/goptuna/tpe"
)

// searchTPE is the tree-structured Parzen estimator (Bergstra et al. 2011) of goptuna, Optuna's default. A trial looks
// at all earlier ones, so hundreds take seconds. goptuna draws without a seed, so its figures differ from run to run.
func searchTPE(m *meter) ([]*candidate, error) {
	const tpeFinalists = 4 // the best trials, which enter the play-off
	const tpeTrials = 300  // with a larger budget each is measured more often
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
			if m.canSearch(1) && !m.measureNew(c) {
				return 0, m.err
			}
		}
		return c.Mean, nil
	}
	for m.err == nil && m.canSearch(1) {
		if err := study.Optimize(trial, 1); err != nil && m.err == nil {
			return nil, err
		}
	}
	sortBest(all)
	return append(all[:min(len(all), tpeFinalists):min(len(all), tpeFinalists)], &candidate{Genes: m.schema.Default()}), nil
}
