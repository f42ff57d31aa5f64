package dashboard

import (
	"context"
	"fmt"
	"slices"

	"bloodline/configs/player"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// look is a tab of a player's page that games are played for.
type look struct {
	word   string
	player *player.Player
	others []*player.Player
	called string
	tab    string
}

// lookParts are the parts of the games of a full look, in the order in which they are played.
var lookParts = []int{1000, 100, 8, 1}

// measureLook returns the finest look, from the cache or from games; it sends those before, where they are played.
func (s *Server) measureLook(ctx context.Context, l look, send func(name string, body any) error) (*view.PageData, error) {
	cacheKey := s.cacheKey(l)
	if got := s.cache.get(cacheKey); got != nil {
		return got, nil
	}
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r := &view.PageData{}
	show := func(progress string) error { return send("level", level{r, l.tab, progress}) }
	err := playLook(ctx, s.Measurer, l, r, show)
	if err == nil && l.tab == "why" {
		if err = show("Other values of its genes are being played."); err == nil {
			err = s.Measurer.AddCurves(ctx, s.Finder, l.player, r.Players[0])
		}
	}
	if err == nil && !l.player.Game.Slow() { // whose curves may come to be played
		s.cache.put(cacheKey, r)
	}
	return r, err
}

// playLook fills in r by more and more games, and shows what it has so far.
func playLook(ctx context.Context, m view.Measurer, l look, r *view.PageData, show func(progress string) error) error {
	if v := m.NewProfile(l.player); l.tab == "whom" && v.Evidence != nil { // it is there before anything is played
		r.Players = []*report.Profile{v}
		if err := show("The evidence of its run. Games are being played for the rest."); err != nil {
			return err
		}
	}
	g, why := l.player.Game, l.tab == "why"
	if why && g.UserBot != nil { // its gains were measured at the end of its run
		v, err := measure(ctx, m, l, true)
		r.Players = []*report.Profile{v}
		return err
	}
	for i, part := range lookParts {
		finer := m.Coarse(g, part)
		if i > 0 && part > 1 && finer == m.Coarse(g, lookParts[i-1]) {
			continue
		}
		v, err := measure(ctx, finer, l, part == 1)
		if err != nil {
			return err
		}
		r.Players = []*report.Profile{v}
		if part > 1 {
			err = show(fmt.Sprintf("First figures, of one game in %s. The others are being played: the intervals shrink while you look.",
				report.Count(m.DealCount(g, why)/finer.DealCount(g, why))))
		}
		if err != nil {
			return err
		}
	}
	if l.tab == "whom" {
		return addOpponents(ctx, m, l.player, r, show)
	}
	if !why || len(r.Players[0].GroupAblation) == 0 {
		return nil
	}
	if err := show("The figures are complete. What the genes change is being counted."); err != nil {
		return err
	}
	return m.ExplainCuts(ctx, l.player, r.Players[0])
}

// withGenes adds the table of genes and the links to the games of decisions, which the cache doesn't keep, since no
// games are played for them.
func withGenes(r *view.PageData, l look) *view.PageData {
	if l.tab != "why" || l.player.Genes == nil {
		return r
	}
	v := *r.Players[0]
	v.Genes = report.Genes(l.player.Game.Schema, l.player.Genes)
	if v.Curves != nil {
		v.Curves = v.Curves.Bound(l.player.Game.Schema)
	}
	v.GroupAblation = slices.Clone(v.GroupAblation)
	for i, c := range v.GroupAblation {
		if c.Decision == nil {
			continue
		}
		d := *c.Decision
		d.Link = "/game?" + query("of", l.word) + "&" + query("of", v.Game+":"+d.Opponent, "seed", fmt.Sprint(d.Deal), "seating", fmt.Sprint(d.Seating))
		v.GroupAblation[i].Decision = &d
	}
	return &view.PageData{Players: []*report.Profile{&v}}
}

// addOpponents plays what stands below the figures of a player: a tournament, and the strangers.
func addOpponents(ctx context.Context, m view.Measurer, p *player.Player, r *view.PageData, show func(string) error) (err error) {
	if m.Rounds > 0 && p.Genes != nil {
		if err := show("The figures are complete. A tournament is being played."); err != nil {
			return err
		}
		if r.Tournament, err = m.Tournament(ctx, []*player.Player{p}, p.Game); err != nil {
			return err
		}
	}
	if p.Game.Strangers == nil {
		return nil
	}
	if err := show("The strangers that win most of it are being looked for."); err != nil {
		return err
	}
	return m.AddStrangers(ctx, p, r.Players[0])
}

// level is a part of a player's page that replaces the one before; Progress says what is still being played, empty in
// the last.
type level struct {
	*view.PageData
	Tab      string
	Progress string
}

// measure plays for a look. What others do comes with the last one, since they are many.
func measure(ctx context.Context, m view.Measurer, l look, last bool) (*report.Profile, error) {
	if l.tab == "why" {
		v := m.NewProfile(l.player)
		err := m.AddCuts(ctx, l.player, v)
		v.Genes = nil
		return v, err
	}
	v, err := m.Behaviour(ctx, l.player)
	if err == nil && l.tab == "what" && last {
		err = m.AddBeside(ctx, v, l.others, l.called)
	}
	return v, err
}
