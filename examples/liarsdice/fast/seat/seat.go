// Package seat is what a player of Liar's Dice knows and answers, and the protocol for programs.
package seat

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"bloodline/engine/entry"
)

// The sizes of the game, and the action that calls the last bid a lie.
const (
	Dice  = 5 // of each player
	Faces = 6
	Liar  = Action(2 * Dice * Faces)
)

// Action is a bid, numbered from 1x1, 1x2 up, or Liar.
type Action uint8

// Count is the number of dice of a bid, Face its face from 0.
func (a Action) Count() int { return int(a)/Faces + 1 }
func (a Action) Face() int  { return int(a) % Faces }

func (a Action) String() string {
	if a == Liar {
		return "liar"
	}
	return fmt.Sprintf("%dx%d", a.Count(), a.Face()+1)
}

// View is what one player knows.
type View struct {
	Hand         [Faces]uint8
	Mine, Theirs uint64 // sets of bids; they give the order too, because bids rise
}

// Last is the last bid; ok is false before the first.
func (v *View) Last() (a Action, ok bool) {
	n := bits.Len64(v.Mine | v.Theirs)
	return Action(max(n, 1) - 1), n > 0
}

// Legal is the set of legal actions, and Actions lists them.
func (v *View) Legal() uint64 {
	if last, ok := v.Last(); ok {
		return (2<<Liar - 1) &^ (2<<last - 1)
	}
	return 1<<Liar - 1
}

func (v *View) Actions() []Action { return list(v.Legal()) }

func list(set uint64) (out []Action) {
	for ; set != 0; set &= set - 1 {
		out = append(out, Action(bits.TrailingZeros64(set)))
	}
	return out
}

// WasBid is 1 if any of the bids has the face of an action, else 0.
func WasBid(bids uint64, a Action) float64 {
	const ones = 1<<0 | 1<<6 | 1<<12 | 1<<18 | 1<<24 | 1<<30 | 1<<36 | 1<<42 | 1<<48 | 1<<54
	if bids&(ones<<a.Face()) != 0 {
		return 1
	}
	return 0
}

// String is what a person reads: "dice: 1 1 4 5 6", "bids: 2x1 3x1".
func (v *View) String() string {
	var dice []string
	for face, n := range v.Hand {
		for range n {
			dice = append(dice, fmt.Sprint(face+1))
		}
	}
	return "dice: " + strings.Join(dice, " ") + "\nbids: " + strings.Trim(fmt.Sprint(list(v.Mine|v.Theirs)), "[]")
}

// Protocol describes in Markdown how a program is called; %s stands for its name.
const Protocol = "The program `%s` reads a view as a line of JSON for each question, and answers with a line: `3x5` or `liar`."

// Policy decides. Equal view and roll give an equal action.
type Policy interface {
	Act(v *View, roll uint64) Action
}

// Main is the program of an exported bot; it returns the exit code.
func Main(name string, p Policy, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return entry.Questions(name, "plays Liar's Dice over stdin and stdout", args, stdin, stdout, stderr,
		func(v *View, x uint64) string { return p.Act(v, x).String() })
}
