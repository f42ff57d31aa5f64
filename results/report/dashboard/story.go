package dashboard

import (
	"cmp"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/setting"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

// story is the page of a run or of a player: its band, and one of five questions.
type story struct {
	page.Section
	access
	Band      *view.Band
	Word, Tab string
	Tabs      []tab
	Beside    string
	Others    []string
	Measured  bool   // the panel is played for, and comes bit by bit
	Problem   string // why its genes can't be shown

	Live, Playable, Archived bool
	Playing                  bool
	Failed                   error // why curves were not played
}

type tab struct{ Name, Question, Link string }

// questions are the tabs, with the page of their answers: that of a run, or of its champion.
var questions = []tab{
	{report.Better, "Is it getting better?", "/run?"},
	{report.Tried, "What was tried?", "/run?"},
	{report.Whom, "Whom does it beat?", "/player?"},
	{report.What, "What does it do?", "/player?"},
	{report.Why, "Why does it win?", "/player?"},
	{report.Where, "Where does it come from?", "/run?"},
}

// tabs links the questions that have an answer: of a run, whose game may not be known, or of a player. The one that is
// shown is the one asked for, if one of these pages has its answer, else their first.
func (t *story) tabs(g *game.Game, genes bool, pages, asked string) {
	played := g != nil && (!t.Band.Run || t.Run.Generations > 0)
	has := map[string]bool{
		report.Better: t.Band.Run, report.Tried: t.Run != nil && t.Run.Trials != nil, report.Whom: played,
		report.What: played && g.Portrait != nil, report.Why: played && genes, report.Where: played && t.Band.Run,
	}
	for _, q := range questions {
		if !has[q.Name] {
			continue
		}
		if q.Link == pages && (t.Tab == "" || q.Name == asked) {
			t.Tab = q.Name
		}
		switch {
		case q.Name == report.Whom && t.Run != nil && t.Run.Alone:
			q.Question = "What does it score?"
		case q.Name == report.Better && t.Run != nil && t.Run.Player != nil:
			q.Question = "What came out?"
		}
		q.Link += query("name", t.Word, "tab", q.Name)
		t.Tabs = append(t.Tabs, q)
	}
}

// run is the page of a run, for which no games are played.
func (s *Server) run(w http.ResponseWriter, r *http.Request) error {
	name := r.URL.Query().Get("name")
	st, row, err := s.openRun(r.Context(), name)
	if err != nil {
		return err
	}
	defer st.Close()
	t := story{access: s.access(r), Word: name, Live: row.State == store.Running}
	g, problem := s.Finder.GameOf(row)
	exploits, err1 := view.ExploitRuns(st, s.Finder)
	run, err2 := s.traces.readRun(st, s.Finder, row, exploits)
	if err := cmp.Or(err1, err2); err != nil {
		return err
	}
	t.Run, t.Band = run, &run.Band
	t.Archived = slices.Contains(t.Run.Tags.Tags, archive)
	t.Section = s.section(r, t.Run)
	t.tabs(g, true, "/run?", r.URL.Query().Get("tab"))
	t.Measured = t.Tab == report.Where
	if s.Control != nil {
		t.Playing, t.Failed = s.Control.Playing(name)
	}
	if t.Playable = g != nil && g.Human != nil; g == nil {
		t.Problem = problem.Error()
	}
	if !t.Measured {
		return s.show(w, http.StatusOK, "story", name, t)
	}
	return s.stream(w, r, "story", site{name, s.Program, t}, func(send func(name string, body any) error) error {
		if err := s.traces.addDescent(st, row, t.Run); err != nil {
			return err
		}
		return send("ancestors", t.Section)
	})
}

// section is that of a run; the address says how its curves are drawn.
func (s *Server) section(r *http.Request, run *view.RunData) page.Section {
	q := r.URL.Query()
	curves := page.CurveOptions{Axis: q.Get("axis"), Smooth: q.Has("smooth")}
	var p *player.Player
	if run.State != store.Running && run.Generations > 0 {
		p, _ = s.Finder.Find(run.Name, nil) // the page says elsewhere what is wrong with it
	}
	steps := view.NextOf(s.Finder, run.Name, p, run).Steps(s.access(r).Call)
	return page.Section{Run: run, AncestorURL: "/individual?" + query("run", run.Name) + "&id=", Curves: curves, Steps: steps}
}

// findBand returns the band of a word that names a player, and its run if it names one.
func (s *Server) findBand(word string, p *player.Player) (*view.RunData, *view.Band) {
	st, err := s.Finder.OpenStore()
	if err != nil {
		return nil, view.BandOf(p, nil)
	}
	defer st.Close()
	exploits, _ := view.ExploitRuns(st, s.Finder) // the run's own page reports damage
	if row, err := st.Run(word); err == nil && (p.File == nil || p.File.Origin.Run == word) {
		if run, err := s.traces.readRun(st, s.Finder, row, exploits); err == nil {
			return run, &run.Band
		}
	}
	return nil, view.BandOf(p, exploits)
}

// player is the page of a player: its head at once, then figures of a few games, replaced by those of more.
func (s *Server) player(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p, err := s.find(q.Get("name"))
	if err != nil {
		return err
	}
	t := story{access: s.access(r), Word: q.Get("name"), Beside: q.Get("beside"), Playable: p.Game.Human != nil, Measured: true}
	if !slices.Contains([]string{"", view.BesideField, view.BesideParent, view.BesideExploiter}, t.Beside) {
		if _, err := s.find(t.Beside); err != nil {
			return err
		}
	}
	others, called, err := view.FindBeside(s.Finder, p, t.Beside)
	if err != nil {
		return err
	}
	t.Run, t.Band = s.findBand(t.Word, p)
	t.Live = t.Run != nil && t.Run.State == store.Running
	t.tabs(p.Game, p.Genes != nil, "/player?", q.Get("tab"))
	t.Steps = view.NextOf(s.Finder, t.Word, p, t.Run).Steps(t.Call)
	t.others(s.Finder, p, others)
	return s.stream(w, r, "story", site{t.Band.Name, s.Program, t}, func(send func(name string, body any) error) error {
		l := look{t.Word, p, others, called, t.Tab, t.Steps.Under(t.Tab)}
		measured, err := s.measureLook(r.Context(), l, send)
		if err != nil {
			return err
		}
		return send("level", level{withGenes(measured, l), l.tab, "", l.next})
	})
}

// others lists the players that a player may be shown beside, or meet. Games of programs can not be watched.
func (t *story) others(f *player.Finder, p *player.Player, shown []*player.Player) {
	if p.Game.UserBot != nil {
		return
	}
	if t.Tab == report.What {
		t.Others = append([]string{view.BesideField}, view.Relatives(f, p)...)
		if t.Beside == "" && len(shown) > 0 {
			t.Beside = p.Game.Name() + ":" + shown[0].Name
		}
	}
	t.Others = append(t.Others, opponents(p.Game)...)
}

func opponents(g *game.Game) []string {
	words := report.Map(g.BaselineNames(), func(name string) string { return g.Name() + ":" + name })
	return append(words, report.Map(g.Shipped.Champions, func(f game.File) string { return f.Name })...)
}

// find finds a player by a word of an address: a run, an individual, a shipped champion or a baseline, never a file.
func (s *Server) find(word string) (*player.Player, error) {
	if word == "" || strings.HasSuffix(word, ".json") || !fs.ValidPath(word) || strings.Contains(word, "\\") || strings.HasPrefix(word, "exec:") {
		return nil, setting.Usagef("there is no player %q", word)
	}
	return s.Finder.Find(word, nil)
}

type individualPage struct {
	Run      string
	Info     engine.Info // of the game
	Life     store.MeasuredIndividual
	Parents  []report.GenomeDiff // from each to it
	Champion string
	Play     bool                     // a match against the champion, which comes last
	Match    *champion.OpponentFigure // its figure
}

func (s *Server) individual(w http.ResponseWriter, r *http.Request) error {
	const mostParents = 4 // how many parents an ancestor is compared with, gene by gene
	run, id := r.URL.Query().Get("run"), r.URL.Query().Get("id")
	st, row, err := s.openRun(r.Context(), run)
	if err != nil {
		return err
	}
	defer st.Close()
	g, err := s.Finder.GameOf(row)
	if err != nil {
		return err
	}
	v := &individualPage{Run: run, Info: g.Info()}
	if v.Life, err = st.Individual(run, id); err != nil {
		return err
	}
	for _, one := range v.Life.Parents[:min(mostParents, len(v.Life.Parents))] {
		p, err := st.Individual(run, one)
		if err != nil {
			return err
		}
		v.Parents = append(v.Parents, report.GenomeDiff{A: one, B: id, Genes: report.Differences(g.Schema, p.Genes, v.Life.Genes)})
	}
	var champion *player.Player
	if v.Champion, err = st.LastChampion(run); err == nil && v.Champion != id {
		champion, err = s.Finder.Find(run+"/"+v.Champion, g)
	}
	if err != nil {
		return err
	}
	own := &player.Player{Name: id, Game: g, Genes: v.Life.Genes}
	v.Play = champion != nil && !g.Slow() && g.Info().Seats == 2 && g.Info().Meets()
	return s.stream(w, r, "individual", site{run + "/" + id, s.Program, v}, func(send func(name string, body any) error) error {
		if !v.Play {
			return nil
		}
		v.Match, err = s.Measurer.HeadToHead(r.Context(), own, champion, matchGames)
		if err != nil {
			return err
		}
		return send("match", v)
	})
}
