package seat

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"bloodline/engine/roll"
)

// Protocol tells, in Markdown, how the contest calls a program; %s stands for it.
//
// Replace: the protocol of your contest, here, in [Serve] and in [Heard].
const Protocol = "The referee starts the program once for each game, without arguments:\n\n" +
	"    ./%s\n\n" +
	"It sends lines: `deal 0 K` (the seat, 0 acts first; the card: J, Q or K), `move bet` (what the " +
	"other player did), `act` (the program answers with a line: check, bet, fold or call), `end -2` " +
	"(the chips won). The end of input ends the program."

// Main is the whole program of an exported bot. It returns the exit code: 0 at the
// end of input, 1 if the input breaks the protocol, 2 if the call is wrong. The rolls
// come from the operating system or, to repeat a game, from the decimal number in the
// environment variable BLOODLINE_SEED.
func Main(name string, p Policy, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		fmt.Fprintf(stderr, "%s takes no arguments: it speaks the game's protocol on standard input and output\n", name)
		return 2
	}
	seed, err := seed()
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return 2
	}
	if err := Serve(p, seed, stdin, stdout); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return 1
	}
	return 0
}

func seed() (uint64, error) {
	if text := os.Getenv("BLOODLINE_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("BLOODLINE_SEED: must be a decimal number below 2^64, have %.40q", text)
		}
		return n, nil
	}
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: it stops the program instead
	return binary.LittleEndian.Uint64(b[:]), nil
}

// Serve answers the lines of in until it ends. The seed is that of the seat's rolls,
// one for each action. An error names the line that breaks the protocol.
func Serve(p Policy, seed uint64, in io.Reader, out io.Writer) error {
	var v View
	rolls := roll.New(seed)
	lines := bufio.NewScanner(in)
	n := 0
	for lines.Scan() {
		n++
		asked, err := v.Heard(lines.Text())
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if !asked {
			continue
		}
		a := p.Act(&v, rolls.Uint64())
		v.Tell(a)
		if _, err := fmt.Fprintln(out, a); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
	return lines.Err()
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
