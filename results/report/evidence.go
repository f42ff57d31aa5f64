package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Names of figures in the evidence that are not of a single opponent.
const (
	meanOfField   = "mean of the field"
	meanOfHoldout = "mean of the held out"
	ofStrangers   = "strangers"
)

// Results are a player's points: the mean of the field, against each of its opponents, and against opponents that
// breeding doesn't meet.
type Results struct {
	Field            champion.OpponentFigure
	Against, Holdout []champion.OpponentFigure
}

// All lists all figures.
func (r Results) All() []champion.OpponentFigure {
	return slices.Concat([]champion.OpponentFigure{r.Field}, r.Against, r.Holdout)
}

// EvidenceResults returns the figures of a champion's evidence.
func EvidenceResults(e *champion.Evidence) Results {
	r := Results{champion.OpponentFigure{Opponent: meanOfField, Figure: e.Field}, e.Against, slices.Clip(e.Holdout)}
	add := func(opponent string, f stats.Figure) {
		r.Holdout = append(r.Holdout, champion.OpponentFigure{Opponent: opponent, Figure: f})
	}
	if e.Unseen != nil {
		add(meanOfHoldout, *e.Unseen)
	}
	if e.Strangers != nil {
		add(ofStrangers, e.Strangers.Figure)
	}
	if e.Weakest != nil {
		add(hardest(e.Weakest), e.Weakest.Figure)
	}
	return r
}

func hardest(w *champion.Weakest) string {
	return fmt.Sprintf("%s hardest of %s", Count(w.Players), Count(w.Drawn))
}

// EvidenceTable has a row for each figure of a champion's evidence.
func EvidenceTable(scale engine.Scale, e *champion.Evidence) *Table {
	t := &Table{Columns: []string{"opponent", ">" + scale.Unit, ">95 % interval", ">games"}}
	add := func(name string, m stats.Figure) {
		t.Add(WithErrors(name, m), scale.Show(m.Mean), scale.Span(m.Low, m.High), Count(m.Games))
	}
	if s := e.Strangers; s != nil {
		add(fmt.Sprintf("%s %s", Count(s.Players), ofStrangers), s.Figure)
	}
	if w := e.Weakest; w != nil {
		add(hardest(w), w.Figure)
	}
	for _, l := range e.Against {
		add(l.Opponent, l.Figure)
	}
	if len(e.Against) > 0 {
		add(meanOfField, e.Field)
	}
	for _, l := range e.Holdout {
		add(l.Opponent+" (held out)", l.Figure)
	}
	if e.Unseen != nil {
		add(meanOfHoldout, *e.Unseen)
	}
	return t
}

// WithErrors returns the name of an opponent with its errors.
func WithErrors(name string, f stats.Figure) string {
	if f.Errors == 0 {
		return name
	}
	return fmt.Sprintf("%s (errs in %s of %s games)", name, Count(f.Errors), Count(f.Games))
}

// DefaultsComparison says in a sentence whether a champion of programs is better than the defaults; empty where the
// evidence doesn't compare them.
func DefaultsComparison(scale engine.Scale, e *champion.Evidence) string {
	if e == nil || e.Defaults == nil && e.Unproven == nil {
		return ""
	}
	verb, unit := "has", " "+scale.Unit
	show := func(x float64) string { return scale.Show(x) }
	if scale.Percent {
		verb, unit = "wins", " of games"
		show = func(x float64) string { return fmt.Sprintf("%.0f", 100*x) }
	}
	figure := func(x stats.Figure) string {
		text := show(x.Mean)
		if scale.Percent {
			text += " %"
		}
		return fmt.Sprintf("%s (%s to %s)", text, show(x.Low), show(x.High))
	}
	d, text, field := e.Defaults, "", e.Field
	if u := e.Unproven; u != nil {
		d, field = &champion.Defaults{Field: &e.Field, Lead: &u.Lead}, u.Field
	}
	switch {
	case d.Field == nil && d.Met == nil:
		return ""
	case d.Field == nil:
		text = fmt.Sprintf("The champion %s %s%s against your defaults", verb, figure(*d.Met), unit)
	default:
		begin, so := "The champion", "it is better by"
		switch {
		case e.Unproven != nil:
			begin, so = "Not shown to be better than your defaults, which are handed in: the champion", "the difference is"
		case d.Lead != nil && d.Lead.Low <= 0: // the file of an unproven champion
			begin, so = "Not shown to be better than your defaults: the champion", "the difference is"
		}
		text = fmt.Sprintf("%s %s %s%s against the field, your defaults %s", begin, verb, figure(field), unit, figure(*d.Field))
		if d.Lead != nil {
			text += ", so " + so + " " + lead(scale, *d.Lead)
		}
		if d.Met != nil {
			text += "; head to head " + figure(*d.Met)
		}
	}
	return text + ". In parentheses: 95 % intervals."
}

// UnimprovedText says that a champion is the default genome because breeding has found nothing else, and what to do
// next; otherwise empty.
func UnimprovedText(g *game.Game, genes genome.Vector, e *champion.Evidence) string {
	if !slices.Equal(genes, g.Schema.Default()) || e != nil && e.Unproven != nil {
		return ""
	}
	return "It is the default genome: nothing better was found. What may help: more games, wider ranges of the genes, or other rivals in the field."
}

