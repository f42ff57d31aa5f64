package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bloodline/cmd/internal/terminal"
	"bloodline/evolve"
	"bloodline/results/report"
	"bloodline/results/run"
)

// watch is the progress of games.
type watch struct {
	*terminal.Progress
	app    *app
	what   atomic.Value // a string
	total  int64        // 0 is not known
	began  time.Time
	before int64
}

// watch shows how far games have come until it is stopped.
func (a *app) watch(what string, total int64) *watch {
	w := &watch{Progress: terminal.New(a.stderr, a.now), app: a}
	w.begin(what, total)
	return w
}

// begin goes over to other games.
func (w *watch) begin(what string, total int64) {
	w.Stop()
	w.what.Store(what)
	w.total, w.began, w.before = total, w.app.now(), w.app.played.Load()
	w.Start(w.line)
}

// say says what is played now.
func (w *watch) say(what string) { w.what.Store(what) }

func (w *watch) line() terminal.Line {
	spent, done := w.app.now().Sub(w.began), w.app.played.Load()-w.before
	l := terminal.Line{Parts: []string{w.what.Load().(string), "", "", "", report.Duration(spent)}, Spare: []int{4, 1, 2, 3}}
	if l.Parts[3] = perSecond(done, spent); done > 0 {
		l.Parts[1] = report.Count(done) + " games"
	}
	if w.total > 0 {
		done = min(done, w.total)
		l.Parts[1], l.Parts[2] = fmt.Sprintf("%s of %s games", report.Count(done), report.Count(w.total)), percent(float64(done), float64(w.total))
		l.Parts[4], l.Spare = left(float64(w.total-done), float64(done), spent), []int{1, 3, 4}
	}
	return l
}

func perSecond(games int64, spent time.Duration) string {
	if games == 0 {
		return ""
	}
	return rate(games, spent.Seconds()) + " games/s"
}

func percent(done, total float64) string { return fmt.Sprintf("%.0f %%", 100*done/max(total, 1)) }

// left says how long the rest takes at the pace so far.
func left(rest, done float64, spent time.Duration) string {
	if done <= 0 {
		return ""
	}
	return report.Duration(time.Duration(float64(spent)*rest/done)) + " left"
}

// breedProgress is how far a run has come. Its games are counted while they are played,
// so that a generation and the breeding of an exploiter show too.
type breedProgress struct {
	mutex      sync.Mutex
	last       *evolve.Generation // that this command has bred; nil before the first
	first      float64            // fitness of the first champion that this command has bred
	exploiter  string             // of the latest round, and what it won
	searching  string             // the exploiter that is being bred
	generation int64              // games of the generations that this command has bred
	until      int64              // games that were played when the last generation ended
}

// forget has the run at its beginning again.
func (p *breedProgress) forget() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last, p.exploiter, p.searching, p.generation = nil, "", "", 0
}

// searched is told of the generations of an exploiter's breeding.
func (b *breeding) searched(round, number, of int) {
	b.at.mutex.Lock()
	defer b.at.mutex.Unlock()
	b.at.searching = fmt.Sprintf("exploiter %d: %d/%d", round, number, of)
	if number == of {
		b.at.searching = ""
	}
}

// show takes note of a generation.
func (b *breeding) show(g evolve.Generation) error {
	if b.format == formatJSON {
		traced, err := b.Traced(g.Number)
		if err != nil {
			return err
		}
		return json.NewEncoder(b.stderr).Encode(report.NewGeneration(traced))
	}
	b.at.mutex.Lock()
	defer b.at.mutex.Unlock()
	if b.at.last == nil {
		b.at.first = g.Champion.Belief.Mean
	}
	b.at.last, b.at.until = &g, b.played.Load()-b.before
	if b.at.generation += g.Games; g.Verdict != nil {
		b.at.generation += g.Verdict.Games
	}
	if round, share, ok := b.Evaluator.LastExploiter(); ok {
		show := b.Evaluator.Game.Info().Scale().Show
		b.at.exploiter = fmt.Sprintf("exploiter %d won %s", round, show(share))
	}
	return nil
}

