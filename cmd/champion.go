package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/arena/stats"
	"bloodline/evolve"
	"bloodline/genome/champion"
	"bloodline/results/report"
	"bloodline/results/run"
)

// showChampion prints the champion's table and what to type next.
func (b *breeding) showChampion(f *champion.File, r evolve.Result) error {
	if f.Origin.Ended != "" {
		fmt.Fprintf(b.stdout, "%s\n", b.ending(f))
	}
	spent, err := b.Spent()
	if err != nil {
		return err
	}
	bred := report.Count(spent) + " games"
	if games := b.Evaluator.ExploiterGames(); games > 0 {
		bred += fmt.Sprintf(" and %s of its exploiters", report.Count(games))
	}
	fmt.Fprintln(b.stdout)
	b.say("champion %s/%s, since generation %d; bred with %s, measured with %s more",
		f.Origin.Run, f.Origin.ID, f.Origin.Generation, bred, report.Count(b.Evaluator.EvidenceGames()))
	if slices.Equal(r.Champion.Genes, b.Evaluator.Schema.Default()) {
		b.say("It is the default genome: the search found nothing better.")
	}
	fmt.Fprintln(b.stdout)
	if err := b.print(b.evidenceTable(f.Evidence)); err != nil {
		return err
	}
	fmt.Fprintf(b.stdout, "\nMeasured on %s deals that no selection has seen, each in all seatings.\n", report.Count(int64(f.Evidence.Blocks)))
	if f.Evidence.Noisy {
		fmt.Fprintln(b.stdout, "Equal games ended differently because a program ignores its seed: the figures\nrepeat only within their intervals.")
	}
	if err := b.showFaults(); err != nil {
		return err
	}
	if f.Temperature != 0 {
		b.say("It plays at temperature %v: its log-odds are divided by it.", f.Temperature)
	}
	if s := f.Step; s != nil {
		_, show := report.Scale(b.Evaluator.Game.Info())
		b.say("Handed in at %v of the way from the defaults: %s (95 %% interval %s to %s) more than all of it has against players that breeding did not meet.", s.At, show(s.Gain.Mean), show(s.Gain.Low), show(s.Gain.High))
	}
	if len(f.Evidence.Tables) > 0 {
		fmt.Fprintln(b.stdout)
		if err := b.print(b.leadTable(f.Evidence)); err != nil {
			return err
		}
	}
	if s := f.Evidence.Strangers; s != nil {
		b.say("%s", b.againstStrangers(s))
	}
	if published := b.bestPublished(); published != "" {
		fmt.Fprintln(b.stdout, published)
	}
	fmt.Fprintln(b.stdout, "\nWhat next:")
	return b.next(f.Origin.Run).Write(b.stdout)
}

// againstStrangers says what the champion's games against drawn players show.
func (b *breeding) againstStrangers(s *champion.Strangers) string {
	_, show := report.Scale(b.Evaluator.Game.Info())
	lead := fmt.Sprintf("%s (95 %% interval %s to %s)", show(s.Lead.Mean), show(s.Lead.Low), show(s.Lead.High))
	if s.Lead.Low <= 0 {
		return "Warning: against strangers the champion is not ahead of the genome of all defaults: by " + lead + "."
	}
	return "Strangers are opponents drawn at random from a family of styles, another one in each deal; against them the champion is ahead of the genome of all defaults by " + lead + "."
}

// next lists what to type next, and what it does: beside it, or below where there is no
// room for that.
func (b *breeding) next(run string) *report.Table {
	t := &report.Table{Columns: []string{"", ""}}
	width := 0
	for _, c := range []struct{ command, does string }{
		{"inspect %s", "what it does, and why it wins"},
		{"lineage %s", "its ancestors, and what changed"},
		{"tournament %s", "the baselines' standings with it"},
		{"export %s --out bot", "a program of its own, ready to hand in"},
	} {
		t.Add("  "+b.typed+" "+fmt.Sprintf(c.command, run)+b.inStore(), c.does)
		width = max(width, len(t.Rows[len(t.Rows)-1][0]))
	}
	if width+2+len("a program of its own, ready to hand in") > report.Columns {
		below := &report.Table{Columns: []string{""}}
		for _, row := range t.Rows {
			below.Add(row[0])
			below.Add("    " + row[1])
		}
		return below
	}
	return t
}

