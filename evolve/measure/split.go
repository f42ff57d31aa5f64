package measure

import (
	"fmt"
	"sort"

	"bloodline/arena"
	"bloodline/engine/stats"
	"bloodline/internal/setting"
)

// Split is how the games of a run are shared, by what they are for. It is computed from the budget, printed as it is, and
// an upper bound of each part: a champion that is soon shown to be better than the defaults takes fewer.
//
// In a contest of commands budget.max_games is of all games: a quarter, and a tenth of those above 10,000, for champion
// and defaults against the field; 15 % for the gains; 5 % for other figures. In that of a simulator it is of the
// search; half as many are played beside it. In other games the figures have the deals of evidence.deals.
type Split struct {
	Search   int64 // generations, with their verdicts
	Playoff  int64 // of programs
	Step     int64 // of a simulator, for the choice of [Evaluator.Step]; part of the search
	Repeats  int64 // played twice, to see whether games repeat
	Gains    int64 // to measure the gain of each value of the champion
	Verdict  int64 // of champion and defaults against the field
	Rows     int64 // for other figures of the champion
	First    int64 // of generation 0; part of the search
	Exact    bool  // no generation may go over the games of the search
	allGames bool  // the games of all parts are at most budget.max_games
}

// MostStep is how many games choose the champion among points on a line at most.
const MostStep = 10_000

// The settings of [Split].
const (
	leastGains     = 150     // in fewer games nothing is seen of the gains of some values
	mostGains      = 400_000 // measure the gains of ten values to half a point
	mostRepeats    = 20_000
	leastSimulated = 2_000  // games of a search by which the figures of a simulator are measured at least
	quarter        = 10_000 // games of which a quarter is for the verdict, and a tenth of what is above
	leastTryout    = 200    // in runs of so few games a user sees whether everything works: the search comes first
	mostTryout     = 600
)

// Split returns the split of the run, and an error if its budget is too small.
func (e *figures) Split() (s Split, err error) {
	limit, s := e.Settings.MaxGames, e.share(e.Settings.MaxGames)
	least, what := s.First, fmt.Sprintf("a first generation of %d games", s.First)
	switch {
	case e.Exploiters.Share > 0 && e.Game.UserBot != nil:
		least, what = e.LeagueGames(min(e.Exploiters.Round+1, e.Evolve.Generations)), "with which the league has its first exploiters (league.round, league.generations)"
	case e.PlaysOff():
		least, what = least+PlayoffGames(least), what+", its play-off"
	}
	if limit == 0 || s.Search+s.Playoff >= least {
		return s, nil
	}
	enough := least
	if s.allGames {
		now := e.share(enough)
		for ; now.Search+now.Playoff < least; now = e.share(enough) {
			enough += least - now.Search - now.Playoff
		}
		what += fmt.Sprintf(", %d to measure the champion and %d to see whether games repeat", now.Figures(), now.Repeats)
	}
	return s, setting.Usagef("budget.max_games: must be at least %d (%s; fewer opponents need fewer), have %d", enough, what, limit)
}

// share shares a budget; 0 is that of the generations.
func (e *figures) share(limit int64) Split {
	s := Split{First: e.FirstGames(), Repeats: e.repeatCheckGames(limit), Search: e.SearchGames(), Exact: limit > 0 && e.Game.UserBot != nil}
	if e.Exploiters.Share > 0 && e.Game.UserBot != nil {
		s.Search = e.LeagueGames(e.Evolve.Generations)
	}
	if s.allGames = e.Game.Slow(); !s.allGames && limit > 0 {
		s.Search = limit
	}
	budget := s.Search
	if s.allGames {
		if budget *= 2; limit > 0 {
			budget = limit
		}
	}
	part := 1.0 // in a tryout fewer figures, so that the search fits
	if s.allGames && limit > 0 {
		part = max(0, min(1, float64(limit-leastTryout)/(mostTryout-leastTryout)))
	}
	e.shareFigures(&s, budget, part)
	if s.allGames && limit > 0 {
		s.Search = limit - s.Repeats - s.Figures()
	}
	switch playsOff := e.PlaysOff(); {
	case e.ChoosesStep() && limit > 0:
		s.Step = max(0, min((limit+9)/10, MostStep, limit-s.First))
	case e.ChoosesStep():
		s.Step = min(PlayoffGames(s.Search), MostStep)
		s.Search += s.Step
	case playsOff && limit > 0:
		s.Playoff = s.Search / 10
		s.Search -= s.Playoff
	case playsOff: // all generations are bred, and it comes on top
		s.Playoff = PlayoffGames(s.Search)
	}
	return s
}

// PlaysOff reports whether a run ends with a play-off: where programs play. Other games have so many that the champion
// needs no check, and a league would breed an exploiter for it.
func (e *figures) PlaysOff() bool { return e.Game.Slow() && e.Exploiters.Share == 0 }

