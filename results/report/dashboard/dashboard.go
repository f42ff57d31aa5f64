// Package dashboard serves pages over HTTP: for each address it has package view gather and package page draw the runs
// of a store, live while they breed, their champions and ancestors, and it seats a person at the table against a bot.
//
//   - [New] makes a server for a store. [Server.Handler] serves its pages behind the guard: the addresses that may ask
//     (Host, Origin, a token where there are changes), and a content security policy for its own script alone.
//   - Every request opens the store for reading, so a missing, damaged, older or newer store gives a page that says so.
//     Results of games for a page are kept in memory and in Options.Cache.
//   - [Control] begins, stops, resumes and tags runs; without one the pages change nothing.
//   - A person's games are kept in memory, for a session of the browser.
//
// A page of a run costs some milliseconds, and one more for each run of exploit. A live page asks the store every two
// seconds for the number of the last generation.
package dashboard

import (
	"cmp"
	"errors"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

// Options say what is served and which requests are allowed.
type Options struct {
	Finder   *player.Finder
	Measurer view.Measurer
	Cache    string               // folder for results of games; empty: they are kept in memory alone
	Program  string               // name and version, for the foot of pages
	Call     report.Call          // how it is started, for the commands that pages suggest
	Folder   string               // whose run files the first page lists; empty: none
	Token    string               // of the printed address; changes need it, and with Remote every request
	Remote   bool                 // the address is not the loopback one, where only local names may ask
	Swarm    func() *report.Table // describes the swarm of the run that breeds; nil without one
	Control  Control              // changes runs; nil where no page does
	// Ladders shows the ladders of the store, by games on a map and seats; nil where no page does. See ladder.Pages.
	Ladders func(place string, seat int) ([]*report.LadderPage, error)
	Poll    time.Duration // between two looks at a live run; one second if 0
}

type Server struct {
	Options
	Address  string // to open in a browser, with the token
	listener net.Listener
	traces   traces
	listing  singleflight.Group // reads of the leaderboard
	lists    sync.Map           // by whether archived runs are in it: the last *listed
	cache    cache
	busy     chan struct{} // one page plays at a time
	sessions sessions
	watchers chan struct{} // room for live pages
}

func New(o Options) *Server {
	const mostWatchers = 64 // how many live pages are kept up to date
	if o.Call.Program == "" {
		o.Call.Program, _, _ = strings.Cut(cmp.Or(o.Program, "bloodline"), " ")
	}
	if o.Poll == 0 {
		o.Poll = time.Second
	}
	return &Server{
		Options: o, watchers: make(chan struct{}, mostWatchers), traces: traces{kept: map[string]runTrace{}},
		cache: cache{folder: o.Cache}, busy: make(chan struct{}, 1),
	}
}

func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, show := range map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /{$}": s.index, "GET /run": s.run, "GET /part": s.part, "GET /events": s.events,
		"GET /individual": s.requirePerson(s.individual), "GET /player": s.requirePerson(s.player), "GET /compare": s.requirePerson(s.compare),
		"GET /record": s.requirePerson(s.pastGame), "GET /rules": s.rules, "GET /play": s.choose, "POST /play": s.sit, "GET /game": s.game, "POST /game": s.move,
	} {
		mux.HandleFunc(pattern, s.withErrorPage(show))
	}
	if s.Control != nil {
		mux.HandleFunc("POST /run", s.withErrorPage(s.requirePerson(s.changeRun)))
	}
	if s.Swarm != nil {
		mux.HandleFunc("GET /swarm", s.withErrorPage(func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Refresh", "2") // seconds
			return s.show(w, http.StatusOK, "swarm", "Workers", s.Swarm())
		}))
	}
	mux.HandleFunc("GET /page.css", asset("text/css", page.Style()))
	mux.HandleFunc("GET /page.js", asset("text/javascript", page.Script))
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		s.refuse(w, http.StatusNotFound, errors.New("there is no such page"))
	})
	return s.guard(mux)
}

// Control changes runs for the pages. Its errors are shown as they are.
type Control interface {
	Files() []string // run files that can begin a run
	Begin(file, name string, seed uint64) (run string, err error)
	Stop(run string) error
	Resume(run string, games int64) error // up to so many games; 0: as many as its settings say
	// Curves plays the champion with other values in so many games, or as many as inspect plays by itself.
	Curves(run string, games int64) error
	// Playing reports whether the curves of a run are being played, and why they were not the last time.
	Playing(run string) (bool, error)
	// Ladder starts ladder with these words, and returns the error with which it ends soon.
	Ladder(words ...string) error
	Note(run string, tags []string, note string) error
	Remove(run string) error
}

// access says which forms a page has. Those that change runs are for browsers that were opened with the token.
type access struct {
	report.Call
	Forms  bool
	Locked bool // the token would show them
}

func (s *Server) access(r *http.Request) access {
	a := access{s.Call, s.Control != nil && s.hasToken(r), s.Control != nil && !s.hasToken(r)}
	a.Buttons = a.Forms
	return a
}

func (s *Server) changeRun(w http.ResponseWriter, r *http.Request) error {
	if !s.isToken(r.Header.Get(tokenHeader)) {
		return refusal{http.StatusForbidden, errors.New("to change something, open the address that this server printed, with its token, in a browser that runs its script")}
	}
	run, err := s.applyForm(r)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return err
	case err != nil:
		return refusal{http.StatusConflict, err}
	case run == "":
		return redirect(w, r, "/")
	}
	return redirect(w, r, "/run?"+query("name", run))
}

func (s *Server) applyForm(r *http.Request) (run string, err error) {
	run = r.PostFormValue("name")
	switch do := r.PostFormValue("do"); do {
	case "begin":
		seed, err := strconv.ParseUint(r.PostFormValue("seed"), 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return "", setting.Usagef("seed: must be at most %d, have %q", uint64(math.MaxUint64), r.PostFormValue("seed"))
		case err != nil:
			return "", setting.Usagef("seed: must be a whole number, have %q", r.PostFormValue("seed"))
		}
		return s.Control.Begin(r.PostFormValue("file"), run, seed)
	case "add", "retire", "play":
		return "", s.changeLadder(do, r.PostFormValue("contest"), run)
	case "stop":
		return run, s.Control.Stop(run)
	case report.DoResume, report.DoCurves:
		games, err := strconv.ParseUint(cmp.Or(r.PostFormValue("games"), "0"), 10, 62)
		if err != nil {
			return "", setting.Usagef("games: must be a whole number, have %q", r.PostFormValue("games"))
		}
		if do == report.DoCurves {
			return run, s.Control.Curves(run, int64(games))
		}
		return run, s.Control.Resume(run, int64(games))
	case "note":
		return run, s.Control.Note(run, strings.Fields(r.PostFormValue("tags")), strings.TrimSpace(r.PostFormValue("note")))
	case "delete":
		if typed := strings.TrimSpace(r.PostFormValue("typed")); typed != run {
			return "", setting.Usagef("to delete %s, type its name, have %q", run, typed)
		}
		return "", s.Control.Remove(run)
	default:
		return "", setting.Usagef("no page asks for %q", do)
	}
}
