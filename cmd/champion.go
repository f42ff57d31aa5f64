package cmd

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/genome/champion"
	"bloodline/internal/system"
	"bloodline/results/report"
	"bloodline/results/run"
)

// showChampion prints the champion's figures and what to type next.
func (b *breeding) showChampion(f *champion.File) error {
	spent, err := b.Spent()
	if err != nil {
		return err
	}
	failures, err := b.Failures()
	if err != nil {
		return err
	}
	g := b.Evaluator.Game
	genes, err := f.Vector(g.Schema)
	if err != nil {
		return err
	}
	t := report.ChampionTable(g, f, failures)
	if g.UserBot != nil {
		t.Then(b.parameterTable(g, genes, f.Gains, f.Origin.Run))
	}
	t.Title = report.Paragraph("champion %s/%s, since generation %d; bred with %s games",
		f.Origin.Run, f.Origin.ID, f.Origin.Generation, report.Count(spent))
	if f.Unproven != nil {
		t.Title = report.Paragraph("the defaults, handed in by %s; bred with %s games", f.Origin.Run, report.Count(spent))
	}
	if text := report.UnimprovedText(g, genes, f.Evidence); text != "" {
		t.Title += "\n" + report.Paragraph("%s", text)
	}
	if text := report.DefaultsComparison(g.Info().Scale(), f.Evidence); text != "" && b.output == "table" {
		fmt.Fprintln(b.stdout, report.Paragraph("%s", text)+"\n")
	}
	if u := f.Evidence.Unproven; u != nil && b.output == "table" {
		fmt.Fprintln(b.stdout, b.unprovenAdvice(u, spent)+"\n")
	}
	if text := b.endedBy(f); text != "" && b.output == "table" {
		fmt.Fprintln(b.stdout, text)
	}
	next, err := b.cloneAdvice(f)
	if err != nil {
		return err
	}
	return b.printBelow(f, t.Then(next).Then(b.nextSteps(f.Origin.Run)))
}

// unprovenAdvice says what to do with a champion that was not shown to be better than the defaults, after so many
// games.
func (b *breeding) unprovenAdvice(u *champion.Unproven, spent int64) string {
	budget, wide := max(spent, int64(b.Config.Budget.MaxGames)), (u.Lead.Mean-u.Lead.Low)/u.Lead.Mean
	text, times := "Keep your defaults, or look for better values with twice the games:", 2.0
	// wide*wide times the games show the lead, if it stays.
	if x := float64(wide * wide); b.Evaluator.Game.Stored != nil && u.Lead.Mean > 0 && x <= 100 {
		times = max(x, 1.1)
		more := float64(budget) * (times - 1)
		text = fmt.Sprintf("If the difference is as large as it seems, %s more games show it (%s):", report.Count(int64(more)),
			report.Duration(time.Duration(more/b.Status().Rate*float64(time.Second))))
	}
	file := filepath.ToSlash(filepath.Join(b.Dir(), run.UnprovenFile))
	return fmt.Sprintf("%s\n  %s --max-games %d\n%s\n  %s export %s --out bot", report.Paragraph("%s", text), b.resumeCommand(),
		int64(times*float64(budget)), report.Paragraph("The champion is in %s; to hand it in all the same:", file), b.invocation, file)
}

// cloneAdvice says which of the clones in the field wins most, and how to check that with the player that it was learnt
// from; nothing without clones.
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
	t.Note("Of the clones, that of %s does best against it: %s %s. To check that with the player itself, "+
		"and to learn from its games against the champion:", worst.File.Clone.Of, s.Unit, s.Show(least))
	of, in := system.Line([]string{worst.File.Clone.Of}), " --game "+b.Evaluator.Game.Name()
	if seats := b.Evaluator.Game.Info().Seats; seats == 2 {
		t.Notes = append(t.Notes, fmt.Sprintf("  %s match %s %s%s%s", b.invocation, f.Origin.Run, of, in, b.inStore()))
	}
	dir := system.Line([]string{filepath.ToSlash(filepath.Dir(path))})
	t.Notes = append(t.Notes, fmt.Sprintf("  %s clone %s%s --add --against %s --out %s%s",
		b.invocation, of, in, f.Origin.Run, dir, b.inStore()))
	return t, nil
}

func (b *breeding) nextSteps(run string) *report.Table {
	commands := [][2]string{
		{"inspect %s", "what it does, and why it wins"},
		{"lineage %s", "its ancestors, and what changed"},
		{"tournament %s", "the baselines' standings with it"},
		{"export %s --out bot", "a program of its own, ready to hand in"},
	}
	switch g := b.Evaluator.Game; {
	case g.Simulator != nil:
		commands = [][2]string{
			{"inspect %s", "its values, and what they gain"},
			{"ablate %s", "what groups of values gain"},
			{"exploit %s", "who beats it"},
			{"export %s --out bot", "its values as files"},
		}
	case g.Stored != nil:
		commands = [][2]string{
			{"inspect %s effects", "which parameters may matter"},
			{"inspect %s trials", "all that was tried"},
			{"report %s --out page.html", "both as a page"},
			{"export %s --out bot", "ready to hand in"},
		}
	}
	return report.NextSteps(report.Map(commands, func(c [2]string) [2]string {
		return [2]string{b.invocation + " " + fmt.Sprintf(c[0], run) + b.inStore(), c[1]}
	}))
}

// endedBy says what ended the run before its last generation; empty where nothing did. In a contest the games are the
// measure, and the configured number of generations is seldom reached, so it is left out.
func (b *breeding) endedBy(f *champion.File) string {
	switch {
	case f.Origin.Ended == "":
		return ""
	case b.Evaluator.Game.UserBot != nil:
		return fmt.Sprintf("ended by %s after %s", f.Origin.Ended, report.Plural(b.Run.BredGenerations(), "generation"))
	}
	return fmt.Sprintf("ended by %s after %d of %d generations", f.Origin.Ended, b.Run.BredGenerations(), b.Config.Evolve.Generations)
}

// repeatCommand is the command that breeds the run again.
func (b *breeding) repeatCommand(f *champion.File) string {
	repeat := fmt.Sprintf("%s breed %s", b.app.name, filepath.ToSlash(filepath.Join(b.Dir(), run.ConfigFile)))
	if f.Origin.Ended == "budget.max_time" {
		repeat += fmt.Sprintf(" --max-time 0s --set evolve.generations=%d", b.Run.BredGenerations())
	}
	return repeat
}
