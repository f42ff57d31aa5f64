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
const Protocol = "The referee starts the program once for each game, without arguments:\n\n" +
	"    ./%s\n\n" +
	"It sends lines: `roll 0 13356` (the seat, 0 bids first; the dice), `move 3x5` (what the other player did: " +
	"a bid or liar), `act` (the program answers with a line: a bid or liar), `end 1 24466` (1 for a win, else 0; " +
	"the other's dice). The end of input ends the program."

// Main is the whole program of an exported bot. It returns the exit code: 0 at the
// end of input, 1 if the input breaks the protocol, 2 if the call is wrong. The rolls
// come from the operating system or, to repeat a game, from the decimal number in the
// environment variable BLOODLINE_SEED.
func Main(name string, p Policy, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: it stops the program instead
	seed, code := binary.LittleEndian.Uint64(b[:]), 2
	var err error
	if text := os.Getenv("BLOODLINE_SEED"); text != "" {
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			err = fmt.Errorf("BLOODLINE_SEED: must be a decimal number below 2^64, have %.40q", text)
		}
	}
	if len(args) > 0 {
		err = errors.New("takes no arguments: it speaks the game's protocol on standard input and output")
	}
	if err == nil {
		code, err = 1, Serve(p, seed, stdin, stdout)
	}
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "%s: %v\n", name, err)
	return code
}

// Serve answers the lines of in until it ends. The seed is that of the seat's rolls,
// one for each action. An error names the line that breaks the protocol.
func Serve(p Policy, seed uint64, in io.Reader, out io.Writer) error {
	var v View
	rolls, lines := roll.New(seed), bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
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
	case len(words) == 3 && words[0] == "roll":
		return false, v.roll(words[1], words[2])
	case v.Hand == Hand{}:
		return false, fmt.Errorf("must begin with roll SEAT DICE, have %.40q", line)
	case len(words) == 2 && words[0] == "move" && !v.Turn():
		return false, v.move(words[1])
	case len(words) == 3 && words[0] == "end" && v.Legal() == 0:
		return false, nil // nothing that a bot uses
	case len(words) == 1 && words[0] == "act" && v.Turn() && v.Legal() != 0:
		return true, nil
	}
	return false, fmt.Errorf("cannot follow now: %.40q", line)
}

func (v *View) roll(seat, dice string) error {
	var h Hand
	for face := range h {
		h[face] = uint8(strings.Count(dice, string(rune('1'+face))))
	}
	if seat != "0" && seat != "1" || len(dice) != Dice || len(h.String()) != Dice {
		return fmt.Errorf("roll: must be 0 or 1 and %d dice, have %.20q and %.20q", Dice, seat, dice)
	}
	v.Start(int(seat[0]-'0'), h)
	return nil
}

func (v *View) move(word string) error {
	a, err := ParseAction(word)
	if err == nil && v.Legal()>>a&1 == 0 {
		err = errors.New("move: the other player cannot " + word + " now")
	}
	if err == nil {
		v.Tell(a)
	}
	return err
}
