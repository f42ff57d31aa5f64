package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
	"bloodline/internal/version"
)

// Verification is a champion file's evidence beside the same games played again.
type Verification struct {
	File        string             `json:"file"`
	Equal       bool               `json:"equal"` // to the last digit; within intervals if games do not repeat; points alone for a release with other intervals
	Claimed     *champion.Evidence `json:"claimed"`
	Measured    *champion.Evidence `json:"measured"`
	Fresh       *champion.Evidence `json:"fresh,omitempty"`    // on deals of a seed that was drawn for the check; left out if not equal
	TooHigh     []string           `json:"too_high,omitempty"` // figures that are higher than these deals allow
	Changed     []string           `json:"changed,omitempty"`  // programs that are not those whose games the file has
	Program     string             `json:"program"`            // that wrote the file
	Proved      []string           `json:"proved"`             // parts of the file that follow from the others
	NotVerified []string           `json:"not_verified"`       // parts that only breeding again could prove

	Conclusion string `json:"conclusion,omitempty"` // on these deals, if they are more or fewer: [Conclusion]

	Measure bool `json:"-"` // Fresh is for its own figures, with more games or fewer
	// Compare reports whether a figure of the file repeats in what was measured.
	Compare func(claimed, measured stats.Figure) bool `json:"-"`
	Scale   engine.Scale                              `json:"-"`
}

func (v *Verification) Table() *Table {
	t := &Table{Columns: []string{Alone(v.Claimed, "player", "opponent"), ">" + v.Scale.Unit + " claimed", ">measured", ">games", "", ">new deals"}}
	fresh, measured := byName(v.Fresh), byName(v.Measured)
	for _, l := range v.Claimed.Leaves() {
		m, ok := measured[l.Name]
		if c, figure := l.Value.(stats.Figure); figure && ok {
			on := ""
			if y, ok := fresh[l.Name]; ok {
				if on, _ = v.distinct(y.Mean, y.Mean); v.Measure {
					on += " (" + v.Scale.Span(y.Low, y.High) + ")"
				}
			}
			v.compare(t, rowName(v.Claimed, l), c, m, on)
		}
	}
	if changed := v.Claimed.Changed(v.Measured); len(changed) > 0 {
		t.Note("%s was measured against other genes of %s: the digest differs.", v.File, List(changed))
	}
	t.noteIf(v.Claimed.Firsts != v.Measured.Firsts, "It ends first in %s games; %s says %s.", Count(v.Measured.Firsts), v.File, Count(v.Claimed.Firsts))
	t.noteIf(v.Claimed.Digest != v.Measured.Digest, "The genes of %s are not those whose figures it has: their digest differs.", v.File)
	t.noteIf(v.Program != version.String(), "%s was written by bloodline %s; the rules and opponents of this version, %s, played.", v.File, v.Program, version.String())
	t.noteIf(len(v.Changed) > 0, "%s is not the program whose games %s has: its hash differs.", List(v.Changed), v.File)
	if !v.Equal {
		return t
	}
	t.noteIf(v.Conclusion != "", "On the new deals: %s", v.Conclusion)
	switch {
	case v.Claimed.Nondeterministic:
		t.Note("the evidence of %s repeats within its intervals; programs that ignore their seed or are sometimes too late allow no more", v.File)
	case !v.Claimed.Repeats(v.Measured, stats.Figure.Repeats):
		t.Note("equal: all points of %s repeat; bloodline %s computed some intervals otherwise, so these differ", v.File, v.Program)
	case v.Claimed.Repeats(v.Measured, func(a, b stats.Figure) bool { return a.Interval() == b.Interval() }):
		t.Note("equal: the evidence of %s repeats to the last digit", v.File)
	default:
		t.Note("equal: the evidence of %s repeats, all points exactly and intervals to nine digits", v.File)
	}
	t.Note("Proved: %s. Other genes could have the same figures; these have the digest that the file states.", List(v.Proved))
	t.Note("Not verified: %s.", List(v.NotVerified))
	if len(v.TooHigh) > 0 {
		t.Note("Warning: on the new deals, of seed %d, less is measured than %s claims: %s. That happens to an honest figure with a probability of 2.5 %%; "+
			"or the seed or the settings were chosen after breeding. Repeat it with another --seed.", v.Fresh.Seed, v.File, strings.Join(v.TooHigh, ", "))
	} else if v.Fresh != nil && v.Claimed.Maps > 0 && v.Fresh.Field.Repeats(v.Measured.Field) {
		t.Note("The contest has no other deals than these.")
	} else if v.Fresh != nil {
		t.Note("New deals are those of seed %d; --seed %[1]d repeats them. The claims lie within what they allow.", v.Fresh.Seed)
	}
	return t
}

