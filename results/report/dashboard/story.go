package dashboard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

// story is the page of a run or of a player: its band, and one of five questions.
type story struct {
	page.Section
	access
	Band     *view.Band
	Word     string
	Tab      string
	Tabs     []tab
	Beside   string
	Others   []string
	Live     bool
	Playable bool
	Measured bool   // the panel is played for, and comes bit by bit
	Problem  string // why its genes can not be shown
	Archived bool
}

// tab is a question, with the address of its answer.
type tab struct{ Name, Question, Link string }

// questions are the tabs. Those of a run alone are its own, the others of its champion.
var questions = []struct {
	name, question string
	run            bool
}{
	{"better", "Is it getting better?", true},
	{tried, "What was tried?", true},
	{"whom", "Whom does it beat?", false},
	{"what", "What does it do?", false},
	{"why", "Why does it win?", false},
	{"where", "Where does it come from?", true},
}

// tried is the tab of runs of programs, of which no game counts what they do.
const tried = "tried"

// tabs links the questions that have an answer.
func (t *story) tabs(player bool) {
	programs := t.Run != nil && t.Run.Trials != nil
	for _, q := range questions {
		path := "/player?"
		if q.run {
			path = "/run?"
		}
		if q.name == tried && !programs || q.name == "what" && programs {
			continue
		}
		if q.run && t.Band.Run || !q.run && player {
			t.Tabs = append(t.Tabs, tab{q.name, q.question, path + query("name", t.Word, "tab", q.name)})
		}
	}
}

// run is the page of a run: what is read from the store.
func (s *Server) run(w http.ResponseWriter, r *http.Request) error {
	name := r.URL.Query().Get("name")
	st, row, err := s.open(r.Context(), name)
	if err != nil {
		return err
	}
	defer st.Close()
	t := story{access: s.access(r), Word: name, Tab: "better", Live: row.State == lineage.Running}
	switch r.URL.Query().Get("tab") {
	case "where":
		t.Tab, t.Measured = "where", true
	case tried:
		t.Tab = tried
	}
	g, problem := s.Finder.GameOf(row)
	if t.Run, t.Band, err = s.follow(st, g, row, view.Attacks(st, s.Finder)); err != nil {
		return err
	}
	t.Archived = slices.Contains(t.Run.Tags.Tags, archive)
	t.Person, t.Curves = "/individual?"+query("run", name)+"&id=", curves(r)
	t.tabs(g != nil && t.Run.Generations > 0)
	if t.Playable = g != nil && g.Human != nil; g == nil {
		t.Problem = problem.Error()
	}
	if !t.Measured {
		return s.show(w, http.StatusOK, "story", name, t)
	}
	return s.stream(w, r, "story", site{name, s.Program, t}, func(send func(name string, body any) error) error {
		if g != nil {
			if err := errors.Join(s.traces.descend(st, g, row, t.Run), t.Run.Explain(st, s.Finder, g)); err != nil {
				return err
			}
		}
		return send("ancestors", t.Section)
	})
}

// curves reads from an address how curves are drawn.
func curves(r *http.Request) page.Curves {
	return page.Curves{Axis: r.URL.Query().Get("axis"), Smooth: r.URL.Query().Has("smooth")}
}

// follow reads a run as far as it has come, and its band.
func (s *Server) follow(st *lineage.Store, g *game.Game, row lineage.RunRow, attacks []view.Attack) (*view.Run, *view.Band, error) {
	run, err := s.traces.progress(st, s.Finder, g, row)
	if err != nil {
		return nil, nil, err
	}
	b, err := view.BandOfRun(st, s.Finder, row, attacks)
	if err != nil {
		return nil, nil, err
	}
	b.Follow(run)
	return run, b, nil
}