// line is what is shown of the run now.
func (b *breeding) line() terminal.Line {
	b.at.mutex.Lock()
	defer b.at.mutex.Unlock()
	spent, played := b.now().Sub(b.started), b.played.Load()-b.before
	done, rest := b.work(played)
	remains := left(rest, float64(played), spent)
	if limit := b.Config.Budget.MaxTime; limit > 0 && float64(limit-spent) < float64(spent)*rest/max(float64(played), 1) {
		remains = report.Duration(max(limit-spent, 0)) + " left"
	}
	generations := b.Config.Evolve.Generations
	l := terminal.Line{
		Parts: []string{"generation 0/" + fmt.Sprint(generations-1), percent(max(done/max(done+rest, 1), b.toEnd(spent)), 1), "", "", "", perSecond(played, spent), remains, "", b.at.exploiter, b.wrong()},
		Spare: []int{7, 1, 3, 8, 4, 2},
	}
	if b.From != nil {
		l.Parts[0] = fmt.Sprintf("generation %d/%d", b.From.Number, generations-1)
	}
	if g := b.at.last; g != nil {
		show := b.Evaluator.Game.Info().Scale().Show
		champion := g.Champion.Belief
		l.Parts[0] = fmt.Sprintf("generation %d/%d", g.Number, generations-1)
		l.Parts[2] = "champion " + show(champion.Mean)
		if champion.StdErr > 0 { // else its few games ended alike, which tells nothing
			l.Parts[2] += " ±" + show(1.96*champion.StdErr)
		}
		l.Parts[3], l.Parts[4] = "best "+show(g.Best), "mean "+show(g.Mean)
		if g.Since == g.Number && g.Number > 0 {
			l.Parts[7] = "new champion " + g.Champion.ID
		}
	}
	if b.swarm != nil {
		l.Parts[5] += ", " + team(b.swarm.Workers(), b.swarm.Silent())
	}
	if b.at.searching != "" {
		l.Parts[2], l.Parts[7], l.Parts[8] = "", b.at.searching, ""
	}
	return l
}

// team says how many workers there are, and which of them answer nothing.
func team(workers int, silent []string) string {
	text := report.Plural(workers, "worker")
	if len(silent) > 0 {
		text += ", no result from " + report.List(silent)
	}
	return text
}

// wrong says which programs go wrong often.
func (b *breeding) wrong() string {
	var out []string
	for _, f := range b.Faulty() {
		out = append(out, fmt.Sprintf("%s wrong in %s of %s", f.Name, report.Count(f.Faulty), report.Plural(f.Games, "game")))
	}
	return strings.Join(out, ", ")
}

// work estimates the games that the run has behind it and before it, when it has played
// so many in this command: generations like those so far, and the exploiters that are to
// come.
func (b *breeding) work(played int64) (done, rest float64) {
	first, next := 0, 0
	if b.From != nil {
		first, next = b.From.Number+1, b.From.Number+1
	}
	each := float64(b.Evaluator.GenerationGames())
	if g := b.at.last; g != nil {
		next = g.Number + 1
		each = float64(b.at.generation) / float64(next-first)
	}
	all := b.Config.Evolve.Generations
	before := each*float64(first) + float64(b.Evaluator.PlannedExploiters(0, first))
	if split, err := run.SplitOf(b.Config, b.Evaluator); err == nil && split.Playoff > 0 {
		return before + float64(played), max(float64(split.Search+split.Playoff)-before-float64(played), 0)
	}
	rest = each*float64(all-next) + float64(b.Evaluator.PlannedExploiters(next, all)) - float64(played-b.at.until)
	if limit := b.Config.Budget.MaxGames; limit > 0 {
		rest = min(rest, float64(limit)-before-float64(played))
	}
	return before + float64(played), max(rest, 0)
}

// toEnd is how far a run has come toward an end that is not counted in games: the share of
// its time, or of the way from its first champion's fitness to the fitness that ends it.
func (b *breeding) toEnd(spent time.Duration) float64 {
	budget, way := b.Config.Budget, 0.0
	if budget.MaxTime > 0 {
		way = spent.Seconds() / budget.MaxTime.Seconds()
	}
	if g := b.at.last; g != nil && budget.Until > b.at.first {
		way = max(way, (g.Champion.Belief.Mean-b.at.first)/(budget.Until-b.at.first))
	}
	return min(way, 1)
}

// The values of --progress.
const (
	formatText = "text"
	formatJSON = "json"
	formatNone = "none"
)
