package champion

import (
	"slices"

	"bloodline/engine/stats"
)

// Evidence has a champion's figures and what they were measured on. The deals belong to no stage of selection: they are
// a function of the seed and of the word "evidence".
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
	SinglePlayer bool             `json:"single_player,omitempty"`
	Field        stats.Figure     `json:"field"` // against all opponents of the field alike
	Against      []OpponentFigure `json:"against,omitempty"`
	Holdout      []OpponentFigure `json:"holdout,omitempty"` // opponents that it was never bred against

	// HoldoutMean is the mean over the held-out opponents; nil without any.
	HoldoutMean *stats.Figure `json:"holdout_mean,omitempty"`

	// Strangers is against players drawn at random from the game's family of styles, nil where it has none.
	Strangers *Strangers `json:"strangers,omitempty"`

	// Hardest is against the hardest of many strangers, nil where the evidence has too few deals to find them.
	Hardest *Hardest `json:"hardest,omitempty"`

	// Families are against players of families that breeding never meets.
	Families []Family `json:"families,omitempty"`

	// Defaults compare a champion of programs with the genome of all defaults; nil for other games, and where the
	// champion is that genome.
	Defaults *Defaults `json:"defaults,omitempty"`

	// EarlierLooks is how often the run compared a champion with the defaults before it was resumed to this one: the
	// interval of the lead holds at [stats.LookLevel], so that a run that is resumed until it shows a lead is seldom
	// wrong.
	EarlierLooks int `json:"earlier_looks,omitempty"`

	// Unproven has the figures of the bred champion if the file has the defaults, because it was not shown to be
	// better; nil otherwise.
	Unproven *Unproven `json:"unproven,omitempty"`

	// Submitted is the evidence of the defaults, on the same deals, if the champion was not shown to be better; nil
	// otherwise.
	Submitted *Evidence `json:"-"`
}

// Unproven is a champion that was not shown to be better than the defaults.
type Unproven struct {
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
	Look int `json:"look,omitempty"`
	// MostGames is how many games the comparison could have taken, of both.
	MostGames int64 `json:"most_games,omitempty"`
	// HeadToHead has the champion's points against the defaults; nil in games of more than two players, and where they are in
	// a larger field.
	HeadToHead *stats.Figure `json:"head_to_head,omitempty"`
}

// Better reports whether the champion is certainly better than the defaults, or was not compared with them. On all deals
// that there are it is if it has more points.
func (e *Evidence) Better() bool {
	return e.Defaults == nil || e.Defaults.Lead == nil || e.Defaults.Lead.Low > 0 || e.AllDeals && e.Defaults.Lead.Mean > 0
}

// figures returns the measured figures of points, by name.
func (d *Defaults) figures() (out []OpponentFigure) {
	if d != nil {
		out = append(Named("defaults", d.Field), Named("head to head", d.HeadToHead)...)
	}
	return out
}

// Family is a measurement at tables of one of the game's families of players that breeding never meets.
type Family struct {
	Name string `json:"name"`
	Strangers
}

// Drawn returns the measurements against drawn players: those of breeding, if there are any, by a name, and those of
// families that it never meets.
func (e *Evidence) Drawn(strangers string) []Family {
	if e.Strangers == nil {
		return e.Families
	}
	return slices.Concat([]Family{{strangers, *e.Strangers}}, e.Families)
}

// Strangers is a measurement against drawn players, others in every block, so that its interval is over players as well
// as over deals.
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
// games at most. e is its evidence from before, which is another comparison unless it has none, or the same one; nil for
// none.
func (e *Evidence) LooksBefore(genes string, most int64) int {
	if e == nil {
		return 0
	}
	measured, planned := e.Digest, int64(0)
	if e.Defaults != nil {
		planned = e.Defaults.MostGames
	}
	if e.Unproven != nil {
		measured, planned = e.Unproven.Digest, e.Unproven.MostGames
	}
	if e.Defaults == nil && e.Unproven == nil || measured == genes && planned == most {
		return e.EarlierLooks
	}
	return e.EarlierLooks + 1
}

