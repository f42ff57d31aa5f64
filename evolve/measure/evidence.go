package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Evidence measures a champion, at a temperature of play, on deals that no selection has seen.
func (e *Evaluator) Evidence(ctx context.Context, v genome.Vector, temperature float64) (*champion.Evidence, error) {
	if e.DealsFound > 0 {
		e.Arena.NoInterval = true
		defer func() { e.Arena.NoInterval = false }()
	}
	field, all, err := e.evidenceLines(ctx, v, temperature, fixed(e.Field), fieldPart)
	if err != nil {
		return nil, err
	}
	digest, err := champion.Digest(e.Game.Schema, v, temperature)
	if err != nil {
		return nil, err
	}
	looks := e.Earlier.LooksBefore(digest, int(all.Total.Games)/e.Arena.Info().Seatings())
	defaults, err := e.compareWithDefaults(ctx, v, temperature, all, stats.LookLevel(looks))
	if err != nil {
		return nil, err
	}
	out := &champion.Evidence{
		Seed: e.Seed, Points: e.Arena.Info().Points, Digest: digest, Nondeterministic: e.Nondeterministic,
		Field: all.Total, Against: field, Defaults: defaults, EarlierLooks: looks,
	}
	out.SinglePlayer = e.Arena.Info().Seats == 1
	out.Maps, out.MapsBredOn = e.figureMaps()
	holdout := e.heldOut()
	if !out.Better() {
		holdout = nil // it meets the defaults, which are handed in
	}
	held, unseen, err := e.evidenceLines(ctx, v, temperature, holdout, holdoutPart)
	if err != nil {
		return nil, err
	}
	if out.Holdout = held; held != nil {
		out.HoldoutMean = new(unseen.Total)
	}
	if e.drawsStrangers() {
		if out.Strangers, err = e.measureFamily(ctx, v, temperature, e.strangerField(), strangersPart); err != nil {
			return nil, err
		}
	}
	for i, f := range e.Game.Unmet {
		s, err := e.measureFamily(ctx, v, temperature, []Opponent{{Name: f.Name, Player: f.Draw}}, tablesPart+uint64(i))
		if err != nil {
			return nil, err
		}
		out.Families = append(out.Families, champion.Family{Name: f.Name, Strangers: *s})
	}
	if out.Hardest, err = e.hardest(ctx, v, temperature); err != nil {
		return nil, err
	}
	if len(field) == 0 && out.Strangers != nil { // bred against strangers alone
		out.Field = out.Strangers.Figure
	}
	out.Blocks = int(out.Field.Games) / e.Arena.Info().Seatings()
	return out, nil
}

// figureMaps returns how many maps the evidence is of, and whether breeding has played them; 0 if there are many.
func (e *Evaluator) figureMaps() (maps int, bredOn bool) {
	if e.DealsFound > 0 {
		return e.DealsFound, true
	}
	info := e.Arena.Info()
	return len(arena.MapsOf(info, true).Numbers), info.Maps > 0 && !arena.KeepsMaps(info)
}

// measureFamily measures a genome and the defaults against players of a family, which are drawn for the evidence,
// others in every block.
func (e *Evaluator) measureFamily(ctx context.Context, v genome.Vector, temperature float64, family []Opponent, part uint64) (*champion.Strangers, error) {
	m := e.measurement(arena.StageEvidence, family, e.Settings.Evidence.Deals, nil)
	defaults := e.Game.Player(e.Game.Schema.Default())
	both, err := m.Compare(ctx, defaults, []engine.Player{e.Game.PlayerAt(v, temperature)}, part)
	if err != nil {
		return nil, err
	}
	info, got := e.Arena.Info(), both[0]
	e.games.Add(2 * got.A.N * int64(info.Seatings()))
	return &champion.Strangers{
		Players: got.A.N * int64(info.Seats-1),
		Figure:  e.Arena.Figure(got.A),
		Lead:    e.Arena.Difference(got.Paired),
	}, nil
}

// drawsStrangers reports whether the evidence has strangers. Where they are a user's bot with other parameters, that is
// only if the run file names them.
func (e *Evaluator) drawsStrangers() bool {
	return e.Game.Strangers != nil && (e.Game.UserBot == nil || slices.ContainsFunc(slices.Concat(e.Field, e.Holdout), Opponent.drawn))
}

