package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"bloodline/cmd/internal/terminal"
	"bloodline/evolve"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// watch is the progress line of a command that plays games.
type watch struct {
	*terminal.Progress
	app    *app
	what   atomic.Value // the string that the line begins with
	total  int64        // 0 is not known
	began  time.Time
	before int64 // games that were played when it began
}

// watch shows how far games have come until it is stopped.
func (a *app) watch(what string, total int64) *watch {
	w := &watch{Progress: terminal.New(a.stderr, a.now), app: a, total: total, began: a.now(), before: a.played.Load()}
	w.what.Store(what)
	w.Start(w.line)
	return w
}

func (w *watch) line() terminal.Line {
	spent, done := w.app.now().Sub(w.began), w.app.played.Load()-w.before
	l := terminal.Line{Parts: []string{w.what.Load().(string), "", "", "", report.Duration(spent)}, Spare: []int{4, 1, 2, 3}}
	if done > 0 {
		l.Parts[1], l.Parts[3] = report.Count(done)+" games", rate(done, spent.Seconds())+" games/s"
	}
	if w.total > 0 {
		done = min(done, w.total)
		l.Parts[1], l.Parts[2] = fmt.Sprintf("%s of %s games", report.Count(done), report.Count(w.total)), percent(float64(done), float64(w.total))
		l.Parts[4], l.Spare = "", []int{1, 3, 4}
		if done > 0 {
			l.Parts[4] = report.Duration(time.Duration(float64(spent)*float64(w.total-done)/float64(done))) + " left"
		}
	}
	return l
}

func percent(done, total float64) string { return fmt.Sprintf("%.0f %%", 100*done/max(total, 1)) }

// printGeneration prints a generation as a line of JSON.
func (b *breeding) printGeneration(g evolve.Generation) error {
	if b.format != formatJSON {
		return nil
	}
	traced, err := b.Generation(g.Number)
	if err != nil {
		return err
	}
	return json.NewEncoder(b.stderr).Encode(report.NewGeneration(traced))
}

// championGuess is a model's guess of the champion's points in a contest of programs, where its own games are few and
// selected.
type championGuess struct {
	points     *float64 // nil before the first guess
	generation int
	at         time.Time
	took       time.Duration
}

// guessChampion returns a guess of the points of a generation's champion, as the page does; nil without one. It reads
// all games, so it takes at most a twentieth of the time, and guesses anew once a second at most.
func (b *breeding) guessChampion(g *evolve.Generation) *float64 {
	m := &b.guess
	if b.Evaluator.Game.Stored == nil || m.points != nil && m.generation == g.Number || b.now().Sub(m.at) < max(time.Second, 20*m.took) {
		return m.points
	}
	m.at = b.now() // also where there is no guess
	st, err := b.OpenStore()
	if err != nil {
		return nil
	}
	defer st.Close()
	defer func() { m.took = b.now().Sub(m.at) }()
	t, err := view.ReadTrials(st, b.Evaluator.Game, b.Name(), g.Number+1, g.Champion.Genes)
	if t == nil || err != nil {
		return nil
	}
	m.points, m.generation = &t.Progress[len(t.Progress)-1].Guess, g.Number
	return m.points
}

// progressLine returns the line that shows how far the run is.
func (b *breeding) progressLine() terminal.Line {
	s, show := b.Status(), b.Evaluator.Game.Info().Scale().Show
	l := terminal.Line{Parts: []string{s.Bred() + " generations", percent(s.PartDone, 1), "", "", "", "", "", s.Activity, "", b.failingPrograms()}, Spare: []int{7, 1, 3, 8, 4, 2}}
	if text := s.PerSecond(); text != "" {
		l.Parts[5] = text + " games/s"
	}
	if b.swarm != nil {
		l.Parts[5] = strings.TrimPrefix(l.Parts[5]+", "+report.Plural(b.swarm.Workers(), "worker"), ", ")
	}
	if text := s.Remains(); text != "" {
		l.Parts[6] = text + " left"
	}
	if s.Activity == report.Measuring {
		l.Parts[0], l.Parts[7] = s.Activity, ""
	}
	if s.Activity != "" {
		return l
	}
	if g := b.Newest(); g != nil {
		l.Parts[2] = "champion " + show(g.Champion.Pooled.Mean)
		if g.Champion.Pooled.SE > 0 { // else its few games ended alike
			l.Parts[2] += " ±" + show(g.Champion.Pooled.Half())
		}
		l.Spare = []int{2, 1, 8, 7, 3, 4}
		l.Parts[3], l.Parts[4] = "best "+show(g.Best), "mean "+show(g.Mean)
		if guess := b.guessChampion(g); guess != nil {
			l.Parts[2], l.Parts[3], l.Parts[4] = fmt.Sprintf("champion %s (the model's guess)", show(*guess)), "", ""
		}
		if g.Since == g.Number && g.Number > 0 {
			l.Parts[7] = "new champion " + g.Champion.ID
		}
	}
	if x := s.Exploiter; x != nil {
		l.Parts[8] = fmt.Sprintf("strongest exploiter %s, round %d", show(x.Share), x.Round)
	}
	return l
}

// failingPrograms names the programs that fail often.
func (b *breeding) failingPrograms() string {
	return report.List(report.Map(b.FailingPrograms(), func(f report.Failures) string {
		return fmt.Sprintf("%s failed in %s of %s", f.Program, report.Count(f.Failed), report.Plural(f.Games, "game"))
	}))
}

// The values of --progress.
const (
	formatText = "text"
	formatJSON = "json"
	formatNone = "none"
)
