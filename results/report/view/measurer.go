package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// Measurer plays what a report shows of players.
type Measurer struct {
	Workers int    // 0 is one for each processor
	Deals   int    // against each opponent, for figures and behaviour
	Cuts    int    // deals against each opponent, for what genes earn; 0 leaves it out
	Single  int    // how many genes are measured alone, beside their groups
	Rounds  int    // of the tournament; 0 leaves it out
	Seed    uint64 // of the deals
	Adapt   bool   // play less of games that take long
	Few     bool   // against the first opponent alone
}

// DefaultMeasurer plays as much as inspect and ablate do by default, and less of games that take long: a table of four
// needs some ten times as long as Coup's, and where one play is many deals fewer plays say as much.
func DefaultMeasurer() Measurer {
	return Measurer{Deals: 1000, Cuts: 300, Single: 40, Rounds: 100, Seed: 1, Adapt: true}
}

func (m Measurer) adaptTo(g *game.Game) Measurer {
	const slowness = 50 // how much less is played where every player is a program
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

// Player measures all that a page shows of a player, with the mean shares of others, if there are any, beside its own.
func (m Measurer) Player(ctx context.Context, p *player.Player, others []*player.Player, called string) (*report.Profile, error) {
	v, err := m.Behaviour(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := m.AddStrangers(ctx, p, v); err != nil {
		return nil, err
	}
	if err := m.AddBeside(ctx, v, others, called); err != nil {
		return nil, err
	}
	if err := m.AddCuts(ctx, p, v); err != nil {
		return nil, err
	}
	return v, m.ExplainCuts(ctx, p, v)
}

// Coarse returns a measurer that plays a part-th of what m does; from 1000 on against one opponent alone.
func (m Measurer) Coarse(g *game.Game, part int) Measurer {
	m = m.adaptTo(g)
	m.Few = part >= 1000
	less := func(n, least int) int { return min(n, max(n/part, least)) }
	m.Deals, m.Cuts, m.Single, m.Rounds = less(m.Deals, 2), less(m.Cuts, 2), less(m.Single, 2), less(m.Rounds, 2)
	return m
}

func (m Measurer) opponents(g *game.Game) int {
	if m.Few {
		return min(1, len(g.Baselines))
	}
	return len(g.Baselines)
}

// DealCount is how many deals m plays against all opponents, or of what genes earn.
func (m Measurer) DealCount(g *game.Game, genes bool) int {
	if m = m.adaptTo(g); genes {
		m.Deals = m.Cuts
	}
	return max(1, m.Deals*m.opponents(g))
}

// Behaviour plays a player against the baselines and counts what it does: the figures of inspect.
func (m Measurer) Behaviour(ctx context.Context, p *player.Player) (*report.Profile, error) {
	m = m.adaptTo(p.Game)
	v := m.NewProfile(p)
	if len(p.Game.Baselines) == 0 || p.Game.Portrait == nil && p.Game.UserBot == nil {
		return v, nil
	}
	if err := playBaselines(ctx, v, p, m.opponents(p.Game), m.Deals, m.Seed); err != nil {
		return nil, fmt.Errorf("look at %s: %w", p.Name, err)
	}
	return v, nil
}

// Observe plays a player against each baseline, and finds the strangers that it fares worst against, as inspect does.
func Observe(ctx context.Context, p *player.Player, deals int, seed uint64) (*report.Profile, error) {
	b := report.NewProfile(p)
	err := playBaselines(ctx, b, p, len(p.Game.Baselines), deals, seed)
	if err == nil {
		b.Worst, err = p.Game.WorstStrangers(ctx, p.Seat(), deals, seed, 0)
	}
	if p.Genes != nil {
		b.Genes = report.Genes(p.Game.Schema, p.Genes)
	}
	return b, err
}

// ProfileOfRecords returns what a player did in games on record, with the mean of the points of records that have some.
func ProfileOfRecords(g *game.Game, name string, probe portrait.Probe, games int, points []float64) *report.Profile {
	b := &report.Profile{Name: name, Game: g.Name(), Games: games, Sentences: probe.Words(), Habits: probe.Tables()}
	if len(points) > 1 {
		b.Field = &champion.OpponentFigure{Opponent: "mean", Figure: stats.SampleOf(points).Within(g.Info().Min, g.Info().Max)}
		b.Field.Games = int64(len(points))
	}
	return b
}

// playBaselines plays a player against so many of the baselines. See [game.Game.Observe].
func playBaselines(ctx context.Context, b *report.Profile, p *player.Player, opponents, deals int, seed uint64) error {
	g := p.Game
	probe, got, err := g.Observe(ctx, p.Seat(), g.BaselinePlayers()[:opponents], deals, seed)
	if err != nil {
		return err
	}
	b.Games, b.Sentences, b.Habits = int(got.Total.Games), []portrait.Sentence{}, []portrait.CountTable{}
	if probe != nil {
		b.Sentences, b.Habits = probe.Words(), probe.Tables()
	}
	b.Field = &champion.OpponentFigure{Opponent: "mean", Figure: got.Total}
	for i, name := range g.BaselineNames()[:opponents] {
		if x := got.ByOpponent[i]; x.N > 0 {
			b.Against = append(b.Against, champion.OpponentFigure{Opponent: name, Figure: x})
			if got.Ahead != nil {
				b.Against[len(b.Against)-1].Ahead = &got.Ahead[i]
			}
		}
	}
	return nil
}

func (m Measurer) AddStrangers(ctx context.Context, p *player.Player, v *report.Profile) (err error) {
	v.Worst, err = p.Game.WorstStrangers(ctx, p.Seat(), m.adaptTo(p.Game).Deals, m.Seed, m.Workers)
	return err
}

// AddBeside puts the mean shares of others beside those of a player.
func (m Measurer) AddBeside(ctx context.Context, v *report.Profile, others []*player.Player, called string) error {
	var beside [][]portrait.CountTable
	for _, other := range others {
		g := other.Game
		if g.Portrait == nil || len(g.Baselines) == 0 {
			continue
		}
		probe, _, err := g.Observe(ctx, other.Seat(), g.BaselinePlayers(), m.adaptTo(g).Deals, m.Seed)
		if err != nil {
			return fmt.Errorf("look at %s: %w", other.Name, err)
		}
		if probe != nil {
			beside = append(beside, probe.Tables())
		}
	}
	if len(beside) > 0 {
		v.ComparedWith = called
		compareTables(v.Habits, beside)
	}
	return nil
}

// AddCuts measures what a player's genes earn: the rows of ablate, on its deals, for groups of genes and some single
// ones, and for each opponent. A user's bot plays nothing: the gains in its champion file are of more games.
func (m Measurer) AddCuts(ctx context.Context, p *player.Player, v *report.Profile) error {
	if p.Genes == nil {
		return nil
	}
	v.Genes = report.Genes(p.Game.Schema, p.Genes)
	if p.Game.UserBot != nil {
		v.Parameters = ParameterTable(p.Game, p.Genes, v.Gains, "bloodline ablate "+p.Name)
		return nil
	}
	m = m.adaptTo(p.Game)
	field := p.Game.BaselinePlayers()[:m.opponents(p.Game)]
	if v.AblationDeals = m.Cuts; m.Cuts == 0 || len(field) == 0 {
		return nil
	}
	if m.Few {
		m.Single = 0
	}
	variants := p.Variants(m.Measurement(p.Game, field, m.Cuts))
	rows := variants.Cuts(p.Game.Schema, m.Single)
	if err := variants.Ablate(ctx, rows); err != nil {
		return err
	}
	for _, r := range rows {
		c := report.Cut{Ablated: r}
		for k, name := range p.Game.BaselineNames()[:len(field)] {
			c.Against = append(c.Against, champion.OpponentFigure{Opponent: name, Figure: r.Against[k]})
		}
		if r.Group {
			v.GroupAblation = append(v.GroupAblation, c)
		} else {
			v.GeneAblation = append(v.GeneAblation, c)
		}
	}
	return nil
}

func (m Measurer) Measurement(g *game.Game, field []engine.Player, deals int) *arena.Measurement {
	return &arena.Measurement{
		Arena: arena.New(g, m.Workers), Field: field, Blocks: deals * len(field), Seed: m.Seed, Stage: arena.StageShow,
	}
}

// ParameterTable is that of [report.ParameterTable] for a genome in a contest of programs.
func ParameterTable(g *game.Game, v genome.Vector, gains []champion.Gain, ablate string) *report.Table {
	fixed := g.UserBot.Config().Constants()
	return report.ParameterTable(g.Info(), report.Genes(g.Schema, v), fixed, gains, ablate, len(g.Baselines))
}

func (m Measurer) NewProfile(p *player.Player) *report.Profile {
	v := report.NewProfile(p)
	v.Deals, v.Seed = m.adaptTo(p.Game).Deals, new(m.Seed)
	return v
}

// HeadToHead plays two players of a game for two against each other: the figure of diff; nil for other games.
func (m Measurer) HeadToHead(ctx context.Context, p, q *player.Player, games int) (*champion.OpponentFigure, error) {
	if i := p.Game.Info(); i.Seats != 2 || !i.Meets() {
		return nil, nil
	}
	got, err := p.Game.HeadToHead(ctx, [2]engine.Player{p.Seat(), q.Seat()}, games, m.Seed, m.Workers)
	return &champion.OpponentFigure{Opponent: q.Name, Figure: got}, err
}

// Tournament plays the players and all baselines of their game: the figures of tournament.
func (m Measurer) Tournament(ctx context.Context, ps []*player.Player, g *game.Game) (*report.Standings, error) {
	m = m.adaptTo(g)
	named := player.Names(ps)
	ps = slices.Concat(ps, baselines(g))
	if len(ps) < g.Info().Seats || !g.Info().Meets() {
		return nil, nil
	}
	ar := arena.New(g, m.Workers)
	s := arena.RoundRobin{Players: len(ps), Seats: g.Info().Seats, Rounds: m.Rounds, Seed: roll.Mix(m.Seed, arena.StageShow), Maps: arena.MapsOf(g.Info(), true)}
	results, err := ar.Play(ctx, player.Seats(ps), s)
	if err != nil {
		return nil, fmt.Errorf("tournament: %w", err)
	}
	t, err := report.NewStandings(g, m.Rounds, m.Seed, report.Entrants(ps), ar.Crosstable(len(ps), s, results))
	if err != nil {
		return nil, fmt.Errorf("tournament: %w", err)
	}
	t.Entrants = named
	return t, nil
}

// compareTables puts the mean share of others beside that of the same row, if at least half of them have one.
func compareTables(own []portrait.CountTable, others [][]portrait.CountTable) {
	for i := range own {
		var rows []map[string][]portrait.Cell
		for _, o := range others {
			for _, t := range o { // others may have fewer tables, for example none of what depends on no gene
				if t.Title == own[i].Title {
					labelled := map[string][]portrait.Cell{}
					for _, row := range t.Rows {
						labelled[label(row)] = row
					}
					rows = append(rows, labelled)
				}
			}
		}
		for _, row := range own[i].Rows {
			for c := range row {
				if row[c].Kind != portrait.IsShare {
					continue
				}
				sum, chances, n := 0.0, int64(0), 0
				for _, r := range rows {
					if other := r[label(row)]; c < len(other) && other[c].Reliable() {
						sum, chances, n = sum+other[c].Ratio(), chances+other[c].Could, n+1
					}
				}
				if n > 0 && 2*n >= len(others) {
					row[c].Other = new(portrait.Share(int64(math.Round(sum/float64(n)*float64(chances))), chances))
				}
			}
		}
	}
}

func label(row []portrait.Cell) string {
	return strings.Join(report.Map(row, func(c portrait.Cell) string { return c.Text }), "|")
}

// ExplainCuts finds the habits that change most without the groups that earn most, on the deals of [Measurer.AddCuts].
func (m Measurer) ExplainCuts(ctx context.Context, p *player.Player, v *report.Profile) error {
	const mostExplained, mostHabits = 3, 2 // groups that earn most; habits of each
	g := p.Game
	if g.Portrait == nil || len(v.GroupAblation) == 0 {
		return nil
	}
	deals := m.adaptTo(g).Cuts
	habits := func(genes genome.Vector) ([]portrait.Cell, error) {
		probe, _, err := g.Observe(ctx, p.Compile(genes), g.BaselinePlayers(), deals, m.Seed)
		return portrait.Habits(probe), err
	}
	own, err := habits(p.Genes)
	if err != nil {
		return err
	}
	var best []*report.Cut
	for i := range v.GroupAblation {
		best = append(best, &v.GroupAblation[i])
	}
	slices.SortStableFunc(best, func(a, b *report.Cut) int { return cmp.Compare(b.Loss, a.Loss) })
	for _, c := range best[:min(mostExplained, len(best))] {
		without := slices.Clone(p.Genes)
		for k, x := range g.Schema.Genes {
			if x.Group == c.Genes {
				without[k] = x.Default
			}
		}
		other, err := habits(without)
		if err != nil {
			return err
		}
		if c.Decision, err = m.decision(ctx, p, without, c); err != nil {
			return err
		}
		c.Habits = portrait.Gaps(own, other, mostHabits)
	}
	return nil
}

// decision finds the decision that gains most against the opponent that a group earns most from; nil if none gains.
func (m Measurer) decision(ctx context.Context, p *player.Player, without genome.Vector, c *report.Cut) (best *report.Decision, err error) {
	const mostSearched = 50 // how many deals are searched for a decision
	g := p.Game
	if g.Narrate == nil || len(c.Against) == 0 {
		return nil, nil
	}
	name := slices.MaxFunc(c.Against, func(a, b champion.OpponentFigure) int { return cmp.Compare(a.Mean, b.Mean) }).Opponent
	rival, _, _ := g.Opponent(name) // a baseline
	seats, names := []engine.Player{nil}, []string{p.Name}
	for i := 1; i < g.Info().Seats; i++ {
		seats, names = append(seats, rival), append(names, name)
	}
	play := func(by engine.Player, deal uint64, seating int) (*game.NarratedRecord, error) {
		seats[0] = by
		return g.Record(names, seats, deal, seating)
	}
	own, other := p.Compile(p.Genes), p.Compile(without)
	for i := range min(mostSearched, m.adaptTo(g).Cuts) {
		for seating := range g.Info().Seatings() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			deal := m.Seed + uint64(i)
			a, err1 := play(own, deal, seating)
			b, err2 := play(other, deal, seating)
			if err := cmp.Or(err1, err2); err != nil {
				return nil, err
			}
			seat, k := slices.Index(a.Players, p.Name), 0 // k: the first decision in which they differ
			for k < min(len(a.Narrated), len(b.Narrated)) && a.Narrated[k].Text == b.Narrated[k].Text {
				k++
			}
			gain := a.Points[seat] - b.Points[seat]
			if k == min(len(a.Narrated), len(b.Narrated)) || gain <= 0 || best != nil &&
				gain <= best.Points-best.Without {
				continue
			}
			best = &report.Decision{
				Opponent: name, Deal: deal, Seating: seating, Did: a.Narrated[k].Caption(), Instead: b.Narrated[k].Caption(),
				Rows: a.Narrated[k].Sides, Points: a.Points[seat], Without: b.Points[seat],
			}
		}
	}
	return best, nil
}
