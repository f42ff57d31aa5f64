package dashboard

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"bloodline/evolve/lineage"
	"bloodline/results"
	"bloodline/results/player"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// find finds a player by a word of an address: a run or an individual of one, a
// champion that comes with the program, or a baseline. Words that would read a file
// find nobody.
func (s *Server) find(word string) (*player.Player, error) {
	if word == "" || strings.HasSuffix(word, ".json") || !filepath.IsLocal(word) || strings.Contains(word, "\\") || strings.HasPrefix(word, "exec:") {
		return nil, results.Usage("there is no player %q", word)
	}
	return s.Finder.Find(word, nil)
}

// players keeps what was played, since it takes seconds.
type players struct {
	mu   sync.Mutex
	busy chan struct{} // one plays at a time
	kept map[string]*view.Report
}

const mostPlayers = 32

// key tells players apart by what they play, not by what they are called: the champion
// of a run that breeds changes.
func key(ps ...*player.Player) string {
	h := fnv.New64a()
	for _, p := range ps {
		fmt.Fprintf(h, "%q %q %v\n", p.Game.Name(), p.Name, p.Genes)
		for _, x := range p.Genes {
			fmt.Fprintf(h, "%x ", math.Float64bits(x))
		}
	}
	return fmt.Sprintf("%x", h.Sum64())
}

func (s *Server) look(ctx context.Context, p *player.Player, others []*player.Player, called string) (*view.Report, error) {
	k := key(append([]*player.Player{p}, others...)...) + called
	s.players.mu.Lock()
	found := s.players.kept[k]
	s.players.mu.Unlock()
	if found != nil {
		return found, nil
	}
	select {
	case s.players.busy <- struct{}{}:
		defer func() { <-s.players.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	v, err := s.Measurer.Player(ctx, p, others, called)
	if err != nil {
		return nil, err
	}
	r := &view.Report{Players: []*view.Player{v}}
	if s.Measurer.Rounds > 0 && p.Genes != nil {
		if r.Tournament, err = s.Measurer.Tournament(ctx, []*player.Player{p}, p.Game); err != nil {
			return nil, err
		}
	}
	s.players.mu.Lock()
	defer s.players.mu.Unlock()
	if s.players.kept == nil || len(s.players.kept) >= mostPlayers {
		s.players.kept = map[string]*view.Report{}
	}
	s.players.kept[k] = r
	return r, nil
}

// playerPage is the page of a player.
type playerPage struct {
	*view.Report
	Word     string
	Beside   string
	Others   []string
	Playable bool
}

func (s *Server) player(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p, err := s.find(q.Get("name"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	beside := q.Get("beside")
	if !slices.Contains([]string{"", view.BesideField, view.BesideParent, view.BesideExploiter}, beside) {
		if _, err := s.find(beside); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	others, called, err := view.Beside(s.Finder, p, beside)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	got, err := s.look(r.Context(), p, others, called)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	v := playerPage{Report: got, Word: q.Get("name"), Beside: beside, Playable: p.Game.Human != nil}
	if beside == "" && len(others) > 0 {
		v.Beside = p.Game.Name() + ":" + others[0].Name
	}
	v.Others = append([]string{view.BesideField}, view.Relatives(s.Finder, p)...)
	for _, b := range p.Game.Baselines {
		v.Others = append(v.Others, p.Game.Name()+":"+b.Name)
	}
	for _, f := range p.Game.Champions {
		v.Others = append(v.Others, f.Name)
	}
	s.show(w, http.StatusOK, "playerpage", p.Name, v)
}

// person is the page of an ancestor.
type person struct {
	Run      string
	Game     string
	Scale    view.Scale
	Life     lineage.Life
	Parents  []parent
	Champion string
	Match    *view.Figure // against the champion
}

type parent struct {
	ID      string
	Changes []view.Change
	Differ  int
}

// mostParents is how many parents an ancestor is compared with, gene by gene.
const mostParents = 4

func (s *Server) individual(w http.ResponseWriter, r *http.Request) {
	run, id := r.URL.Query().Get("run"), r.URL.Query().Get("id")
	v, err := s.person(r.Context(), run, id)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, http.StatusOK, "individual", run+"/"+id, v)
}

func (s *Server) person(ctx context.Context, run, id string) (*person, error) {
	st, row, err := s.open(run)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	g, err := s.Finder.GameOf(row)
	if err != nil {
		return nil, err
	}
	v := &person{Run: run, Game: g.Info().Title, Scale: report.PointsOf(g.Info())}
	if v.Life, err = st.Individual(run, id); err != nil {
		return nil, err
	}
	for _, one := range v.Life.Parents[:min(mostParents, len(v.Life.Parents))] {
		p, err := st.Individual(run, one)
		if err != nil {
			return nil, err
		}
		all := view.Changes(g.Schema, p.Genes, v.Life.Genes, len(g.Schema.Genes))
		v.Parents = append(v.Parents, parent{one, all[:min(12, len(all))], len(all)})
	}
	if v.Champion, err = st.LastChampion(run); err != nil || v.Champion == id {
		return v, err
	}
	mine, champion := &player.Player{Name: id, Game: g, Genes: v.Life.Genes}, (*player.Player)(nil)
	if life, err := st.Individual(run, v.Champion); err != nil {
		return nil, err
	} else {
		champion = &player.Player{Name: v.Champion, Game: g, Genes: life.Genes}
	}
	v.Match, err = s.Measurer.HeadToHead(ctx, mine, champion, 20_000)
	return v, err
}