func rowName(e *champion.Evidence, l champion.Leaf) string {
	_, of, _ := strings.Cut(l.Name, " ")
	switch {
	case l.Key == "hardest":
		return hardest(e.Hardest)
	case l.Name == "defaults field":
		return "defaults"
	case l.Name == "previous field":
		return e.Previous.Name
	case l.Name == "previous lead":
		return "  lead over " + e.Previous.Name
	}
	return cmp.Or(map[string]string{
		"field": Alone(e, "champion", meanOfField), "holdout_mean": meanOfHoldout, "against": of, "families": of, "holdout": of + " (held out)",
		"lead": "  lead over the defaults", "ahead": "  share of games with it ahead", "head_to_head": "head to head with the defaults",
	}[l.Key], l.Name)
}

// byName returns the figures of a champion's evidence by [champion.Leaf.Name]; none of no evidence.
func byName(e *champion.Evidence) map[string]stats.Figure {
	out := map[string]stats.Figure{}
	if e != nil {
		for _, l := range e.Leaves() {
			if f, ok := l.Value.(stats.Figure); ok {
				out[l.Name] = f
			}
		}
	}
	return out
}

// Above names the totals of a champion's evidence that are higher than those of other deals allow: the 95 % interval of
// the difference of two independent measurements lies above 0: [NewTransferred].
func Above(claimed, fresh *champion.Evidence) (names []string) {
	allowed := byName(fresh)
	for _, l := range claimed.Leaves() {
		f, ok := allowed[l.Name]
		if c, figure := l.Value.(stats.Figure); figure && ok && slices.Contains([]string{"field", "holdout_mean", "strangers"}, l.Name) &&
			NewTransferred(l.Name, c, f).Difference.Low > 0 {
			names = append(names, rowName(claimed, l))
		}
	}
	return names
}

// compare adds a figure, also on new deals, and the ends of its interval where they differ.
func (v *Verification) compare(t *Table, name string, c, m stats.Figure, fresh string) {
	mark := "equal"
	switch {
	case v.Claimed.Nondeterministic && v.Compare(c, m):
		mark = "within its interval"
	case v.Claimed.Nondeterministic:
		mark = "outside its interval"
	case !v.Compare(c, m):
		mark = "NOT EQUAL"
	case !c.Repeats(m):
		mark = "equal points"
	}
	claimed, measured := v.distinct(c.Mean, m.Mean)
	t.Add(WithErrors(name, m), claimed, measured, Count(m.Games), mark, fresh)
	if c.Errors != m.Errors {
		t.Add("  games that it lost by errors", Count(c.Errors), Count(m.Errors), "", "", "")
	}
	for _, end := range []struct {
		name string
		c, m float64
	}{{"low", c.Low, m.Low}, {"high", c.High, m.High}} {
		if end.c != end.m && !c.Repeats(m) {
			claimed, measured := v.distinct(end.c, end.m)
			t.Add("  "+end.name+" end of the interval", claimed, measured, "", "", "")
		}
	}
}

// distinct writes two figures with two decimals, or with as many as show that they differ.
func (v *Verification) distinct(x, y float64) (a, b string) {
	if v.Scale.Percent {
		x, y = 100*x, 100*y
	}
	for digits := 2; digits <= 20; digits++ {
		a, b = strconv.FormatFloat(x, 'f', digits, 64), strconv.FormatFloat(y, 'f', digits, 64)
		if a != b || x == y {
			break
		}
	}
	return a, b
}