// heldOut returns the opponents of the evidence alone. Strangers are measured once, beside the defaults.
func (e *Evaluator) heldOut() []Opponent {
	return slices.DeleteFunc(slices.Clone(e.Holdout), Opponent.drawn)
}

func (o Opponent) drawn() bool { return o.BuiltinName == game.Strangers }

func (e *Evaluator) strangerField() []Opponent {
	return []Opponent{{Name: game.Strangers, Player: e.Game.Strangers, BuiltinName: game.Strangers}}
}

// The parts of the evidence: coordinates of their deals.
const (
	fieldPart = iota
	holdoutPart
	strangersPart
	tablesPart   // and on, one a family
	defaultsPart = 1 << 16
)

// defaults is the genome of all defaults as an opponent.
func (e *Evaluator) defaults() Opponent {
	o := e.genomeOpponent(e.Game.Schema.Default())
	o.Name = "defaults"
	return o
}

// comparesWithDefaults reports whether the evidence measures the defaults against the field, and the champion against
// the defaults: only where the genes are those of a user's bot, whose run is asked for better values than the defaults.
// The second measurement is left out where the defaults are in the field.
func (e *Evaluator) comparesWithDefaults() (field, met bool) {
	all := fixed(e.Field)
	info, others := e.Arena.Info(), slices.DeleteFunc(slices.Clone(all), func(o Opponent) bool { return slices.Equal(o.Genes, e.Game.Schema.Default()) })
	field = e.Game.UserBot != nil && (len(others) > 0 || info.Seats == 1)
	return field, field && len(others) == len(all) && info.Seats == 2 && info.Meets()
}

// compareWithDefaults measures the defaults beside a champion, of which got has the points against the field. The
// interval of the lead is of a level. It returns nil unless the champion is a user's bot with other values than the
// defaults.
func (e *Evaluator) compareWithDefaults(ctx context.Context, v genome.Vector, temperature float64, got arena.Against, level float64) (*champion.Defaults, error) {
	defaults := e.defaults()
	if e.Game.UserBot == nil || got.Total.Games == 0 || slices.Equal(v, defaults.Genes) {
		return nil, nil
	}
	total := got.Total
	field, met := e.comparesWithDefaults()
	if !field { // the defaults are the field
		lead, mean := e.Arena.At(total, level), e.Arena.Info().Mean
		lead.Mean, lead.Low, lead.High = lead.Mean-mean, lead.Low-mean, lead.High-mean
		return &champion.Defaults{HeadToHead: &total, Lead: &lead}, nil
	}
	_, own, err := e.evidenceLines(ctx, defaults.Genes, 1, fixed(e.Field), fieldPart)
	if err != nil {
		return nil, err
	}
	out := &champion.Defaults{Field: new(own.Total), Lead: new(e.Arena.FewDifference(arena.Paired(got, own), level))}
	if met {
		_, won, err := e.evidenceLines(ctx, v, temperature, []Opponent{defaults}, defaultsPart)
		if err != nil {
			return nil, fmt.Errorf("champion against defaults: %w; if the bot has one role and can't play itself, begin a run with command.seat", err)
		}
		out.HeadToHead = new(won.Total)
	}
	return out, nil
}

// evidenceLines measures a genome against each of a field and all of it.
func (e *Evaluator) evidenceLines(ctx context.Context, v genome.Vector, temperature float64, field []Opponent, part uint64) (lines []champion.OpponentFigure, all arena.Against, err error) {
	if len(field) == 0 {
		return nil, all, nil
	}
	got, err := e.atTemperatures(ctx, v, []float64{temperature}, e.measurement(arena.StageEvidence, field, e.Settings.Evidence.Deals, []genome.Vector{v}), part)
	if err != nil {
		return nil, all, err
	}
	for i, x := range got[0].ByOpponent {
		if x.N == 0 {
			continue // with more than two seats few deals may leave an opponent out
		}
		digest, err := field[i].Digest(e.Game.Schema)
		if err != nil {
			return nil, all, err
		}
		line := champion.OpponentFigure{Opponent: field[i].Name, Digest: digest, Figure: x}
		if got[0].Ahead != nil && e.Game.UserBot != nil {
			line.Ahead = &got[0].Ahead[i]
		}
		lines = append(lines, line)
	}
	return lines, got[0], nil
}

