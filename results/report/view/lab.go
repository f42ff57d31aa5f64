package view

import (
	"context"
	"fmt"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/results/player"
)

// Lab plays what a report shows of players.
type Lab struct {
	Workers int    // 0 is one for each processor
	Deals   int    // against each opponent, for figures and behaviour
	Cuts    int    // deals against each opponent, for what groups of genes earn; 0 leaves it out
	Rounds  int    // of the tournament; 0 leaves it out
	Seed    uint64 // of the deals
	Adapt   bool   // play less of games that take long
}

// DefaultLab plays as much as inspect and ablate do unless they are told otherwise,
// and less of games that take long: a table of four needs some ten times as long as
// Coup's, and where one play is many deals fewer plays say as much.
func DefaultLab() Lab { return Lab{Deals: 1000, Cuts: 300, Rounds: 100, Seed: 1, Adapt: true} }

func (l Lab) of(g *game.Game) Lab {
	if l.Adapt {
		less := g.Deals
		if g.Info().Seats > 2 {
			less = max(less, 10)
		}
		fewer := func(n, least int) int { return min(n, max(n/less, least)) }
		l.Deals, l.Cuts, l.Rounds = fewer(l.Deals, 2), fewer(l.Cuts, 2), fewer(l.Rounds, 10)
	}
	return l
}

// Player is what a player does and scores, and why.
type Player struct {
	Name     string    `json:"player"`
	Game     string    `json:"game"`
	Title    string    `json:"title"` // of the game
	Scale    Scale     `json:"scale"`
	Origin   string    `json:"origin,omitempty"`   // where it was bred
	Evidence *Evidence `json:"evidence,omitempty"` // measured when it was crowned
	Deals    int       `json:"deals"`              // against each opponent, of what follows
	Seed     uint64    `json:"seed"`
	Field    *Figure   `json:"field,omitempty"`
	Against  []Figure  `json:"against,omitempty"`
	Words    []string  `json:"words,omitempty"` // sentences that no table shows
	Beside   string    `json:"beside,omitempty"`
	Tables   []Table   `json:"tables,omitempty"`
	CutDeals int       `json:"cut_deals,omitempty"`
	Cuts     []Cut     `json:"cuts,omitempty"`
	Genes    []Gene    `json:"genes,omitempty"`
}

// Evidence is how the champion fared on deals that no selection has seen.
type Evidence struct {
	Deals   int      `json:"deals"`
	Field   Figure   `json:"field"`
	Against []Figure `json:"against"`
	Holdout []Figure `json:"holdout,omitempty"` // opponents that it was never bred against
}

// Cut is what a player loses with a group of genes at their defaults.
type Cut struct {
	Genes   string   `json:"genes"`
	Loss    float64  `json:"loss"` // points a game; above 0, the genes earn points
	Low     float64  `json:"low"`
	High    float64  `json:"high"`
	Against []Figure `json:"against"` // the loss against each opponent
}

