package report

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
)

// NoMeeting says why players of a game don't meet, see [engine.Info.Meets].
func NoMeeting(i engine.Info) string {
	if i.Seats == 1 {
		return "a game has one player (command.players)"
	}
	return fmt.Sprintf("the bot has seat %d alone (command.seat), so bots don't meet", i.Role)
}

// Names of figures in the evidence that are not of a single opponent.
const meanOfField, meanOfHoldout, ofStrangers = "mean of the field", "mean of the held out", "strangers"

// Results are a player's points: mean of the field, against its opponents, and against others.
type Results struct {
	Field            champion.OpponentFigure
	Against, Holdout []champion.OpponentFigure
	Drawn            []champion.OpponentFigure // against strangers
}

func (r Results) All() []champion.OpponentFigure {
	return slices.Concat([]champion.OpponentFigure{r.Field}, r.Against, r.Holdout, r.Drawn)
}

func EvidenceResults(e *champion.Evidence) Results {
	r := Results{Field: champion.Named(meanOfField, &e.Field)[0], Against: e.Against}
	if r.Field.Opponent = Alone(e, "champion", meanOfField); e.SinglePlayer && e.Defaults != nil && e.Defaults.Field != nil {
		r.Against = append(r.Against, champion.Named("defaults", e.Defaults.Field)...) // beside it
	}
	r.Holdout = append(heldOut(e), champion.Named(meanOfHoldout, e.HoldoutMean)...)
	if e.Strangers != nil {
		r.Drawn = champion.Named(ofStrangers, &e.Strangers.Figure)
	}
	if e.Hardest != nil {
		r.Drawn = append(r.Drawn, champion.Named(hardest(e.Hardest), &e.Hardest.Figure)...)
	}
	return r
}

// heldOut returns the figures against those held out, which are called so.
func heldOut(e *champion.Evidence) (out []champion.OpponentFigure) {
	for _, l := range e.Holdout {
		where := " (held out)"
		if slices.ContainsFunc(e.Against, func(a champion.OpponentFigure) bool { return a.Opponent == l.Opponent+" (clone)" }) {
			where = " (its clone in the field)"
		}
		l.Opponent += where
		out = append(out, l)
	}
	return out
}

func hardest(w *champion.Hardest) string {
	return fmt.Sprintf("%s hardest of %s", Count(w.Players), Count(w.Drawn))
}

func EvidenceTable(scale engine.Scale, e *champion.Evidence) *Table {
	r := EvidenceResults(e)
	rows := slices.Concat(r.Drawn, r.Against, []champion.OpponentFigure{r.Field}, r.Holdout)
	if len(e.Against) == 0 && !e.SinglePlayer { // the mean is of strangers
		rows = slices.Concat(r.Drawn, r.Holdout)
	}
	t := FigureTable(scale, Alone(e, "player", "opponent"), rows)
	t.Columns = append(t.Columns, ">games")
	for i, f := range rows {
		t.Rows[i] = append(t.Rows[i], Count(f.Games))
	}
	if s := e.Strangers; s != nil {
		t.Rows[0][0] = WithErrors(Count(s.Players)+" "+ofStrangers, s.Figure)
	}
	return t
}

// Shared reports whether opponents share a table, so that points in games with one say little about who is better.
func Shared(rows []champion.OpponentFigure) bool {
	return slices.ContainsFunc(rows, func(f champion.OpponentFigure) bool { return f.Ahead != nil })
}

// FigureTable has a row for each player: points, and where opponents share a table in how many games it is beaten.
func FigureTable(scale engine.Scale, first string, rows []champion.OpponentFigure) *Table {
	t := &Table{Columns: []string{first, ">" + scale.Unit, ">95 % interval", ">ahead %", ">95 % interval", ">drawn %"}}
	for _, f := range rows {
		ahead, interval := figureCells(engine.Scale{Percent: true}, f.Ahead)
		t.Add(WithErrors(f.Opponent, f.Figure), scale.Show(f.Mean), scale.Span(f.Low, f.High), ahead, interval, DrawnShare(f.Figure))
	}
	t.keepIf(slices.ContainsFunc(rows, func(f champion.OpponentFigure) bool { return f.Draws > 0 }), 5, 6)
	if t.keepIf(Shared(rows), 3, 5); Shared(rows) {
		t.Columns[1] += " with it"
	}
	return t
}

// figureCells writes a mean and its interval for two columns, which are empty without a figure.
func figureCells(s engine.Scale, x *stats.Figure) (mean, interval string) {
	if x == nil {
		return "", ""
	}
	return s.Show(x.Mean), s.Span(x.Low, x.High)
}

// DrawnShare returns the percentage of a figure's games that were drawn; empty if their number is unknown.
func DrawnShare(f stats.Figure) string {
	if f.Games == 0 {
		return ""
	}
	return engine.Scale{Percent: true}.Show(float64(f.Draws) / float64(f.Games))
}

func WithErrors(name string, f stats.Figure) string {
	if f.Errors == 0 {
		return name
	}
	return fmt.Sprintf("%s (errs in %s of %s games)", name, Count(f.Errors), Count(f.Games))
}

