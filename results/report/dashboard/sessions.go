package dashboard

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	random "math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bloodline/arena/game"
	"bloodline/arena/human"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/internal/setting"
)

const sessionCookie = "bloodline-session"

type sessions struct {
	mu  sync.Mutex
	all []*session // oldest first
}

// session is one person's games against one bot.
type session struct {
	mu     sync.Mutex
	id     string // in the cookie of its browser
	bot    *player.Player
	game   *human.Session
	closed bool   // the current game is counted
	from   string // the visitor's address
	seated
}

// seated is what the page of a game shows of its session.
type seated struct {
	Word       string      // for the bot
	Info       engine.Info // of its game
	personGame             // the current game

	Played, Won, Drawn int64
}

func (s seated) Next() int { return (s.Seat + 1) % s.Info.Seats }

// WonShare is the interval of the share of games won, where some were played; a draw is half of a win.
func (s seated) WonShare() stats.Interval {
	halves := stats.Tally{N: s.Played, Sum: 2*s.Won + s.Drawn, SumSq: uint64(4*s.Won + s.Drawn)}
	return halves.Figure(2, stats.Level).Share(1, stats.Level).Interval()
}

// personGame is all that a game depends on: it can be played again.
type personGame struct {
	Deal    uint64 `json:"deal"`
	Seat    int    `json:"seat"`    // the person's
	Answers []int  `json:"answers"` // the person's, by the number of the option
}

// find returns the session of a request, nil if there is none.
func (ss *sessions) find(r *http.Request) *session {
	c, err := r.Cookie(sessionCookie)
	if err != nil {
		return nil
	}
	ss.mu.Lock()
	defer ss.mu.Unlock()
	for _, s := range ss.all {
		if subtle.ConstantTimeCompare([]byte(s.id), []byte(c.Value)) == 1 {
			return s
		}
	}
	return nil
}

