package champion

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"bloodline/engine/stats"
)

// Evidence has a champion's figures and what they were measured on. The deals, a function of the seed and of the word
// "evidence", belong to no stage of selection. A tag `claim` describes a field that replayed games don't prove.
type Evidence struct {
	Seed   uint64 `json:"seed"`
	Blocks int    `json:"blocks"` // deals, each played in all seatings
	Points string `json:"points"` // what a point is
	// Digest is the [Digest] of the genes that were measured. Games alone do not identify them: few of a thousand genes
	// matter to the last digit.
	Digest string `json:"digest,omitempty"`
	// Nondeterministic says that equal games may end differently, since a program ignores its seed or is sometimes too
	// late: the figures repeat within their intervals, not to the last digit.
	Nondeterministic bool `json:"nondeterministic,omitempty"`
	// Maps is how many maps or seeds the figures are of, where the contest has few: the unit of their intervals.
	Maps int `json:"maps,omitempty"`
	// MapsBredOn says that these are all the maps that breeding had, too. Where their number was found out, the intervals are
	// the whole range: nothing is known of other maps.
	MapsBredOn bool `json:"maps_bred_on,omitempty"`
	// AllDeals says that these are also all deals that there are, since games on a map are decided by it alone. Of a
	// single one the figures are exact.
	AllDeals bool `json:"all_deals,omitempty"`
	// SinglePlayer says that a game has one player, so that the field has no opponents.
	SinglePlayer bool         `json:"single_player,omitempty"`
	Field        stats.Figure `json:"field"` // against all opponents of the field alike
	// Firsts is how many games of Field it ends first, alone or with others, in a contest of programs for three and more.
	Firsts  int64            `json:"firsts,omitempty"`
	Against []OpponentFigure `json:"against,omitempty"`
	Holdout []OpponentFigure `json:"holdout,omitempty"` // opponents that it was never bred against

	// HoldoutMean is the mean over the held-out opponents; nil without any.
	HoldoutMean *stats.Figure `json:"holdout_mean,omitempty"`

	// Strangers is against players drawn at random from the game's family of styles, nil where it has none.
	Strangers *Strangers `json:"strangers,omitempty"`

	// Hardest is against the hardest of many strangers, nil where the evidence has too few deals to find them.
	Hardest *Hardest `json:"hardest,omitempty"`

	// Families are against players of families that breeding never meets.
	Families []Family `json:"families,omitempty"`

	// Defaults compare a champion of programs with all defaults; nil for other games, and for that genome itself.
	Defaults *Defaults `json:"defaults,omitempty"`

	// Previous compares a champion of programs with the genome that its run began with; nil where that was the defaults.
	Previous *Previous `json:"previous,omitempty"`

	// EarlierLooks is how often the run compared a champion with the defaults before it was resumed to this one: the
	// lead's interval holds at [stats.LookLevel], so resuming until a run shows a lead is seldom wrong.
	EarlierLooks int `json:"earlier_looks,omitempty" claim:"earlier comparisons"`

	// Unproven has the bred champion's figures if the file has the defaults, or the genome that the run began with, because
	// it was not shown to be better.
	Unproven *Unproven `json:"unproven,omitempty" claim:"figures of the champion that was not shown to be better"`

	// Submitted is the evidence of that genome, on the same deals, if the champion was not shown to be better.
	Submitted *Evidence `json:"-"`
}

// Unproven is a champion that was not shown to be better than the genome of the file.
type Unproven struct {
	Than string `json:"than,omitempty"` // word of run file by which the run began with that genome; empty for the defaults

	Digest string       `json:"digest"` // as [Evidence.Genes]
	Field  stats.Figure `json:"field"`  // its points on the deals of [Evidence.Field]
	Lead   stats.Figure `json:"lead"`   // points a game more than the defaults have on them

	Look      int   `json:"look,omitempty"` // as in [Defaults]
	MostGames int64 `json:"most_games,omitempty"`
}

// Defaults are measurements of the genome of all defaults beside a champion.
type Defaults struct {
	// Field has the defaults' points on the deals of [Evidence.Field]; nil if the field is the defaults alone.
	Field *stats.Figure `json:"field,omitempty"`
	// Lead is how many points a game more the champion has on these deals.
	Lead *stats.Figure `json:"lead,omitempty"`
	// Look is the look, from 1, at which a sequential comparison ended; 0 for one without interim looks. The interval of
	// the lead holds at [stats.InterimLevel].
	Look int `json:"look,omitempty" claim:"the look at which the comparison ended"`
	// MostGames is how many games the comparison could have taken, of both.
	MostGames int64 `json:"most_games,omitempty" claim:"the games that it could take"`
	// HeadToHead has the points against the defaults; nil with more than two players or if they are in a larger field.
	HeadToHead *stats.Figure `json:"head_to_head,omitempty"`
}

