// Package rules is one round of Liar's Dice for two and a bot for it. The rules:
//
//   - [L1] Each player rolls five dice, which the other does not see. Seat 0 bids first.
//   - [L2] In turn a player bids, such as 3x5: of all ten dice, at least three show a five. A bid must be higher than
//     the last: more dice, or as many of a higher face. Bids are at most ten dice, and no face is wild.
//   - [L3] Instead of bidding, a player may call the last bid a lie. All dice are shown.
//     The caller wins if the bid is false, else the bidder.
package rules

import (
	"fmt"
	"math"
	"strings"

	"bloodline/engine/roll"
	"bloodline/genome/gene"
	"bloodline/small"
)

// The sizes of the game, the move that calls the last bid a lie, and the highest bid.
const (
	Dice  = 5 // of each player
	Faces = 6
	Liar  = Move(0)
	Last  = Move(2 * Dice * Faces)
)

// Move is a bid, numbered from 1 for 1x1, 1x2 up, so a higher bid is a higher number; or Liar.
type Move int8

// Count is the number of dice of a bid, Face its face from 0.
func (m Move) Count() int { return int(m-1)/Faces + 1 }
func (m Move) Face() int  { return int(m-1) % Faces }

func (m Move) String() string {
	if m == Liar {
		return "liar"
	}
	return fmt.Sprintf("%dx%d", m.Count(), m.Face()+1)
}

// State is a game in progress.
type State struct {
	views  [2]View
	turn   int
	called bool // the last bid was called a lie, which ends the game
}

// View is what a player knows.
type View struct {
	Dice         [Faces]int8 // of the player, by face
	Mine, Theirs [Faces]int8 // how often each has bid each face
	Last         Move        // the last bid; 0 for none
}

// String is what a person at the table sees. A watcher sees the String of the state.
func (v View) String() string { return "dice: " + v.diceText() + "\nlast bid = " + v.bidText() }

func (s *State) String() string {
	return "seat 1: " + s.views[0].diceText() + "\nseat 2: " + s.views[1].diceText() + "\nlast bid = " + s.views[0].bidText()
}

func (v View) bidText() string {
	if v.Last == Liar {
		return "" // none yet
	}
	return v.Last.String()
}

func (v View) diceText() (text string) {
	for face, n := range v.Dice {
		text += strings.Repeat(fmt.Sprint(" ", face+1), int(n))
	}
	return text
}

func (s *State) Deal(chance *small.Chance) {
	*s = State{}
	for seat := range s.views {
		for range Dice {
			s.views[seat].Dice[chance.N(Faces)]++
		}
	}
}

func (s *State) Turn() small.Seats {
	if s.called {
		return small.Over
	}
	return small.Seat(s.turn)
}

func (s *State) View(seat int) View { return s.views[seat] }

func (v View) Legal(moves []Move) []Move {
	if v.Last != Liar {
		moves = append(moves, Liar)
	}
	for m := v.Last + 1; m <= Last; m++ {
		moves = append(moves, m)
	}
	return moves
}

func (s *State) Apply(moves []Move, _ *small.Chance) {
	m := moves[s.turn]
	if s.called = m == Liar; s.called {
		return
	}
	s.views[s.turn].Mine[m.Face()]++
	s.turn = 1 - s.turn
	s.views[s.turn].Theirs[m.Face()]++
	s.views[0].Last, s.views[1].Last = m, m
}

// Score follows [L3]. After the call s.turn is still the caller's seat.
func (s *State) Score(seat int) float64 {
	bid := s.views[0].Last
	lie := int(s.views[0].Dice[bid.Face()]+s.views[1].Dice[bid.Face()]) < bid.Count()
	return oneIf(lie == (seat == s.turn))
}

// Truth is the probability that a bid is true, given only the player's own dice.
func (v *View) Truth(bid Move) float64 { return atLeast[v.missing(bid)] }

// missing is how many of the other's dice must show the face to make a bid true.
func (v *View) missing(bid Move) int { return max(bid.Count()-int(v.Dice[bid.Face()]), 0) }

// atLeast[k] is the probability that k or more of the other's dice show a given face; odds[k] its log-odds, in [-4, 4].
var atLeast, odds = func() (p, odds [2*Dice + 1]float64) {
	p[0] = 1
	for range Dice {
		for k := Dice; k > 0; k-- {
			p[k] = p[k-1]/Faces + p[k]*(Faces-1)/Faces
		}
	}
	for k, x := range p {
		odds[k] = max(-4, min(4, math.Log(x/(1-x))))
	}
	return p, odds
}()