// known is the band of a word that names a player, and its run if it names one.
func (s *Server) known(word string, p *player.Player) (*view.Run, *view.Band) {
	st, err := s.Finder.OpenStore()
	if err != nil {
		return nil, view.BandOf(p, nil)
	}
	defer st.Close()
	attacks := view.Attacks(st, s.Finder)
	if row, err := st.Run(word); err == nil && (p.File == nil || p.File.Origin.Run == word) {
		if run, b, err := s.follow(st, p.Game, row, attacks); err == nil {
			return run, b
		}
	}
	return nil, view.BandOf(p, attacks)
}

// player is the page of a player: what is played for it. The head comes at once, then
// figures of a few games, then those of more, the last in place of those before.
func (s *Server) player(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p, err := s.find(q.Get("name"))
	if err != nil {
		return err
	}
	t := story{Word: q.Get("name"), Tab: "whom", Beside: q.Get("beside"), Playable: p.Game.Human != nil, Measured: true}
	if slices.Contains([]string{"what", "why"}, q.Get("tab")) {
		t.Tab = q.Get("tab")
	}
	if !slices.Contains([]string{"", view.BesideField, view.BesideParent, view.BesideExploiter}, t.Beside) {
		if _, err := s.find(t.Beside); err != nil {
			return err
		}
	}
	others, called, err := view.Beside(s.Finder, p, t.Beside)
	if err != nil {
		return err
	}
	t.Run, t.Band = s.known(t.Word, p)
	t.Live = t.Run != nil && t.Run.State == lineage.Running
	t.tabs(true)
	t.others(s.Finder, p, others)
	return s.stream(w, r, "story", site{t.Band.Name, s.Program, t}, func(send func(name string, body any) error) error {
		return s.look(r.Context(), look{t.Word, p, others, called, t.Tab}, send)
	})
}

// others lists the players that a player may be shown beside, or meet. Games of programs can
// not be watched.
func (t *story) others(f *player.Finder, p *player.Player, shown []*player.Player) {
	if p.Game.UserBot {
		return
	}
	if t.Tab == "what" {
		t.Others = append([]string{view.BesideField}, view.Relatives(f, p)...)
		if t.Beside == "" && len(shown) > 0 {
			t.Beside = p.Game.Name() + ":" + shown[0].Name
		}
	}
	t.Others = append(t.Others, opponents(p.Game)...)
}

// opponents are the words of a game's own players.
func opponents(g *game.Game) []string {
	words := report.Map(g.BaselineNames(), func(name string) string { return g.Name() + ":" + name })
	return append(words, report.Map(g.Shipped.Champions, func(f game.File) string { return f.Name })...)
}

// stream writes a page whose last part comes bit by bit.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, name string, all site, parts func(send func(name string, body any) error) error) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send := func(name string, body any) error {
		var b bytes.Buffer
		if err := page.Set().ExecuteTemplate(&b, name, body); err != nil {
			return err
		}
		if _, err := w.Write(b.Bytes()); err != nil {
			return err
		}
		_ = http.NewResponseController(w).Flush() // what can not be flushed comes later
		return nil
	}
	if err := send(name, all); err != nil {
		return refusal{http.StatusInternalServerError, err}
	}
	if err := parts(send); err != nil && r.Context().Err() == nil {
		_ = send("trouble", explain(err, s.Finder.Store)) // nobody is left to tell
	}
	_ = send(name+"end", all)
	return nil
}

// look is what is played for a page.
type look struct {
	word   string
	player *player.Player
	others []*player.Player
	called string
	tab    string
}

// The parts of the games of a full look that are played first.
var coarse = []int{1000, 100, 8}

