package run

import (
	"bloodline/configs"
	"bloodline/evolve/measure"
	"bloodline/internal/setting"
)

// Split is the number of games of a run by purpose.
type Split struct {
	Search   int64 // verdicts included
	Playoff  int64
	Step     int64 // of a simulator, for the choice of [measure.Evaluator.Step]; part of the search
	Gains    int64 // to measure the gain of each value of the champion
	Repeats  int64 // played twice, to see whether games repeat
	Evidence int64

	firstGeneration int64 // the games of generation 0
	capped          bool  // the games of all purposes are at most budget.max_games
	exact           bool  // no generation may go over the games of the search
}

// SplitOf returns the split of a run. Where programs are started for each game, budget.max_games is for all games; else
// for those of the search.
func SplitOf(c *configs.Config, e *measure.Evaluator) (Split, error) {
	s := Split{Gains: e.GainGames(), Repeats: e.RepeatCheckGames(), firstGeneration: e.FirstGames()}
	s.Evidence = e.EvidenceGames() - s.Gains
	s.Search = e.SearchGames()
	limit := int64(c.Budget.MaxGames)
	s.exact = limit > 0 && e.Game.UserBot != nil
	if s.capped = limit > 0 && e.Game.Slow(); s.capped {
		s.Search = limit - s.Repeats - s.Evidence - s.Gains
	} else if limit > 0 {
		s.Search = limit
	}
	least := s.firstGeneration
	switch final := playsOff(e); {
	case e.ChoosesStep() && limit > 0:
		s.Step = max(0, min((limit+9)/10, mostStep, limit-s.firstGeneration))
	case e.ChoosesStep():
		s.Step = min(playoffGames(s.Search), mostStep)
		s.Search += s.Step
	case final && !s.capped: // all generations are bred, and it comes on top
		s.Playoff = playoffGames(s.Search)
	case final:
		s.Playoff = s.Search / 10
		s.Search -= s.Playoff
		least += playoffGames(least)
	}
	switch {
	case s.capped && s.searchAndPlayoff() < least:
		enough := leastBudget(c, e, least+s.Repeats)
		return s, setting.Usagef("budget.max_games: must be at least %d (a first generation of %d games, its play-off, %d to measure the champion and %d to see whether games repeat), have %d",
			enough, s.firstGeneration, enough-least-s.Repeats, s.Repeats, limit)
	case limit > 0 && limit < s.firstGeneration:
		return s, setting.Usagef("budget.max_games: must be at least %d, the games of a generation, have %d", s.firstGeneration, limit)
	}
	return s, nil
}

// mostStep is how many games choose the champion among points on a line at most.
const mostStep = 10_000

// playoffGames returns the games of the play-off after a search of so many.
func playoffGames(search int64) int64 { return (search + 8) / 9 }

// leastBudget returns the least budget of all games that buys so many beside the evidence, which grows with the budget.
func leastBudget(c *configs.Config, e *measure.Evaluator, games int64) int64 {
	defer func(was measure.Settings) { e.Settings = was }(e.Settings)
	with, least := *c, games
	for {
		with.Budget.MaxGames = int(least)
		e.Settings = with.Settings()
		more := games + e.EvidenceGames()
		if more <= least {
			return least
		}
		least = more
	}
}

// searchAndPlayoff returns the games of the breeding and its play-off.
func (s Split) searchAndPlayoff() int64 { return s.Search + s.Playoff }

// allows reports whether another generation, of about so many games, may begin after a number of games.
func (s Split) allows(games, generation int64) bool {
	if s.exact {
		return games+generation <= s.Search-s.Step
	}
	return games < s.Search
}
