package view

import (
	"cmp"
	"context"
	"slices"

	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// How many groups of genes, those that earn most, are explained by behaviour, and by how many habits each.
const (
	mostExplained = 3
	mostHabits    = 2
)

// ExplainCuts finds for the groups that earn most the habits that change most without them. It plays the champion's own
// deals, as what the groups earn.
func (m Measurer) ExplainCuts(ctx context.Context, p *player.Player, v *report.Profile) error {
	g := p.Game
	if g.Portrait == nil || len(v.GroupAblation) == 0 {
		return nil
	}
	deals := m.adaptTo(g).Cuts
	habits := func(genes genome.Vector) ([]portrait.Cell, error) {
		probe, _, err := g.Observe(ctx, p.Compile(genes), g.BaselinePlayers(), deals, m.Seed)
		if err != nil {
			return nil, err
		}
		return portrait.Habits(probe), nil
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

// decision finds the decision that gains most in a game against the opponent that a group of genes earns most from; nil
// if no searched decision gains anything.
func (m Measurer) decision(ctx context.Context, p *player.Player, without genome.Vector, c *report.Cut) (best *report.Decision, err error) {
	const mostSearched = 50 // how many deals are searched for a decision
	g := p.Game
	if g.Narrate == nil || len(c.Against) == 0 {
		return nil, nil
	}
	name := slices.MaxFunc(c.Against, func(a, b champion.OpponentFigure) int { return cmp.Compare(a.Mean, b.Mean) }).Opponent
	rival, _, ok := g.Opponent(name)
	if !ok {
		return nil, nil
	}
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
			a, err := play(own, deal, seating)
			if err != nil {
				return nil, err
			}
			b, err := play(other, deal, seating)
			if err != nil {
				return nil, err
			}
			d := firstDifference(a, b, slices.Index(a.Players, p.Name))
			if d != nil && d.Points > d.Without && (best == nil || d.Points-d.Without > best.Points-best.Without) {
				d.Opponent, d.Deal, d.Seating, best = name, deal, seating, d
			}
		}
	}
	return best, nil
}

// firstDifference returns the first decision in which two games of a deal differ; nil if they are the same.
func firstDifference(a, b *game.NarratedRecord, seat int) *report.Decision {
	for k, x := range a.Narrated {
		if k == len(b.Narrated) {
			return nil
		}
		if y := b.Narrated[k]; x.Text != y.Text {
			return &report.Decision{Did: x.Caption(), Instead: y.Caption(), Rows: x.Sides, Points: a.Points[seat], Without: b.Points[seat]}
		}
	}
	return nil
}