// atTemperatures measures a genome at each of some temperatures on the same deals.
func (e *Evaluator) atTemperatures(ctx context.Context, v genome.Vector, temperatures []float64, m arena.Measurement, part uint64) ([]arena.Against, error) {
	var candidates []engine.Player
	for _, t := range temperatures {
		candidates = append(candidates, e.Game.PlayerAt(v, t))
		if t != 0 && t != 1 {
			m.PlayRemote = nil // a job has genes alone
		}
	}
	got, err := m.MeasureBlocks(ctx, candidates, part)
	for _, x := range got {
		e.games.Add(x.Total.Games)
	}
	return got, err
}

// Tuned is the temperature of a run whose champion is handed in at the best one of [temperatures].
const Tuned = 0

// temperatures are tried: first that of breeding, then sharper ones. A plateau begins at a half or below: see
// docs/experiments.md.
var temperatures = []float64{1, 0.7, 0.5, 0.35, 0.25}

// Temperature returns the temperature of play of the run's champion: the setting, or the one at which the champion has
// most against strangers, or against its field in a game without any. The deals are those of a stage of their own.
func (e *Evaluator) Temperature(ctx context.Context, v genome.Vector) (float64, error) {
	if t := e.Settings.Temperature; t != Tuned {
		return t, nil
	}
	field := fixed(e.Field)
	if e.drawsStrangers() {
		field = e.strangerField()
	}
	got, err := e.atTemperatures(ctx, v, temperatures, e.measurement(arena.StageTemperature, field, e.Settings.Evidence.Deals, []genome.Vector{v}), 0)
	if err != nil {
		return 0, err
	}
	best := 0
	for i := range got {
		if got[i].Total.Mean > got[best].Total.Mean {
			best = i
		}
	}
	return temperatures[best], nil
}

// hardestOf strangers are drawn for [champion.Evidence.Hardest].
const hardestOf = 2000

// hardestStages returns how they are found, in about five times the deals of the evidence; none where a stranger would
// play a single deal, and of strangers that have no traits to tell.
func (e *Evaluator) hardestStages() []game.SearchStage {
	deals := e.Settings.Evidence.Deals
	if !e.drawsStrangers() || e.Game.UserBot != nil || deals < hardestOf {
		return nil
	}
	return []game.SearchStage{{Players: hardestOf, Blocks: 2 * deals / hardestOf}, {Players: hardestOf / 10, Blocks: 20 * deals / hardestOf}, {Players: hardestOf / 100, Blocks: 100 * deals / hardestOf}}
}

// hardest measures a genome against the hardest of many strangers.
func (e *Evaluator) hardest(ctx context.Context, v genome.Vector, temperature float64) (*champion.Hardest, error) {
	rounds := e.hardestStages()
	if rounds == nil {
		return nil, nil
	}
	m := arena.Measurement{Arena: e.Arena, Seed: e.Seed, Stage: arena.StageEvidence}
	all, err := e.Game.Hardest(ctx, e.Game.PlayerAt(v, temperature), m, func(games int64) { e.games.Add(games) }, rounds...)
	if err != nil {
		return nil, err
	}
	hardest := all[:rounds[len(rounds)-1].Players]
	out := &champion.Hardest{Drawn: len(all), Players: len(hardest)}
	variance := 0.0
	for _, s := range hardest {
		out.Games += s.Points.Games
		out.Mean += s.Points.Mean / float64(len(hardest))
		variance += float64(s.Points.Half() * s.Points.Half())
	}
	half := math.Sqrt(variance) / float64(len(hardest))
	out.Low, out.High = out.Mean-half, out.Mean+half
	out.Common = common(hardest, all)
	return out, nil
}

// common returns the traits that distinguish some strangers from all: those that a quarter of them more have, most
// telling first.
func common(some, all []game.Stranger) (out []champion.Common) {
	count := func(of []game.Stranger, trait string) (n int) {
		for _, s := range of {
			if slices.Contains(s.Traits, trait) {
				n++
			}
		}
		return n
	}
	more := func(c champion.Common) float64 {
		return float64(c.Players)/float64(len(some)) - float64(c.Drawn)/float64(len(all))
	}
	seen := map[string]bool{}
	for _, s := range some {
		for _, trait := range s.Traits {
			c := champion.Common{Trait: trait, Players: count(some, trait), Drawn: count(all, trait)}
			if !seen[trait] && more(c) >= 0.25 {
				out = append(out, c)
			}
			seen[trait] = true
		}
	}
	slices.SortStableFunc(out, func(x, y champion.Common) int { return cmp.Compare(more(y), more(x)) })
	return out
}
