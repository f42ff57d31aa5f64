package dashboard

import (
	"io/fs"
	"net/http"
	"strings"

	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// find finds a player by a word of an address: a run or an individual of one, a champion that comes with the program,
// or a baseline. Words that would read a file are refused.
func (s *Server) find(word string) (*player.Player, error) {
	if word == "" || strings.HasSuffix(word, ".json") || !fs.ValidPath(word) || strings.Contains(word, "\\") || strings.HasPrefix(word, "exec:") {
		return nil, setting.Usagef("there is no player %q", word)
	}
	return s.Finder.Find(word, nil)
}

// individualPage is the page of an ancestor.
type individualPage struct {
	Run      string
	Info     engine.Info // of the game
	Life     store.MeasuredIndividual
	Parents  []report.GenomeDiff // from each to it
	Champion string
	Match    *champion.OpponentFigure // against the champion
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
	if v.Champion, err = st.LastChampion(run); err == nil && v.Champion != id {
		var champion *player.Player
		if champion, err = s.Finder.Find(run+"/"+v.Champion, g); err == nil {
			v.Match, err = s.Measurer.HeadToHead(r.Context(), &player.Player{Name: id, Game: g, Genes: v.Life.Genes}, champion, matchGames)
		}
	}
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "individual", run+"/"+id, v)
}