// ChampionTable is the [EvidenceTable] of a champion, with what it shows. failures are of programs.
func ChampionTable(g *game.Game, f *champion.File, failures []Failures) *Table {
	e, scale := f.Evidence, g.Info().Scale()
	t := EvidenceTable(scale, e)
	t.Notes = []string{fmt.Sprintf("Measured on %s deals that no selection has seen, each in all seatings.", Count(e.Blocks))}
	if e.Nondeterministic {
		t.Note("Equal games ended differently because a program ignores its seed: the figures repeat only within their intervals.")
	}
	for _, x := range failures {
		t.Notes = append(t.Notes, x.Lines()...)
	}
	if f.Temperature != 0 {
		t.Note("It plays at temperature %v: the lower, the more often it takes the move that it weighs most.", f.Temperature)
	}
	if text := InCommon(e.Weakest); text != "" {
		t.Note("%s", text)
	}
	if p := f.Pruned; p != nil {
		t.Note("%s of %d pairs of features earned nothing measurable and were left out, at a cost of %s.", Count(p.Genes), p.Of, interval(scale, p.Cost))
	}
	if s := f.Step; s != nil && g.Simulator != nil {
		t.Note("Handed in at %v of the way from the defaults, where it won most in the last games of the search.", s.At)
	} else if s != nil {
		t.Note("Handed in at %v of the way from the defaults: %s more than all of it has at its worst kind of table.", s.At, interval(scale, s.Gain))
	}
	if v, err := f.Vector(g.Schema); err == nil && g.UserBot == nil {
		if text := AtEdge(Genes(g.Schema, v)); text != "" {
			t.Note("%s", text)
		}
	}
	last := t
	if len(e.Tables) > 0 {
		last = DefaultsLeadTable(scale, e)
		t.Then(last)
	}
	if s := e.Strangers; s != nil {
		if s.Lead.Low <= 0 {
			last.Note("Warning: against strangers the champion is not ahead of the default genes: by %s.", lead(scale, s.Lead))
		} else {
			of := "opponents drawn at random from a family of styles"
			if g.UserBot != nil {
				of = "the bot with values drawn at random from their ranges"
			}
			last.Note("Strangers are %s, another one in each deal; against them the champion is ahead of the default genes by %s.", of, lead(scale, s.Lead))
		}
	}
	if g.Leaderboard {
		best, out := g.Baselines[0], g.PointsOut()
		last.Note("The contest's winner, %s, won %.0f of its %.0f games, %d against each of the %d other entries: %.1f %%.",
			best.Name, best.Points, out, 2*game.ContestRounds, len(g.Baselines)-1, 100*best.Points/out)
	}
	return t
}

// InCommon says what the hardest strangers have in common; empty without such traits.
func InCommon(w *champion.Weakest) string {
	if w == nil || len(w.Common) == 0 {
		return ""
	}
	parts := Map(w.Common[:min(3, len(w.Common))], func(c champion.Common) string {
		return fmt.Sprintf("%s (%.0f %%, of all %.0f %%)", c.Trait, 100*float64(c.Players)/float64(w.Players), 100*float64(c.Drawn)/float64(w.Drawn))
	})
	return fmt.Sprintf("Traits of the %d hardest strangers: %s.", w.Players, strings.Join(parts, "; "))
}

// DefaultsLeadTable has a row for each kind of opponents, by how far the champion is ahead of the defaults.
func DefaultsLeadTable(scale engine.Scale, e *champion.Evidence) *Table {
	t := &Table{Columns: []string{"opponents drawn anew in every deal", ">" + scale.Unit, ">lead over the defaults", ">95 % interval"}}
	tables := e.Tables
	if e.Strangers != nil {
		tables = append([]champion.Family{{Name: "strangers, as in breeding", Strangers: *e.Strangers}}, tables...)
	}
	for _, x := range tables {
		t.Add(x.Name, scale.Show(x.Mean), scale.Show(x.Lead.Mean), scale.Span(x.Lead.Low, x.Lead.High))
	}
	return t
}

// lead writes a difference of points with its unit and its interval.
func lead(s engine.Scale, x stats.Figure) string {
	return fmt.Sprintf("%s %s (95 %% interval %s)", s.Show(x.Mean), differenceUnit(s), s.Span(x.Low, x.High))
}

// differenceUnit is the unit of a difference of points.
func differenceUnit(s engine.Scale) string {
	if s.Percent {
		return "percentage points"
	}
	return s.Unit
}

// interval writes a mean with its interval in a sentence.
func interval(s engine.Scale, x stats.Figure) string {
	return fmt.Sprintf("%s (95 %% interval %s)", s.Show(x.Mean), s.Span(x.Low, x.High))
}

// NextSteps lists commands, each with what it does: beside it, or below where there is no room for that.
func NextSteps(steps [][2]string) *Table {
	t := &Table{Columns: []string{"", ""}}
	var below []string
	for _, s := range steps {
		t.Add("  "+s[0], s[1])
		below = append(below, "  "+s[0], "    "+s[1])
	}
	lines := strings.Split(t.lines(0), "\n")
	if slices.ContainsFunc(lines, func(l string) bool { return utf8.RuneCountInString(l) > Columns }) {
		lines = below
	}
	return NotesTable(append([]string{"What next:"}, lines...)...)
}
