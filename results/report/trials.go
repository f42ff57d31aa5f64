package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Trials are the genomes that a run of programs has tried.
type Trials struct {
	Run    string    `json:"run"`
	Games  int64     `json:"games"`
	Genes  []GeneDoc `json:"genes"`
	Trials []Trial   `json:"trials"` // the best estimate first

	Failures []Failures `json:"failures,omitempty"` // of programs; of inspect RUN trials only
}

// Trial is a genome as a bot's parameters, with the points of all its games in the search; those that it lost by a crash
// are lost games. Tables call it a setting.
type Trial struct {
	ID        string      `json:"id"` // of the champion, or of the first individual with these values
	Values    []GeneValue `json:"values"`
	Games     int64       `json:"games"`      // 0 of a champion with values that were put back to the defaults after the search
	Points    float64     `json:"points"`     // 0 without games
	Estimate  float64     `json:"estimate"`   // of the points of a game by these games alone: [evolve.PosteriorOfFew]
	HalfWidth float64     `json:"half_width"` // half of the estimate's 95 % interval
	Champion  bool        `json:"champion,omitempty"`
	Default   bool        `json:"default,omitempty"` // all values are the defaults

	Vector  genome.Vector `json:"-"`
	At      []float64     `json:"-"` // places of the values in their ranges, from 0 to 1
	Fitness stats.Fitness `json:"-"` // of all its games
}

// NewTrial returns a genome as a trial, without games.
func NewTrial(s *genome.Schema, v genome.Vector) Trial {
	t := Trial{Vector: v}
	given := v.Clone() // as the bot gets it: whole numbers and choices are rounded
	for i, x := range v {
		g := &s.Genes[i]
		t.Values = append(t.Values, ValueOf(g, x))
		if g.Scale != nil {
			if y, err := g.Scale.Value([]byte(g.Text(x))); err == nil {
				given[i] = y
			}
		}
	}
	t.At = s.Point(given)
	return t
}

// Key is equal for trials of equal values alone.
func (t *Trial) Key() string { return strings.Join(Map(t.Values, GeneValue.String), "\x00") }

// EstimateTrials fills in points and estimates by the games of trials, and puts the best first. A champion without
// games, whose values went back to the defaults after the search, leads them.
func EstimateTrials(s engine.Scale, all []Trial) {
	var sum stats.Fitness
	for _, t := range all {
		if t.Fitness.Games > 0 {
			sum = evolve.Pool(sum, t.Fitness)
		}
	}
	posterior := evolve.PosteriorOfFew(sum, s.Percent)
	for i := range all {
		t := &all[i]
		if t.Games, t.Points = t.Fitness.Games, t.Fitness.Mean; t.Games > 0 {
			b := posterior(t.Fitness)
			t.Estimate, t.HalfWidth = b.Mean, 1.96*b.SE
		}
	}
	unplayed := func(t Trial) int { return min(1, int(t.Games)) }
	slices.SortStableFunc(all, func(a, b Trial) int {
		return cmp.Or(cmp.Compare(unplayed(a), unplayed(b)), cmp.Compare(b.Estimate, a.Estimate))
	})
}

func (t *Trials) Table(s engine.Scale, all bool) *Table {
	const mostTrials = 20 // how many trials are listed unless all are
	rows, which := t.Trials, "best estimate first"
	if !all && len(rows) > mostTrials {
		rows, which = rows[:mostTrials], fmt.Sprintf("the %d of the best estimate; --all lists the rest", mostTrials)
	}
	out := &Table{Title: Paragraph("%s settings that %s has tried in %s games: %s", Count(len(t.Trials)), t.Run, Count(t.Games), which)}
	out.Columns = append([]string{"setting", ">games", ">" + s.Unit, ">estimate"}, Map(t.Genes, func(g GeneDoc) string { return ">" + g.Name })...)
	whole := true
	for _, x := range rows {
		id := x.ID
		if x.Champion {
			id += " *"
		}
		if x.Default {
			id += " (defaults)"
		}
		row := []string{id, Count(x.Games), s.Show(x.Points), s.Show(x.Estimate) + " ±" + s.Show(x.HalfWidth)}
		if x.Games == 0 {
			row[2], row[3], whole = "-", "-", false
		}
		out.Add(append(row, Map(x.Values, GeneValue.Brief)...)...)
	}
	out.noteIf(!whole, "-: values were put back to the defaults after the search, which has no games of this setting.")
	out.Note("*: the champion. estimate: by the games of the setting alone, of which few tell little; the best of many are lucky as well. ± counts games on the same map as independent, which they are not")
	return out
}

