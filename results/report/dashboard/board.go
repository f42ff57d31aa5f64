package dashboard

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// listing is the first page: a leaderboard of each game.
type listing struct {
	Store   string
	Swarm   bool
	Trouble *trouble
	Boards  []board
	Runs    int
	More    int // runs that are not listed
	Only    string
	Names   []string // of all games
	Games   []*game.Game
	Secret  string   // of the form that begins a run; empty where pages only read
	Files   []string // that it offers
}

// board is the leaderboard of a game. Exploiters play against one champion alone, so that they
// have no rank.
type board struct {
	Game       string
	Title      string
	Scale      engine.Scale
	Rows       []listed
	Exploiters []listed
}

// listed is a row: a run or a champion, or the runs of equal settings with several seeds.
type listed struct {
	*view.Band
	Link  string
	Spark template.HTML // of its mean fitness
	Seeds []listed      // by their seeds, where there are several
}

type named struct{ Name, Game string }

// mostListed is how many runs are listed, the latest first.
const mostListed = 100

func (s *Server) index(w http.ResponseWriter, r *http.Request) error {
	l := listing{Store: s.Finder.Store, Swarm: s.Swarm != nil, Only: r.URL.Query().Get("game"), Games: s.Finder.Games}
	if s.Control != nil {
		l.Secret, l.Files = s.secret, s.Control.Files()
	}
	status := http.StatusOK
	rows, attacks, err := s.rows(&l)
	if err != nil {
		t := explain(err, s.Finder.Store)
		l.Trouble, status = &t, http.StatusServiceUnavailable
	}
	for _, g := range s.Finder.Games {
		for _, f := range g.Shipped.Champions {
			if p, err := s.Finder.Find(f.Name, g); err == nil {
				rows = append(rows, listed{Band: view.BandOf(p, attacks), Link: "/player?" + query("name", f.Name)})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b listed) int { return cmp.Compare(a.Game, b.Game) })
	for k, x := range rows {
		if k == 0 || rows[k-1].Game != x.Game {
			l.Names = append(l.Names, x.Game)
		}
		if l.Only != "" && x.Game != l.Only {
			continue
		}
		if n := len(l.Boards); n == 0 || l.Boards[n-1].Game != x.Game {
			l.Boards = append(l.Boards, boardOf(rows[k:]))
		}
	}
	return s.show(w, status, "index", "Leaderboard", l)
}

// boardOf takes the rows of the game of the first.
func boardOf(rows []listed) board {
	b := board{Game: rows[0].Game, Title: rows[0].Title, Scale: rows[0].Scale}
	var all []listed
	for _, x := range rows {
		switch {
		case x.Game != rows[0].Game:
		case x.Target != "":
			b.Exploiters = append(b.Exploiters, x)
		default:
			all = append(all, x)
		}
	}
	b.Rows = repeated(all)
	for _, list := range [][]listed{b.Rows, b.Exploiters} {
		slices.SortStableFunc(list, func(a, b listed) int { return cmp.Compare(b.points(), a.points()) })
	}
	return b
}

// repeated makes one row of runs that differ in nothing but their seeds.
func repeated(rows []listed) (out []listed) {
	at := map[string]int{} // by settings
	for _, x := range rows {
		var settings []string
		for line := range strings.Lines(x.Config) {
			if !strings.HasPrefix(line, "seed:") {
				settings = append(settings, line)
			}
		}
		key := strings.Join(settings, "")
		k, ok := at[key]
		if !x.Run || x.Evidence == nil || !ok {
			if x.Run && x.Evidence != nil {
				at[key] = len(out)
			}
			out = append(out, x)
			continue
		}
		if len(out[k].Seeds) == 0 {
			out[k].Seeds = []listed{out[k]}
		}
		out[k].Seeds = append(out[k].Seeds, x)
		slices.SortStableFunc(out[k].Seeds, func(a, b listed) int { return cmp.Compare(a.Seed, b.Seed) })
	}
	return out
}

// Called names a row: several seeds by what their runs' names have in common.
func (l listed) Called() string {
	if len(l.Seeds) == 0 {
		return l.Name
	}
	return strings.TrimSuffix(l.Name, fmt.Sprintf("-%d", l.Seed))
}

// each lists the figures of a row that it has: a run's one, or one of each seed.
func (l listed) each(of func(*champion.Evidence) *stats.Summary) (out []stats.Summary) {
	rows := l.Seeds
	if len(rows) == 0 {
		rows = []listed{l}
	}
	for _, x := range rows {
		if x.Evidence == nil {
			continue
		}
		if s := of(x.Evidence); s != nil {
			out = append(out, *s)
		}
	}
	return out
}

func mean(all []stats.Summary) (m float64) {
	for _, x := range all {
		m += x.Mean / float64(len(all))
	}
	return m
}

func field(e *champion.Evidence) *stats.Summary { return &e.Field }

// points are those that a row is sorted by; those without evidence come last.
func (l listed) points() float64 {
	if all := l.each(field); len(all) > 0 {
		return mean(all)
	}
	return math.Inf(-1)
}

// Points, Strangers and Held are cells: the mean of all seeds.
func (l listed) Points() string { return l.cell(field) }

func (l listed) Strangers() string {
	return l.cell(func(e *champion.Evidence) *stats.Summary {
		if e.Strangers == nil {
			return nil
		}
		return &e.Strangers.Summary
	})
}

func (l listed) Held() string {
	return l.cell(func(e *champion.Evidence) *stats.Summary { return e.Unseen })
}

func (l listed) cell(of func(*champion.Evidence) *stats.Summary) string {
	if all := l.each(of); len(all) > 0 {
		return l.Scale.Show(mean(all))
	}
	return ""
}

// Exploited is what the strongest known exploiter wins, of any seed.
func (l listed) Exploited() string {
	most := l.Exploiter
	for _, x := range l.Seeds {
		if most == nil || x.Exploiter != nil && x.Exploiter.Share > most.Share {
			most = x.Exploiter
		}
	}
	if most == nil {
		return ""
	}
	return l.Scale.Show(most.Share)
}

// Spread is half the interval of a run's points, or their range where there are several seeds.
func (l listed) Spread() string {
	all := l.each(field)
	if len(all) < 2 {
		return "± " + l.Scale.Show(l.Evidence.Field.Half())
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range all {
		low, high = min(low, x.Mean), max(high, x.Mean)
	}
	return l.Scale.Span(low, high)
}

// rows reads the runs of the store.
func (s *Server) rows(l *listing) (out []listed, attacks []view.Attack, err error) {
	st, err := lineage.OpenReadOnly(s.Finder.Store)
	if err != nil {
		return nil, nil, err
	}
	defer st.Close()
	rows, err := st.Runs()
	if err != nil {
		return nil, nil, err
	}
	slices.Reverse(rows)
	if len(rows) > mostListed {
		rows, l.More = rows[:mostListed], len(rows)-mostListed
	}
	l.Runs, attacks = len(rows), view.Attacks(st, s.Finder)
	for _, row := range rows {
		x := listed{Link: "/run?" + query("name", row.Name)}
		means, err := st.Sketch(row.Name, 60)
		if err != nil {
			return nil, nil, err
		}
		x.Spark = template.HTML(figure.Spark(means))
		if row.State == lineage.Running {
			g, _ := s.Finder.GameOf(row)
			_, x.Band, err = s.follow(st, g, row, attacks)
		} else if x.Band, err = view.BandOfRun(st, s.Finder, row, attacks); err == nil {
			err = x.Time(st)
		}
		if err != nil {
			return nil, nil, err
		}
		out = append(out, x)
	}
	return out, attacks, nil
}
