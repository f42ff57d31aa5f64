package dashboard

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"strconv"

	"bloodline/arena/game"
	"bloodline/evolve/store"
	"bloodline/evolve/store/door"
	"bloodline/internal/setting"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// listing is the first page: a leaderboard of each game.
type listing struct {
	access
	Store   string
	Swarm   bool
	Trouble *trouble
	Own     []ownFile // run files of the folder that is served
	Ladders []*report.LadderPage
	Boards  []board
	Shipped []board // games of which the store has no run, where there are others
	Only    string
	Names   []string // of all games
	Games   []*game.Game
	Files   []string // that the form which begins a run offers
	listed
}

// listed is what the leaderboard reads from a store.
type listed struct {
	Runs     int
	More     int // runs that are not listed
	Archived int // archived runs that are not listed
	groups   report.SeedGroups
	rows     []boardRow
	exploits []view.ExploitRun
	stamp    string // of the store's files when they were read; empty while they may change
}

// board is the leaderboard of a game. Exploiters play against one champion alone, so that they have no rank.
type board struct {
	*view.Band // of one of the rows, which have game, title and unit in common
	Rows       []boardRow
	Exploiters []boardRow
}

// Any reports whether a row has something in a column.
func (b board) Any(column string) bool {
	return slices.ContainsFunc(b.Rows, func(x boardRow) bool {
		switch column {
		case "strangers":
			return x.Evidence != nil && x.Evidence.Strangers != nil
		case "held out":
			return x.Evidence != nil && x.Evidence.HoldoutMean != nil
		case "exploiter":
			return x.Exploiter != nil
		}
		return x.Run || x.Means != nil || x.Seeds != nil
	})
}

// boardRow is a row: a run or a champion, or a group of runs.
type boardRow struct {
	*view.Band
	Link  string
	Means []float64  // fitness by generation
	Seeds []boardRow // the runs of a group, by their seeds
}

type namedPlayer struct{ Name, Game string }

const archive = "archived" // the tag of runs that the leaderboard leaves out

const mostListed = 100 // how many runs are listed, the latest first

func (s *Server) index(w http.ResponseWriter, r *http.Request) error {
	l := listing{access: s.access(r), Store: s.Finder.Store, Swarm: s.Swarm != nil, Only: r.URL.Query().Get("game"), Games: s.Finder.Games}
	if l.Forms {
		l.Files = s.Control.Files()
	}
	status := http.StatusOK
	archived := r.URL.Query().Has("archived")
	read, err, _ := s.listing.Do(strconv.FormatBool(archived), func() (any, error) { return s.read(archived) })
	if err != nil {
		t := s.explain(err)
		t.Command = "" // the page lists what can be bred
		l.Trouble, status = &t, http.StatusServiceUnavailable
	} else {
		l.listed = *read.(*listed)
	}
	if s.Ladders != nil && l.Trouble == nil {
		seat, _ := strconv.Atoi(r.URL.Query().Get("seat"))
		if l.Ladders, err = s.Ladders(r.URL.Query().Get("map"), seat); err != nil {
			return err
		}
	}
	rows := slices.Clone(l.rows)
	for _, g := range s.Finder.Games {
		for _, f := range g.Shipped.Champions {
			if p, err := s.Finder.Find(f.Name, g); err == nil {
				rows = append(rows, boardRow{Band: view.BandOf(p, l.exploits), Link: "/player?" + query("name", f.Name)})
			}
		}
	}
	rows = mergeGroups(rows, l.groups)
	slices.SortStableFunc(rows, func(a, b boardRow) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Title, b.Title), cmp.Compare(a.Scale.Unit, b.Scale.Unit), cmp.Compare(b.points(), a.points()))
	})
	for _, x := range rows {
		if n := len(l.Names); n == 0 || l.Names[n-1] != x.Game {
			l.Names = append(l.Names, x.Game)
		}
		if l.Only != "" && x.Game != l.Only {
			continue
		}
		n := len(l.Boards) // contests of programs are several games, also those of a folder: by wins and by scores
		if n == 0 || l.Boards[n-1].Game != x.Game || l.Boards[n-1].Title != x.Title || l.Boards[n-1].Scale.Unit != x.Scale.Unit {
			l.Boards = append(l.Boards, board{Band: x.Band})
		}
		b := &l.Boards[len(l.Boards)-1]
		if x.Target == "" {
			b.Rows = append(b.Rows, x)
		} else {
			b.Exploiters = append(b.Exploiters, x)
		}
	}
	if s.Folder != "" {
		l.addOwn(s.Folder, s.Finder)
	}
	return s.show(w, status, "index", "Leaderboard", l)
}

