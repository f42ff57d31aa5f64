package cmd

import (
	"context"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/results/report/view"
)

// missing is the section of inspect about pairs of features that a player does not weigh.
const missing = "missing"

// showMissing measures a genome in its game, or in the same game with pairs of features.
func (a *app) showMissing(ctx context.Context, p *player.Player, deals int, seed uint64, all bool) error {
	g, v := p.Game, p.Genes
	switch {
	case v == nil:
		return usage("%s has no genes", p.Name)
	case g.Paired != nil:
		set, err := bloodline.Resolve(g.Paired())
		if err != nil {
			return err
		}
		g = set.WithProcess(game.ProcessOptions{Played: a.played})[0]
		v = g.Schema.Default()
		for i, x := range p.Game.Schema.Genes {
			k, _ := g.Schema.Index(x.Name)
			v[k] = p.Genes[i]
		}
	case g.Gradient == nil || g.Schema.OptionalCount() == 0:
		return usage("inspect %s is for games of package small that weigh features; %s is none", missing, g.Name())
	}
	w := a.watch("inspect", int64(2*deals*len(g.Baselines)*g.Info().Seatings()))
	m, err := view.MissingPairs(ctx, g, p.Name, v, deals, seed, a.workers)
	w.Stop()
	if err != nil {
		return err
	}
	return a.print(m, m.Table(g.Info().Scale(), all))
}
