package run

import (
	"cmp"
	"fmt"
	"math"
	"sort"
	"sync"
	"time"

	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/results/report"
)

type progress struct {
	mutex     sync.Mutex
	now       func() time.Time
	began     time.Time           // when this process began to breed; the zero time before
	last      *evolve.Generation  // the last that this process has bred; nil before the first
	first     float64             // fitness of the first champion of this process
	shown     []report.SampleGame // games before the first generation
	activity  string              // what is done beside the generations: "exploiter 2: 7/40"
	exploiter *report.Exploited
	partDone  float64 // the most that was shown

	earlierGames    int64 // games of the run by earlier processes
	earlierPlayed   int64 // and those that weighed its exploiters
	generationGames int64 // games of its generations and verdicts
	searchBegan     int64 // games that this process had played by then
	bred            int64 // games of the whole search and play-off; 0 before their end
	planned         int64 // games of search and play-off, about

	part       time.Time // when the part that is played now began: each has a rate of its own
	gamesAt    int64     // games that this process had played by then
	rate       float64   // games a second of the parts before; 0: not known
	weight     float64   // games that the parts before count for in the rate of this one
	searchRate float64   // of the search; 0 before its end

	left        int64 // games to the end of the run, at most
	after       int64 // how many of them follow the search
	gamesAtLeft int64 // games that this process had played when so many were left
}

func played(e *measure.Evaluator) int64 {
	if p := e.Game.Played; p != nil {
		return p.Load()
	}
	return e.Games()
}

// startProgress begins to count, before the first game of this process.
func (r *Run) startProgress(earlier int64, league evolve.League) {
	p := &r.progress
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.began, p.searchBegan = p.now(), math.MaxInt64
	p.earlierGames, p.generationGames = earlier, earlier-league.Games()
	r.startPart(0)
	split := r.expectSearch()
	if r.From == nil {
		p.left, p.after = p.left+split.Repeats, p.after+split.Repeats
	}
	r.Evaluator.Begins = func(left int64) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.searchRate = cmp.Or(p.searchRate, p.rateAt(played(r.Evaluator), p.now()))
		r.startPart(left)
		p.left, p.after, p.gamesAtLeft = left, left, p.gamesAt
	}
	p.exploiter = report.StrongestOf(league)
	r.Evaluator.Keep = func(found evolve.League) error {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		league.Rounds, league.Exploiters = append(league.Rounds, found.Rounds...), append(league.Exploiters, found.Exploiters...)
		p.exploiter = report.StrongestOf(league)
		return r.Rows.PutLeague(found)
	}
	r.Evaluator.Searched = func(number, generation, of int) {
		what := ""
		if generation < of {
			what = fmt.Sprintf("exploiter %d: %d/%d", number, generation, of)
		}
		r.setActivity(what)
	}
}

// startSearch notes that the checks before the search are over.
func (r *Run) startSearch() {
	p := &r.progress
	p.mutex.Lock()
	defer p.mutex.Unlock()
	r.startPart(p.left)
	p.searchBegan = p.gamesAt
	p.earlierPlayed = p.generationGames + r.Evaluator.ExpectedExploiters(r.BredGenerations)
	r.expectSearch()
}

// startPart begins to measure the rate of another part of the run, from which on so many games are left.
func (r *Run) startPart(left int64) {
	p, now, games, few := &r.progress, r.progress.now(), played(r.Evaluator), 8
	if !r.Evaluator.Game.Slow() { // whose games are counted by chunks
		few = 512
	}
	p.rate, p.part, p.gamesAt = p.rateAt(games, now), now, games
	p.weight = max(float64(few*r.Evaluator.Arena.Workers()), float64(left)/100)
}

// rateAt returns the games a second of the part that is played now, whose first games say little.
func (p *progress) rateAt(games int64, now time.Time) float64 {
	done, spent := float64(games-p.gamesAt), now.Sub(p.part).Seconds()
	if p.rate > 0 {
		done, spent = done+p.weight, spent+p.weight/p.rate
	}
	return done / max(spent, 1e-3)
}

func (r *Run) noteGeneration(g evolve.Generation) error {
	p := &r.progress
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.last == nil {
		p.first = g.Champion.Belief.Mean
	}
	p.last = &g
	if p.generationGames += g.Games; g.Verdict != nil {
		p.generationGames += g.Verdict.Games
	}
	if !g.PlayOff() {
		r.BredGenerations = g.Number + 1
		r.expectSearch()
	}
	return nil
}

// during sets what is done beside the generations until its result is called.
func (r *Run) during(what string) (end func()) {
	before := r.setActivity(what)
	return func() { r.setActivity(before) }
}

