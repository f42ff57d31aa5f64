package cmd

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"bloodline/arena/health"
	"bloodline/cmd/internal/terminal"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/system"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

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
		l.Parts[1] = fmt.Sprintf("%s of %s games", report.Count(done), report.Count(w.total))
		l.Parts[2] = percent(float64(done), float64(w.total))
		l.Parts[4], l.Spare = "", []int{1, 3, 4}
		if done > 0 {
			l.Parts[4] = report.Duration(time.Duration(float64(spent)*float64(w.total-done)/float64(done))) + " left"
		}
	}
	return l
}

func percent(done, total float64) string { return fmt.Sprintf("%.0f %%", 100*done/max(total, 1)) }

func (b *breeding) progressLine() terminal.Line {
	s, show := b.Status(), b.Evaluator.Game.Info().Scale().Show
	l := terminal.Line{Parts: make([]string, 10), Spare: []int{7, 1, 3, 8, 4, 2}}
	unit := " generations"
	if s.Bred() == "1" {
		unit = " generation"
	}
	l.Parts[0], l.Parts[1] = s.Bred()+unit, percent(s.PartDone, 1)
	l.Parts[7] = s.Activity
	l.Parts[9] = report.List(report.Map(b.FailingPrograms(), func(f health.Failures) string {
		return fmt.Sprintf("%s failed in %s of %s", f.Program, report.Count(f.Failed), report.Plural(f.Games, "game"))
	}))
	if c := b.Evaluator.Game.Stored; c != nil {
		l.Parts[9] = cmp.Or(c.Waiting(b.now()), l.Parts[9])
	}
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
	if g := s.Newest; g != nil {
		if g.PlayOff() {
			l.Parts[0] += " and a play-off"
		}
		l.Parts[2] = championText(g.Champion, show, b.Evaluator.DealsFound == 1)
		l.Spare = []int{2, 1, 8, 7, 3, 4}
		l.Parts[3], l.Parts[4] = "best "+show(g.Best), "mean "+show(g.Mean)
		if g.Since == g.Number && g.Number > 0 {
			l.Parts[7] = "new champion " + g.Champion.ID
		}
	}
	if x := s.Exploiter; x != nil {
		l.Parts[8] = fmt.Sprintf("strongest exploiter %s, round %d", show(x.Share), x.Round)
	}
	return l
}

// championText is the champion's mean with half of its 95 % interval. Where its few games have ended alike, the
// estimate has one; without any the mean is left out, unless all games end alike.
func championText(c evolve.Individual, show func(float64) string, alike bool) string {
	f := c.Pooled
	if f.SE == 0 {
		f.Mean, f.SE = c.Belief.Mean, c.Belief.SE
	}
	switch {
	case f.SE > 0:
		return fmt.Sprintf("champion %s ±%s", show(f.Mean), show(f.Half()))
	case alike:
		return "champion " + show(f.Mean)
	}
	return ""
}

const formatText, formatJSON, formatNone = "text", "json", "none"

func (b *breeding) showChampion(f *champion.File, result *evolve.Generation) error {
	g := b.Evaluator.Game
	spent, err1 := b.Spent()
	failures, err2 := b.Failures()
	genes, err3 := f.Vector(g.Schema)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return err
	}
	t := report.ChampionTable(g, f, failures)
	if g.UserBot != nil {
		t.Then(b.parameterTable(g, genes, f.Gains, f.Origin.Run))
	}
	t.Title = report.Paragraph("champion %s/%s, %s; bred with %s games",
		f.Origin.Run, f.Origin.ID, report.Since(f.Origin.Generation, b.BredGenerations), report.Count(spent))
	if f.Unproven != nil {
		t.Title = report.Paragraph("%s, kept by %s; bred with %s games", cmp.Or(f.Evidence.Reference(), "the defaults"), f.Origin.Run, report.Count(spent))
	}
	conclusion := b.conclusion(f)
	if b.output == "table" {
		fmt.Fprintln(b.stdout, report.Paragraph("%s", conclusion)+"\n")
	}
	if f.Evidence.Unproven != nil && b.output == "table" {
		text, games := b.next(f, spent).MoreGames(f.Evidence)
		file := filepath.ToSlash(filepath.Join(b.Dir(), player.UnprovenFile))
		fmt.Fprintf(b.stdout, "%s\n  %s --max-games %d\n%s\n  %s export %s --out bot\n\n", report.Paragraph("%s", text), b.resumeCommand(),
			games, report.Paragraph("The champion is in %s, and inspect %s/unproven lists its values; to hand it in all the same:",
				file, b.Name()), b.invocation, file)
	}
	if text := b.endedBy(f); text != "" && b.output == "table" {
		fmt.Fprintln(b.stdout, text)
	}
	next, err := b.cloneAdvice(f)
	if err != nil {
		return err
	}
	return b.printBelow(concluded{conclusion, *f}, t.Then(next).Then(b.islandsAdvice(result)).Then(b.next(f, spent).Listed(b.call())))
}

