package seat

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"bloodline/engine/entry"
)

// maxLine bounds a command; the longest that makes sense, setdeck, has 400 bytes.
const maxLine = 1 << 16

var errLong = fmt.Errorf("line: must have at most %d bytes", maxLine)

// Main is the program of an exported bot, from the commands of stdin to the exit code, see entry.Main.
func Main(name string, policy Policy, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return entry.Main(name, "speaks the protocol of Wojna deklarowana over stdin and stdout", args, stderr, func(seed uint64) error {
		return Serve(NewProgram(name, policy, seed), stdin, stdout)
	})
}

// Serve lets p answer the lines of r on w until quit or the end of input, each before it reads the next.
func Serve(p *Program, r io.Reader, w io.Writer) error {
	in := bufio.NewReaderSize(r, maxLine)
	for {
		line, err := readLine(in)
		reply, done := "", false
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLong):
			p.faults++
			reply = "? " + err.Error() + "\n\n"
		case err != nil:
			return fmt.Errorf("read: %w", err)
		default:
			reply, done = p.Do(line)
		}
		if reply != "" {
			if _, err := io.WriteString(w, reply); err != nil {
				return fmt.Errorf("write: %w", err)
			}
		}
		if done {
			return nil
		}
	}
}

// readLine returns the next line, at the end of input without its end. A longer one than maxLine is errLong.
func readLine(in *bufio.Reader) (string, error) {
	b, err := in.ReadSlice('\n')
	line := string(b)
	long := false
	for errors.Is(err, bufio.ErrBufferFull) {
		long = true
		_, err = in.ReadSlice('\n')
	}
	switch {
	case long && (err == nil || errors.Is(err, io.EOF)):
		return "", errLong
	case errors.Is(err, io.EOF) && line != "":
		return line, nil
	}
	return line, err
}

// Protocol says in Markdown how the contest calls an exported bot; %s stands for the program.
const Protocol = "The referee starts the program once for a run of deals, without arguments:\n\n" +
	"    ./%s\n\n" +
	"It reads commands from standard input, a line each, and answers on standard output with `=` or `?`, " +
	"the text and an empty line. `help` lists the commands; `quit` or the end of input ends it."