// look sends what was measured of a player: from the cache, or in finer and finer looks.
func (s *Server) look(ctx context.Context, l look, send func(name string, body any) error) error {
	m := s.Measurer
	if l.tab == "why" && l.player.Game.UserBot { // whose gains were measured at the end of its run
		v, err := measure(ctx, m, l, true)
		if err != nil {
			return err
		}
		return send("level", level{withGenes(&view.Report{Players: []*report.Profile{v}}, l), l.tab, ""})
	}
	k := s.key(l)
	if got := s.cache.get(k); got != nil {
		return send("level", level{withGenes(got, l), l.tab, ""})
	}
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return ctx.Err()
	}
	r := &view.Report{}
	tell := func(progress string) error { return send("level", level{r, l.tab, progress}) }
	if f := l.player.File; l.tab == "whom" && f != nil && f.Evidence != nil { // it is there before anything is played
		r.Players = []*report.Profile{m.New(l.player)}
		r.Players[0].Quote(f)
		if err := tell("The evidence of its run. Games are being played for the rest."); err != nil {
			return err
		}
	}
	for i, part := range append(slices.Clone(coarse), 1) {
		finer := m.Coarse(l.player.Game, part)
		if i > 0 && part > 1 && finer == m.Coarse(l.player.Game, coarse[i-1]) {
			continue
		}
		v, err := measure(ctx, finer, l, part == 1)
		if err != nil {
			return err
		}
		r.Players = []*report.Profile{v}
		if part > 1 {
			why := l.tab == "why"
			err = tell(fmt.Sprintf("First figures, of one game in %s. The others are being played: the intervals shrink while you look.", report.Count(m.Games(l.player.Game, why)/finer.Games(l.player.Game, why))))
		}
		if err != nil {
			return err
		}
	}
	if l.tab == "why" && len(r.Players[0].Cuts) > 0 {
		err := tell("The figures are complete. What the genes change is being counted.")
		if err == nil {
			err = m.ExplainCuts(ctx, l.player, r.Players[0])
		}
		if err != nil {
			return err
		}
	}
	if l.tab == "whom" {
		if err := whom(ctx, m, l.player, r, tell); err != nil {
			return err
		}
	}
	s.cache.put(k, r)
	return send("level", level{withGenes(r, l), l.tab, ""})
}

// withGenes adds what is not kept, since nothing is played for it: the longest table of all,
// and links to the games of decisions.
func withGenes(r *view.Report, l look) *view.Report {
	if l.tab != "why" || l.player.Genes == nil {
		return r
	}
	v := *r.Players[0]
	v.Genes = report.Genes(l.player.Game.Schema, l.player.Genes)
	v.Cuts = slices.Clone(v.Cuts)
	for i, c := range v.Cuts {
		if c.Decision == nil {
			continue
		}
		d := *c.Decision
		d.Link = "/game?" + query("of", l.word) + "&" + query("of", v.Game+":"+d.Opponent, "seed", fmt.Sprint(d.Deal), "seating", fmt.Sprint(d.Seating))
		v.Cuts[i].Decision = &d
	}
	return &view.Report{Players: []*report.Profile{&v}}
}

// whom plays what stands below the figures of a player: a tournament, and the strangers.
func whom(ctx context.Context, m view.Measurer, p *player.Player, r *view.Report, tell func(string) error) (err error) {
	if m.Rounds > 0 && p.Genes != nil {
		if err := tell("The figures are complete. A tournament is being played."); err != nil {
			return err
		}
		if r.Tournament, err = m.Tournament(ctx, []*player.Player{p}, p.Game); err != nil {
			return err
		}
	}
	if p.Game.Strangers == nil {
		return nil
	}
	if err := tell("The strangers that win most of it are being looked for."); err != nil {
		return err
	}
	return m.Strangers(ctx, p, r.Players[0])
}

// level is a look at a player; Progress says what is still played, nothing on the last.
type level struct {
	*view.Report
	Tab      string
	Progress string
}

// measure plays for a look. What others do comes with the last one, since they are many.
func measure(ctx context.Context, m view.Measurer, l look, last bool) (*report.Profile, error) {
	if l.tab == "why" {
		v := m.New(l.player)
		err := m.Cut(ctx, l.player, v)
		v.Genes = nil
		return v, err
	}
	v, err := m.Look(ctx, l.player)
	if err == nil && l.tab == "what" && last {
		err = m.Beside(ctx, v, l.others, l.called)
	}
	return v, err
}