// Previous is the genome that a run began with, such as the champion of the run before it, whose genes [File.Previous] has.
type Previous struct {
	Name   string `json:"name" claim:"name of the genome that the run began with"` // word of the run file
	Digest string `json:"digest,omitempty"`                                        // as [Evidence.Digest]
	// Defaults compare the champion with it instead of with the defaults. They are empty for that genome itself.
	Defaults
}

// Compared returns what decides whether the champion is submitted; nil without a comparison.
func (e *Evidence) Compared() *Defaults {
	if e.Previous != nil {
		return &e.Previous.Defaults
	}
	return e.Defaults
}

// Reference is the word of the run file for what the champion was compared with; empty for the defaults.
func (e *Evidence) Reference() string {
	switch {
	case e.Unproven != nil:
		return e.Unproven.Than
	case e.Previous != nil:
		return e.Previous.Name
	}
	return ""
}

// Better reports whether the champion is certainly better than what its run began with, or was not compared. On all deals
// that there are it is if it has more points.
func (e *Evidence) Better() bool {
	d := e.Compared()
	return d == nil || d.Lead == nil || d.Lead.Low > 0 || e.AllDeals && d.Lead.Mean > 0
}

// Lead returns by how much the bred champion leads what its run began with, or the defaults against strangers where it
// was not compared; nil without either.
func (e *Evidence) Lead() *stats.Figure {
	switch d := e.Compared(); {
	case e.Unproven != nil:
		return &e.Unproven.Lead
	case d != nil:
		return d.Lead
	case e.Strangers != nil:
		return &e.Strangers.Lead
	}
	return nil
}

// Family is a measurement at tables of one of the game's families of players that breeding never meets.
type Family struct {
	Name string `json:"name"`
	Strangers
}

// Drawn returns the measurements against drawn players: those of breeding by a name, and families it never meets.
func (e *Evidence) Drawn(strangers string) []Family {
	if e.Strangers == nil {
		return e.Families
	}
	return slices.Concat([]Family{{strangers, *e.Strangers}}, e.Families)
}

// Strangers is a measurement against drawn players, new in every block: its interval is over players and deals.
type Strangers struct {
	Players int64 `json:"players"` // drawn
	stats.Figure
	Lead stats.Figure `json:"lead"` // points a game more than the genome of all defaults has on the same deals
}

// Hardest is a measurement against those of the drawn strangers that won most in games before it.
type Hardest struct {
	Drawn   int `json:"drawn"`
	Players int `json:"players"` // of them, that are measured
	stats.Figure
	Common []Common `json:"common,omitempty"` // traits that distinguish them from all that were drawn
}

// Common is a trait of the strangers that won most.
type Common struct {
	Trait   string `json:"trait"`
	Players int    `json:"players"` // number of the measured players that have it
	Drawn   int    `json:"drawn"`   // of all drawn, that have it
}

// LooksBefore returns how often a run compared a champion with the defaults before it compares these genes, in so many
// games at most. e is its earlier evidence, of the same comparison or another; nil for none.
func (e *Evidence) LooksBefore(genes string, most int64) int {
	if e == nil {
		return 0
	}
	measured, planned, d := e.Digest, int64(0), e.Compared()
	if d != nil {
		planned = d.MostGames
	}
	if e.Unproven != nil {
		measured, planned = e.Unproven.Digest, e.Unproven.MostGames
	}
	if d == nil && e.Unproven == nil || measured == genes && planned == most {
		return e.EarlierLooks
	}
	return e.EarlierLooks + 1
}

// Games returns how many games are behind the figures; 0 of nil.
func (e *Evidence) Games() int64 {
	if e == nil {
		return 0
	}
	games, rows := e.Field.Games, e.Holdout
	if d := e.Defaults; d != nil {
		rows = slices.Concat(rows, Named("defaults", d.Field), Named("head to head", d.HeadToHead))
	}
	if e.Previous != nil {
		rows = append(rows, Named(e.Previous.Name, e.Previous.Field)...)
	}
	for _, l := range rows {
		games += l.Games
	}
	for _, t := range e.Drawn("") {
		games += 2 * t.Games // the defaults too
	}
	if e.Hardest != nil {
		games += 5 * e.Hardest.Games // with the games that find them
	}
	return games
}

