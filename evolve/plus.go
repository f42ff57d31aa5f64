package evolve

// The settings of algorithm plus beside Config's, chosen on three small contests of ten parameters with 3,000 games and
// a population of 15 (docs/experiments.md).
const (
	plusParents = 3    // one of so many individuals is a parent
	plusRandom  = 2    // generations from 0 on whose children are drawn evenly from the ranges
	plusNarrow  = 0.93 // factor of the mutation step from one generation to the next
	plusLeast   = 0.25 // least mutation step, as a share of the first
)

// isPlus reports whether the algorithm is [AlgorithmPlus]: (mu + lambda) selection with repeated measurements. The best
// third of a generation are the parents of the next, where they are measured again beside their children, and all games
// of an individual count ([betaPosterior]), so luck does not last. There is no model of the fitness, so choices,
// switches and cliffs cost nothing. The mutation step shrinks with the generations, whatever the budget, so a run with
// a larger one continues.
func (b *breeder) isPlus() bool { return b.cfg.Algorithm == AlgorithmPlus }

// testedElites is how many individuals are kept unchanged and measured again where champions are tested, the champion
// included.
const testedElites = 2

// eliteCount returns how many individuals of a generation are kept in the next one.
func (b *breeder) eliteCount() int {
	switch {
	case b.isPlus():
		return max(2, b.cfg.Population/plusParents)
	case b.cfg.Champion == ChampionAveraged:
		return 0
	}
	return testedElites
}

// narrow makes the mutation step smaller than that of the generation before.
func (b *breeder) narrow(sd []float64, generation int) {
	if generation <= plusRandom {
		return
	}
	for i, s := range sd {
		sd[i] = max(plusLeast*b.cfg.Sigma, plusNarrow*s)
	}
}
