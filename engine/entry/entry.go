// Package entry has the code that all exported bots share, for every contest's protocol. They contain a copy of it.
package entry

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine/roll"
)

// SeedVariable is the environment variable that fixes the rolls of a program, to repeat a game: a decimal below 2^64.
const SeedVariable = "BLOODLINE_SEED"

// Seed returns the seed of a program's rolls: [SeedVariable] or, if unset or empty, one from the operating system.
func Seed() (uint64, error) {
	if text := os.Getenv(SeedVariable); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%s: must be a decimal number below 2^64, have %.40q", SeedVariable, text)
		}
		return n, nil
	}
	return rand.Uint64(), nil // of a generator that the operating system has seeded; package crypto/rand takes longer to start
}

// Main is the program of a contest that speaks to its bots over standard input and output. It returns the exit code: 0
// when serve is done, 1 and a line on stderr when serve fails, 2 when the seed is none or there are arguments but -h.
// about says what the program does: "plays Chess over stdin and stdout".
func Main(name, about string, args []string, stderr io.Writer, serve func(seed uint64) error) int {
	if len(args) > 0 {
		fmt.Fprintf(stderr, "%s %s; it takes no arguments.\nSet %s to a number to repeat its rolls.\n", name, about, SeedVariable)
		if slices.Contains([]string{"-h", "--help"}, args[0]) {
			return 0
		}
		return 2
	}
	seed, err := Seed()
	code := 2
	if err == nil {
		code, err = 1, serve(seed)
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return code
	}
	return 0
}

// Lines answers the lines of in until it ends. heard reads a line and reports whether it asks for an answer; answer
// gives it, from a roll of the seed, and it is written at once. An error names the line that heard refused.
func Lines(seed uint64, in io.Reader, out io.Writer, heard func(line string) (asked bool, err error), answer func(roll uint64) string) error {
	rolls, lines := roll.New(seed), bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		asked, err := heard(lines.Text())
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if !asked {
			continue
		}
		if _, err := io.WriteString(out, answer(rolls.Uint64())+"\n"); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
	return lines.Err()
}

// Question writes a seat's question as a line of JSON, for a table's trace of [Questions]. It panics if JSON can't.
func Question(view any) string {
	line, err := json.Marshal(view)
	if err != nil {
		panic(fmt.Sprintf("the view cannot be written as JSON: %v", err))
	}
	return string(line)
}

// ReadQuestion sets a view from a [Question]. A field that the view does not have is an error.
func ReadQuestion[V any](v *V, line string) error {
	*v = *new(V)
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil || d.More() {
		return fmt.Errorf("must be a view of the game as JSON, have %.40q", line)
	}
	return nil
}

// Questions is a [Main] that reads a [Question] from each line and answers with a line.
func Questions[V any](name, about string, args []string, stdin io.Reader, stdout, stderr io.Writer, answer func(v *V, roll uint64) string) int {
	return Main(name, about, args, stderr, func(seed uint64) error {
		var v V
		return Lines(seed, stdin, stdout, func(line string) (bool, error) { return true, ReadQuestion(&v, line) },
			func(x uint64) string { return answer(&v, x) })
	})
}
