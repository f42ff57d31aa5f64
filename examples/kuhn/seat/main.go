package seat

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"bloodline/engine/entry"
)

// Protocol tells, in Markdown, how the contest calls a program; %s stands for it.
//
// Replace: the protocol of your contest, here, in [Serve] and in [Heard].
const Protocol = "The referee starts the program once for each game, without arguments:\n\n" +
	"    ./%s\n\n" +
	"It sends lines: `deal 0 K` (the seat, 0 acts first; the card: J, Q or K), `move bet` (what the " +
	"other player did), `act` (the program answers with a line: check, bet, fold or call), `end -2` " +
	"(the chips won). The end of input ends the program."

// Main is the whole program of an exported bot. It returns the exit code, see
// entry.Main.
func Main(name string, p Policy, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return entry.Main(name, "plays Kuhn poker over stdin and stdout", args, stderr, func(seed uint64) error {
		return Serve(p, seed, stdin, stdout)
	})
}

// Serve answers the lines of in until it ends. The seed is that of the seat's rolls,
// one for each action. An error names the line that breaks the protocol.
func Serve(p Policy, seed uint64, in io.Reader, out io.Writer) error {
	var v View
	return entry.Lines(seed, in, out, v.Heard, func(x uint64) string {
		a := p.Act(&v, x)
		v.Tell(a)
		return a.String()
	})
}

// Heard takes in a line of the protocol; asked tells that the player must act now.
// On an error the view is what it was.
func (v *View) Heard(line string) (asked bool, err error) {
	words := strings.Fields(line)
	switch {
	case len(words) == 3 && words[0] == "deal":
		return false, v.deal(words[1], words[2])
	case v.Card == 0:
		return false, fmt.Errorf("must begin with deal SEAT CARD, have %.40q", line)
	case len(words) == 2 && words[0] == "move":
		return false, v.move(words[1])
	case len(words) == 2 && words[0] == "end" && v.Over():
		return false, nil
	case len(words) == 1 && words[0] == "act" && v.Turn() == v.Seat && !v.Over():
		return true, nil
	}
	return false, fmt.Errorf("cannot follow after %d moves: %.40q", v.Played, line)
}

func (v *View) deal(seat, card string) error {
	s, err := parse("seat", seat, []string{"0", "1"})
	if err != nil {
		return err
	}
	c, err := parse("card", card, cards[Jack:])
	if err == nil {
		v.Start(s, Jack+Card(c))
	}
	return err
}

func (v *View) move(word string) error {
	a, err := ParseAction(word)
	switch {
	case err != nil:
		return err
	case v.Turn() == v.Seat || v.Legal()>>a&1 == 0:
		return errors.New("move: the other player cannot " + word + " now")
	}
	v.Tell(a)
	return nil
}