// concluded is a champion file with its first line.
type concluded struct {
	Conclusion string `json:"conclusion"` // [report.Conclusion]
	champion.File
}

func (b *breeding) conclusion(f *champion.File) string {
	genes, _ := f.Vector(b.Evaluator.Game.Schema) // that don't fit aren't those of the defaults
	return report.Conclusion(b.Evaluator.Game, genes, f.Evidence, b.Status().Exploiter)
}

// islandsAdvice says what islands a run has left, or which other hill may be as high; nil if neither.
func (b *breeding) islandsAdvice(result *evolve.Generation) *report.Table {
	d := result.Distribution
	if d == nil || d.Islands == nil {
		return nil
	}
	switch s := d.Islands; {
	case s.ComparedAt() > 0:
		return report.NotesTable(report.Paragraph("%s are bred apart and will have been compared with the champion after %s games: %s --max-games %d",
			report.Plural(len(s.Others), "island"), report.Count(s.ComparedAt()), b.resumeCommand(), s.ComparedAt()))
	case s.OtherHill(b.Evaluator.Schema):
		scale, w, r := b.Evaluator.Game.Info().Scale(), s.Winner.Fitness, s.Rival.Fitness
		return report.NotesTable(report.Paragraph("Another island ended at other values with %s, where the champion's had %s, in %s games each, which is no certain difference. "+
			"Other seeds (--seeds 3) or more games may find a better place: %s --max-games %d",
			scale.Show(r.Mean), scale.Show(w.Mean), report.Count(w.Games), b.resumeCommand(), 3*max(s.Played, int64(b.Config.Budget.MaxGames))))
	}
	return nil
}

// cloneAdvice says which clone in the field wins most, and how to check that with its player; nil without clones.
func (b *breeding) cloneAdvice(f *champion.File) (*report.Table, error) {
	finder := b.Finder
	finder.Folder = b.Config.Folder
	var worst *player.Player
	var path string
	least := math.Inf(1)
	for _, word := range b.Config.Field {
		name, _, err := configs.Weighted(word)
		if err != nil || !strings.HasSuffix(name, ".json") {
			continue
		}
		p, err := finder.FindInFile(name)
		if err != nil {
			return nil, err
		}
		for _, l := range f.Evidence.Against {
			if p.File.Clone != nil && (l.Opponent == p.Name || l.Opponent == name) && l.Mean < least {
				least, worst, path = l.Mean, p, name
			}
		}
	}
	if worst == nil {
		return nil, nil
	}
	s, t := b.Evaluator.Game.Info().Scale(), &report.Table{}
	t.Note("Of the clones, that of %s does best against the champion, whose %s against it is %s. To check that "+
		"with the player itself, and to learn from its games against the champion:", worst.File.Clone.Of, s.Unit, s.Show(least))
	of, in := system.Line([]string{worst.File.Clone.Of}), " --game "+b.Evaluator.Game.Name()
	if seats := b.Evaluator.Game.Info().Seats; seats == 2 {
		t.Notes = append(t.Notes, fmt.Sprintf("  %s match %s %s%s%s", b.invocation, f.Origin.Run, of, in, b.inStore()))
	}
	dir := system.Line([]string{filepath.ToSlash(filepath.Dir(path))})
	t.Notes = append(t.Notes, fmt.Sprintf("  %s clone %s%s --add --against %s --out %s%s",
		b.invocation, of, in, f.Origin.Run, dir, b.inStore()))
	return t, nil
}

// next is what commands go on from at the end of a run that has played so many games.
func (b *breeding) next(f *champion.File, spent int64) report.Next {
	p := &player.Player{Name: b.Name(), Game: b.Evaluator.Game, File: f}
	p.Genes, _ = f.Vector(p.Game.Schema) // its figures were printed, so it fits
	contest := b.Config.SourcePath()
	if contest != "" {
		contest = filepath.FromSlash(disk.Near(".", contest))
	}
	return view.PlanNext(&b.Finder, report.Next{
		Word: b.Name(), Contest: contest, Player: p, State: store.Finished,
		Budget: max(spent, int64(b.Config.Budget.MaxGames)), Rate: b.Status().SearchRate,
	})
}

// endedBy says what ended the run before its last generation; empty where nothing did. In a contest the games are the
// measure, and the configured number of generations is seldom reached, so it is left out.
func (b *breeding) endedBy(f *champion.File) string {
	switch {
	case f.Origin.Ended == "":
		return ""
	case b.Evaluator.Game.UserBot != nil:
		return fmt.Sprintf("ended by %s after %s", f.Origin.Ended, report.Plural(b.BredGenerations, "generation"))
	}
	return fmt.Sprintf("ended by %s after %d of %d generations", f.Origin.Ended, b.BredGenerations, b.Config.Evolve.Generations)
}