// comparison is the page of several runs and champions, or groups of runs.
type comparison struct {
	Sides    []view.Side
	Groups   []*view.Band
	Bands    []*view.Band
	Runs     []*view.Run
	Settings []view.Setting // by side
	Genes    []report.Difference
	Differ   int    // genes
	Compare  string // the command that plays what this page doesn't
	Play     bool

	// What is played, after the rest.
	Match *report.Figure
	Says  []string
	Table *report.Table
}

// mostCompared is how many are compared at once.
const mostCompared = 6

// compare shows several side by side: the settings and genes that differ, the curves over each other, and of two a match. Groups
// of runs are compared on the same deals; one alone shows its runs.
func (s *Server) compare(w http.ResponseWriter, r *http.Request) error {
	words := r.URL.Query()["of"]
	sides, err := view.Sides(s.Finder, words)
	if err != nil {
		return err
	}
	c := comparison{Sides: sides}
	grouped := slices.ContainsFunc(c.Sides, func(s view.Side) bool { return s.Group })
	if n := len(c.Sides); n < 2 && !grouped || n > mostCompared {
		return refusal{http.StatusBadRequest, errors.New("tick two to six of the list to compare them")}
	}
	var ps []*player.Player
	var configs []string
	for _, side := range c.Sides {
		before := len(c.Bands)
		for i, word := range side.Words {
			p, err := s.find(word)
			if err != nil {
				return err
			}
			run, band := s.known(word, p)
			ps, c.Bands = append(ps, p), append(c.Bands, band)
			if p.File != nil && i == 0 {
				configs = append(configs, p.File.Origin.Config)
			}
			if run != nil {
				c.Runs = append(c.Runs, run)
			}
		}
		if own := c.Bands[before:]; side.Group && !slices.ContainsFunc(own, func(b *view.Band) bool { return b.Evidence == nil }) {
			c.Groups = append(c.Groups, view.BandOfGroup(side.Name, own))
		}
	}
	if len(c.Runs) > mostCompared {
		c.Runs = nil // too many curves
	}
	if len(configs) == len(c.Sides) {
		c.Settings = view.Differing(configs)
		if grouped {
			c.Settings = slices.DeleteFunc(c.Settings, func(s view.Setting) bool { return s.Key == "seed" })
		}
	}
	a, alike := ps[0], !slices.ContainsFunc(ps, func(p *player.Player) bool { return p.Game.Name() != ps[0].Game.Name() })
	if len(ps) == 2 && alike && a.Genes != nil && ps[1].Genes != nil {
		all := report.Differences(a.Game.Schema, a.Genes, ps[1].Genes)
		c.Genes, c.Differ = all[:min(mostDifferent, len(all))], len(all)
	}
	if alike && len(c.Sides) > 1 && (grouped || len(ps) == 2) {
		if c.Play = !a.Game.Slow(); !c.Play {
			c.Compare = "compare " + strings.Join(words, " ")
		}
	}
	title := "Side by side"
	if len(c.Sides) == 1 {
		title = c.Sides[0].Name
	}
	return s.stream(w, r, "compare", site{title, s.Program, c}, func(send func(name string, body any) error) (err error) {
		switch {
		case !c.Play:
			return nil
		case !grouped:
			c.Match, err = s.Measurer.HeadToHead(r.Context(), a, ps[1], matchGames)
		default:
			var rows []report.Lead
			if rows, err = s.Measurer.Together(r.Context(), c.Sides, ps); err == nil {
				c.Table, c.Says = report.LeadTable(a.Game, rows), report.Verdicts(rows)
				c.Table.Notes = c.Table.Notes[len(c.Says):]
			}
		}
		if err != nil {
			return err
		}
		return send("played", c)
	})
}

// matchGames is how many two play against each other.
const matchGames = 20_000

// mostDifferent is how many genes are listed.
const mostDifferent = 20
