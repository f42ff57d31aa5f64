// Package seat is one player's side of Liar's Dice for two: what it may do ([Action]),
// what it may know ([View]), who decides ([Policy]), and the protocol that a program
// speaks ([Serve], [Main]). The rules:
//
//   - [L1] Both players roll five dice, unseen by the other. Seat 0 bids first.
//   - [L2] In turn a player bids, such as 3x5: of all ten dice, at least three show a
//     five. A bid must be higher than the last: more dice, or as many of a higher face.
//     Nobody bids more than ten dice, and no face is wild.
//   - [L3] Instead of bidding, a player calls the last bid a lie, and all dice are shown.
//     The caller wins if the bid is false, else the bidder.
//
// It is written out with every exported bot, and knows no table.
package seat

import (
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"

	"bloodline/engine/entry"
)

// The sizes of the game.
const (
	Seats = 2
	Dice  = 5 // of each player
	Faces = 6
)

// Action is a bid, or Liar. The bids are numbered from 1x1, 1x2 up, so a higher bid is
// a higher number, and a set of actions is a bit mask.
type Action uint8

// Liar calls the last bid a lie.
const Liar = Action(Seats * Dice * Faces)

// Count is the number of dice of a bid, from 1.
func (a Action) Count() int { return int(a)/Faces + 1 }

// Face is the face of a bid, from 0.
func (a Action) Face() int { return int(a) % Faces }

func (a Action) String() string {
	if a == Liar {
		return "liar"
	}
	return fmt.Sprintf("%dx%d", a.Count(), a.Face()+1)
}

// ParseAction reads an action as the protocol writes it.
func ParseAction(word string) (Action, error) {
	for a := range Liar + 1 {
		if a.String() == word {
			return a, nil
		}
	}
	return 0, fmt.Errorf("must be a bid from 1x1 to 10x6 or liar, have %.20q", word)
}

// Hand counts a player's dice by face.
type Hand [Faces]uint8

func (h Hand) String() (dice string) {
	for face, n := range h {
		dice += strings.Repeat(strconv.Itoa(face+1), int(n))
	}
	return dice
}

// View is what one player knows. A table and the protocol both fill it by Start and
// Tell, and by nothing else: so a bot can know only what the protocol can say.
type View struct {
	Seat         int
	Hand         Hand
	Mine, Theirs uint64 // sets of actions; since bids rise, they tell the order too
}

// Start begins a game.
func (v *View) Start(seat int, hand Hand) { *v = View{Seat: seat, Hand: hand} }

// Turn reports whether the player acts next, as long as the game is not over.
func (v *View) Turn() bool {
	return v.Theirs > v.Mine || v.Theirs == v.Mine && v.Seat == 0 // equal sets are empty
}

// Tell adds the action of whose turn it is. It must be legal.
func (v *View) Tell(a Action) {
	if v.Turn() {
		v.Mine |= 1 << a
	} else {
		v.Theirs |= 1 << a
	}
}

// Last returns the last action, if there is one.
func (v *View) Last() (a Action, ok bool) {
	n := bits.Len64(v.Mine | v.Theirs)
	return Action(max(n, 1) - 1), n > 0
}

// Legal is the set of actions of whose turn it is; none when the game is over.
func (v *View) Legal() uint64 {
	if last, ok := v.Last(); ok {
		return (2<<Liar - 1) &^ (2<<last - 1)
	}
	return 1<<Liar - 1
}

// Truth is the probability that a bid is true, by the player's own dice alone.
func (v *View) Truth(bid Action) float64 {
	return atLeast[max(bid.Count()-int(v.Hand[bid.Face()]), 0)]
}

// atLeast[k] is the probability that at least k dice of the other show a given face.
var atLeast = func() (p [Seats*Dice + 1]float64) {
	p[0] = 1
	for range Dice {
		for k := Dice; k > 0; k-- {
			p[k] = p[k-1]/Faces + p[k]*(Faces-1)/Faces
		}
	}
	return p
}()

// Policy decides. Equal view and roll give an equal action, which must be legal; a
// policy has no state. The view is valid during the call.
type Policy interface {
	Act(v *View, roll uint64) Action
}

// Protocol tells, in Markdown, how the contest calls a program; %s stands for it.
const Protocol = "The referee starts the program once for each game, without arguments:\n\n" +
	"    ./%s\n\n" +
	"It sends lines: `roll 0 13356` (the seat, 0 bids first; the dice), `move 3x5` (what the other player did: " +
	"a bid or liar), `act` (the program answers with a line: a bid or liar). The end of input ends the program."

// Main is the whole program of an exported bot; it returns the exit code, see
// entry.Main.
func Main(name string, p Policy, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return entry.Main(name, "plays Liar's Dice over stdin and stdout", args, stderr, func(seed uint64) error {
		return Serve(p, seed, stdin, stdout)
	})
}

// Serve answers the lines of in until it ends, see entry.Lines.
func Serve(p Policy, seed uint64, in io.Reader, out io.Writer) error {
	var v View
	return entry.Lines(seed, in, out, v.heard, func(x uint64) string {
		a := p.Act(&v, x)
		v.Tell(a)
		return a.String()
	})
}

// heard takes in a line of the protocol; asked tells that the player must act now. On
// an error the view is what it was.
func (v *View) heard(line string) (asked bool, err error) {
	words := strings.Fields(line)
	started := v.Hand != Hand{}
	switch {
	case len(words) == 3 && words[0] == "roll":
		return false, v.roll(words[1], words[2])
	case len(words) == 2 && words[0] == "move" && started && !v.Turn():
		a, err := ParseAction(words[1])
		if err == nil && v.Legal()>>a&1 == 1 {
			v.Tell(a)
			return false, nil
		}
	case len(words) == 1 && words[0] == "act" && started && v.Turn() && v.Legal() != 0:
		return true, nil
	}
	return false, fmt.Errorf("must follow the protocol, have %.40q", line)
}

func (v *View) roll(seat, dice string) error {
	var h Hand
	for face := range h {
		h[face] = uint8(strings.Count(dice, strconv.Itoa(face+1)))
	}
	if seat != "0" && seat != "1" || len(dice) != Dice || len(h.String()) != Dice {
		return fmt.Errorf("roll: must be 0 or 1 and %d dice, have %.20q and %.20q", Dice, seat, dice)
	}
	v.Start(int(seat[0]-'0'), h)
	return nil
}
