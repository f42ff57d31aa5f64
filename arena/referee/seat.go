package referee

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"bloodline/engine"
)

// SeatState is a seat during one play.
type SeatState struct {
	Name   string
	Player engine.Player // nil for a program
	Seed   uint64        // of the seat's rolls

	command []string
	program *Program // started for the play, or nil
	dir     string
	env     []string // nil is the referee's own
	record  Record
}

// External reports whether the seat is a program's.
func (c *SeatState) External() bool { return len(c.command) > 0 }

// Fault records what the program did wrong; forfeit, that it costs the rest of the
// play.
func (c *SeatState) Fault(k Kind, forfeit bool, format string, args ...any) {
	c.fault(k, forfeit, fmt.Sprintf(format, args...), "")
}

func (c *SeatState) fault(k Kind, forfeit bool, detail, stderr string) {
	c.record.fault(Fault{Kind: k, Detail: printable(detail), Stderr: stderr, Forfeit: forfeit})
}

func (c *SeatState) cmd(args ...string) *exec.Cmd {
	cmd := exec.Command(c.command[0], append(c.command[1:len(c.command):len(c.command)], args...)...)
	cmd.Dir, cmd.Env = c.dir, c.env
	return cmd
}

// maxOutput is how much of what a program prints for one move is read.
const maxOutput = 64 << 10

// Run runs the program once, for one move, with these further arguments, and
// returns what it printed. Its input is empty. A program that cannot be started,
// fails, or takes longer than the limit has forfeited, which is recorded; then ok
// is false.
func (c *SeatState) Run(ctx context.Context, limit time.Duration, args ...string) (out string, ok bool) {
	cmd := c.cmd(args...)
	stdout := head{max: maxOutput}
	cmd.Stdout = &stdout
	begin := time.Now()
	p, err := launch(ctx, cmd)
	if err != nil {
		c.Fault(NoStart, true, "%v", reason(err))
		return "", false
	}
	late := !p.ended(limit)
	p.end()
	c.record.moved(time.Since(begin))
	c.record.CPU += p.cpu()
	switch {
	case late:
		c.fault(Timeout, true, fmt.Sprintf("no move within %v", limit), p.stderr.String())
	case !cmd.ProcessState.Success():
		c.fault(Exit, true, cmd.ProcessState.String(), p.stderr.String())
	default:
		return string(stdout.bytes), true
	}
	return "", false
}

// reason drops the path of a command that cannot be started, which tests and
// people need not see twice.
func reason(err error) error {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}

// printable is text fit for a terminal and for JSON, clipped.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) && r != '\n' && r != '\t' {
			return '.'
		}
		return r
	}, s)
	if n := len(s) - stderrKept; n > 0 {
		s = "..." + strings.ToValidUTF8(s[n:], "")
	}
	return strings.TrimSpace(s)
}
