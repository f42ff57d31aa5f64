package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
)

// Single is the most genes whose effects are estimated from the games of a run. In runs of more, all
// genes move at once, so that no regression can tell them apart: ablate plays games for it.
const Single = 40

// Observation is what the games of an individual say to a model of a run's games.
func Observation(s *genome.Schema, x evolve.Individual, info engine.Info) surrogate.Observation {
	share := (x.Fitness.Mean - info.Min) / (info.Max - info.Min)
	return surrogate.Observation{Point: s.Point(x.Genes), Share: max(0, min(1, share)), Games: x.Fitness.Games}
}

// Trials are the settings that a run of programs has tried.
type Trials struct {
	Run      string    `json:"run"`
	Games    int64     `json:"games"`
	Genes    []GeneDoc `json:"genes"`
	Trials   []Trial   `json:"trials"`             // the best estimate first
	Slices   []Slice   `json:"slices"`             // of each gene
	Progress []Step    `json:"progress"`           // after some generations
	PlayOff  *Trial    `json:"play_off,omitempty"` // of the champion: only the games that chose it

	Unseen         *Figure            `json:"unseen,omitempty"`          // of the champion, on games that no selection has seen
	UnseenDefaults *Figure            `json:"unseen_defaults,omitempty"` // of the defaults, on the same deals
	Defaults       surrogate.Estimate `json:"defaults"`
}

// Trial is a setting: what its games came to, and what a model of all games says of it.
type Trial struct {
	ID       string             `json:"id"` // of the champion, or of the individual that tried it first
	Values   []GeneValue        `json:"values"`
	Games    int64              `json:"games"`
	Points   float64            `json:"points"`
	Estimate surrogate.Estimate `json:"estimate"`
	Champion bool               `json:"champion,omitempty"`

	Vector genome.Vector `json:"-"`
	At     []float64     `json:"-"` // places of the values in their ranges, from 0 to 1
}

// NewTrial returns the setting of a genome, without games.
func NewTrial(s *genome.Schema, v genome.Vector) Trial {
	t := Trial{Vector: v}
	told := v.Clone() // as the bot is told it: whole numbers and choices are rounded
	for i, x := range v {
		g := &s.Genes[i]
		t.Values = append(t.Values, ValueOf(g, x))
		if g.Scale == nil {
			continue
		}
		if y, err := g.Scale.Value([]byte(g.Text(x))); err == nil {
			told[i] = y
		}
	}
	t.At = s.Point(told)
	return t
}

// Key tells settings apart.
func (t *Trial) Key() string {
	return strings.Join(Map(t.Values, GeneValue.String), "\x00")
}

// Add adds the games of the same setting.
func (t *Trial) Add(o Trial) {
	n, m := float64(t.Games), float64(o.Games)
	t.Points, t.Games = (float64(n*t.Points)+float64(m*o.Points))/(n+m), t.Games+o.Games
}

// Slice is a model's estimate over the range of a gene, the others as the champion has them.
type Slice struct {
	Gene      string               `json:"gene"`
	At        []float64            `json:"at"` // places in the range, from 0 to 1
	Values    []string             `json:"values"`
	Estimates []surrogate.Estimate `json:"estimates"`
	Champion  float64              `json:"champion"`          // its place
	Choices   bool                 `json:"choices,omitempty"` // a place for each, and none between
}

// Spread is how much the estimates differ.
func (s *Slice) Spread() float64 {
	means := Map(s.Estimates, func(e surrogate.Estimate) float64 { return e.Mean })
	return slices.Max(means) - slices.Min(means)
}

// Step is the setting that would have been handed in after a number of games, as the model of all games estimates it.
type Step struct {
	Games    int64              `json:"games"`
	Estimate surrogate.Estimate `json:"estimate"`
}

// mostTrials is how many trials are listed unless all are.
const mostTrials = 20