// Transfer compares a champion's points in its simulator's contest with those in the contest that this simulates.
type Transfer struct {
	Player           string        `json:"player"`
	Against          []Transferred `json:"against"`
	Total            Transferred   `json:"total"`
	Lead             *stats.Figure `json:"lead,omitempty"`              // over the defaults, in the other contest
	Deals            int           `json:"deals,omitempty"`             // that were played in both, with the same seeds
	Equal            int           `json:"equal_deals,omitempty"`       // of these, with the same points
	Maps             int           `json:"maps,omitempty"`              // of the other contest, where these differ
	SharedMaps       int           `json:"shared_maps,omitempty"`       // of them, those in the pool of the run
	MissingOpponents []string      `json:"missing_opponents,omitempty"` // opponents that the other contest doesn't have
	MissingGenes     []string      `json:"missing_genes,omitempty"`     // genes that the first contest doesn't have

	Scale engine.Scale `json:"-"`
}

// Transferred is the figure of a champion against one opponent in both contests.
type Transferred struct {
	Opponent   string       `json:"opponent"`
	Own        stats.Figure `json:"own"`        // in the contest that it was bred in
	Other      stats.Figure `json:"other"`      // in the other one
	Difference stats.Figure `json:"difference"` // own less other; its games are the sum of both
}

// NewTransferred compares two figures of different games. The interval of the difference is made of the two intervals,
// as Newcombe does (Statistics in Medicine 17, 1998, method 10).
func NewTransferred(opponent string, own, other stats.Figure) Transferred {
	d := own.Mean - other.Mean
	return Transferred{opponent, own, other, stats.Figure{
		Games: own.Games + other.Games, Mean: d,
		Low:  d - math.Hypot(own.Mean-own.Low, other.High-other.Mean),
		High: d + math.Hypot(own.High-own.Mean, other.Mean-other.Low),
	}}
}

func (t *Transfer) Table() *Table {
	out := &Table{Columns: []string{"opponent", ">" + t.Scale.Unit + " as bred", ">on the other", ">games", ">difference"}}
	rows := t.Against
	if len(rows) != 1 {
		rows = append(rows[:len(rows):len(rows)], t.Total)
	}
	for _, r := range rows {
		out.Add(r.Opponent, MeanInterval(t.Scale, r.Own), MeanInterval(t.Scale, r.Other), Count(r.Other.Games), MeanInterval(t.Scale, r.Difference))
	}
	d, unit := t.Total.Difference, differenceUnit(t.Scale)
	switch {
	case d.Low > 0:
		out.Title = fmt.Sprintf("%s has less on the other contest than where it was bred, by %s %s.", t.Player, MeanInterval(t.Scale, d), unit)
	case d.High < 0:
		out.Title = fmt.Sprintf("%s has more on the other contest than where it was bred, by %s %s.", t.Player, MeanInterval(t.Scale, d.Opposite()), unit)
	default:
		out.Title = fmt.Sprintf("No difference is seen between the two contests: %s %s between what %s has where it was bred and "+
			"what it has on the other one.", MeanInterval(t.Scale, d), unit, t.Player)
	}
	if l := t.Lead; l != nil {
		lead, by := *l, "more than"
		if l.Mean < 0 {
			lead, by = l.Opposite(), "less than"
		}
		out.Title += fmt.Sprintf(" On the other contest it has %s %s %s your defaults.", MeanInterval(t.Scale, lead), unit, by)
	}
	out.Title = Paragraph("%s", out.Title)
	out.Note("In parentheses: 95 %% intervals. games: on the other contest; %s where it was bred.", Plural(t.Total.Own.Games, "game"))
	out.noteIf(t.Deals > 0, "Of %s with the same seeds %s end alike in both contests.", Plural(t.Deals, "deal"), Count(t.Equal))
	switch {
	case t.SharedMaps > 0:
		out.Note("%d of the %d maps on the other contest are of the pool that it was bred on, so these may flatter it.", t.SharedMaps, t.Maps)
	case t.Maps > 0:
		out.Note("It was bred on none of the %d maps on the other contest, so all count.", t.Maps)
	}
	out.noteIf(len(t.MissingOpponents) > 0, "Left out, because the other run file has no player of the name: %s.", List(t.MissingOpponents))
	out.noteIf(len(t.MissingGenes) > 0, "At their defaults, because the champion has no such genes: %s.", List(t.MissingGenes))
	return out
}