func (r *Run) setActivity(what string) (before string) {
	r.progress.mutex.Lock()
	defer r.progress.mutex.Unlock()
	before, r.progress.activity = r.progress.activity, what
	return before
}

func (r *Run) startMeasuring(bred int64) {
	r.progress.mutex.Lock()
	defer r.progress.mutex.Unlock()
	r.progress.bred, r.progress.activity = bred, report.Measuring
}

func (r *Run) Status() report.Status {
	p := &r.progress
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.began.IsZero() {
		return report.Status{}
	}
	now, games, budget := p.now(), played(r.Evaluator), r.Config.Budget
	s := report.Status{
		SampleGames: p.shown, Activity: p.activity, Exploiter: p.exploiter, Generations: r.BredGenerations, Rate: p.rateAt(games, now),
		Newest: p.last, SearchRate: p.searchRate,
	}
	searched := max(games-p.searchBegan, 0)
	s.Games = cmp.Or(p.bred, p.earlierGames+searched)
	if budget.MaxGames == 0 { // else games end the run
		s.Planned = r.Config.Evolve.Generations
	}
	if budget.MaxGames > 0 || !r.endless() && budget.MaxTime == 0 && budget.Until == 0 {
		s.GamesPlanned = max(p.planned, s.Games)
	}
	left := max(p.left-(games-p.gamesAtLeft), 0)
	after := min(left, p.after)
	search, spent := float64(left-after), now.Sub(p.began).Seconds()
	if way := p.wayTo(budget.Until); way > 0 {
		search = min(search, float64(searched)*(1-way)/way)
	} else if r.endless() && search > 0 {
		search = math.Inf(1)
	}
	if s.Rate > 0 {
		s.SecondsLeft = (search + float64(after)) / s.Rate
	}
	if limit := budget.MaxTime.Seconds(); limit > 0 && search > 0 && s.Rate > 0 {
		s.SecondsLeft = min(s.SecondsLeft, max(limit-spent, float64(min(after, searched))/s.Rate))
	}
	if math.IsInf(s.SecondsLeft, 1) {
		s.SecondsLeft = 0
	} else if s.Rate > 0 {
		spent += float64(p.earlierPlayed) / cmp.Or(p.searchRate, s.Rate)
		p.partDone = max(p.partDone, spent/(spent+s.SecondsLeft))
	}
	s.PartDone = p.partDone
	if r.Evaluator.Game.Simulator != nil && p.last == nil && p.activity != report.Measuring { // its first games say little of its rate
		s.SecondsLeft = 0
	}
	return s
}

// endless reports whether neither generations nor games end the search.
func (r *Run) endless() bool {
	return r.Config.Budget.MaxGames == 0 && r.Config.Evolve.Generations == evolve.MaxGenerations
}

// expectSearch estimates the games left to search and what follows, by the [measure.Split] and the generations so far.
func (r *Run) expectSearch() measure.Split {
	p, e, now := &r.progress, r.Evaluator, played(r.Evaluator)
	split, _ := e.Split() // as it is; that it is too small was refused at the start
	next, all := r.BredGenerations, r.Config.Evolve.Generations
	each, exploited := float64(e.FirstGames()), e.ExpectedExploiters(next)
	if next > 0 {
		each = float64(p.generationGames) / e.Work(next)
	}
	if e.Exploiters.PerRound > 0 { // others are under way
		exploited = max(p.earlierGames+max(now-p.searchBegan, 0)-p.generationGames, 0)
	}
	total := func(n int) int64 {
		return p.generationGames + int64(each*(e.Work(n)-e.Work(next))) + max(exploited, e.ExpectedExploiters(n))
	}
	last := all
	if r.Config.Budget.MaxGames > 0 {
		last = next + sort.Search(all-next, func(k int) bool {
			return !split.Allows(total(next+k), total(next+k+1)-total(next+k))
		})
	}
	p.planned = total(last)
	rest := split.Rest(p.planned, last < all)
	p.after = rest + e.TemperatureGames() + e.FigureGames()
	p.left, p.gamesAtLeft = p.planned-p.generationGames-exploited+p.after, now
	if split.Playoff > 0 {
		p.planned += rest
	}
	if e.Game.Stored != nil && p.planned >= measure.LeastReplays { // one after the other, while others wait
		replays := p.planned / measure.ReplayOf * int64(e.Arena.Workers())
		p.left, p.after = p.left+replays, p.after+replays
	}
	return split
}

// wayTo is how far the search has come from its first champion's fitness to that which ends it, from 0 to 1.
func (p *progress) wayTo(until float64) float64 {
	if p.last == nil || until <= p.first {
		return 0
	}
	return max(0, min((p.last.Champion.Belief.Mean-p.first)/(until-p.first), 1))
}
