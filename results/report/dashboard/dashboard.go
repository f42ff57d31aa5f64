// Package dashboard serves pages over HTTP: for each address it has package view gather and package page draw the runs
// of a store, live while they breed, their champions and ancestors, and it seats a person at the table against a bot.
//
//   - [New] makes a server for a store. [Server.Handler] serves its pages behind the
//     guard: the addresses that may ask (Host, Origin, a token where there are changes), and a content security
//     policy that allows no script but its own.
//   - Every request opens the store for reading, so a missing, damaged, older or newer
//     store gives a page that says so. Results of games for a page are kept in memory and in
//     Options.Cache.
//   - [Control] begins, stops, resumes and tags runs; without one the pages change nothing.
//   - A person's games are kept in memory, for a session of the browser.
//
// A page of a run costs some milliseconds, and one more for each run of exploit. A live page asks the store every two
// seconds for the number of the last generation.
package dashboard

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"bloodline/configs/player"
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
	Token    string               // of the printed address; changes need it, and with Remote every request
	Remote   bool                 // the address is not the loopback one, where only local names may ask
	Swarm    func() *report.Table // describes the swarm of the run that breeds; nil without one
	Control  Control              // changes runs; nil where no page does
	Poll     time.Duration        // between two looks at a live run; one second if 0
}

// Server serves the pages.
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

// New returns a server.
func New(o Options) *Server {
	const mostWatchers = 64 // how many live pages are kept up to date
	if o.Poll == 0 {
		o.Poll = time.Second
	}
	return &Server{
		Options: o, watchers: make(chan struct{}, mostWatchers), traces: traces{kept: map[string]runTrace{}},
		cache: cache{folder: o.Cache}, busy: make(chan struct{}, 1),
	}
}

// Handler returns the guarded pages.
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
		mux.HandleFunc("GET /swarm", s.withErrorPage(s.swarm))
	}
	mux.HandleFunc("GET /page.css", asset("text/css", page.Style()))
	mux.HandleFunc("GET /page.js", asset("text/javascript", page.Script()))
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		s.refuse(w, http.StatusNotFound, errors.New("there is no such page"))
	})
	return s.guard(mux)
}
