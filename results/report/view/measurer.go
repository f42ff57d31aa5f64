package view

import (
	"context"
	"fmt"

	"bloodline/arena"
	"bloodline/arena/ablation"
	"bloodline/arena/game"
	"bloodline/arena/stats"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// Measurer plays what a report shows of players.
type Measurer struct {
	Workers int    // 0 is one for each processor
	Deals   int    // against each opponent, for figures and behaviour
	Cuts    int    // deals against each opponent, for what genes earn; 0 leaves it out
	Single  int    // genes of which that is played for each alone
	Rounds  int    // of the tournament; 0 leaves it out
	Seed    uint64 // of the deals
	Adapt   bool   // play less of games that take long
}

// DefaultMeasurer plays as much as inspect and ablate do unless they are told otherwise,
// and less of games that take long: a table of four needs some ten times as long as
// Coup's, and where one play is many deals fewer plays say as much.
func DefaultMeasurer() Measurer {
	return Measurer{Deals: 1000, Cuts: 300, Single: 40, Rounds: 100, Seed: 1, Adapt: true}
}

// slowness is how much less is played where every player is a program.
const slowness = 50

func (m Measurer) of(g *game.Game) Measurer {
	if m.Adapt {
		less := g.Deals
		if g.Info().Seats > 2 {
			less = max(less, 10)
		}
		if g.Slow() {
			less = max(less, slowness)
		}
		fewer := func(n, least int) int { return min(n, max(n/less, least)) }
		m.Deals, m.Cuts, m.Single, m.Rounds = fewer(m.Deals, 2), fewer(m.Cuts, 2), fewer(m.Single, 4), fewer(m.Rounds, 10)
	}
	m.Adapt = false
	return m
}

// Player is what a player does and scores, and why.
type Player struct {
	Name     string          `json:"player"`
	Game     string          `json:"game"`
	Title    string          `json:"title"` // of the game
	Scale    engine.Scale    `json:"scale"`
	Origin   string          `json:"origin,omitempty"`   // where it was bred
	Evidence *Evidence       `json:"evidence,omitempty"` // measured at the end of its run
	Deals    int             `json:"deals"`              // against each opponent, of what follows
	Seed     uint64          `json:"seed"`
	Field    *Figure         `json:"field,omitempty"`
	Against  []Figure        `json:"against,omitempty"`
	Worst    []game.Stranger `json:"worst_strangers,omitempty"` // against which it fares worst
	Beside   string          `json:"beside,omitempty"`
	Tables   []Table         `json:"tables,omitempty"`
	CutDeals int             `json:"cut_deals,omitempty"`
	Cuts     []Cut           `json:"cuts,omitempty"`   // groups of genes
	Single   []Cut           `json:"single,omitempty"` // the genes that are furthest from their defaults
	Genes    []report.Gene   `json:"genes,omitempty"`
}

// Evidence is how the champion fared on deals that no selection has seen.
type Evidence struct {
	Deals   int      `json:"deals"`
	Field   Figure   `json:"field"`
	Against []Figure `json:"against"`
	Holdout []Figure `json:"holdout,omitempty"` // opponents that it was never bred against
}

// Cut is what a player loses with genes at their defaults.
type Cut struct {
	Genes   string   `json:"name"`
	Loss    float64  `json:"loss"` // points a game; above 0, the genes earn points
	Low     float64  `json:"low"`
	High    float64  `json:"high"`
	Against []Figure `json:"against"`        // the loss against each opponent
	Told    []Told   `json:"told,omitempty"` // of a group that earns much: the habits that change most without it

	Decision *Decision `json:"decision,omitempty"` // of a group that earns much
}

// Player looks at a player, beside others, of whose shares the mean is shown; without
// any if there are none.
func (m Measurer) Player(ctx context.Context, p *player.Player, others []*player.Player, called string) (*Player, error) {
	v, err := m.Look(ctx, p)
	if err == nil {
		err = m.Strangers(ctx, p, v)
	}
	if err == nil {
		err = m.Beside(ctx, v, others, called)
	}
	if err == nil {
		err = m.Cut(ctx, p, v)
	}
	if err == nil {
		err = m.Tell(ctx, p, v)
	}
	return v, err
}

// Coarse plays a part of what m does, at once: the first of several looks.
func (m Measurer) Coarse(g *game.Game, part int) Measurer {
	m = m.of(g)
	less := func(n, least int) int { return min(n, max(n/part, least)) }
	m.Deals, m.Cuts, m.Single, m.Rounds = less(m.Deals, 2), less(m.Cuts, 2), less(m.Single, 2), less(m.Rounds, 2)
	return m
}

// Look plays a player against the baselines and counts what it does.
func (m Measurer) Look(ctx context.Context, p *player.Player) (*Player, error) {
	m = m.of(p.Game)
	v, err := m.look(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("look at %s: %w", p.Name, err)
	}
	if p.File != nil {
		v.Origin = p.File.Origin.Run + "/" + p.File.Origin.ID
		v.Evidence = evidence(p.File.Evidence)
	}
	return v, nil
}

// Strangers finds the strangers that a player fares worst against.
func (m Measurer) Strangers(ctx context.Context, p *player.Player, v *Player) (err error) {
	v.Worst, err = p.Game.WorstStrangers(ctx, p.Seat(), m.of(p.Game).Deals, m.Seed, m.Workers)
	return err
}

// Beside puts what others do beside what a player does.
func (m Measurer) Beside(ctx context.Context, v *Player, others []*player.Player, called string) error {
	var beside [][]Table
	for _, other := range others {
		g := other.Game
		if g.Portrait == nil || len(g.Baselines) == 0 {
			continue
		}
		probe, _, err := g.Observe(ctx, other.Seat(), g.Field(), m.of(g).Deals, m.Seed)
		if err != nil {
			return fmt.Errorf("look at %s: %w", other.Name, err)
		}
		if probe != nil {
			beside = append(beside, tables(probe.Tables(), nil))
		}
	}
	if len(beside) > 0 {
		v.Beside = called
		compareTables(v.Tables, beside)
	}
	return nil
}

// Cut measures what the genes of a player earn.
func (m Measurer) Cut(ctx context.Context, p *player.Player, v *Player) error {
	if p.Genes == nil {
		return nil
	}
	m = m.of(p.Game)
	v.Genes = report.Genes(p.Game.Schema, p.Genes)
	if m.Cuts == 0 {
		return nil
	}
	v.CutDeals = m.Cuts
	return m.cuts(ctx, p, v)
}

// New returns a player without any games yet.
func (m Measurer) New(p *player.Player) *Player {
	return &Player{Name: p.Name, Game: p.Game.Name(), Title: p.Game.Info().Title, Scale: p.Game.Info().Scale(), Deals: m.of(p.Game).Deals, Seed: m.Seed}
}

// look plays a player against the baselines and counts what it does: the figures of
// inspect.
func (m Measurer) look(ctx context.Context, p *player.Player) (*Player, error) {
	v := m.New(p)
	if len(p.Game.Baselines) == 0 || p.Game.Portrait == nil && !p.Game.Slow() {
		return v, nil
	}
	b, err := report.Look(ctx, report.Subject{Game: p.Game, Name: p.Name, Player: p.Seat()}, m.Deals, m.Seed)
	if err != nil {
		return nil, err
	}
	v.Field, v.Against, v.Tables = b.Field, b.Versus, tables(b.Habits, b.Words)
	return v, nil
}

// What the evidence has besides single opponents.
const (
	meanHeldOut = "mean of the held out"
	strangers   = "strangers"
)

func evidence(e *champion.Evidence) *Evidence {
	if e == nil {
		return nil
	}
	figure := func(name string, m stats.Summary) Figure {
		return Figure{Player: name, Summary: m}
	}
	lines := func(ls []champion.Line) (out []Figure) {
		for _, l := range ls {
			out = append(out, figure(l.Opponent, l.Summary))
		}
		return out
	}
	held := lines(e.Holdout)
	if e.Unseen != nil {
		held = append(held, figure(meanHeldOut, *e.Unseen))
	}
	if s := e.Strangers; s != nil {
		held = append(held, figure(strangers, s.Summary))
	}
	return &Evidence{e.Blocks, figure("mean of the field", e.Field), lines(e.Against), held}
}

// cuts measures the player without each group of genes, and without some genes alone:
// rows of ablate, on its deals, and for each opponent apart.
func (m Measurer) cuts(ctx context.Context, p *player.Player, v *Player) error {
	field := p.Game.Field()
	if len(field) == 0 {
		return nil
	}
	e := &arena.Evaluator{Arena: arena.New(p.Game, m.Workers), Field: field, Blocks: m.Cuts * len(field), Seed: m.Seed, Stage: arena.StageShow}
	rows, err := ablation.Ablator{Evaluator: e, Schema: p.Game.Schema, Compile: p.Compile}.ByOpponent(ctx, p.Genes, m.Single)
	for _, r := range rows {
		c := Cut{Genes: r.Genes, Loss: r.Loss, Low: r.Low, High: r.High}
		for k, name := range p.Game.BaselineNames() {
			c.Against = append(c.Against, Figure{Player: name, Summary: r.Against[k]})
		}
		if r.Group {
			v.Cuts = append(v.Cuts, c)
		} else {
			v.Single = append(v.Single, c)
		}
	}
	return err
}

// HeadToHead plays two players of a game for two against each other: the figure of
// diff; nil for other games.
func (m Measurer) HeadToHead(ctx context.Context, p, q *player.Player, games int) (*Figure, error) {
	if p.Game.Info().Seats != 2 {
		return nil, nil
	}
	got, err := p.Game.HeadToHead(ctx, [2]engine.Player{p.Seat(), q.Seat()}, games, m.Seed, m.Workers)
	return &Figure{Player: q.Name, Summary: got}, err
}
