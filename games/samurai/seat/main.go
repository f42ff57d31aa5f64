package seat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"bloodline/engine/entry"
	"bloodline/engine/roll"
)

// Main is a policy as a program: it prints READY, answers nine turns, each with one write, and returns the exit code,
// see entry.Main. It ends with the ninth answer or the input, and fails on input that breaks the protocol.
func Main(name string, p Policy, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return entry.Main(name, "plays Negotiate and Conquer (SamurAI Coding 2014) over stdin and stdout", args, stderr, func(seed uint64) error {
		return Serve(p, seed, stdin, stdout)
	})
}

// Serve plays one game over the protocol with the rolls of a stream. It returns nil after the ninth answer or when the
// input ends early, and an error that names the line of the input that breaks the protocol.
func Serve(p Policy, seed uint64, in io.Reader, out io.Writer) error {
	c := codec{lines: bufio.NewScanner(in)}
	if err := send(out, []byte(Ready)); err != nil {
		return err
	}
	var v View
	if err := c.start(&v); err != nil {
		return ended(err)
	}
	rolls := roll.New(seed)
	var answer []byte
	for turn := uint8(1); turn <= Turns; turn++ {
		if err := c.turn(&v, turn); err != nil {
			return ended(err)
		}
		answer = p.Act(&v, rolls.Uint64()).AppendText(answer[:0])
		if err := send(out, answer); err != nil {
			return err
		}
	}
	return nil
}

func send(out io.Writer, line []byte) error {
	if _, err := out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// codec reads the protocol line by line into the calls that a table makes.
type codec struct {
	lines *bufio.Scanner
	line  int // lines read
}

func (c *codec) next() (string, error) {
	if !c.lines.Scan() {
		if err := c.lines.Err(); err != nil {
			return "", c.wrong(err)
		}
		return "", io.EOF
	}
	c.line++
	return c.lines.Text(), nil
}

func (c *codec) wrong(err error) error { return fmt.Errorf("line %d: %w", c.line, err) }

func (c *codec) numbers(dst []uint8, what string, lo, hi int) error {
	line, err := c.next()
	if err != nil {
		return err
	}
	if err := parseLine(dst, what, line, lo, hi); err != nil {
		return c.wrong(err)
	}
	return nil
}

func (c *codec) start(v *View) error {
	var setting [3]uint8
	if err := c.numbers(setting[:], "setting", 0, 255); err != nil {
		return err
	}
	if setting != [3]uint8{Turns, Seats, Lords} {
		return c.wrong(fmt.Errorf("setting: must be %d %d %d, have %v", Turns, Seats, Lords, setting))
	}
	var strength [Lords]uint8
	if err := c.numbers(strength[:], "strengths", MinStrength, MaxStrength); err != nil {
		return err
	}
	v.Start(&strength)
	return nil
}

func (c *codec) turn(v *View, turn uint8) error {
	line, err := c.next()
	if err != nil {
		return err
	}
	if want := turnLine(turn); strings.Join(strings.Fields(line), " ") != want {
		return c.wrong(fmt.Errorf("turn: must be %q, have %q", want, clip(line)))
	}
	r := Report{Turn: turn}
	for l := range Lords {
		if err := c.numbers(r.Public[l][:], "public intimacies", 0, 255); err != nil {
			return err
		}
	}
	if err := c.numbers(r.Own[:], "own intimacies", 0, 255); err != nil {
		return err
	}
	if !IsNight(turn) {
		if err := c.numbers(r.Count[:], "visits of the night", 0, Seats*NightVisits); err != nil {
			return err
		}
	}
	if err := v.check(&r); err != nil {
		return c.wrong(err)
	}
	v.Tell(&r)
	return nil
}

func turnLine(turn uint8) string {
	return fmt.Sprintf("%d %c", turn, "ND"[turn&1])
}

// Protocol says in Markdown how the contest calls an exported bot; %s stands for the program.
const Protocol = "The contest's server starts the program once for a game, without arguments:\n\n" +
	"    ./%s\n\n" +
	"It prints `READY`, reads the settings and then each turn from standard input, and answers each turn with " +
	"one line of lords on standard output. It ends after its ninth answer or at the end of input."
