package cmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/genome/gene"
	"bloodline/internal/setting"
	"bloodline/results/report"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

// inspectCurves plays a player with other values of genes: of each alone, or of two at once if two are named. In
// contests of programs it plays only as much as is asked for.
func (a *app) inspectCurves(cmd *cobra.Command, word string, names []string, p *player.Player) error {
	switch {
	case p.Genes == nil:
		return usage("%s has no genes", p.Name)
	case len(p.Game.Baselines) == 0:
		return usage("inspect curves: %s has no baselines to play against", p.Game.Name())
	}
	genes, err := curveGenes(names, p)
	if err != nil {
		return err
	}
	c, err := view.PlanCurves(p, genes, len(names) == 2)
	if err != nil {
		return fmt.Errorf("inspect: %w", err)
	}
	deals, err := a.curveDeals(cmd, word, c, p)
	if err != nil {
		return err
	}
	seed, _ := cmd.Flags().GetUint64("seed")
	w := a.watch("curves", int64(deals*c.DealGames()))
	err = c.Play(cmd.Context(), deals, a.workers, seed)
	w.Stop()
	if err != nil {
		return fmt.Errorf("inspect: %w", err)
	}
	t := c.Table(p.Game.Info().Scale())
	if n := len(p.Game.Schema.Genes); len(names) == 0 && len(genes) < n {
		t.Note("the %d of %d genes that are furthest from their defaults; inspect %s curves GENE plays others", len(genes), n, word)
	}
	err = a.print(c.Curves, t)
	ofRun := word == p.Name && !strings.Contains(word, "/") // and of no file, nor another individual
	if err != nil || !ofRun || c.Grid != nil || p.Game.UserBot == nil {
		return err
	}
	return run.KeepCurves(&a.Finder, p, *c.Curves)
}

// curveGenes returns the genes of these names, each once; without names, those that curves play by default.
func curveGenes(names []string, p *player.Player) (genes []int, err error) {
	s := p.Game.Schema
	if len(names) == 0 {
		return view.CurveGenes(s, p.Genes), nil
	}
	for _, name := range names {
		i, ok := s.Index(name)
		switch {
		case !ok:
			near := setting.DidYouMean(name, report.Map(s.Genes, func(g gene.Gene) string { return g.Name }))
			return nil, usage("%s has no gene %q%s", p.Name, name, cmp.Or(near, "; inspect "+p.Name+" genes lists them"))
		case !s.Genes[i].Matters(p.Genes):
			return nil, usage("gene %s: %s doesn't get it, because of its when", name, p.Name)
		case slices.Contains(genes, i):
			return nil, usage("gene %s: given twice", name)
		}
		genes = append(genes, i)
	}
	return genes, nil
}

// curveDeals returns how many deals against each opponent each value plays, and prints how long slow games take.
func (a *app) curveDeals(cmd *cobra.Command, word string, c *view.CurvePlan, p *player.Player) (deals int, err error) {
	f := cmd.Flags()
	games, _ := f.GetInt("games")
	switch least := 2 * c.DealGames(); {
	case f.Changed("games") && p.Game.UserBot == nil:
		return 0, usage("--games: is for contests, for %s say --deals", p.Game.Name())
	case f.Changed("games") && games < least:
		return 0, usage("--games: must be at least %d here, two deals of %d games, have %d", least, least/2, games)
	case f.Changed("games"):
		deals = games / c.DealGames()
	case f.Changed("deals"):
		deals, _ = f.GetInt("deals")
	case p.Game.Slow():
		return 0, usage("inspect curves: --games must say how many to play, at least %d%s; 50 times as many are a good number",
			least, a.timeOf(least, word))
	default:
		deals = c.AimDeals()
	}
	if p.Game.UserBot != nil {
		fmt.Fprintf(a.stderr, "%s games%s\n", report.Count(deals*c.DealGames()), a.timeOf(deals*c.DealGames(), word))
	}
	return deals, checkRange("--deals", deals, 2, 1_000_000)
}

// timeOf says how long games take by the rate of a run; nothing if that is not known.
func (a *app) timeOf(games int, word string) (text string) {
	_, _ = a.WithRun(word, func(s *store.Store, row store.RunRow) error {
		r, _, err := view.ReadRun(s, &a.Finder, row, nil, nil)
		if err == nil && r.Rate > 0 {
			text = fmt.Sprintf(", about %s at the run's %s games/s",
				report.Duration(max(time.Second, time.Duration(float64(games)/r.Rate*float64(time.Second)))), report.Rate(r.Rate))
		}
		return err
	})
	return text
}
