package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Conclusion is the first line about a champion in every output: by how much it is ahead of the defaults on deals that no
// selection has seen, and which opponents do best against it. It is empty without evidence. genes and x may be nil.
func Conclusion(g *game.Game, genes genome.Vector, e *champion.Evidence, x *Exploited) string {
	if e == nil {
		return ""
	}
	c := concluding{e, g.Info(), g.Info().Scale(), g.UserBot != nil}
	out := []string{cmp.Or(unimproved(g, genes, e), c.ahead())}
	if d := e.Defaults; e.Reference() != "" && d != nil {
		out = append(out, fmt.Sprintf("Your defaults have %s: a lead of %s.", c.points(d.Field.Mean), lead(c.scale, *d.Lead, e.EarlierLooks)))
	}
	if n := e.Field.Games; e.Firsts > 0 && n > 0 {
		out = append(out, fmt.Sprintf("It ends first in %.1f %% of its games.", 100*float64(e.Firsts)/float64(n)))
	}
	out = append(out, c.worst())
	if w := e.Hardest; w != nil {
		out = append(out, fmt.Sprintf("Against the %s strangers: %s (%s).", hardest(w), c.points(w.Mean), c.scale.Span(w.Low, w.High)))
	}
	if x != nil {
		out = append(out, fmt.Sprintf("Its strongest exploiter has %s.", c.points(x.Share)))
	}
	return strings.Join(slices.DeleteFunc(append(out, c.conditions()), func(s string) bool { return s == "" }), " ")
}

type concluding struct {
	*champion.Evidence
	info  engine.Info
	scale engine.Scale
	own   bool // the bot is the user's, and so are its defaults
}

// points writes points a game with what they are.
func (c concluding) points(x float64) string {
	switch text := c.scale.Show(x); {
	case c.scale.Percent && c.info.Seats > 2:
		return text + " % of opponents beaten"
	case c.scale.Percent:
		return text + " % of games won"
	default:
		return text + " " + c.scale.Unit
	}
}

// decided returns the points of the bred champion, and the comparison by which it is submitted or not; nil without one.
func (c concluding) decided() (stats.Figure, *champion.Defaults) {
	if u := c.Unproven; u != nil { // the evidence is of what is submitted instead
		return u.Field, &champion.Defaults{Field: &c.Field, Lead: &u.Lead, Look: u.Look, MostGames: u.MostGames}
	}
	return c.Field, c.Compared()
}

// ahead compares the champion with what its run began with or, where that was not measured, says what it has.
func (c concluding) ahead() string {
	field, d := c.decided()
	against, percent := " against the field", ""
	if c.SinglePlayer || c.scale.Percent && c.info.Seats > 2 { // "of opponents beaten" says it
		against = ""
	}
	if c.scale.Percent {
		percent = " %"
	}
	switch s := c.Strangers; {
	case d != nil && d.Lead != nil:
		name := cmp.Or(c.Reference(), "your defaults")
		begin, by := "Better than "+name+" by", *d.Lead
		switch {
		case by.High < 0:
			begin, by = "Worse than "+name+" by", by.Opposite()
		case c.Unproven != nil && c.Reference() == "":
			begin = "Not shown to be better than your defaults, which are kept. The difference is"
		case c.Unproven != nil:
			begin = "Not shown to be better than " + name + ", which is kept. The difference is"
		case !c.Better():
			begin = "Not shown to be better than " + name + ". The difference is"
		}
		text, others := lead(c.scale, by, c.EarlierLooks), " against them" // where the field is the defaults alone
		if d.Field != nil {
			others = against + ", " + name + " " + c.scale.Show(d.Field.Mean) + percent
			if x := d.Field.Mean; c.SinglePlayer && c.scale.Low >= 0 && field.Mean > x && x > 0 { // a high score, which has a ratio
				others += fmt.Sprintf(", so %.1f %% more", 100*(field.Mean-x)/x)
			}
		}
		if exact(c.Evidence) {
			text = fmt.Sprintf("%s %s, exactly, because the game has no luck", c.scale.Show(by.Mean), differenceUnit(c.scale))
		}
		return fmt.Sprintf("%s %s: %s%s.", begin, text, c.points(field.Mean), others)
	case s != nil && !c.own && s.Lead.Low > 0:
		return fmt.Sprintf("Ahead of the default genes by %s against strangers: %s.", lead(c.scale, s.Lead, 0), c.points(s.Mean))
	case s != nil && !c.own:
		return fmt.Sprintf("Not shown to be ahead of the default genes against strangers. The difference is %s: %s.", lead(c.scale, s.Lead, 0), c.points(s.Mean))
	}
	return fmt.Sprintf("%s%s (95 %% interval %s).", c.points(field.Mean), against, c.scale.Span(field.Low, field.High))
}