// Game describes the game and the bot to bloodline. WithPairs adds a gene for each pair of features.
var Game = small.WithPairs(small.Game[View, Move]{
	Info:   small.WinLose("liarsdice", "Liar's Dice, two players with five dice"),
	Public: true,
	New:    func() small.State[View, Move] { return new(State) },
	Genes: new(gene.List).In("call", gene.LogOdds, "when to call the last bid a lie").
		Add("ever", -8, -3, 4, "Calls more often.").
		Add("doubt", 0, 2, 6, "Calls more often the less likely the last bid is.").
		Add("heard", -4, -1, 4, "Calls more often if the other has bid the face before.").
		Add("own", -4, 0, 4, "Calls more often if the player has bid the face before.").
		In("bid", gene.LogOdds, "what to bid").
		Add("truth", 0, 1.5, 6, "Bids more often the likelier the bid is.").
		Add("heard", -4, 2.5, 6, "Bids a face more often that the other has bid.").
		Add("own", -4, 0, 6, "Bids a face more often again.").
		Add("jump", -6, -1.5, 4, "Bids a die more than needed more often.").
		Add("high", -8, 1, 8, "Bids more often what leaves the other few higher bids.").Genes,
	Features:  features,
	Consider:  func(_ *View, legal []Move) []Move { return legal[:min(len(legal), 1+2*Faces)] }, // the two lowest bids of each face
	Situation: situation,
	Baselines: []small.Baseline[View, Move]{
		{Name: "Hasty", Doc: "Assumes one die of the other for the face that it bid last. Calls bids that are then less than 40 % likely, else makes the likeliest of the six lowest bids.", Play: player(0.4, 1, 0)},
		{Name: "Believer", Doc: "As Hasty, but calls only bids that are less than 20 % likely.", Play: player(0.2, 1, 0)},
		{Name: "Patient", Doc: "Assumes nothing about the other's dice, and calls bids that are less than 10 % likely.", Play: player(0.1, 0, 0)},
		{Name: "Bluffer", Doc: "As Believer, but makes three bids of ten at random among the six lowest.", Play: player(0.2, 1, 0.3)},
		{Name: "Gullible", Doc: "As Patient, but assumes two dice of the other for the face that it bid last.", Play: player(0.1, 2, 0)},
		{Name: "Counter", Doc: "As Patient, but calls bids that are less than half likely.", Play: player(0.5, 0, 0)},
	},
})

// features sets x for a move, one number for each gene in the order of Genes.
func features(v *View, m Move, x []float64) {
	if m == Liar {
		face := v.Last.Face()
		x[0], x[1], x[2], x[3] = 1, -odds[v.missing(v.Last)], oneIf(v.Theirs[face] > 1), oneIf(v.Mine[face] > 0)
		return
	}
	face := m.Face()
	x[4], x[5], x[6] = odds[v.missing(m)], oneIf(v.Theirs[face] > 0), oneIf(v.Mine[face] > 0)
	x[7], x[8] = oneIf(m > v.Last+Faces), float64(m-1)/float64(Last)
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// situation names the situation of a view. The command inspect counts each by itself.
func situation(v *View) string {
	switch {
	case v.Last == Liar:
		return "opens"
	case v.Truth(v.Last) < 0.5:
		return "faces an unlikely bid"
	}
	return "faces a likely bid"
}

// player returns a baseline that calls bids with a probability below limit, if trust dice of the other show the face of
// the last bid. Otherwise it makes the likeliest of the six lowest bids, or with probability bluff any of them.
func player(limit float64, trust int, bluff float64) small.Player[View, Move] {
	truth := func(v *View, m Move) float64 {
		if v.Last != Liar && m.Face() == v.Last.Face() && m.Count() > trust {
			m -= Move(Faces * trust)
		}
		return v.Truth(m)
	}
	return func(v *View, legal []Move, rolled uint64) Move {
		if v.Last == Last || v.Last != Liar && truth(v, v.Last) < limit {
			return Liar
		}
		low, n := v.Last+1, min(Faces, int(Last-v.Last))
		if roll.Unit(rolled) < bluff {
			return low + Move(roll.Below(roll.Next(rolled), n))
		}
		best := low
		for m := low; m < low+Move(n); m++ {
			if truth(v, m) > truth(v, best) {
				best = m
			}
		}
		return best
	}
}