// Leaf is one value of evidence.
type Leaf struct {
	Name  string // the keys that lead to it and, in a list, the first field: "against Taxman ahead"
	Key   string // the last of these keys
	Value any    // a stats.Figure, a number, a text or a bool
	Claim string // what it is, if the games don't prove it; see [Evidence]
}

// Leaves returns all values of evidence, from which all that is compared, checked or shown is chosen.
func (e *Evidence) Leaves() []Leaf {
	return leaves(Leaf{}, reflect.ValueOf(e))
}

func leaves(at Leaf, v reflect.Value) (out []Leaf) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	at.Value = v.Interface()
	_, figure := at.Value.(stats.Figure)
	inner := func(name, key, claim string, v reflect.Value) {
		out = append(out, leaves(Leaf{strings.TrimSpace(at.Name + " " + name), cmp.Or(key, at.Key), nil, at.Claim + claim}, v)...)
	}
	switch {
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			inner(v.Index(i).Field(0).String(), "", "", v.Index(i))
		}
	case v.Kind() == reflect.Struct && !figure:
		for field, x := range v.Fields() {
			if key, _, _ := strings.Cut(field.Tag.Get("json"), ","); key != "-" {
				inner(key, key, field.Tag.Get("claim"), x)
			}
		}
	default:
		out = append(out, at)
	}
	return out
}

// Claims describes the values of evidence that its games don't prove, of a comparison with the defaults even zeros.
func (e *Evidence) Claims() (out []string) {
	for _, l := range e.Leaves() {
		if l.Claim != "" && !slices.Contains(out, l.Claim) && (e.Defaults != nil || !reflect.ValueOf(l.Value).IsZero()) {
			out = append(out, l.Claim)
		}
	}
	return out
}

// Repeats reports whether evidence is of equal games with equal genes, against equal opponents where digests of both
// are known, and all its figures are equal to others as equal says.
func (e *Evidence) Repeats(o *Evidence, equal func(a, b stats.Figure) bool) bool {
	proved := func(e *Evidence) []Leaf {
		return slices.DeleteFunc(e.Leaves(), func(l Leaf) bool { return l.Claim != "" || l.Key == "digest" && l.Name != l.Key })
	}
	return len(e.Changed(o)) == 0 && slices.EqualFunc(proved(e), proved(o), func(a, b Leaf) bool {
		x, figure := a.Value.(stats.Figure)
		y, both := b.Value.(stats.Figure)
		return a.Name == b.Name && (figure && both && equal(x, y) || !figure && a.Value == b.Value)
	})
}

// OpponentFigure is a measurement against one opponent.
type OpponentFigure struct {
	Opponent string `json:"opponent"`
	// Digest is the [Digest] of the opponent's genes; empty for an opponent without genes.
	Digest string `json:"digest,omitempty"`
	stats.Figure
	// Ahead is the share of these games that it ends with more points than the opponent, ties as halves; nil in games for
	// two, and where it was not measured.
	Ahead *stats.Figure `json:"ahead,omitempty"`
}

// Named names a figure; none for nil.
func Named(opponent string, f *stats.Figure) []OpponentFigure {
	if f == nil {
		return nil
	}
	return []OpponentFigure{{Opponent: opponent, Figure: *f}}
}

// Changed names the opponents whose genes differ in another piece of evidence.
func (e *Evidence) Changed(o *Evidence) (names []string) {
	known := map[string]string{}
	for _, l := range slices.Concat(o.Against, o.Holdout) {
		known[l.Opponent] = l.Digest
	}
	for _, l := range slices.Concat(e.Against, e.Holdout) {
		if genes := known[l.Opponent]; l.Digest != "" && genes != "" && l.Digest != genes {
			names = append(names, l.Opponent)
		}
	}
	return names
}

// longestName is the length of the longest name of a champion, in characters.
const longestName = 200

// Check reports a figure that no game with points from low to high can have; nil has none.
func (e *Evidence) Check(low, high float64) error {
	if e == nil {
		return nil
	}
	for _, l := range e.Leaves() {
		f, figure := l.Value.(stats.Figure)
		if v := reflect.ValueOf(l.Value); v.CanInt() && v.Int() < 0 {
			return brief("evidence: %s must be at least 0, have %d", l.Name, v.Int())
		}
		least, most := low, high
		switch l.Key {
		case "lead": // over the defaults
			least, most = low-high, high-low
		case "ahead":
			least, most = 0, 1
		}
		if figure && !within(f, least, most) {
			return brief("evidence: %s must be in [%v, %v], have %v, %v to %v of %d games", l.Name, least, most,
				f.Mean, f.Low, f.High, f.Games)
		}
	}
	return nil
}