// showFaults says which programs went wrong.
func (b *breeding) showFaults() error {
	faults, err := b.Faults()
	for _, f := range faults {
		fmt.Fprintf(b.stdout, "%s went wrong in %s of its %s games: %s\n", f.Name, report.Count(f.Faulty), report.Count(f.Games), f.Last)
	}
	return err
}

// ending says what ended the run before its last generation.
func (b *breeding) ending(f *champion.File) string {
	return fmt.Sprintf("ended by %s after %d of %d generations", f.Origin.Ended, b.Run.Generations(), b.Config.Evolve.Generations)
}

// evidenceTable prints one row an opponent, the held-out ones behind the rest.
func (b *breeding) evidenceTable(e *champion.Evidence) *report.Table {
	unit, show := report.Scale(b.Evaluator.Game.Info())
	t := &report.Table{Columns: []string{"opponent", ">" + unit, ">95 % interval", ">games"}}
	add := func(name string, m stats.Summary) {
		t.Add(name, show(m.Mean), show(m.Low)+" to "+show(m.High), report.Count(m.Games))
	}
	if s := e.Strangers; s != nil {
		add(fmt.Sprintf("%s strangers", report.Count(s.Players)), s.Summary)
	}
	for _, l := range e.Against {
		add(l.Opponent, l.Summary)
	}
	if len(e.Against) > 0 {
		add("mean of the field", e.Field)
	}
	for _, l := range e.Holdout {
		add(l.Opponent+" (held out)", l.Summary)
	}
	if e.Unseen != nil {
		add("mean of the held out", *e.Unseen)
	}
	return t
}

// leadTable prints how far the champion is ahead of the defaults, one row a kind of opponents.
func (b *breeding) leadTable(e *champion.Evidence) *report.Table {
	unit, show := report.Scale(b.Evaluator.Game.Info())
	t := &report.Table{Columns: []string{"opponents drawn anew in every deal", ">" + unit, ">lead over the defaults", ">95 % interval"}}
	tables := e.Tables
	if e.Strangers != nil {
		tables = append([]champion.Table{{Name: "strangers, as in breeding", Strangers: *e.Strangers}}, tables...)
	}
	for _, x := range tables {
		t.Add(x.Name, show(x.Mean), show(x.Lead.Mean), show(x.Lead.Low)+" to "+show(x.Lead.High))
	}
	return t
}

// bestPublished recalls the leaderboard's best, for a game that has one.
func (b *breeding) bestPublished() string {
	g := b.Evaluator.Game
	if !g.Leaderboard {
		return ""
	}
	best, out := g.Baselines[0], g.PointsOut()
	return fmt.Sprintf("The contest's winner, %s, had %.0f points of %.0f: %.1f %%.", best.Name, best.Points, out, 100*best.Points/out)
}

// summary is the run's page.
func (b *breeding) summary(f *champion.File, r evolve.Result) string {
	_, show := report.Scale(b.Evaluator.Game.Info())
	var s strings.Builder
	fmt.Fprintf(&s, "# %s\n\n", f.Name)
	fmt.Fprintf(&s, "Champion %s of %s, since generation %d of %d; seed %d, bloodline %s.\n",
		f.Origin.ID, f.Game, f.Origin.Generation, r.Last.Number, f.Origin.Seed, f.Program)
	if f.Origin.Ended != "" {
		fmt.Fprintf(&s, "The run was %s.\n", b.ending(f))
	}
	fmt.Fprintf(&s, "\nAgainst the field: %s (95 %% interval %s to %s) over %s games\non deals that no selection has seen.\n\n```\n",
		show(f.Evidence.Field.Mean), show(f.Evidence.Field.Low), show(f.Evidence.Field.High), report.Count(f.Evidence.Field.Games))
	_ = b.evidenceTable(f.Evidence).Write(&s) // a strings.Builder takes everything
	repeat := fmt.Sprintf("%s breed %s", b.app.name, filepath.ToSlash(filepath.Join(b.Dir(), run.ConfigFile)))
	if f.Origin.Ended == "budget.max_time" {
		repeat += fmt.Sprintf(" --max-time 0s --set evolve.generations=%d", b.Run.Generations())
	}
	fmt.Fprintf(&s, "```\n\nRepeat it with `%s`, the resolved settings.\n", repeat)
	return s.String()
}
