package optimiser

import (
	"context"
	"fmt"

	"github.com/c-bata/goptuna"
	"github.com/c-bata/goptuna/tpe"

	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// TPE is the tree-structured Parzen estimator (Bergstra et al. 2011) of goptuna, Optuna's
// own default. It looks at all its trials for each, so hundreds of them take seconds.
type TPE struct{}

// Name is "tpe".
func (TPE) Name() string { return "tpe" }

// Breed searches, a genome at a time; see [Arm].
func (TPE) Breed(ctx context.Context, schema *genome.Schema, seed uint64, evaluator evolve.Evaluator, budget int64) (genome.Vector, int64, error) {
	m, err := newMeter(ctx, schema, evaluator, budget, 1)
	if err != nil {
		return nil, 0, err
	}
	study, err := goptuna.CreateStudy("", goptuna.StudyOptionDirection(goptuna.StudyDirectionMaximize), goptuna.StudyOptionLogger(nil),
		goptuna.StudyOptionSampler(tpe.NewSampler(tpe.SamplerOptionSeed(int64(roll.Mix(seed, domain))))))
	if err != nil {
		return nil, 0, fmt.Errorf("set up goptuna: %w", err)
	}
	var all []*candidate
	trial := func(t goptuna.Trial) (float64, error) {
		x := make([]float64, len(schema.Genes))
		for i, g := range schema.Genes {
			if x[i], err = t.SuggestFloat(g.Name, 0, 1); err != nil {
				return 0, err
			}
		}
		c := &candidate{genes: schema.Express(x)}
		all = append(all, c)
		for range max(1, m.affords(1-reserve)/max(1, tpeTrials-len(all))) {
			if m.measured == 0 || m.affords(1-reserve) >= 1 {
				if err := m.measure(m.deals, []*candidate{c}); err != nil {
					return 0, err
				}
			}
		}
		return c.mean, nil
	}
	for m.affords(1-reserve) >= 1 {
		if err := study.Optimize(trial, 1); err != nil {
			return nil, m.spent, err
		}
	}
	sortBest(all)
	best, err := m.playoff(append(all[:min(len(all), tpeFinalists):min(len(all), tpeFinalists)], &candidate{genes: schema.Default()}))
	return best, m.spent, err
}

// tpeTrials is how many trials there are; a larger budget measures each more often.
const tpeTrials = 300

// tpeFinalists is how many of the best trials the playoff looks at.
const tpeFinalists = 4