// Table has a row for each setting, or for the best.
func (t *Trials) Table(s engine.Scale, all bool) *Table {
	rows, which := t.Trials, "best estimate first"
	if !all && len(rows) > mostTrials {
		rows, which = rows[:mostTrials], fmt.Sprintf("the %d of the best estimate; --all lists the rest", mostTrials)
	}
	out := &Table{Title: Paragraph("%s settings that %s has tried in %s games: %s", Count(len(t.Trials)), t.Run, Count(t.Games), which)}
	out.Columns = []string{"setting", ">games", ">" + s.Unit, ">estimate", ">95 % interval"}
	for _, g := range t.Genes {
		out.Columns = append(out.Columns, ">"+g.Name)
	}
	for _, x := range rows {
		id := x.ID
		if x.Champion {
			id += " *"
		}
		row := []string{id, Count(x.Games), s.Show(x.Points), s.Show(x.Estimate.Mean), s.Span(x.Estimate.Low, x.Estimate.High)}
		out.Add(append(row, Map(x.Values, GeneValue.Brief)...)...)
	}
	out.Note("*: the champion. estimate: by a model of all games, which a few games of one setting move little")
	return out
}

// Brief has three significant digits, where the value is a number.
func (v GeneValue) Brief() string {
	if x, err := strconv.ParseFloat(v.json, 64); err == nil && x != math.Trunc(x) {
		return fmt.Sprintf("%.3g", x)
	}
	return v.String()
}

// Parameters has a row for each gene of the champion of a run of programs, those that matter most
// first. e is nil where it is not known what they do.
func Parameters(s engine.Scale, genes []Gene, e *surrogate.Effects) *Table {
	t := &Table{Columns: []string{"parameter", ">default", ">champion", ">range", ">gain", ">95 % interval", ""}}
	if e == nil {
		t.Columns[4], t.Columns[5] = "", ""
	}
	edge, back := false, false
	add := func(g Gene, effect, interval string) {
		mark := ""
		switch {
		case g.Value.String() == g.Default.String():
			effect, interval, mark, back = "", "", "default", true
		case g.atEdge():
			mark, edge = "at the edge", true
		}
		t.Add(g.Name, g.Default.Brief(), g.Value.Brief(), g.span(), effect, interval, mark)
	}
	if e == nil {
		for _, g := range genes {
			add(g, "", "")
		}
	} else {
		for _, x := range e.Rows {
			k := slices.IndexFunc(genes, func(g Gene) bool { return g.Name == x.Name })
			add(genes[k], s.Show(x.Gain), s.Span(x.GainLow, x.GainHigh))
		}
		t.Note("gain: %s more than with the default of this parameter alone, by a model of the run's games", s.Unit)
	}
	if back {
		t.Note("default: kept or put back, because no change of it paid")
	}
	if edge {
		t.Note("at the edge: a better value may lie beyond the range; widen it in the run file")
	}
	return t
}

// span writes the range of a number.
func (g Gene) span() string {
	if strings.HasPrefix(g.Unit, "categorical") {
		return "choice"
	}
	return g.Span()
}

// atEdge reports whether a number is at an end of its range.
func (g Gene) atEdge() bool {
	const near = 0.02
	at := (g.Value.x - g.Min.x) / (g.Max.x - g.Min.x)
	return !strings.HasPrefix(g.Unit, "categorical") && (at <= near || at >= 1-near || g.Value.json == g.Min.json || g.Value.json == g.Max.json)
}

// mostPairs is how many interactions are named.
const mostPairs = 5

// EffectsTable has a row for each gene or group of a run, by the games that it has played.
func EffectsTable(s engine.Scale, run, player string, e *surrogate.Effects) *Table {
	t := &Table{Columns: []string{"gene", ">change of " + s.Unit, ">95 % interval", ">best value", ">nearly as good", ">loss at worst"}}
	for _, r := range e.Rows {
		t.Add(r.Name, s.Show(r.Tenth), s.Span(r.Low, r.High), r.Best, r.From+" to "+r.To, s.Show(r.Cost))
	}
	t.Title = Paragraph("effect of each gene in %s, from a regression of %s games that it has played; largest loss at worst first", run, Count(e.Games))
	t.Note("These games vary all genes at once. ablate plays games with one gene at its default, so the two can rank genes differently.")
	t.Note("change of %s: if the value is larger by a tenth of its range", s.Unit)
	t.Note("best value: with the other values of %s; nearly as good: within %s of it; loss at worst: of the worst value", player, s.Show(surrogate.Near))
	for _, x := range e.Pairs[:min(len(e.Pairs), mostPairs)] {
		t.Note("%s and %s interact (%.1f standard deviations)", x.One, x.Other, x.Z)
	}
	return t
}
