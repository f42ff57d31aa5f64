package dashboard

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"bloodline/configs/player"
	"bloodline/internal/disk"
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
	next   *report.Step
}

// lookParts are the parts of the games of a full look, in the order in which they are played.
var lookParts = []int{1000, 100, 8, 1}

// measureLook returns the finest look, from the cache or from games; it sends those before, where they are played.
func (s *Server) measureLook(ctx context.Context, l look, send func(name string, body any) error) (*view.PageData, error) {
	// The key depends on the program, the games of the measurer, and on how every player plays, not on names.
	h := sha256.New()
	fmt.Fprintf(h, "%d %q %+v %q %q\n", keptForm, s.Program, s.Measurer, l.tab, l.called)
	for i, p := range append(l.others[:len(l.others):len(l.others)], l.player) {
		if i < len(l.others) && l.tab != report.What {
			continue
		}
		programs, _ := p.Game.Hashes() // that can't be read play no games
		fmt.Fprintf(h, "%q %q %v %q\n", p.Game.Name(), p.Name, p.Temperature(), programs)
		for _, x := range p.Genes {
			fmt.Fprintf(h, "%x ", math.Float64bits(x))
		}
		file, _ := json.Marshal(p.File) // with the settings of the game, and the evidence that is quoted
		fmt.Fprintf(h, "%s\n", file)
	}
	cacheKey := fmt.Sprintf("%x", h.Sum(nil)[:16])
	if got := s.cache.get(cacheKey); got != nil {
		return got, nil
	}
	r := &view.PageData{}
	show := func(progress string) error { return send("level", level{r, l.tab, progress, l.next}) }
	if v := s.Measurer.NewProfile(l.player); l.tab == report.Whom && v.Evidence != nil { // before anything is played
		r.Players = []*report.Profile{v}
		if err := show("The evidence of its run. Games are being played for the rest."); err != nil {
			return nil, err
		}
	}
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err := playLook(ctx, s.Measurer, l, r, show)
	if err == nil && l.tab == report.Why {
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
	g, why := l.player.Game, l.tab == report.Why
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
	if l.tab == report.Whom {
		var err error
		if m.Rounds > 0 && l.player.Genes != nil {
			if err := show("The figures are complete. A tournament is being played."); err != nil {
				return err
			}
			if r.Tournament, err = m.Tournament(ctx, []*player.Player{l.player}, l.player.Game); err != nil {
				return err
			}
		}
		if l.player.Game.Strangers == nil {
			return nil
		}
		if err := show("The strangers that win most of it are being looked for."); err != nil {
			return err
		}
		return m.AddStrangers(ctx, l.player, r.Players[0])
	}
	if !why || len(r.Players[0].GroupAblation) == 0 {
		return nil
	}
	if err := show("The figures are complete. What the genes change is being counted."); err != nil {
		return err
	}
	return m.ExplainCuts(ctx, l.player, r.Players[0])
}

// withGenes adds the table of genes and the links to games of decisions: they need no games, so the cache lacks them.
func withGenes(r *view.PageData, l look) *view.PageData {
	if l.tab != report.Why || l.player.Genes == nil {
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

// level replaces a part of a player's page; Progress says what is still being played, empty in the last.
type level struct {
	*view.PageData
	Tab, Progress string
	Next          *report.Step
}

// measure plays for a look. What others do comes with the last one, since they are many.
func measure(ctx context.Context, m view.Measurer, l look, last bool) (*report.Profile, error) {
	if l.tab == report.Why {
		v := m.NewProfile(l.player)
		err := m.AddCuts(ctx, l.player, v)
		v.Genes = nil
		return v, err
	}
	v, err := m.Behaviour(ctx, l.player)
	if err == nil && l.tab == report.What && last {
		err = m.AddBeside(ctx, v, l.others, l.called)
	}
	return v, err
}

// cache keeps the results of games, by all that they depend on: in memory, and in a folder of the user's own, so that a
// page that was seen once comes at once. It is not beside the store, which may come from elsewhere with false figures.
type cache struct {
	folder string // "" is none
	mu     sync.Mutex
	kept   map[string]*view.PageData
}

const (
	mostKept = 64 // in memory
	keptForm = 5  // of the reports; another form of view.PageData is another number
	largest  = 16 << 20
)

func (c *cache) path(key string) string { return filepath.Join(c.folder, key+".json") }

func (c *cache) get(key string) *view.PageData {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.kept[key]; r != nil {
		return r
	}
	if c.folder == "" {
		return nil
	}
	r := &view.PageData{}
	data, err := disk.Read(c.path(key), largest)
	if err != nil || json.Unmarshal(data, r) != nil || len(r.Players) == 0 {
		return nil // none, or damaged: it is played again
	}
	c.keep(key, r)
	return r
}

func (c *cache) keep(key string, r *view.PageData) {
	if c.kept == nil || len(c.kept) >= mostKept {
		c.kept = map[string]*view.PageData{}
	}
	c.kept[key] = r
}

// put keeps a report. A folder that can not be written keeps it in memory alone.
func (c *cache) put(key string, r *view.PageData) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(key, r)
	data, err := json.Marshal(r)
	if err != nil || c.folder == "" || os.MkdirAll(c.folder, 0o700) != nil {
		return
	}
	_ = disk.Write(c.path(key), data, disk.Any)
}