// Games returns how many games are behind the figures; 0 of nil.
func (e *Evidence) Games() int64 {
	if e == nil {
		return 0
	}
	games := e.Field.Games
	for _, l := range slices.Concat(e.Holdout, e.Defaults.figures()) {
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

// Repeats reports whether two pieces of evidence are of equal deals, opponents and points.
func (e *Evidence) Repeats(o *Evidence) bool {
	lines := func(a, b OpponentFigure) bool {
		return a.Opponent == b.Opponent && a.Repeats(b.Figure) && bothEqual(a.Ahead, b.Ahead, stats.Figure.Repeats)
	}
	strangers := func(a, b Strangers) bool {
		return a.Players == b.Players && a.Repeats(b.Figure) && a.Lead.Repeats(b.Lead)
	}
	tables := func(a, b Family) bool { return a.Name == b.Name && strangers(a.Strangers, b.Strangers) }
	weakest := func(a, b Hardest) bool {
		return a.Drawn == b.Drawn && a.Players == b.Players && a.Repeats(b.Figure) && slices.Equal(a.Common, b.Common)
	}
	return e.Digest == o.Digest && len(e.Changed(o)) == 0 &&
		e.Seed == o.Seed && e.Blocks == o.Blocks && e.Points == o.Points && e.Nondeterministic == o.Nondeterministic &&
		e.Maps == o.Maps && e.MapsBredOn == o.MapsBredOn && e.AllDeals == o.AllDeals &&
		e.Field.Repeats(o.Field) && bothEqual(e.HoldoutMean, o.HoldoutMean, stats.Figure.Repeats) &&
		slices.EqualFunc(e.Against, o.Against, lines) && slices.EqualFunc(e.Holdout, o.Holdout, lines) &&
		slices.EqualFunc(e.Families, o.Families, tables) && slices.EqualFunc(e.Defaults.figures(), o.Defaults.figures(), lines) &&
		bothEqual(e.Strangers, o.Strangers, strangers) && bothEqual(e.Hardest, o.Hardest, weakest)
}

// bothEqual reports whether two values are equal, or both nil.
func bothEqual[T any](a, b *T, equal func(a, b T) bool) bool {
	return a == b || a != nil && b != nil && equal(*a, *b)
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
	if e.Blocks < 0 || e.EarlierLooks < 0 {
		return brief("evidence: blocks and earlier_looks must be at least 0, have %d and %d", e.Blocks, e.EarlierLooks)
	}
	lines := slices.Concat(Named("field", &e.Field), e.Defaults.figures(), Named("holdout_mean", e.HoldoutMean))
	if e.Hardest != nil {
		lines = append(lines, OpponentFigure{Opponent: "hardest", Figure: e.Hardest.Figure})
	}
	var leads []stats.Figure
	for _, t := range e.Drawn("strangers") {
		lines, leads = append(lines, OpponentFigure{Opponent: t.Name, Figure: t.Figure}), append(leads, t.Lead)
	}
	if d := e.Defaults; d != nil && d.Lead != nil {
		leads = append(leads, *d.Lead)
	}
	if u := e.Unproven; u != nil {
		lines, leads = append(lines, OpponentFigure{Opponent: "unproven", Figure: u.Field}), append(leads, u.Lead)
	}
	for _, l := range leads {
		if !within(l, low-high, high-low) {
			return brief("evidence: lead over the defaults must be in [%v, %v], have %v to %v", low-high, high-low, l.Low, l.High)
		}
	}
	for _, l := range slices.Concat(lines, e.Against, e.Holdout) {
		if !within(l.Figure, low, high) || l.Ahead != nil && !within(*l.Ahead, 0, 1) {
			return brief("evidence: %s must be in [%v, %v], have %v, %v to %v of %d games", l.Opponent, low, high,
				l.Mean, l.Low, l.High, l.Games)
		}
	}
	return nil
}
