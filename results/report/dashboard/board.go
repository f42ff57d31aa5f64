package dashboard

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// listing is the first page: a leaderboard of each game.
type listing struct {
	access
	Store    string
	Swarm    bool
	Trouble  *trouble
	Boards   []board
	Runs     int
	More     int // runs that are not listed
	Archived int // runs that were not asked for
	Only     string
	Names    []string // of all games
	Games    []*game.Game
	Files    []string // that the form which begins a run offers
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

// archive is the tag of runs that the leaderboard leaves out.
const archive = "archived"

// mostListed is how many runs are listed, the latest first.
const mostListed = 100

func (s *Server) index(w http.ResponseWriter, r *http.Request) error {
	l := listing{access: s.access(r), Store: s.Finder.Store, Swarm: s.Swarm != nil, Only: r.URL.Query().Get("game"), Games: s.Finder.Games}
	if l.Forms {
		l.Files = s.Control.Files()
	}
	status := http.StatusOK
	rows, attacks, err := s.rows(&l, r.URL.Query().Has("archived"))
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
	slices.SortStableFunc(rows, func(a, b listed) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Title, b.Title), cmp.Compare(b.points(), a.points()))
	})
	for _, x := range repeated(rows) {
		if n := len(l.Names); n == 0 || l.Names[n-1] != x.Game {
			l.Names = append(l.Names, x.Game)
		}
		if l.Only != "" && x.Game != l.Only {
			continue
		}
		if n := len(l.Boards); n == 0 || l.Boards[n-1].Game != x.Game || l.Boards[n-1].Title != x.Title { // contests of programs are several games
			l.Boards = append(l.Boards, board{Game: x.Game, Title: x.Title, Scale: x.Scale})
		}
		b := &l.Boards[len(l.Boards)-1]
		if x.Target == "" {
			b.Rows = append(b.Rows, x)
		} else {
			b.Exploiters = append(b.Exploiters, x)
		}
	}
	return s.show(w, status, "index", "Leaderboard", l)
}

// points are those that a row is sorted by; those without evidence come last.
func (l listed) points() float64 {
	if l.Evidence == nil {
		return math.Inf(-1)
	}
	return l.Evidence.Field.Mean
}

// repeated makes one row of runs that have ended and differ in nothing but their seeds.
func repeated(rows []listed) (out []listed) {
	at := map[string]int{}                       // by game, target and settings
	seed := regexp.MustCompile(`(?m)^seed: .*$`) // which tells repetitions apart
	for _, x := range rows {
		if !x.Run || x.Evidence == nil {
			out = append(out, x)
			continue
		}
		key := fmt.Sprintf("%q %q %s", x.Game, x.Target, seed.ReplaceAllString(x.Config, ""))
		k, ok := at[key]
		if !ok {
			at[key], out = len(out), append(out, x)
			continue
		}
		if len(out[k].Seeds) == 0 {
			out[k].Seeds = []listed{out[k]}
		}
		out[k].Seeds = append(out[k].Seeds, x)
	}
	for k, x := range out {
		if len(x.Seeds) > 0 {
			slices.SortFunc(x.Seeds, func(a, b listed) int { return cmp.Compare(a.Seed, b.Seed) })
			out[k].Band = together(x.Seeds)
		}
	}
	return out
}

// together is a band of several seeds: the means of their figures between the least and the
// most, and the strongest exploiter.
func together(seeds []listed) *view.Band {
	b, e := *seeds[0].Band, champion.Evidence{}
	b.Name = strings.TrimSuffix(b.Name, fmt.Sprintf("-%d", b.Seed))
	pool := func(to *stats.Summary, s stats.Summary, first bool) {
		if first {
			to.Low, to.High = s.Mean, s.Mean
		}
		to.Mean, to.Low, to.High = to.Mean+s.Mean/float64(len(seeds)), min(to.Low, s.Mean), max(to.High, s.Mean)
	}
	for k, x := range seeds {
		pool(&e.Field, x.Evidence.Field, k == 0)
		if s := x.Evidence.Strangers; s != nil {
			e.Strangers = cmp.Or(e.Strangers, &champion.Strangers{})
			pool(&e.Strangers.Summary, s.Summary, k == 0)
		}
		if s := x.Evidence.Unseen; s != nil {
			e.Unseen = cmp.Or(e.Unseen, &stats.Summary{})
			pool(e.Unseen, *s, k == 0)
		}
		if b.Exploiter == nil || x.Exploiter != nil && x.Exploiter.Share > b.Exploiter.Share {
			b.Exploiter = x.Exploiter
		}
	}
	b.Evidence = &e
	return &b
}

// rows reads the runs of the store; archived ones only if they are asked for.
func (s *Server) rows(l *listing, archived bool) (out []listed, attacks []view.Attack, err error) {
	st, err := s.Finder.OpenStore()
	if err != nil {
		return nil, nil, err
	}
	defer st.Close()
	rows, err := st.Runs()
	if err != nil {
		return nil, nil, err
	}
	tags, err := st.Tags()
	if err != nil {
		return nil, nil, err
	}
	slices.Reverse(rows)
	if n := len(rows); !archived {
		rows = slices.DeleteFunc(rows, func(r lineage.RunRow) bool { return slices.Contains(tags[r.Name].Tags, archive) })
		l.Archived = n - len(rows)
	}
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
