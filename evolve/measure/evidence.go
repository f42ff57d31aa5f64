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

// figures measures the champion: its gains, its evidence, and what is submitted of it.
type figures struct {
	*play
	Previous *Opponent          // of a user's bot, the genome that the run began with; nil for the defaults
	Earlier  *champion.Evidence // of the run before it was resumed; nil for none
	Repeats  *champion.Evidence // that [Evaluator.Evidence] of a user's bot plays again, on as many deals; nil: as many as [Split] has

	RepeatShare float64 // of these deals that are played; 0: all

	// FigureLimit is the most games that may follow the search, since there is time for no more; 0: no limit.
	FigureLimit int64

	// Begins is called before each part of what follows a search, with the most games that it and the later parts take.
	Begins func(games int64)
}

// Evidence measures a champion, at a temperature of play, on deals that no selection has seen. A user's bot first meets
// the field beside the defaults, which are submitted unless it is shown to be better.
func (e *figures) Evidence(ctx context.Context, v genome.Vector, temperature float64) (*champion.Evidence, error) {
	e.Arena.FewDeals = e.fewDeals()
	defer func() { e.Arena.FewDeals = arena.ManyDeals }()
	digest, err := champion.Digest(e.Game.Schema, v, temperature)
	if err != nil {
		return nil, err
	}
	deals, field := e.Settings.Evidence.Deals, fixed(e.Field)
	if e.Game.UserBot == nil || len(field) == 0 {
		e.Begins(e.evidenceGames())
		got, err := e.meet(ctx, v, temperature, field, deals, fieldPart)
		if err != nil {
			return nil, err
		}
		return e.evidence(ctx, v, temperature, &champion.Evidence{Digest: digest}, got, deals)
	}
	share := e.shares()
	e.Begins(share.Verdict + share.Rows)
	looks := e.Earlier.LooksBefore(digest, share.Verdict)
	got, err := e.judge(ctx, v, temperature, looks, share.Verdict)
	if err != nil {
		return nil, err
	}
	left := share.Rows + got.left
	deals = mostDeals(e.Settings.Evidence.Deals, func(deals int) bool { return e.rowGames(deals) <= left })
	e.Begins(e.rowGames(deals))
	out := &champion.Evidence{Digest: digest, Defaults: got.compared}
	reference := e.Reference()
	of, err := champion.Digest(e.Game.Schema, reference.Genes, 1)
	if err != nil {
		return nil, err
	}
	if e.Previous != nil {
		out.Defaults, out.Previous = e.overDefaults(&got, got.own, looks), &champion.Previous{Name: reference.Name, Digest: of}
		if got.compared != nil {
			out.Previous.Defaults = *got.compared
		}
	}
	if out, err = e.evidence(ctx, v, temperature, out, got.own, deals); err != nil {
		return nil, err
	}
	if out.EarlierLooks = looks; out.Better() || e.Repeats != nil {
		return out, nil
	}
	kept := &champion.Evidence{Digest: of, EarlierLooks: looks, Defaults: e.overDefaults(&got, got.reference, looks), Unproven: &champion.Unproven{
		Digest: out.Digest, Field: out.Field, Lead: *got.compared.Lead, Look: got.compared.Look, MostGames: got.compared.MostGames,
	}}
	if e.Previous != nil {
		kept.Unproven.Than = reference.Name
	}
	out.Submitted, err = e.evidence(ctx, reference.Genes, 1, kept, got.reference, deals)
	return out, err
}

// evidence adds the games against the field to evidence, and measures a submitted genome against other opponents too.
func (e *figures) evidence(ctx context.Context, v genome.Vector, temperature float64, out *champion.Evidence, got arena.Against, deals int) (_ *champion.Evidence, err error) {
	out.Seed, out.Points, out.Nondeterministic = e.Seed, e.Arena.Info().Points, e.Nondeterministic
	out.SinglePlayer, out.Field = e.Arena.Info().Seats == 1, got.Total
	field := fixed(e.Field)
	if out.Against, err = e.lines(field, got); err != nil {
		return nil, err
	}
	if e.Game.UserBot != nil {
		out.Firsts = got.Firsts
	}
	out.Maps, out.MapsBredOn, out.AllDeals = e.figureMaps(got)
	if out.Better() || out.Unproven != nil || e.Repeats != nil {
		if err = e.measureOthers(ctx, v, temperature, deals, out); err != nil {
			return nil, err
		}
	}
	if len(field) == 0 && out.Strangers != nil { // bred against strangers alone
		out.Field = out.Strangers.Figure
	}
	out.Blocks = int(out.Field.Games) / e.Arena.Info().Seatings()
	return out, nil
}

