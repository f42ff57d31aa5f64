// Package human seats a person at a table of the arena, against a bot.
//
//  1. A [Maker] of a game makes a [PersonTable]. It asks the person a [Question] for each decision, reports public
//     events as lines of news, and explains the bot's decisions as [Thought] values, hidden until the game's end.
//  2. [Sit] begins a game. [Session.State] has the current question, [Session.Answer] answers it.
//
// A game plays in its own goroutine, which waits for the person until [Session.Leave]. A person knows what a bot knows.
package human

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bloodline/arena"
	"bloodline/engine"
)

type Question struct {
	Text    string   // "Your turn"
	Know    []string // what the person knows now, a line each
	Options []string // at least two
	Sides   []Side   // the drawn table, in place of Know; nil if the game draws none; the person's own is last
}

// Side is a row of the drawn table, such as the cards and coins of a seat.
type Side struct {
	Name  string `json:"name"`
	Cards []Card `json:"cards,omitempty"`
	Coins *int   `json:"coins,omitempty"` // nil in games without coins
	Text  string `json:"text,omitempty"`  // anything but cards and coins, such as a row of a board
}

// Card is a card on the table.
type Card struct {
	Name string `json:"name"` // empty: face down
	Lost bool   `json:"lost"` // turned up for good
}

func Cards(names ...string) (out []Card) {
	for _, name := range names {
		out = append(out, Card{Name: name})
	}
	return out
}

// List joins names: "A", "A and B", "A, B and C".
func List(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

type Move struct {
	Text  string
	Short string // Text without the facts that Sides show; empty if they show none
	Sides []Side // before the move; nil where nothing can be drawn
}

// Caption returns the text of a move that stands beside its sides.
func (m Move) Caption() string { return cmp.Or(m.Short, m.Text) }

type Thought struct {
	Who     string   // name of the bot, if several play
	News    int      // lines of news that came before it
	Held    string   // the bot's hidden information, which the person did not have
	Sides   []Side   // what it knew, in place of Held where that can be drawn
	Did     string   // the bot's answer
	Bluff   bool     // the answer claimed a card that it did not hold
	Forced  bool     // there was one legal answer
	Options []Chance // in the order of their chances
	Genes   []Weight // genes with the largest weights in the answer, in descending order; nil for a bot without genes
}

type Chance struct {
	Option string
	Share  float64
}

// Weight is the part of a gene in the sum of an answer.
type Weight struct {
	Gene string
	By   float64
}

// PersonTable is a table at which a person takes one seat and a bot the others.
type PersonTable struct {
	engine.Table
	Unit   float64                      // of its scores; 0 is the game's
	Person engine.Player                // asks
	Bot    func(seat int) engine.Player // answers as the bot does, and shows what it thought
	End    func() []Side                // the final position when the game is over; nil if the game cannot draw one
}

// Sitting describes a game of one person against a bot, which takes all other seats.
type Sitting struct {
	Bot   engine.Player
	Genes []float64 // nil for a bot without any
	Seat  int       // the person's: 0 moves first

	Ask     func(Question) int // waits for the person and returns the number of an option
	News    func(line string)
	Thought func(Thought)
}

type Maker func(Sitting) PersonTable

// Narrator makes a table that reports every move, with the hidden information of its seat. names are by seat.
type Narrator func(names []string, report func(Move)) engine.Table

type State struct {
	News     []string
	Question *Question // nil when the game is over
	Asked    int       // questions so far
	Score    float64   // of the person, in points, when it is over
	Sides    []Side    // the last position, when it is over
	Thoughts []Thought // when it is over
}

// Session is a game under way. It may be used by many goroutines.
type Session struct {
	mu      sync.Mutex
	changed *sync.Cond
	state   State
	answer  chan int
	left    chan struct{}
	over    bool
	broken  error // why the game ended early
	gone    sync.Once
}

// Sit begins a game of i and seed in a goroutine of its own. It sets Ask, News and Thought of s.
func Sit(at Maker, s Sitting, i engine.Info, seed uint64) *Session {
	g := &Session{answer: make(chan int), left: make(chan struct{})}
	g.changed = sync.NewCond(&g.mu)
	var thoughts []Thought
	s.Ask = g.ask
	s.News = func(line string) {
		g.mu.Lock()
		g.state.News = append(g.state.News, line)
		g.mu.Unlock()
	}
	s.Thought = func(x Thought) {
		g.mu.Lock()
		x.News = len(g.state.News)
		g.mu.Unlock()
		thoughts = append(thoughts, x)
	}
	t := at(s)
	seats := make([]engine.Player, i.Seats)
	for k := range seats {
		if seats[k] = t.Person; k != s.Seat {
			seats[k] = t.Bot(k)
		}
	}
	i.ScoreUnit = cmp.Or(t.Unit, i.ScoreUnit)
	go func() {
		defer func() { // a fault of the game's own code must not end the server in which others play
			p := recover()
			g.mu.Lock()
			defer g.mu.Unlock()
			if p == ErrLeft {
				g.broken = ErrLeft
			} else if p != nil {
				g.broken = fmt.Errorf("the game broke off: %w", arena.PanicError(p))
			}
			g.state.Question = nil
			g.changed.Broadcast()
		}()
		out := t.Play(seed, seats)
		var last []Side
		if t.End != nil {
			last = t.End()
		}
		g.mu.Lock()
		g.state.Score, g.state.Thoughts, g.state.Sides = i.InPoints(float64(out.Score[s.Seat])), thoughts, last
		g.over = true
		g.mu.Unlock()
	}()
	return g
}

// ErrLeft is the error of a game that the person has left before it was over.
var ErrLeft = errors.New("the game was left")

func (g *Session) ask(q Question) int {
	g.mu.Lock()
	g.state.Question = &q
	g.state.Asked++
	g.changed.Broadcast()
	g.mu.Unlock()
	select {
	case n := <-g.answer:
		return n
	case <-g.left:
		panic(ErrLeft)
	}
}

// State returns the game's state once the person is asked or it is over. An error is [ErrLeft] or a fault of the game.
func (g *Session) State() (State, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.state.Question == nil && !g.over && g.broken == nil {
		g.changed.Wait()
	}
	s := g.state
	s.News = slices.Clone(s.News)
	return s, g.broken
}

// Answer answers question number asked, and returns whether that is still open and has the option.
func (g *Session) Answer(asked, option int) bool {
	g.mu.Lock()
	q := g.state.Question
	if q == nil || g.state.Asked != asked || option < 0 || option >= len(q.Options) {
		g.mu.Unlock()
		return false
	}
	g.state.Question = nil
	g.mu.Unlock()
	select {
	case g.answer <- option:
		return true
	case <-g.left:
		return false
	}
}

func (g *Session) Leave() { g.gone.Do(func() { close(g.left) }) }