// Alone returns the word of a champion that plays alone, or that of one with opponents.
func Alone(e *champion.Evidence, alone, met string) string {
	if e.SinglePlayer {
		return alone
	}
	return met
}

// exact reports whether figures have no interval, since all games between the same players end alike.
func exact(e *champion.Evidence) bool { return e.AllDeals && e.Maps == 1 }

// DealsText says what a champion was measured on.
func DealsText(e *champion.Evidence) string {
	switch maps := Plural(e.Maps, "map"); {
	case exact(e):
		return "deals that all end alike"
	case e.MapsBredOn:
		return "the " + maps + " that it was bred on"
	case e.Maps > 0:
		return maps + " that no selection has seen"
	}
	return "deals that no selection has seen"
}

// CountedDeals is [DealsText] with the number of deals and how they were played.
func CountedDeals(e *champion.Evidence) string {
	text := DealsText(e)
	if e.Maps == 0 {
		text = Count(e.Blocks) + " " + text
	}
	if e.Field.Games > int64(e.Blocks) {
		text += ", each in all seatings"
	}
	return text
}

// ChampionTable is the [EvidenceTable] of a champion, with what it shows. failures are of programs.
func ChampionTable(g *game.Game, f *champion.File, failures []Failures) *Table {
	e, scale := f.Evidence, g.Info().Scale()
	t := EvidenceTable(scale, e)
	t.noteIf(g.Info().Seats > 2 && len(e.Against) > 0, "A row has the champion's points in all games with that opponent; it is ahead of it where it ends with more points, and half so with as many.")
	t.Notes = append(t.Notes, fmt.Sprintf("Measured on %s.", CountedDeals(e)))
	switch f := e.Field; {
	case f.Draws == 0 || f.Draws < f.Games:
	case scale.Percent:
		t.Note("All %s games were drawn: is the result read correctly?", Count(f.Games))
	case !slices.ContainsFunc(e.Against, func(o champion.OpponentFigure) bool { return o.Mean != f.Mean }): // a score that bots share varies
		t.Note("All %s games ended with %s points for each bot: is the result read correctly?", Count(f.Games), scale.Show(f.Mean))
	}
	t.noteIf(e.Nondeterministic, "Equal games may end differently, since a program ignores its seed or is sometimes too late: the figures repeat only within their intervals.")
	for _, x := range failures {
		t.Notes = append(t.Notes, x.Lines()...)
	}
	t.noteIf(f.Temperature != 0, "It plays at temperature %v: the lower, the more often it takes the move that it weighs most.", f.Temperature)
	common := InCommon(e.Hardest)
	t.noteIf(common != "", "%s", common)
	if p := f.Pruned; p != nil {
		t.Note("%s of %d pairs of features earned nothing measurable and were left out, at a cost of %s.", Count(p.LeftOut), p.Optional, interval(scale, p.Cost))
	}
	if s := f.Step; s != nil && g.Simulator != nil {
		t.Note("Handed in at %v of the way from the defaults, where it won most in the last games of the search.", s.At)
	} else if s != nil {
		t.Note("Handed in at %v of the way from the defaults: %s more than all of it has at its worst kind of table.", s.At, interval(scale, s.Gain))
	}
	if v, err := f.Vector(g.Schema); err == nil && g.UserBot == nil {
		text := AtEdge(Genes(g.Schema, v))
		t.noteIf(text != "", "%s", text)
	}
	last := t
	if len(e.Families) > 0 {
		last = DefaultsLeadTable(scale, e)
		t.Then(last)
	}
	of := "opponents drawn at random from a family of styles, another one in each deal."
	if s := e.Strangers; s != nil && g.UserBot != nil {
		of = fmt.Sprintf("the bot with values drawn at random from their ranges, another one in each deal; against them its lead over the defaults is %s.", lead(scale, s.Lead, 0))
	}
	last.noteIf(e.Strangers != nil, "Strangers are %s", of)
	if g.Leaderboard {
		best, out := g.Baselines[0], g.PointsOut()
		last.Note("The contest's winner, %s, won %.0f of its %.0f games, %d against each of the %d other entries: %.1f %%.",
			best.Name, best.Points, out, 2*game.ContestRounds, len(g.Baselines)-1, 100*best.Points/out)
	}
	return t
}

// InCommon says what the hardest strangers have in common; empty without such traits.
func InCommon(w *champion.Hardest) string {
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
	for _, x := range e.Drawn("strangers, as in breeding") {
		t.Add(x.Name, scale.Show(x.Mean), scale.Show(x.Lead.Mean), scale.Span(x.Lead.Low, x.Lead.High))
	}
	return t
}

// lead writes a difference of points with its unit and its interval, as it was measured so many times before.
func lead(s engine.Scale, x stats.Figure, looks int) string {
	return fmt.Sprintf("%s %s (%.4g %% interval %s)", s.Show(x.Mean), differenceUnit(s), 100*stats.LookLevel(looks), s.Span(x.Low, x.High))
}

func differenceUnit(s engine.Scale) string {
	if s.Percent {
		return "percentage points"
	}
	return s.Unit
}

func interval(s engine.Scale, x stats.Figure) string {
	return fmt.Sprintf("%s (95 %% interval %s)", s.Show(x.Mean), s.Span(x.Low, x.High))
}
