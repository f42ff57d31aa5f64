package run

import (
	"fmt"
	"sync"
	"time"

	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/results/report"
)

type progress struct {
	mutex             sync.Mutex
	began             time.Time           // when this process began to breed; the zero time before
	gamesBefore       int64               // games that this process had played by then
	earlierGames      int64               // games of the run by earlier processes
	last              *evolve.Generation  // the last that this process has bred; nil before the first
	first             float64             // fitness of the first champion of this process
	generationGames   int64               // games of the generations and verdicts of this process
	gamesAtGeneration int64               // games of this process up to the end of the last generation
	shown             []report.SampleGame // games before the first generation
	activity          string              // what is done beside the generations: "exploiter 2: 7/40"
	exploiter         *report.Exploited
	gamesAtEvidence   int64     // games that this process had played when breeding was over; 0 before
	ended             time.Time // when breeding was over; the zero time before
}

func played(e *measure.Evaluator) int64 {
	if p := e.Game.Played; p != nil {
		return p.Load()
	}
	return e.Games()
}

// startProgress begins to count, at the first generation or at that from which the run goes on.
func (r *Run) startProgress(earlier int64, league evolve.League) {
	p := &r.progress
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.began.IsZero() {
		p.began, p.gamesBefore = time.Now(), played(r.Evaluator)
	}
	p.earlierGames, p.last, p.activity, p.generationGames, p.gamesAtGeneration, p.ended = earlier, nil, "", 0, played(r.Evaluator)-p.gamesBefore, time.Time{}
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

func (r *Run) noteGeneration(g evolve.Generation) error {
	p := &r.progress
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.last == nil {
		p.first = g.Champion.Belief.Mean
	}
	if !g.PlayOff() {
		r.bredGenerations = g.Number + 1
	}
	p.last, p.gamesAtGeneration = &g, played(r.Evaluator)-p.gamesBefore
	if p.generationGames += g.Games; g.Verdict != nil {
		p.generationGames += g.Verdict.Games
	}
	return nil
}

// Newest returns the last generation that this process has bred; nil before the first.
func (r *Run) Newest() *evolve.Generation {
	r.progress.mutex.Lock()
	defer r.progress.mutex.Unlock()
	return r.progress.last
}

// during sets what is done beside the generations until its result is called.
func (r *Run) during(what string) (end func()) {
	r.setActivity(what)
	return func() { r.setActivity("") }
}

func (r *Run) setActivity(what string) {
	r.progress.mutex.Lock()
	defer r.progress.mutex.Unlock()
	r.progress.activity = what
}

// startMeasuring notes that breeding is over, so that the progress is that of the champion's evidence.
func (r *Run) startMeasuring(finished Finished) {
	r.progress.mutex.Lock()
	defer r.progress.mutex.Unlock()
	if finished.figures > 0 {
		r.Evaluator.FigureLimit = finished.figures // which [MeasureChampion] does, while the status is read
	}
	r.progress.ended, r.progress.gamesAtEvidence = time.Now(), played(r.Evaluator)
}

// Status returns how far the run is.
func (r *Run) Status() report.Status {
	p := &r.progress
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.began.IsZero() {
		return report.Status{}
	}
	now := played(r.Evaluator) - p.gamesBefore
	s := report.Status{SampleGames: p.shown, Activity: p.activity, Exploiter: p.exploiter, Generations: r.bredGenerations, Games: p.earlierGames + now}
	if !p.ended.IsZero() {
		s.Games = p.earlierGames + p.gamesAtEvidence - p.gamesBefore
	}
	if r.Config.Budget.MaxGames == 0 { // else games end the run
		s.Planned = r.Config.Evolve.Generations
	}
	since, done, rest := p.began, float64(now), 0.0
	if p.ended.IsZero() {
		var all float64
		all, rest = r.estimateGames(now)
		s.PartDone = max(all/max(all+rest, 1), r.shareOfBudget(time.Since(since)))
	} else {
		all := float64(r.Evaluator.FigureGames())
		since, done = p.ended, min(float64(played(r.Evaluator)-p.gamesAtEvidence), all)
		rest, s.Activity, s.PartDone = all-done, report.Measuring, done/max(all, 1)
	}
	spent := time.Since(since).Seconds()
	if done > 0 {
		s.Rate = done / max(spent, 1e-3)
		s.SecondsLeft = rest / s.Rate
	}
	if limit := r.Config.Budget.MaxTime.Seconds(); limit > 0 && p.ended.IsZero() {
		if left := max(limit-spent, 0); done == 0 || left < s.SecondsLeft {
			s.SecondsLeft = left
		}
	}
	return s
}

// estimateGames estimates how many games the run has played and has yet to play when this process has played so many:
// for generations like those so far, and for the exploiters to come.
func (r *Run) estimateGames(played int64) (done, rest float64) {
	p, e := &r.progress, r.Evaluator
	first := 0
	if r.From != nil {
		first = r.From.Number + 1
	}
	next, all := r.bredGenerations, r.Config.Evolve.Generations
	work := e.Work
	each := float64(e.FirstGames()) // in units of work
	if next > first {
		each = float64(p.generationGames) / (work(next) - work(first))
	}
	before := each*work(first) + float64(e.PlannedExploiters(0, first))
	if split, err := e.Split(); err == nil && split.Playoff > 0 {
		return before + float64(played), max(float64(split.Search+split.Playoff)-before-float64(played), 0)
	}
	rest = each*(work(all)-work(next)) + float64(e.PlannedExploiters(next, all)) - float64(played-p.gamesAtGeneration)
	if limit := r.Config.Budget.MaxGames; limit > 0 {
		rest = min(rest, float64(limit)-before-float64(played))
	}
	return before + float64(played), max(rest, 0)
}

// shareOfBudget is how far a run has come toward an end that is not counted in games: the share of its time, or of the
// way from its first champion's fitness to the fitness that ends it.
func (r *Run) shareOfBudget(spent time.Duration) float64 {
	p, budget, way := &r.progress, r.Config.Budget, 0.0
	if budget.MaxTime > 0 {
		way = spent.Seconds() / budget.MaxTime.Seconds()
	}
	if p.last != nil && budget.Until > p.first {
		way = max(way, (p.last.Champion.Belief.Mean-p.first)/(budget.Until-p.first))
	}
	return min(way, 1)
}