// worst names the opponent that does best against it, by the games in which it is ahead where more than two play.
func (c concluding) worst() string {
	rows := slices.Concat(c.Against, heldOut(c.Evidence))
	if len(rows) < 2 || c.SinglePlayer {
		return ""
	}
	measured := func(f champion.OpponentFigure) stats.Figure { return *cmp.Or(f.Ahead, &f.Figure) }
	row := slices.MinFunc(rows, func(x, y champion.OpponentFigure) int { return cmp.Compare(measured(x).Mean, measured(y).Mean) })
	f, name := measured(row), row.Opponent
	what, shown := c.points(f.Mean), c.scale
	if row.Ahead != nil {
		what, shown = fmt.Sprintf("ahead of it in %.1f %% of games", 100*f.Mean), engine.Scale{Percent: true}
	}
	if name == "defaults" && c.own {
		name = "your defaults"
	}
	it, does, loses := cmp.Or(c.Reference(), "It"), "does", "loses"
	if c.Previous != nil {
		it = "It"
	} else if c.Unproven != nil && c.Reference() == "" {
		it, does, loses = "They", "do", "lose"
	}
	if c.scale.Percent && f.Mean < 0.5 && (c.info.Seats == 2 || row.Ahead != nil) {
		return fmt.Sprintf("%s %s most to %s: %s (%s).", it, loses, name, what, shown.Span(f.Low, f.High))
	}
	return fmt.Sprintf("%s %s worst against %s: %s (%s).", it, does, name, what, shown.Span(f.Low, f.High))
}

func (c concluding) conditions() string {
	var out []string
	_, d := c.decided()
	if d == nil || d.Lead == nil {
		return ""
	}
	if h := d.HeadToHead; h != nil && d.Field != nil {
		out = append(out, fmt.Sprintf("Head to head with your defaults: %s (%s).", c.points(h.Mean), c.scale.Span(h.Low, h.High)))
	}
	if c.MapsBredOn && !exact(c.Evidence) {
		out = append(out, fmt.Sprintf("Measured on %s.", DealsText(c.Evidence)))
	}
	if n := c.EarlierLooks; n > 0 {
		out = append(out, fmt.Sprintf("The interval is wider because the run was measured %s before.", Plural(n, "time")))
	}
	if d.Look > 0 && 2*d.Lead.Games < d.MostGames {
		out = append(out, fmt.Sprintf("%s of %s games were enough for that.", Count(2*d.Lead.Games), Count(d.MostGames)))
	}
	return strings.Join(out, " ")
}

// unimproved says what to do about a champion with which its run began, or of default genes; empty for another one.
func unimproved(g *game.Game, genes genome.Vector, e *champion.Evidence) string {
	is := "the default genome"
	switch p := e.Previous; {
	case p != nil && p.Lead == nil:
		is = p.Name + ", with which the run began"
	case !slices.Equal(genes, g.Schema.Default()) || e.Unproven != nil:
		return ""
	}
	text := "It is " + is + ": nothing better was found. What may help: more games, wider ranges of the genes"
	if g.Info().Seats == 1 {
		return text + "."
	}
	return text + ", or other rivals in the field."
}

// Unnoticed says that the lead of an unproven champion is too small for a contest to show; empty where it may not be.
func Unnoticed(scale engine.Scale, u *champion.Unproven) string {
	// contestGames is how many games of a contest are enough for its interval to be of use: ±3 points for wins.
	const contestGames = 1000
	if u.Lead.High < 0 || u.Lead.High > u.Field.Half()*math.Sqrt(float64(u.Field.Games)/contestGames) {
		return ""
	}
	return fmt.Sprintf("No difference that a contest of %s games would notice: %s %s at most.", Count(contestGames), scale.Show(u.Lead.High), differenceUnit(scale))
}