// open publishes a session whose first game has begun, and ends another one where there are too many.
func (ss *sessions) open(w http.ResponseWriter, r *http.Request, s *session) {
	const mostSessions, mostOfOne = 200, 50 // of all visitors, and of one address
	s.id = rand.Text()
	s.from, _, _ = net.SplitHostPort(r.RemoteAddr)
	http.SetCookie(w, &http.Cookie{Name: sessionCookie, Value: s.id, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	var old *session
	ss.mu.Lock()
	own := slices.DeleteFunc(slices.Clone(ss.all), func(x *session) bool { return x.from != s.from })
	switch {
	case len(own) >= mostOfOne:
		old = own[0]
	case len(ss.all) >= mostSessions:
		old = ss.all[0]
	}
	ss.all = append(slices.DeleteFunc(ss.all, func(x *session) bool { return x == old }), s)
	ss.mu.Unlock()
	if old != nil {
		old.leave()
	}
}

func (s *session) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.game != nil {
		s.game.Leave()
	}
}

func (s *session) begin(seat int) {
	s.leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.personGame, s.closed = personGame{Deal: random.Uint64(), Seat: seat}, false
	s.game = s.personGame.sit(s.bot)
}

func (r personGame) sit(bot *player.Player) *human.Session {
	return human.Sit(bot.Game.Human, human.Sitting{Bot: bot.Seat(), Genes: bot.PlayedGenes(), Seat: r.Seat}, bot.Game.Info(), r.Deal)
}

// again plays a game once more; ok is false if these answers don't end it.
func (r personGame) again(bot *player.Player) (s human.State, ok bool) {
	g := r.sit(bot)
	defer g.Leave()
	s, err := g.State()
	for _, a := range r.Answers {
		if err != nil || s.Question == nil || !g.Answer(s.Asked, a) {
			return s, false
		}
		s, err = g.State()
	}
	return s, err == nil && s.Question == nil
}

// pastGame is the page of a game that a person has played, from its address alone.
func (s *Server) pastGame(w http.ResponseWriter, r *http.Request) error {
	word, is := r.URL.Query().Get("of"), personGame{}
	bot, err := s.find(word)
	if err != nil {
		return err
	}
	wrong := setting.Usagef("%s has no such game: the address is cut off, or the bot has changed", bot.Name)
	i := bot.Game.Info()
	if json.Unmarshal([]byte(r.URL.Query().Get("game")), &is) != nil || bot.Game.Human == nil || is.Seat < 0 || is.Seat >= i.Seats {
		return wrong
	}
	state, ok := is.again(bot)
	if !ok {
		return wrong
	}
	t := &gamePage{State: state, seated: seated{Word: word, Info: i, personGame: is}, Reveal: reveal(state)}
	return s.show(w, http.StatusOK, "game", "A game against "+bot.Name, t)
}

type botChoice struct {
	Word      string
	Problem   string // why nobody can play against the bot of the address
	Champions []namedPlayer
	Games     []*game.Game
}

// choose is the page on which a person picks a bot: a shipped champion, the champion of a run, or a hand-written one.
func (s *Server) choose(w http.ResponseWriter, r *http.Request) error {
	l := botChoice{Word: r.URL.Query().Get("name")}
	titles := map[string]string{} // of games that seat people
	for _, g := range s.Finder.Games {
		if g.Human == nil {
			continue
		}
		titles[g.Name()] = g.Info().Title
		for _, f := range g.Shipped.Champions {
			l.Champions = append(l.Champions, namedPlayer{f.Name, g.Info().Title})
		}
		l.Games = append(l.Games, g)
	}
	if st, err := s.Finder.OpenStore(); err == nil {
		defer st.Close()
		rows, _ := st.Runs() // those that can be read
		for _, row := range slices.Backward(rows) {
			title := titles[row.Game]
			if title == "" || row.Champion == "" || len(l.Champions) == mostListed {
				continue
			}
			if _, err := s.Finder.GameOf(row); err == nil { // its genes may have changed since
				l.Champions = append(l.Champions, namedPlayer{row.Name, title})
			}
		}
	}
	p, err := s.find(l.Word)
	switch {
	case l.Word == "":
	case err != nil:
		l.Problem, l.Word = err.Error(), ""
	case titles[p.Game.Name()] == "":
		l.Problem, l.Word = "Nobody can sit down at "+p.Game.Info().Title+" yet; its games can be watched on the page of "+p.Name+".", ""
	}
	return s.show(w, http.StatusOK, "play", "Play", l)
}

func (s *Server) rules(w http.ResponseWriter, r *http.Request) error {
	g, ok := s.Finder.Games.ByName(r.URL.Query().Get("game"))
	if !ok || g.Manual == "" {
		return refusal{http.StatusNotFound, errors.New("there are no rules of such a game")}
	}
	return s.show(w, http.StatusOK, "rules", g.Info().Title, g.Manual)
}

func (s *Server) sit(w http.ResponseWriter, r *http.Request) error {
	word := r.PostFormValue("name")
	before := s.sessions.find(r)
	here := before
	if here == nil || here.Word != word {
		p, err := s.find(word)
		if err == nil && p.Game.Human == nil {
			err = setting.Usagef("nobody can sit down at %s yet", p.Game.Info().Title)
		}
		if err != nil {
			return err
		}
		here = &session{bot: p, seated: seated{Word: word, Info: p.Game.Info()}}
	}
	seat, _ := strconv.Atoi(r.PostFormValue("seat")) // the first one where none is asked for
	if seat < 0 || seat >= here.Info.Seats {
		return refusal{http.StatusBadRequest, setting.Usagef("%s seats %d", here.Info.Title, here.Info.Seats)}
	}
	here.begin(seat)
	if here != before {
		s.sessions.open(w, r, here)
		if before != nil {
			before.leave()
		}
	}
	return redirect(w, r, "/game")
}

func redirect(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

type gamePage struct {
	human.State
	seated
	Rules  string // the game's name, if the page can link its rules
	Reveal []step
	Link   string // to the record of a game that is over
	Others []namedPlayer
}

func (s *Server) game(w http.ResponseWriter, r *http.Request) error {
	if r.URL.Query().Has("of") {
		return s.requirePerson(s.replay)(w, r)
	}
	here := s.sessions.find(r)
	if here == nil {
		return redirect(w, r, "/play")
	}
	t, err := here.table()
	if errors.Is(err, human.ErrLeft) {
		return redirect(w, r, "/play?"+query("name", here.Word))
	} else if err != nil {
		return refusal{http.StatusInternalServerError, err}
	}
	if here.bot.Game.Manual != "" {
		t.Rules = here.Info.Name
	}
	for _, word := range opponents(here.bot.Game) {
		if word != here.Word {
			t.Others = append(t.Others, namedPlayer{word, strings.TrimPrefix(word, here.Info.Name+":")})
		}
	}
	return s.show(w, http.StatusOK, "game", "Against "+here.bot.Name, t)
}

func (s *session) table() (*gamePage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	state, err := s.game.State()
	if err != nil {
		return nil, err
	}
	if state.Question == nil && !s.closed {
		s.closed = true
		s.Played++
		switch {
		case state.Score > s.Info.Mean:
			s.Won++
		case state.Score == s.Info.Mean:
			s.Drawn++
		}
	}
	t := &gamePage{State: state, seated: s.seated}
	if state.Question == nil {
		game, _ := json.Marshal(s.personGame) // of numbers
		t.Reveal, t.Link = reveal(state), "/record?"+query("of", s.Word, "game", string(game))
	}
	return t, nil
}

// reveal puts every thought of the bot before what it led to.
func reveal(s human.State) (out []step) {
	at := 0
	for i, text := range s.News {
		l := step{Text: text}
		if at < len(s.Thoughts) && s.Thoughts[at].News == i {
			l.Thought = &s.Thoughts[at]
			at++
		}
		out = append(out, l)
	}
	return out
}

func (s *Server) move(w http.ResponseWriter, r *http.Request) error {
	here := s.sessions.find(r)
	asked, err1 := strconv.Atoi(r.PostFormValue("asked"))
	option, err2 := strconv.Atoi(r.PostFormValue("option"))
	if here == nil || err1 != nil || err2 != nil {
		return refusal{http.StatusBadRequest, setting.Usagef("no game is waiting for this answer")}
	}
	here.mu.Lock()
	defer here.mu.Unlock()
	if here.game.Answer(asked, option) { // an answer that comes twice counts once
		here.Answers = append(here.Answers, option)
	}
	return redirect(w, r, "/game")
}
