package optimiser

import (
	"fmt"

	"github.com/c-bata/goptuna"
	"github.com/c-bata/goptuna/tpe"

	"bloodline/engine/roll"
)

// searchTPE is the tree-structured Parzen estimator (Bergstra et al. 2011) of goptuna, Optuna's
// own default. It looks at all its trials for each, so hundreds of them take seconds.
func searchTPE(m *meter) ([]*candidate, error) {
	study, err := goptuna.CreateStudy("", goptuna.StudyOptionDirection(goptuna.StudyDirectionMaximize), goptuna.StudyOptionLogger(nil),
		goptuna.StudyOptionSampler(tpe.NewSampler(tpe.SamplerOptionSeed(int64(roll.Mix(m.Seed, domain))))))
	if err != nil {
		return nil, fmt.Errorf("set up goptuna: %w", err)
	}
	var all []*candidate
	trial := func(t goptuna.Trial) (float64, error) {
		x := make([]float64, len(m.Schema.Genes))
		for i, g := range m.Schema.Genes {
			if x[i], err = t.SuggestFloat(g.Name, 0, 1); err != nil {
				return 0, err
			}
		}
		c := &candidate{genes: m.Schema.Express(x)}
		all = append(all, c)
		for range max(1, m.affords(1-reserve)/max(1, tpeTrials-len(all))) {
			if (m.measured == 0 || m.searches(1)) && !m.measure(m.deals, []*candidate{c}) {
				return 0, m.err
			}
		}
		return c.mean, nil
	}
	for m.err == nil && m.searches(1) {
		if err := study.Optimize(trial, 1); err != nil && m.err == nil {
			return nil, err
		}
	}
	sortBest(all)
	return append(all[:min(len(all), tpeFinalists):min(len(all), tpeFinalists)], &candidate{genes: m.Schema.Default()}), nil
}

// tpeTrials is how many trials there are; a larger budget measures each more often.
const tpeTrials = 300

// tpeFinalists is how many of the best trials the playoff looks at.
const tpeFinalists = 4