// ParameterTable has a row for each gene of a champion in a contest of programs, and for each pair that was measured;
// the largest gain comes first. gains are from its file; ablate is the command line that plays games where there are
// too few, against so many opponents, each in all seatings. fixed has the names and values of parameters that are not
// bred.
func ParameterTable(
	info engine.Info, genes []Gene, fixed [][2]string, gains []champion.Gain, ablate string, opponents int,
) *Table {
	scale, most := info.Scale(), int64(0) // games that a value needs for an interval
	t := &Table{Columns: []string{"parameter", ">default", ">champion", ">range", ">gain", ">95 % interval", ""}}
	edge, back, kept, unlike := 0, false, false, false
	measured := func(x champion.Gain) (effect, interval, mark string) {
		if x.Gain == nil {
			mark = fmt.Sprintf("too few games (%s more)", Count(x.MoreGames))
			if x.Word == "" { // which is all that ablate plays
				most = max(most, x.Games+x.MoreGames)
			}
		}
		effect, interval = figureCells(scale, x.Gain)
		return effect, interval, mark
	}
	order := slices.Clone(genes)
	slices.SortStableFunc(order, func(a, b Gene) int { return cmp.Compare(gainRank(gains, a.Name), gainRank(gains, b.Name)) })
	for _, g := range order {
		effect, interval, mark := "", "", ""
		k := slices.IndexFunc(gains, func(x champion.Gain) bool { return x.Name() == g.Name })
		taken := slices.ContainsFunc(gains, func(x champion.Gain) bool { return x.Reset && x.Word != "" && x.Genes[0] == g.Name })
		if k >= 0 && !taken { // else it is the gain of another word
			effect, interval, mark = measured(gains[k])
			if x := gains[k]; x.Gain != nil && !x.Reset && x.Gain.Low <= 0 && x.Gain.High >= 0 {
				mark, kept = "kept: too few games to tell", true
			}
		}
		switch {
		case taken:
			mark = "put in place of another word"
		case k >= 0 && gains[k].Reset:
			mark, back = "put back to the default", true
		case g.Value.String() == g.Default.String():
			mark = "default"
		case g.atEdge():
			mark, edge = strings.TrimPrefix(mark+"; at the edge", "; "), edge+1
		}
		unlike = unlike || g.Value.String() != g.Default.String()
		span := g.Span()
		if IsChoice(g.Unit) {
			span = "choice"
		}
		t.Add(g.Name, g.Default.Brief(), g.Value.Brief(), span, effect, interval, mark)
	}
	for _, x := range fixed {
		t.Add(x[0], "", GeneValue{json: x[1]}.Brief(), "", "", "", "fixed")
	}
	for _, x := range gains {
		if len(x.Genes) > 1 || x.Word != "" {
			effect, interval, mark := measured(x)
			switch {
			case x.Reset && x.Word != "":
				mark = "put in place"
			case x.Reset:
				mark = "put back to the defaults"
			}
			t.Add(GainName(genes, gains, x), "", "", "", effect, interval, mark)
		}
	}
	t.keepIf(slices.ContainsFunc(gains, func(x champion.Gain) bool { return x.Gain != nil }), 4, 6)
	switch {
	case back:
		t.Note("gain: %s more than without this value, on the same deals, before these values were put back; "+
			"curves compare with the champion as it is now", scale.Unit)
	case gains != nil:
		t.Note("gain: %s more than without this value, on the same deals", scale.Unit)
	case unlike:
		t.Note("What each value gains was not measured; %s measures it", ablate)
	}
	t.noteIf(back, "put back: in these games the default was better, or as good within chance")
	t.noteIf(kept, "kept: breeding chose the value, and its games don't speak against it")
	if each := int64(opponents * info.Seatings()); most > 0 && each > 0 {
		deals := max(2, (most+each-1)/each)
		t.Note("too few games: so many more give an interval of ±%s. This plays all values anew, %s games each:",
			scale.Show(champion.Sharp*(scale.High-scale.Low)), Count(deals*each))
		t.Notes = append(t.Notes, fmt.Sprintf("  %s --deals %d", ablate, deals))
	}
	t.noteIf(edge > 0, "at the edge: a better value may lie beyond the range; widen it in the run file")
	t.noteIf(edge > 1, "If the bot only adds up these values, as weights, their ratios alone matter: fix one of them at its default instead")
	return t
}

// GainName says whose gain it is: that of genes, or of the champion's word for a gene instead of another one.
func GainName(genes []Gene, gains []champion.Gain, x champion.Gain) string {
	if x.Word == "" {
		return x.Name()
	}
	own := "as bred" // a word that the champion no longer has
	reset := func(o champion.Gain) bool { return o.Reset && slices.Contains(o.Genes, x.Genes[0]) }
	for _, g := range genes {
		if g.Name == x.Genes[0] && !slices.ContainsFunc(gains, reset) {
			own = "= " + g.Value.String()
		}
	}
	return fmt.Sprintf("%s %s instead of %s", x.Genes[0], own, genome.Word(x.Word))
}

// gainRank is a parameter's place in a table: by its gain, then those with too few games, then the defaults.
func gainRank(gains []champion.Gain, name string) float64 {
	switch i := slices.IndexFunc(gains, func(x champion.Gain) bool { return x.Name() == name }); {
	case i < 0:
		return math.Inf(1)
	case gains[i].Reset:
		return math.MaxFloat64
	case gains[i].Gain == nil:
		return math.MaxFloat64 / 2
	default:
		return -gains[i].Gain.Mean
	}
}

func (g Gene) atEdge() bool {
	const near = 0.02
	at := (g.Value.x - g.Min.x) / (g.Max.x - g.Min.x)
	return !IsChoice(g.Unit) && (at <= near || at >= 1-near || g.Value.json == g.Min.json || g.Value.json == g.Max.json)
}