// shareFigures sets the games that follow a search to a part of what a budget has for them, at most e.FigureLimit.
func (e *figures) shareFigures(s *Split, budget int64, part float64) {
	if e.Game.UserBot == nil {
		s.Rows = e.pruneGames() + e.evidenceGames()
		for _, field := range e.stepTables() {
			s.Rows += int64(len(steps)) * e.gamesAgainst(field, e.stepDeals(), arena.StageStep)
		}
		return
	}
	verdict, gains := min(budget, quarter)/4+max(0, budget-quarter)/10, budget*3/20
	if e.Game.Simulator != nil {
		budget = max(leastSimulated, budget)
		verdict, gains = budget/5, min(budget/5, mostGains)
	}
	if info := e.Arena.Info(); !info.Shares() { // points that rare results may end
		verdict = max(verdict, min(budget/3, int64(e.arms())*e.fieldGames(stats.LeastSeen)))
	}
	rows := budget / 20
	if e.FigureLimit > 0 {
		part = min(part, float64(e.FigureLimit)/float64(verdict+gains+rows))
	}
	for _, games := range []*int64{&verdict, &gains, &rows} {
		*games = int64(part * float64(*games))
	}
	if gains >= max(leastGains, 4*e.gainPrice(1)) && e.Exploiters.Share == 0 && len(fixed(e.Field)) > 0 {
		s.Gains = gains
	}
	s.Verdict = int64(e.arms()) * e.fieldGames(e.verdictDeals(verdict))
	if e.rowGames(1) > 0 {
		s.Rows = max(rows, e.rowGames(2))
	}
}

func (s Split) Figures() int64 { return s.Gains + s.Verdict + s.Rows }

func (s Split) All() int64 { return s.Search + s.Playoff + s.Repeats + s.Figures() }

// Allows reports whether another generation, of about so many games, may begin after a number of games.
func (s Split) Allows(games, generation int64) bool {
	if s.Exact {
		return games+generation <= s.Search-s.Step
	}
	return games < s.Search
}

// Rest returns the games of play-off or step after a search of so many; spent: the budget has ended the search.
func (s Split) Rest(games int64, spent bool) int64 {
	rest, left := PlayoffGames(games), s.Search+s.Playoff-games
	if s.Exact && spent {
		rest = left
	}
	switch {
	case s.Playoff > 0:
		return rest
	case s.Step == 0:
		return 0
	case s.Exact:
		rest = min(rest, left)
	}
	return min(rest, MostStep)
}

// PlayoffGames returns the games of the play-off after a search of so many, or of the choice of a step.
func PlayoffGames(search int64) int64 { return (search + 8) / 9 }

// FigureGames returns how many games follow a search: for the gains and for the evidence.
func (e *figures) FigureGames() int64 { return e.shares().Figures() }

func (e *figures) shares() Split { return e.share(e.Settings.MaxGames) }

// verdictDeals returns on how many deals each arm meets the field, with so many games of all arms.
func (e *figures) verdictDeals(games int64) int {
	arms := int64(e.arms())
	return max(2, mostDeals(e.Settings.Evidence.Deals, func(deals int) bool { return arms*e.fieldGames(deals) <= games }))
}

// arms is how many meet the field in the verdict: champion, what the run began with, and the defaults unless in it.
func (e *figures) arms() int {
	if e.Previous != nil {
		return 3
	}
	if field, _ := e.comparesWithDefaults(); field {
		return 2
	}
	return 1
}

func (e *figures) fieldGames(deals int) int64 {
	return e.gamesAgainst(fixed(e.Field), deals, arena.StageEvidence)
}

// rowGames returns how many games a user's champion takes beside the field: defaults, held-out opponents, strangers.
func (e *figures) rowGames(deals int) (games int64) {
	if _, met := e.comparesWithDefaults(); met {
		games += e.gamesAgainst([]Opponent{e.defaults()}, deals, arena.StageEvidence)
	}
	if held := e.heldOut(); len(held) > 0 {
		games += e.gamesAgainst(held, deals, arena.StageEvidence)
	}
	if e.drawsStrangers() { // the defaults too
		games += 2 * e.gamesAgainst(e.strangerField(), deals, arena.StageEvidence) * int64(1+len(e.Game.Unmet))
	}
	return games
}

// mostDeals returns the most deals, at most so many, that fit, as all fewer do; 0 for none.
func mostDeals(most int, fit func(deals int) bool) int {
	return sort.Search(most, func(k int) bool { return !fit(k + 1) })
}

// FitEvidence limits the games of a champion's evidence, in games of this program at least to the fewest possible.
func (e *figures) FitEvidence(games int64) {
	e.Settings.Evidence.Deals = max(2, mostDeals(int(games), func(deals int) bool {
		e.Settings.Evidence.Deals = deals
		return e.evidenceGames() <= games
	}))
}

// evidenceGames returns how many games the evidence takes there.
func (e *figures) evidenceGames() int64 {
	deals := e.Settings.Evidence.Deals
	games := e.rowGames(deals)
	if len(fixed(e.Field)) > 0 {
		games += e.fieldGames(deals)
	}
	for _, r := range e.hardestStages() {
		games += int64(r.Players * r.Blocks * e.Arena.Info().Seatings())
	}
	return games
}