// measureOthers measures a champion against the defaults, held-out opponents and players that are drawn.
func (e *figures) measureOthers(ctx context.Context, v genome.Vector, temperature float64, deals int, out *champion.Evidence) error {
	if _, met := e.comparesWithDefaults(); met && out.Defaults != nil {
		won, err := e.meet(ctx, v, temperature, []Opponent{e.defaults()}, e.dealsOf("defaults head_to_head", deals), defaultsPart)
		if err != nil {
			return fmt.Errorf("champion against defaults: %w; if the bot has one role and can't play itself, begin a run with command.seat", err)
		}
		if won.Total.Games > 0 {
			out.Defaults.HeadToHead = new(won.Total)
		}
	}
	if held := e.heldOut(); len(held) > 0 {
		got, err := e.meet(ctx, v, temperature, held, e.dealsOf("holdout_mean", deals), holdoutPart)
		if err == nil && got.Total.Games > 0 {
			out.HoldoutMean = new(got.Total)
			out.Holdout, err = e.lines(held, got)
		}
		if err != nil {
			return err
		}
	}
	if n := e.dealsOf("strangers", deals); n > 0 && e.drawsStrangers() {
		s, err := e.measureFamily(ctx, v, temperature, e.strangerField(), n, strangersPart)
		if err != nil {
			return err
		}
		out.Strangers = s
	}
	for i, f := range e.Game.Unmet {
		s, err := e.measureFamily(ctx, v, temperature, []Opponent{{Name: f.Name, Player: f.Draw}}, deals, tablesPart+uint64(i))
		if err != nil {
			return err
		}
		out.Families = append(out.Families, champion.Family{Name: f.Name, Strangers: *s})
	}
	var err error
	out.Hardest, err = e.hardest(ctx, v, temperature)
	return err
}

// dealsOf returns on how many deals a repeated figure was measured, by its [champion.Leaf]; else the planned ones.
func (e *figures) dealsOf(name string, planned int) int {
	if e.Repeats == nil || e.Game.UserBot == nil {
		return planned
	}
	for _, l := range e.Repeats.Leaves() {
		if f, figure := l.Value.(stats.Figure); figure && l.Name == name {
			return e.repeated(&f, 1)
		}
	}
	return 0
}

// repeated returns in how many rounds of so many deals a figure is measured again, as it was or with a share of its games.
func (e *figures) repeated(f *stats.Figure, deals int) int {
	n, least := int(f.Games)/e.Arena.Info().Seatings()/deals, 2
	if e.RepeatShare > 0 {
		n = int(float64(n) * e.RepeatShare)
	}
	if e.Repeats.AllDeals {
		least = 1
	}
	return max(least, n)
}

// fewDeals says what is known of the deals of figures.
func (e *figures) fewDeals() arena.FewDeals {
	switch e.DealsFound {
	case 0:
		return arena.ManyDeals
	case 1:
		return arena.AllDeals
	}
	return arena.CopiedDeals
}

// figureMaps returns how many maps the field met, 0 for many, whether they were bred on, and whether they are all.
func (e *figures) figureMaps(got arena.Against) (maps int, bredOn, all bool) {
	if e.DealsFound > 0 {
		return e.DealsFound, true, e.DealsFound == 1
	}
	info := e.Arena.Info()
	bredOn = info.Maps > 0 && !arena.KeepsMaps(info)
	all = bredOn && info.MapDeals > 0 && got.Total.Games == e.fieldGames(math.MaxInt32)
	if info.Maps > 0 {
		maps = int(got.Total.N)
	}
	return maps, bredOn, all
}

// measureFamily measures a genome and the defaults against players of a family, drawn anew in every block.
func (e *figures) measureFamily(ctx context.Context, v genome.Vector, temperature float64, family []Opponent, deals int, part uint64) (*champion.Strangers, error) {
	m := e.measurement(arena.StageEvidence, family, deals, nil)
	defaults := e.Game.Player(e.Game.Schema.Default())
	both, err := m.MeasureBlocks(ctx, []engine.Player{e.Game.PlayerAt(v, temperature), defaults}, part)
	if err != nil {
		return nil, err
	}
	info, got := e.Arena.Info(), e.Arena.Paired(both[0], both[1])
	e.games.Add(2 * got.A.N * int64(info.Seatings()))
	for _, f := range both[0].ByOpponent {
		got.A.Errors += f.Errors
	}
	return &champion.Strangers{
		Players: got.A.N * int64(info.Seats-1),
		Figure:  e.Arena.Figure(got.A),
		Lead:    e.Arena.Difference(got),
	}, nil
}

