package measure

import "sort"

// What a simulator plays beside its search takes no more games than the search, but at least leastFigures: a tenth of
// them shows whether games repeat, three tenths measure gains, and the rest is for the evidence.
const (
	leastFigures = 10_000
	mostRepeats  = 20_000
)

// figureGames returns how many games a simulator may play beside its search.
func (e *Evaluator) figureGames() int64 {
	search := e.SearchGames()
	if limit := e.Settings.MaxGames; limit > 0 {
		search = min(search, limit)
	}
	return max(leastFigures, search)
}

// fitFigures lowers the settings of what is played beside a search.
func (e *Evaluator) fitFigures(gains, all int64) {
	e.Settings.Gains = gains
	e.Settings.Evidence.Deals = max(2, e.evidenceDeals(e.Settings.Evidence.Deals, func() bool { return e.EvidenceGames() <= all }))
}

// FitFigures has what follows a search take at most so many games, or as few as possible: three tenths for the gains.
func (e *Evaluator) FitFigures(games int64) {
	if e.EvidenceGames() > games {
		e.fitFigures(max(1, min(e.GainGames(), games*3/10)), games)
	}
}

// FitEvidence has the evidence of a champion take at most so many games, or as few as possible.
func (e *Evaluator) FitEvidence(games int64) {
	e.Settings.Evidence.Deals = max(2, e.evidenceDeals(int(games), func() bool { return e.evidenceOnly(1) <= games }))
}

// evidenceDeals returns the most deals of the evidence, at most so many, for which a condition holds; 0 for none.
func (e *Evaluator) evidenceDeals(most int, holds func() bool) int {
	return mostDeals(most, func(deals int) bool {
		e.Settings.Evidence.Deals = deals
		return holds()
	})
}

// mostDeals returns the most deals, at most so many, that fit, as all fewer do; 0 for none.
func mostDeals(most int, fit func(deals int) bool) int {
	return sort.Search(most, func(k int) bool { return !fit(k + 1) })
}