// points are what a row is sorted by; a row without evidence comes last.
func (l boardRow) points() float64 {
	if l.Evidence == nil {
		return math.Inf(-1)
	}
	return l.Evidence.Field.Mean
}

// mergeGroups makes one row of all runs of a group.
func mergeGroups(rows []boardRow, groups report.SeedGroups) (out []boardRow) {
	at := map[string]int{} // by the group's name
	for _, x := range rows {
		name := groups.Of(x.Name).Name
		if name == "" || !x.Run || x.Evidence == nil || x.Target != "" {
			out = append(out, x)
			continue
		}
		if _, ok := at[name]; !ok {
			at[name], out = len(out), append(out, x)
		}
		out[at[name]].Seeds = append(out[at[name]].Seeds, x)
	}
	for name, k := range at {
		x := &out[k]
		if len(x.Seeds) == 1 { // the others are archived
			x.Seeds = nil
			continue
		}
		slices.SortFunc(x.Seeds, func(a, b boardRow) int { return cmp.Compare(a.Seed, b.Seed) })
		x.Band = view.BandOfGroup(name, report.Map(x.Seeds, func(l boardRow) *view.Band { return l.Band }))
		x.Link = "/compare?" + query("of", name)
	}
	return out
}

// read reads the runs of the store, unless it is as it was; archived ones only if they are asked for.
func (s *Server) read(archived bool) (*listed, error) {
	l := &listed{stamp: door.Stamp(s.Finder.Store)}
	if kept, ok := s.lists.Load(archived); ok && l.stamp != "" && kept.(*listed).stamp == l.stamp {
		return kept.(*listed), nil
	}
	st, err := s.Finder.OpenStore()
	if err != nil {
		return nil, err
	}
	defer st.Close()
	rows, err1 := st.Runs()
	tags, err2 := st.Tags()
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(rows, func(r store.RunRow) bool { return r.State == store.Running }) {
		l.stamp = "" // it may be killed without a write
	}
	l.groups = report.GroupsOf(rows)
	slices.Reverse(rows)
	if n := len(rows); !archived {
		rows = slices.DeleteFunc(rows, func(r store.RunRow) bool { return slices.Contains(tags[r.Name].Tags, archive) })
		l.Archived = n - len(rows)
	}
	if len(rows) > mostListed {
		n, last := mostListed, l.groups.Of(rows[mostListed-1].Name)
		for n < len(rows) && slices.Contains(last.Words, rows[n].Name) { // no part of a group
			n++
		}
		rows, l.More = rows[:n], len(rows)-n
	}
	l.Runs = len(rows)
	if l.exploits, err = view.ExploitRuns(st, s.Finder); err != nil {
		return nil, err
	}
	for _, row := range rows {
		x := boardRow{Link: "/run?" + query("name", row.Name)}
		x.Means, err1 = st.SampleMeans(row.Name, 60)
		x.Band, err2 = s.bandOfRun(st, row, l.exploits)
		if err := cmp.Or(err1, err2); err != nil {
			return nil, err
		}
		l.rows = append(l.rows, x)
	}
	s.lists.Store(archived, l)
	return l, nil
}

// bandOfRun reads the band of a run; of its generations, only a running one's.
func (s *Server) bandOfRun(st *store.Store, row store.RunRow, exploits []view.ExploitRun) (*view.Band, error) {
	if row.State == store.Running {
		run, err := s.traces.readRun(st, s.Finder, row, exploits)
		if err != nil {
			return nil, err
		}
		return &run.Band, nil
	}
	b, err := view.BandOfRun(st, s.Finder, row, exploits)
	if err == nil {
		err = b.SetSpent(st)
	}
	return b, err
}

// changeLadder adds a run's champion to a ladder, retires a bot, or has the bots play.
func (s *Server) changeLadder(do, contest, name string) error {
	const played = 500 // games that a click begins
	if s.Ladders == nil {
		return setting.Usagef("these pages show no ladder")
	}
	pages, err := s.Ladders("", 0)
	i := slices.IndexFunc(pages, func(p *report.LadderPage) bool { return p.Contest == contest })
	switch {
	case err != nil:
		return err
	case i < 0:
		return setting.Usagef("there is no ladder of %q", contest)
	case do == "play":
		return s.Control.Ladder("play", "--contest", contest, "--max-games", strconv.Itoa(played))
	case do == "retire":
		return s.Control.Ladder("retire", "--contest", contest, "--", name)
	case !slices.Contains(s.Finder.Runs(), name): // no command line comes from a page
		return s.Finder.NoRunError(name)
	}
	return s.Control.Ladder("add", "--", contest, name, name)
}