// drawsStrangers reports whether the evidence has strangers, those of a user's bot only if the run file names them.
func (e *figures) drawsStrangers() bool {
	return e.Game.Strangers != nil && (e.Game.UserBot == nil || slices.ContainsFunc(slices.Concat(e.Field, e.Holdout), Opponent.drawn))
}

// heldOut returns the opponents of the evidence alone. Strangers are measured once, beside the defaults.
func (e *figures) heldOut() []Opponent {
	return slices.DeleteFunc(slices.Clone(e.Holdout), Opponent.drawn)
}

func (o Opponent) drawn() bool { return o.BuiltinName == game.Strangers }

func (e *figures) strangerField() []Opponent {
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

func (e *play) defaults() Opponent {
	o := e.genomeOpponent(e.Game.Schema.Default())
	o.Name = "defaults"
	return o
}

func (e *figures) lines(field []Opponent, got arena.Against) (lines []champion.OpponentFigure, err error) {
	for i, x := range got.ByOpponent {
		if x.Games == 0 {
			continue // with more than two seats few deals may leave an opponent out
		}
		digest, err := field[i].Digest(e.Game.Schema)
		if err != nil {
			return nil, err
		}
		line := champion.OpponentFigure{Opponent: field[i].Name, Digest: digest, Figure: x}
		if got.Ahead != nil && e.Game.UserBot != nil {
			line.Ahead = &got.Ahead[i]
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// Tuned is the temperature of a run whose champion is handed in at the best one of [temperatures].
const Tuned = 0

// temperatures are tried, that of breeding first. The gain levels off at a half or below (docs/experiments.md).
var temperatures = []float64{1, 0.7, 0.5, 0.35, 0.25}

// Temperature returns the temperature of play of the run's champion: the setting, or the one at which the champion has
// most against strangers, or against its field in a game without any. The deals are those of a stage of their own.
func (e *figures) Temperature(ctx context.Context, v genome.Vector) (float64, error) {
	if t := e.Settings.Temperature; t != Tuned {
		return t, nil
	}
	e.Begins(e.TemperatureGames() + e.FigureGames())
	m := e.measurement(arena.StageTemperature, e.temperatureField(), e.Settings.Evidence.Deals, []genome.Vector{v})
	got, err := e.atTemperatures(ctx, v, temperatures, m, 0)
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

func (e *figures) temperatureField() []Opponent {
	if e.drawsStrangers() {
		return e.strangerField()
	}
	return fixed(e.Field)
}

// TemperatureGames returns how many games [Evaluator.Temperature] plays.
func (e *figures) TemperatureGames() int64 {
	if e.Settings.Temperature != Tuned {
		return 0
	}
	each := e.gamesAgainst(e.temperatureField(), e.Settings.Evidence.Deals, arena.StageTemperature)
	return int64(len(temperatures)) * each
}

// hardestOf strangers are drawn for [champion.Evidence.Hardest].
const hardestOf = 2000

// hardestStages returns how they are found, in about five times the deals of the evidence; none where a stranger would
// play a single deal, and of strangers that have no traits to tell.
func (e *figures) hardestStages() []game.SearchStage {
	deals := e.Settings.Evidence.Deals
	if !e.drawsStrangers() || e.Game.UserBot != nil || deals < hardestOf {
		return nil
	}
	return []game.SearchStage{{Players: hardestOf, Blocks: 2 * deals / hardestOf}, {Players: hardestOf / 10, Blocks: 20 * deals / hardestOf}, {Players: hardestOf / 100, Blocks: 100 * deals / hardestOf}}
}

// hardest measures a genome against the hardest of many strangers.
func (e *figures) hardest(ctx context.Context, v genome.Vector, temperature float64) (*champion.Hardest, error) {
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
	out.Figure = out.Figure.Around(math.Sqrt(variance) / float64(len(hardest)))
	out.Common = common(hardest, all)
	return out, nil
}

// common returns the traits that a quarter more of some strangers have than of all, the most distinctive first.
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