// Gene is one gene beside its range and default.
type Gene struct {
	Name    string  `json:"name"`
	Group   string  `json:"group"`
	Unit    string  `json:"unit"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Value   float64 `json:"value"`
	Shift   float64 `json:"shift"` // from the default, as a share of the range
	Doc     string  `json:"doc"`
}

// Player looks at a player, beside others, of whose shares the mean is shown; without
// any if there are none.
func (l Lab) Player(ctx context.Context, p *player.Player, others []*player.Player, called string) (*Player, error) {
	l = l.of(p.Game)
	v, err := l.look(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("look at %s: %w", p.Name, err)
	}
	var beside [][]Table
	for _, other := range others {
		o, err := l.look(ctx, other)
		if err != nil {
			return nil, fmt.Errorf("look at %s: %w", other.Name, err)
		}
		beside = append(beside, o.Tables)
	}
	if len(beside) > 0 {
		v.Beside = called
		compareTables(v.Tables, mean(beside))
	}
	v.Words = assign(v.Words, v.Tables)
	if p.File != nil {
		v.Origin = p.File.Origin.Run + "/" + p.File.Origin.ID
		v.Evidence = evidence(p.File.Evidence)
	}
	if p.Genes == nil {
		return v, nil
	}
	v.Genes = genes(p.Game.Schema, p.Genes)
	if l.Cuts > 0 {
		v.CutDeals = l.Cuts
		v.Cuts, err = l.cuts(ctx, p)
	}
	return v, err
}

// look plays a player against the baselines under a probe, which one goroutine may
// use: the figures of inspect.
func (l Lab) look(ctx context.Context, p *player.Player) (*Player, error) {
	v := &Player{Name: p.Name, Game: p.Game.Name(), Title: p.Game.Info().Title, Scale: ScaleOf(p.Game.Info()), Deals: l.Deals, Seed: l.Seed}
	field := p.Game.Field()
	if len(field) == 0 {
		return v, nil
	}
	seat, workers := p.Seat(), l.Workers
	if p.Game.Portrait != nil {
		seat, workers = p.Game.Portrait(seat), 1
	}
	ar := arena.New(p.Game, workers)
	e := arena.Evaluator{Arena: ar, Field: field, Blocks: l.Deals * len(field), Seed: l.Seed, Stage: arena.StageShow}
	got, err := e.Measure(ctx, []engine.Player{seat})
	if err != nil {
		return nil, err
	}
	total := figureOf("all alike", got[0].Games, got[0].Total)
	v.Field = &total
	for i, name := range p.Game.BaselineNames() {
		x := got[0].ByOpponent[i]
		v.Against = append(v.Against, figureOf(name, x.N*int64(ar.Info().Seats), x))
	}
	if probe, ok := seat.(portrait.Probe); ok && p.Game.Portrait != nil {
		v.Words, v.Tables = probe.Words(), tables(probe.Tables())
	}
	return v, nil
}

func evidence(e *champion.Evidence) *Evidence {
	if e == nil {
		return nil
	}
	lines := func(ls []champion.Line) (out []Figure) {
		for _, l := range ls {
			out = append(out, Figure{l.Opponent, l.Games, l.Mean, l.Low, l.High})
		}
		return out
	}
	f := e.Field
	return &Evidence{e.Blocks, Figure{"all alike", f.Games, f.Mean, f.Low, f.High}, lines(e.Against), lines(e.Holdout)}
}

func genes(s *genome.Schema, v genome.Vector) (out []Gene) {
	for i, g := range s.Genes {
		out = append(out, Gene{g.Name, g.Group, g.Unit, g.Min, g.Max, g.Default, v[i], (v[i] - g.Default) / (g.Max - g.Min), g.Doc})
	}
	return out
}

// cuts measures the player without each group of genes: the groups of ablate, on its
// deals, and for each opponent apart.
func (l Lab) cuts(ctx context.Context, p *player.Player) ([]Cut, error) {
	s := p.Game.Schema
	var out []Cut
	var variants []engine.Player
	for _, group := range s.Groups() {
		v, changed := p.Genes.Clone(), false
		for i, g := range s.Genes {
			if g.Group == group && v[i] != g.Default {
				v[i], changed = g.Default, true
			}
		}
		if changed {
			out, variants = append(out, Cut{Genes: group}), append(variants, p.Game.Player(v))
		}
	}
	field := p.Game.Field()
	e := arena.Evaluator{Arena: arena.New(p.Game, l.Workers), Field: field, Blocks: l.Cuts * len(field), Seed: l.Seed, Stage: arena.StageShow}
	total, by, err := e.CompareOpponents(ctx, p.Seat(), variants)
	if err != nil {
		return nil, err
	}
	loss := func(d stats.Paired) Figure {
		x := d.Difference(e.Arena.Unit(), stats.Level)
		return Figure{Games: d.Diff.N * int64(p.Game.Info().Seats), Mean: -x.Mean, Low: -x.Interval.High, High: -x.Interval.Low}
	}
	for i := range out {
		t := loss(total[i])
		out[i].Loss, out[i].Low, out[i].High = t.Mean, t.Low, t.High
		for k, name := range p.Game.BaselineNames() {
			f := loss(by[i][k])
			f.Name = name
			out[i].Against = append(out[i].Against, f)
		}
	}
	return out, nil
}

// HeadToHead plays two players of a game for two against each other: the figures of
// diff and match.
func (l Lab) HeadToHead(ctx context.Context, p, q *player.Player, games int) (*Figure, error) {
	if p.Game.Info().Seats != 2 {
		return nil, nil
	}
	ar := arena.New(p.Game, l.Workers)
	e := arena.Evaluator{Arena: ar, Field: []engine.Player{q.Seat()}, Blocks: (games + 1) / 2, Seed: roll.Mix(l.Seed), Stage: arena.StageShow}
	got, err := e.Measure(ctx, []engine.Player{p.Seat()})
	if err != nil {
		return nil, err
	}
	f := figureOf(q.Name, got[0].Games, got[0].Total)
	return &f, nil
}
